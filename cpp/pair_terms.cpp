#include "pair_terms.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "pair_units.hpp"

namespace natpick {

namespace {

constexpr std::uint64_t limit = std::uint64_t{1} << 32;

/// The numbers that make a message, and the text around them.
template <class... Part>
[[noreturn]] void refuse(const Part&... part) {
    throw std::invalid_argument((std::string() + ... + part));
}

std::string str(std::uint64_t number) { return std::to_string(number); }

void check_labels(const char* name, const Labels& labels, std::size_t n_rows) {
    if (labels.values.size() != n_rows) {
        refuse(name, " has ", str(labels.values.size()), " values for ", str(n_rows), " rows.");
    }
    if (labels.n_levels == 0 || labels.n_levels >= limit) {
        refuse(name, " has ", str(labels.n_levels), " levels; give 1 to 4294967295.");
    }
    const std::uint32_t largest = *std::max_element(labels.values.begin(), labels.values.end());
    if (largest >= labels.n_levels) {
        refuse(name, " holds ", str(largest), ", but has only ", str(labels.n_levels), " levels.");
    }
}

/// The levels that are given, or else those observed, checked against the codes.
template <class Code>
std::vector<std::uint32_t> levels_of(const Columns<Code>& columns,
                                     std::optional<std::vector<std::uint32_t>> given,
                                     const Workers& workers) {
    std::vector<std::uint32_t> observed = observed_levels(columns, workers);
    if (!given) return observed;
    if (given->size() != observed.size()) {
        refuse("There are ", str(given->size()), " numbers of levels for ", str(observed.size()),
               " columns.");
    }
    for (std::size_t j = 0; j < observed.size(); ++j) {
        if (observed[j] > (*given)[j]) {
            refuse("Column ", str(j), " holds code ", str(observed[j] - 1), ", but has only ",
                   str((*given)[j]), " levels.");
        }
        if ((*given)[j] > std::uint64_t{std::numeric_limits<Code>::max()} + 1) {
            refuse("Column ", str(j), " has ", str((*given)[j]),
                   " levels, more than its codes can tell apart.");
        }
    }
    return *std::move(given);
}

template <class Code>
void check_column(const Sample<Code>& sample, std::int64_t j) {
    const std::size_t p = sample.data.coded.columns.n_columns;
    if (j < 0 || static_cast<std::uint64_t>(j) >= p) {
        refuse("Column ", std::to_string(j), " is not one of the ", str(p), " columns.");
    }
}

template <class Code>
void check_columns(const Sample<Code>& sample, std::span<const std::int64_t> candidates) {
    for (const std::int64_t candidate : candidates) check_column(sample, candidate);
}

/// The most levels a packed column may have: its counts with the classes, of 4 bytes, must not
/// take more memory than its codes, unless a test asks for it.
std::size_t packed_levels(std::uint64_t n_rows, std::uint64_t n_classes,
                          std::optional<Kernel> forced) {
    if (forced) return most_packed_levels;
    return std::min<std::size_t>(most_packed_levels, n_rows / saturating_product(4, n_classes));
}

std::uint64_t product(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return saturating_product(saturating_product(a, b), c);
}

}  // namespace

template <class Code>
Sample<Code> sample_of(const Columns<Code>& columns,
                       std::optional<std::vector<std::uint32_t>> n_levels, Labels target,
                       const Workers& workers, std::optional<Kernel> forced) {
    const std::size_t n = columns.n_rows;
    if (n == 0 || n >= limit) refuse("There are ", str(n), " rows; give 1 to 4294967295.");
    check_labels("target", target, n);
    Coded<Code> coded{columns, levels_of(columns, std::move(n_levels), workers)};
    const std::size_t most_levels = packed_levels(n, target.n_levels, forced);
    const Simd simd = chosen_simd();
    auto packed = std::make_unique<Packed>(simd, layout_of(coded.n_levels, most_levels, simd));
    Data<Code> data{std::move(coded), std::move(target), Units(n), std::move(packed), forced};
    const Labels none = constant_labels(n);
    std::vector<std::int64_t> all(columns.n_columns);
    std::iota(all.begin(), all.end(), 0);
    std::vector<JointUnits> column = joint_units(data, all, none, true, workers);
    const std::int64_t target_units =
        label_units(none, data.target, data.units, workers).given_target;
    return {std::move(data), target_units, std::move(column)};
}

template <class Code>
Univariate univariate(const Sample<Code>& sample) {
    const Units& units = sample.data.units;
    const std::int64_t target_deficit = units.total() - sample.target_units;
    Univariate terms{units.nats(target_deficit), {}, {}};
    for (std::size_t i = 0; i < sample.column.size(); ++i) {
        const auto [t_i, t_ic] = sample.column[i];
        const std::uint64_t cells =
            product(sample.data.coded.n_levels[i], sample.data.target.n_levels, 1);
        terms.entropy.push_back(units.nats(units.total() - t_i));
        terms.relevance.push_back(units.information((t_ic - t_i) + target_deficit, cells));
    }
    return terms;
}

template <class Code>
PairTerms pair_terms(const Sample<Code>& sample, std::int64_t s,
                     std::span<const std::int64_t> candidates, bool class_redundancy,
                     const Workers& workers) {
    const std::vector<std::int64_t> repeated(candidates.size(), s);
    check_column(sample, s);
    return terms_of_pairs(sample, repeated, candidates, class_redundancy, workers);
}

template <class Code>
PairTerms terms_of_pairs(const Sample<Code>& sample, std::span<const std::int64_t> s,
                         std::span<const std::int64_t> i, bool class_redundancy,
                         const Workers& workers) {
    if (s.size() != i.size()) {
        refuse("There are ", str(s.size()), " selected columns for ", str(i.size()),
               " candidates; give as many.");
    }
    check_columns(sample, s);
    check_columns(sample, i);
    const Units& units = sample.data.units;
    const Coded<Code>& coded = sample.data.coded;
    const std::uint64_t n_classes = sample.data.target.n_levels;
    const auto sums = pair_units(sample.data, s, i, class_redundancy, workers);
    const std::vector<double> unknown(sums.size(), std::numeric_limits<double>::quiet_NaN());
    PairTerms terms{unknown, unknown, unknown};
    for (std::size_t pair = 0; pair < sums.size(); ++pair) {
        const auto [t_s, t_sc] = sample.column[s[pair]];
        const auto [t_i, t_ic] = sample.column[i[pair]];
        const auto [t_is, t_isc] = sums[pair];
        // At most 2^16 levels each and fewer than 2^32 classes: the products fit 64 bits.
        const std::uint64_t cells =
            std::uint64_t{coded.n_levels[i[pair]]} * coded.n_levels[s[pair]];
        terms.redundancy[pair] = units.information((t_is - t_i) + (units.total() - t_s), cells);
        if (!class_redundancy) continue;
        terms.class_redundancy[pair] =
            units.information((t_isc - t_ic) + (sample.target_units - t_sc), cells * n_classes);
        terms.joint_entropy[pair] = units.nats(units.total() - t_isc);
    }
    return terms;
}

template <class Code>
SetTerms set_terms(const Sample<Code>& sample, const Labels& given,
                   std::span<const std::int64_t> candidates, const Workers& workers) {
    check_labels("given", given, sample.data.coded.columns.n_rows);
    check_columns(sample, candidates);
    const Units& units = sample.data.units;
    const auto [t_g, t_gc] = label_units(given, sample.data.target, units, workers);
    const auto sums = joint_units(sample.data, candidates, given, true, workers);
    SetTerms terms{units.nats(t_g - t_gc), {}, {}};
    for (std::size_t slot = 0; slot < sums.size(); ++slot) {
        const auto [t_ig, t_igc] = sums[slot];
        const std::uint64_t cells = product(sample.data.coded.n_levels[candidates[slot]],
                                            sample.data.target.n_levels, given.n_levels);
        terms.entropy.push_back(units.nats(t_g - t_ig));
        terms.relevance.push_back(units.information((t_igc - t_ig) + (t_g - t_gc), cells));
    }
    return terms;
}

template Sample<std::uint8_t> sample_of(const Columns<std::uint8_t>&,
                                        std::optional<std::vector<std::uint32_t>>, Labels,
                                        const Workers&, std::optional<Kernel>);
template Sample<std::uint16_t> sample_of(const Columns<std::uint16_t>&,
                                         std::optional<std::vector<std::uint32_t>>, Labels,
                                         const Workers&, std::optional<Kernel>);
template Univariate univariate(const Sample<std::uint8_t>&);
template Univariate univariate(const Sample<std::uint16_t>&);
template PairTerms pair_terms(const Sample<std::uint8_t>&, std::int64_t,
                              std::span<const std::int64_t>, bool, const Workers&);
template PairTerms pair_terms(const Sample<std::uint16_t>&, std::int64_t,
                              std::span<const std::int64_t>, bool, const Workers&);
template PairTerms terms_of_pairs(const Sample<std::uint8_t>&, std::span<const std::int64_t>,
                                  std::span<const std::int64_t>, bool, const Workers&);
template PairTerms terms_of_pairs(const Sample<std::uint16_t>&, std::span<const std::int64_t>,
                                  std::span<const std::int64_t>, bool, const Workers&);
template SetTerms set_terms(const Sample<std::uint8_t>&, const Labels&,
                            std::span<const std::int64_t>, const Workers&);
template SetTerms set_terms(const Sample<std::uint16_t>&, const Labels&,
                            std::span<const std::int64_t>, const Workers&);

}  // namespace natpick
