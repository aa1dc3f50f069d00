#include "pair_terms.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "pair_units.hpp"

namespace natpick {

namespace {

constexpr std::uint64_t limit = std::uint64_t{1} << 32;

/// What a step of a search needs for a while, a dozen numbers a column, or a small packed copy.
constexpr std::size_t bytes_of_step = 128;
constexpr std::size_t least_block = std::size_t{1} << 20;
constexpr std::size_t most_block = std::size_t{16} << 20;

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
void check_columns(const Sample<Code>& sample, std::span<const std::int64_t> columns) {
    const std::size_t p = sample.data.coded.columns.n_columns;
    const auto unknown = std::find_if(columns.begin(), columns.end(), [p](std::int64_t j) {
        return static_cast<std::uint64_t>(j) >= p;  // negative ones are large
    });
    if (unknown == columns.end()) return;
    refuse("Column ", std::to_string(*unknown), " is not one of the ", str(p), " columns.");
}

/// The most levels a packed column may have: its counts with the classes, of 4 bytes, must not
/// take more memory than its codes, unless a test asks for it.
std::size_t packed_levels(std::uint64_t n_rows, std::uint64_t n_classes,
                          std::optional<Kernel> forced) {
    if (forced) return most_packed_levels;
    return std::min<std::size_t>(most_packed_levels, n_rows / saturating_product(4, n_classes));
}

/// Free a block that was never touched. Allocators return large blocks to the system, whose pages
/// must be made anew, until one as large was freed: let those of every step stay.
void let_blocks_stay(std::size_t n_bytes) {
    void* volatile block = ::operator new(n_bytes);
    ::operator delete(block);
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
    let_blocks_stay(std::clamp(bytes_of_step * columns.n_columns, least_block, most_block));
    Coded<Code> coded{columns, levels_of(columns, std::move(n_levels), workers)};
    const std::size_t most_levels = packed_levels(n, target.n_levels, forced);
    const Simd simd = chosen_simd();
    auto packed = std::make_unique<Packed>(simd, layout_of(coded.n_levels, most_levels, simd));
    Data<Code> data{std::move(coded), std::move(target), Units(n), std::move(packed), forced};
    const Labels none = constant_labels(n);
    std::vector<std::int64_t> all(columns.n_columns);
    std::iota(all.begin(), all.end(), 0);
    std::vector<JointUnits> column(all.size());
    joint_units(data, all, none, true, workers, std::span(column));
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

namespace {

/// Write the terms of a run of pairs.
template <class Code>
void write_terms(const Sample<Code>& sample, const PairRun& run,
                 std::span<const std::int64_t> candidates, std::span<const JointUnits> sums,
                 bool class_redundancy, PairTerms& terms) {
    const Units& units = sample.data.units;
    const std::vector<std::uint32_t>& n_levels = sample.data.coded.n_levels;
    const auto [t_s, t_sc] = sample.column[run.s];
    const std::int64_t of_s = units.total() - t_s, of_sc = sample.target_units - t_sc;
    // At most 2^16 levels each and fewer than 2^32 classes: the products fit 64 bits.
    const std::uint64_t b_s = n_levels[run.s], b_sc = b_s * sample.data.target.n_levels;
    for (std::size_t at = run.first; at < run.last; ++at) {
        const std::int64_t i = candidates[at];
        const std::int64_t u = (sums[at].given - sample.column[i].given) + of_s;
        terms.redundancy[at] = units.quanta(u, n_levels[i] * b_s);
        if (!class_redundancy) continue;
        const std::int64_t t_isc = sums[at].given_target;
        const std::int64_t u_c = (t_isc - sample.column[i].given_target) + of_sc;
        terms.class_redundancy[at] = units.quanta(u_c, n_levels[i] * b_sc);
        terms.joint_entropy[at] = static_cast<double>(units.total() - t_isc);
    }
}

template <class Code>
PairTerms terms_of_runs(const Sample<Code>& sample, std::span<const PairRun> runs,
                        std::span<const std::int64_t> candidates, bool class_redundancy,
                        const Workers& workers) {
    check_columns(sample, candidates);
    const auto sums = pair_units(sample.data, runs, candidates, class_redundancy, workers);
    const double unknown = class_redundancy ? 0 : std::numeric_limits<double>::quiet_NaN();
    PairTerms terms{std::vector<double>(sums.size()), std::vector<double>(sums.size(), unknown),
                    std::vector<double>(sums.size(), unknown)};
    for (const PairRun& run : runs) {
        write_terms(sample, run, candidates, sums, class_redundancy, terms);
    }
    const Units& units = sample.data.units;
    units.measure(terms.redundancy);
    if (class_redundancy) {
        units.measure(terms.class_redundancy);
        units.measure(terms.joint_entropy);
    }
    return terms;
}

}  // namespace

template <class Code>
PairTerms pair_terms(const Sample<Code>& sample, std::int64_t s,
                     std::span<const std::int64_t> candidates, bool class_redundancy,
                     const Workers& workers) {
    check_columns(sample, {&s, 1});
    const PairRun run{s, 0, candidates.size()};
    return terms_of_runs(sample, {&run, 1}, candidates, class_redundancy, workers);
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
    std::vector<PairRun> runs;
    for (std::size_t first = 0, last = 0; first < s.size(); first = last) {
        while (last < s.size() && s[last] == s[first]) ++last;
        runs.push_back({s[first], first, last});
    }
    return terms_of_runs(sample, runs, i, class_redundancy, workers);
}

template <class Code>
SetTerms set_terms(const Sample<Code>& sample, const Labels& given,
                   std::span<const std::int64_t> candidates, const Workers& workers) {
    check_labels("given", given, sample.data.coded.columns.n_rows);
    check_columns(sample, candidates);
    const Units& units = sample.data.units;
    const auto [t_g, t_gc] = label_units(given, sample.data.target, units, workers);
    std::vector<JointUnits> sums(candidates.size());
    joint_units(sample.data, candidates, given, true, workers, std::span(sums));
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
