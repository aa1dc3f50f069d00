#include "tally.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "sums_by_key.hpp"

namespace natpick {

namespace {

/// Candidates counted with one table, so that it is made seldom.
constexpr std::size_t together = 32;

/// The largest weighted number of rows; twice as many still fit into a double.
constexpr std::uint64_t most_weight = std::uint64_t{1} << 52;

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

/// The sum of weights that is 1 to 2^52.
std::uint64_t checked_sum(std::span<const std::uint64_t> weights) {
    std::uint64_t total = 0;
    for (const std::uint64_t weight : weights) {
        check(weight <= most_weight - total, "The weights add up to more than 2^52.");
        total += weight;
    }
    check(total > 0, "All weights are zero.");
    return total;
}

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
                           std::span<const std::uint64_t> weights, Squares squares) {
    check(n_levels.size() == n_columns_of(columns), "Give each column a number of levels.");
    check(weights.size() < std::uint64_t{1} << 32, "There are more than 4294967295 rows.");
    if (const auto* lists = std::get_if<Lists>(&columns)) check_lists(*lists, weights.size());
    const std::uint64_t total = checked_sum(weights);
    if (!squares.values.empty()) {
        check(squares.values.size() == weights.size(), "Give one square a row.");
        checked_sum(squares.values);
    }
    for (std::size_t j = 0; j < n_levels.size(); ++j) {
        std::uint32_t most = usual_code(columns, j).value_or(0);
        each_row(columns, j, [&](std::size_t, std::uint32_t code) { most = std::max(most, code); });
        check(most < n_levels[j] && n_levels[j] <= 65536, "A code is not below its levels.");
    }
    return {std::move(columns), n_levels, weights, squares, total, Units(total)};
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
    std::vector<std::int64_t> sums(candidates.size());
    const std::size_t n_items = (sums.size() + together - 1) / together;
    parallel_for(n_items, workers, [&](std::size_t item, Checkpoint& checkpoint) {
        with_sums_by_key<std::uint64_t>(n_keys, rows.weights.size(), [&](auto tally) {
            const std::size_t last = std::min(sums.size(), (item + 1) * together);
            for (std::size_t slot = item * together; slot < last; ++slot) {
                sums[slot] = joint_sum(rows, candidates[slot], known, tally);
                checkpoint();
            }
        });
    });
    return sums;
}

}  // namespace natpick
