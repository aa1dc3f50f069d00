#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels.hpp"

namespace natpick {

namespace {

/// Sort rows by their labels, stably, 16 bits at a time: O(n), whatever the number of levels.
void sort_stably(std::vector<std::uint32_t>& rows, const Labels& labels) {
    std::vector<std::uint32_t> sorted(rows.size());
    for (std::uint64_t most = labels.n_levels - 1, shift = 0; most >> shift; shift += 16) {
        const auto digit = [&](std::uint32_t row) { return labels.values[row] >> shift & 0xFFFFu; };
        std::vector<std::size_t> place(std::min<std::uint64_t>(most >> shift, 0xFFFFu) + 2);
        for (const std::uint32_t row : rows) ++place[digit(row) + 1];
        std::partial_sum(place.begin(), place.end(), place.begin());
        for (const std::uint32_t row : rows) sorted[place[digit(row)]++] = row;
        rows.swap(sorted);
    }
}

bool differ(const Labels* labels, std::uint32_t row, std::uint32_t other) {
    return labels != nullptr && labels->values[row] != labels->values[other];
}

/// Rows sorted by (g, c), and where each run of equal (g, c) ends. A row that is alone in its g
/// counts 1 in every table, and units(1) = 0: it is left out.
struct Runs {
    struct Run {
        std::size_t end;
        bool last_of_given;
    };
    std::vector<std::uint32_t> rows;
    std::vector<Run> runs;
};

/// The rows that share their label with another, and some more where there are many more labels
/// than rows: labels that agree in their lower bits are then counted together, in O(n) memory.
std::vector<std::uint32_t> rows_in_company(const Labels& labels) {
    const std::uint64_t n = labels.values.size();
    std::vector<std::uint32_t> n_rows(std::bit_ceil(std::min(labels.n_levels, 4 * n)));
    const std::size_t mask = n_rows.size() - 1;
    for (const std::uint32_t label : labels.values) ++n_rows[label & mask];
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < n; ++row) {
        if (n_rows[labels.values[row] & mask] > 1) rows.push_back(row);
    }
    return rows;
}

Runs runs_of(const Labels& given, const Labels* target) {
    Runs result{rows_in_company(given), {}};
    if (target != nullptr) sort_stably(result.rows, *target);
    sort_stably(result.rows, given);
    const std::vector<std::uint32_t>& rows = result.rows;
    for (std::size_t end = 1; end <= rows.size(); ++end) {
        const bool new_given =
            end == rows.size() || given.values[rows[end]] != given.values[rows[end - 1]];
        if (new_given || differ(target, rows[end], rows[end - 1])) {
            result.runs.push_back({end, new_given});
        }
    }
    return result;
}

/// Counts by level that are emptied in time proportional to the levels met.
class Tally {
  public:
    explicit Tally(std::size_t n_levels) : counts_(n_levels) {}

    void add(std::uint32_t level, std::uint32_t times) {
        if (counts_[level] == 0) met_.push_back(level);
        counts_[level] += times;
    }

    /// Call use(level, count) for each level met, and forget them.
    template <class Use>
    void drain(const Use& use) {
        for (const std::uint32_t level : met_) {
            use(level, counts_[level]);
            counts_[level] = 0;
        }
        met_.clear();
    }

  private:
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> met_;
};

/// One candidate counted run by run.
template <class Code>
void count_runs(const Task<Code>& task, std::size_t slot, const Runs& sorted,
                Checkpoint& checkpoint) {
    Tally in_run(task.n_levels(slot));
    Tally in_given(task.n_levels(slot));
    JointUnits sums;
    std::size_t place = 0;
    for (const Runs::Run& run : sorted.runs) {
        for (; place < run.end; ++place) {
            in_run.add(task.coded.columns.at(sorted.rows[place], task.column(slot)), 1);
            if (place % (std::size_t{1} << 16) == 0) checkpoint();
        }
        in_run.drain([&](std::uint32_t x, std::uint32_t count) {
            sums.given_target += task.units(count);
            in_given.add(x, count);
        });
        if (!run.last_of_given) continue;
        in_given.drain(
            [&](std::uint32_t, std::uint32_t count) { sums.given += task.units(count); });
    }
    task.sums[slot] = sums;
}

}  // namespace

template <class Code>
void count_sorted_rows(const Task<Code>& task, Slots slots, const Workers& workers) {
    if (slots.empty()) return;
    const Runs sorted = runs_of(task.given, task.counted_target());
    if (sorted.rows.empty()) return;
    parallel_for(slots.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        count_runs(task, slots[item], sorted, checkpoint);
    });
}

template void count_sorted_rows(const Task<std::uint8_t>&, Slots, const Workers&);
template void count_sorted_rows(const Task<std::uint16_t>&, Slots, const Workers&);

}  // namespace natpick
