#include "tally.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace natpick {

namespace {

/// Candidates counted with one table, so that it is made seldom.
constexpr std::size_t together = 32;

/// The largest weighted number of rows; twice as many still fit into a double.
constexpr std::uint64_t most_weight = std::uint64_t{1} << 52;

template <class... Layout>
struct Overloaded : Layout... {
    using Layout::operator()...;
};

std::size_t n_columns_of(const AnyColumns& columns) {
    return std::visit(Overloaded{[](const Lists& lists) { return lists.usual.size(); },
                                 [](const auto& dense) { return dense.n_columns; }},
                      columns);
}

/// The code of the rows that are not listed; none where all are.
std::optional<std::uint32_t> usual_code(const AnyColumns& columns, std::size_t j) {
    const auto* lists = std::get_if<Lists>(&columns);
    return lists == nullptr ? std::nullopt : std::optional(lists->usual[j]);
}

/// Call use(row, code) for each row of column j that is listed; for all of a dense one.
template <class Use>
void each_row(const AnyColumns& columns, std::size_t j, const Use& use) {
    std::visit(Overloaded{[&](const Lists& lists) {
                              for (auto at = lists.starts[j]; at < lists.starts[j + 1]; ++at) {
                                  use(lists.rows[at], std::uint32_t{lists.codes[at]});
                              }
                          },
                          [&](const auto& dense) {
                              for (std::size_t row = 0; row < dense.n_rows; ++row) {
                                  use(row, std::uint32_t{dense.at(row, j)});
                              }
                          }},
               columns);
}

void check(bool fits, const char* message) {
    if (!fits) throw std::invalid_argument(message);
}

void check_lists(const Lists& lists, std::size_t n_rows) {
    check(lists.starts.size() == lists.usual.size() + 1 && lists.starts.front() == 0 &&
              lists.codes.size() == lists.rows.size() &&
              lists.starts.back() == static_cast<std::int64_t>(lists.rows.size()) &&
              std::is_sorted(lists.starts.begin(), lists.starts.end()),
          "The lists of rows do not fit their starts.");
    check(std::all_of(lists.rows.begin(), lists.rows.end(),
                      [&](std::uint32_t row) { return row < n_rows; }),
          "A list holds a row that there is not.");
    for (std::size_t j = 0; j < lists.usual.size(); ++j) {
        for (auto at = lists.starts[j]; at < lists.starts[j + 1]; ++at) {
            check(lists.codes[at] != lists.usual[j], "A row with the usual code is listed.");
            check(at == lists.starts[j] || lists.rows[at - 1] < lists.rows[at],
                  "The rows of a list are not increasing.");
        }
    }
}

/// Weights by key, emptied in time proportional to the keys met.
class Tally {
  public:
    explicit Tally(std::uint64_t n_keys) : weights_(n_keys) {}

    void add(std::uint64_t key, std::uint64_t weight) {
        if (weights_[key] == 0) met_.push_back(key);
        weights_[key] += weight;
    }

    /// Call use(key, weight) for each key met, and forget them.
    template <class Use>
    void drain(const Use& use) {
        for (const std::uint64_t key : met_) use(key, std::exchange(weights_[key], 0));
        met_.clear();
    }

  private:
    std::vector<std::uint64_t> weights_;
    std::vector<std::uint64_t> met_;
};

/// Weights by key where there are too many keys for a table: collected, then sorted.
class SortedTally {
  public:
    void add(std::uint64_t key, std::uint64_t weight) { met_.emplace_back(key, weight); }

    template <class Use>
    void drain(const Use& use) {
        std::sort(met_.begin(), met_.end());
        for (std::size_t first = 0, last = 0; first < met_.size(); first = last) {
            std::uint64_t weight = 0;
            while (last < met_.size() && met_[last].first == met_[first].first) {
                weight += met_[last++].second;
            }
            use(met_[first].first, weight);
        }
        met_.clear();
    }

  private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> met_;
};

std::vector<std::uint64_t> label_weights(const WeightedRows& rows, const RowLabels& given) {
    check(given.values.size() == rows.weights.size(), "Give one label a row.");
    std::vector<std::uint64_t> weights(given.n_labels);
    for (std::size_t row = 0; row < given.values.size(); ++row) {
        check(given.values[row] < given.n_labels, "A label is not below their number.");
        weights[given.values[row]] += rows.weights[row];
    }
    return weights;
}

std::int64_t sum_of(std::span<const std::uint64_t> weights, const Units& units) {
    std::int64_t sum = 0;
    for (const std::uint64_t weight : weights) sum += units(weight);
    return sum;
}

/// The labels, what each weighs, and T_g.
struct Given {
    const RowLabels& labels;
    std::vector<std::uint64_t> weights;
    std::int64_t sum;
};

/// T_xg of a column X. What is listed at a label is taken from the usual code's count n_ug:
/// T_xg = T_g + sum over g of units(n_g - taken_g) - units(n_g), and units of all n_xg listed.
template <class AnyTally>
std::int64_t joint_sum(const WeightedRows& rows, std::size_t j, const Given& given,
                       AnyTally& tally) {
    const std::uint64_t n_labels = given.labels.n_labels;
    const std::optional<std::uint32_t> usual = usual_code(rows.columns, j);
    each_row(rows.columns, j, [&](std::size_t row, std::uint32_t code) {
        const std::uint32_t label = given.labels.values[row];
        const std::uint64_t weight = rows.weights[row];
        tally.add(code * n_labels + label, weight);
        if (usual) tally.add(*usual * n_labels + label, weight);
    });
    std::int64_t sum = usual ? given.sum : 0;
    tally.drain([&](std::uint64_t key, std::uint64_t weight) {
        if (key / n_labels == usual) {
            const std::uint64_t all = given.weights[key % n_labels];
            sum += rows.units(all - weight) - rows.units(all);
        } else {
            sum += rows.units(weight);
        }
    });
    return sum;
}

}  // namespace

WeightedRows weighted_rows(AnyColumns columns, std::span<const std::uint32_t> n_levels,
                           std::span<const std::uint64_t> weights) {
    check(n_levels.size() == n_columns_of(columns), "Give each column a number of levels.");
    check(weights.size() < std::uint64_t{1} << 32, "There are more than 4294967295 rows.");
    if (const auto* lists = std::get_if<Lists>(&columns)) check_lists(*lists, weights.size());
    std::uint64_t total = 0;
    for (const std::uint64_t weight : weights) {
        check(weight <= most_weight - total, "The weights add up to more than 2^52.");
        total += weight;
    }
    check(total > 0, "All weights are zero.");
    for (std::size_t j = 0; j < n_levels.size(); ++j) {
        std::uint32_t most = usual_code(columns, j).value_or(0);
        each_row(columns, j, [&](std::size_t, std::uint32_t code) { most = std::max(most, code); });
        check(most < n_levels[j] && n_levels[j] <= 65536, "A code is not below its levels.");
    }
    return {std::move(columns), n_levels, weights, Units(total)};
}

std::int64_t label_sum(const WeightedRows& rows, const RowLabels& given) {
    return sum_of(label_weights(rows, given), rows.units);
}

std::vector<std::int64_t> joint_sums(const WeightedRows& rows,
                                     std::span<const std::int64_t> candidates,
                                     const RowLabels& given, const Workers& workers) {
    std::uint32_t most_levels = 0;
    for (const std::int64_t j : candidates) {
        check(j >= 0 && static_cast<std::size_t>(j) < rows.n_levels.size(),
              "A candidate is not one of the columns.");
        most_levels = std::max(most_levels, rows.n_levels[j]);
    }
    std::vector<std::uint64_t> weights = label_weights(rows, given);
    const std::int64_t sum = sum_of(weights, rows.units);
    const Given known{given, std::move(weights), sum};
    const std::uint64_t n_keys = saturating_product(most_levels, given.n_labels);
    const bool fits = n_keys <= std::max<std::uint64_t>(1 << 16, 4 * rows.weights.size());
    std::vector<std::int64_t> sums(candidates.size());
    const std::size_t n_items = (sums.size() + together - 1) / together;
    parallel_for(n_items, workers, [&](std::size_t item, Checkpoint& checkpoint) {
        const auto count = [&](auto tally) {
            const std::size_t last = std::min(sums.size(), (item + 1) * together);
            for (std::size_t slot = item * together; slot < last; ++slot) {
                sums[slot] = joint_sum(rows, candidates[slot], known, tally);
                checkpoint();
            }
        };
        if (fits) {
            count(Tally(n_keys));
        } else {
            count(SortedTally());
        }
    });
    return sums;
}

}  // namespace natpick
