#include "counts.hpp"

#include <algorithm>
#include <numeric>

namespace natpick {

namespace {

/// Bytes of count tables one dense block fills at a time: they stay in the second-level cache.
constexpr std::size_t block_bytes = std::size_t{256} << 10;

/// Codes a further thread must have to count before it is worth starting.
constexpr std::uint64_t codes_per_thread = std::uint64_t{1} << 18;

/// The largest histogram, in cells: memory stays within O(n), and so does the time to sum it.
std::uint64_t dense_limit(std::size_t n_rows) {
    const std::uint64_t cells = std::max<std::uint64_t>(4096, 4 * std::uint64_t{n_rows});
    return std::min<std::uint64_t>(cells, std::uint64_t{1} << 32);
}

/// What every candidate is counted against.
template <class Code>
struct Task {
    const Coded<Code>& coded;
    std::span<const std::int64_t> candidates;
    const Labels& given;
    const Labels& target;
    const Units& units;
    std::span<JointUnits> sums;  // out, one slot per candidate

    std::size_t column(std::size_t slot) const {
        return static_cast<std::size_t>(candidates[slot]);
    }
    std::uint32_t n_levels(std::size_t slot) const { return coded.n_levels[column(slot)]; }
    std::uint64_t n_strata() const { return given.n_levels * target.n_levels; }
    std::uint64_t cells(std::size_t slot) const {
        return saturating_product(n_levels(slot), n_strata());
    }
};

/// The stratum z = g * n_classes + c of every row, shape (n_rows,).
std::vector<std::uint32_t> strata_of(const Labels& given, const Labels& target) {
    std::vector<std::uint32_t> strata(given.values.size());
    for (std::size_t row = 0; row < strata.size(); ++row) {
        const std::uint64_t z = given.values[row] * target.n_levels + target.values[row];
        strata[row] = static_cast<std::uint32_t>(z);
    }
    return strata;
}

/// T_xg and T_xgc of a histogram n[x, g, c], c the fastest axis.
JointUnits sum_histogram(std::span<const std::uint32_t> histogram, std::size_t n_classes,
                         const Units& units) {
    JointUnits sums;
    for (std::size_t cell = 0; cell < histogram.size(); cell += n_classes) {
        std::uint64_t in_xg = 0;
        for (const std::uint32_t in_xgc : histogram.subspan(cell, n_classes)) {
            in_xg += in_xgc;
            sums.given_target += units(in_xgc);
        }
        sums.given += units(in_xg);
    }
    return sums;
}

/// Histograms of a block of candidates, n[x * n_strata + z] of each, filled tile by tile.
template <class Code>
void count_dense(const Task<Code>& task, std::span<const std::size_t> slots,
                 std::span<const std::uint32_t> strata, Checkpoint& checkpoint) {
    const Columns<Code>& columns = task.coded.columns;
    const std::size_t n_strata = task.n_strata();
    std::vector<std::size_t> start{0};
    for (const std::size_t slot : slots) start.push_back(start.back() + task.cells(slot));
    std::vector<std::uint32_t> histograms(start.back());
    for (std::size_t top = 0; top < columns.n_rows; top += tile_rows) {
        const std::size_t bottom = std::min(columns.n_rows, top + tile_rows);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            std::uint32_t* histogram = histograms.data() + start[i];
            const Code* codes = columns.column(task.column(slots[i]));
            for (std::size_t row = top; row < bottom; ++row) {
                const Code x = codes[static_cast<std::ptrdiff_t>(row) * columns.row_stride];
                ++histogram[x * n_strata + strata[row]];
            }
        }
        checkpoint();
    }
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::span<const std::uint32_t> all(histograms);
        task.sums[slots[i]] = sum_histogram(all.subspan(start[i], start[i + 1] - start[i]),
                                            task.target.n_levels, task.units);
        checkpoint();
    }
}

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

/// Rows sorted by (g, c), and where each run of equal (g, c) ends.
struct Runs {
    struct Run {
        std::size_t end;
        bool last_of_given;
    };
    std::vector<std::uint32_t> rows;
    std::vector<Run> runs;
};

Runs runs_of(const Labels& given, const Labels& target) {
    Runs result;
    result.rows.resize(given.values.size());
    std::iota(result.rows.begin(), result.rows.end(), 0u);
    sort_stably(result.rows, target);
    sort_stably(result.rows, given);
    const std::vector<std::uint32_t>& rows = result.rows;
    for (std::size_t end = 1; end <= rows.size(); ++end) {
        const bool new_given =
            end == rows.size() || given.values[rows[end]] != given.values[rows[end - 1]];
        if (new_given || target.values[rows[end]] != target.values[rows[end - 1]]) {
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

/// One candidate counted run by run, O(n) whatever the levels.
template <class Code>
void count_sparse(const Task<Code>& task, std::size_t slot, const Runs& sorted,
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

/// How many threads this much counting is worth.
Workers enough_workers(const Workers& workers, std::uint64_t n_codes) {
    const std::uint64_t worth = std::max<std::uint64_t>(1, n_codes / codes_per_thread);
    return {static_cast<std::size_t>(std::min<std::uint64_t>(workers.n_threads, worth)),
            workers.poll};
}

/// Cut slots into blocks whose histograms fit block_bytes, at least two blocks a thread.
template <class Code>
std::vector<std::span<const std::size_t>> blocks_of(const Task<Code>& task,
                                                    std::span<const std::size_t> slots,
                                                    std::size_t n_threads) {
    const std::size_t longest = std::max<std::size_t>(1, slots.size() / (2 * n_threads));
    std::vector<std::span<const std::size_t>> blocks;
    for (std::size_t first = 0, last = 0; first < slots.size(); first = last) {
        std::uint64_t bytes = 0;
        do {
            bytes += task.cells(slots[last++]) * sizeof(std::uint32_t);
        } while (last < slots.size() && last - first < longest &&
                 bytes + task.cells(slots[last]) * sizeof(std::uint32_t) <= block_bytes);
        blocks.push_back(slots.subspan(first, last - first));
    }
    return blocks;
}

}  // namespace

Labels constant_labels(std::size_t n_rows) { return {std::vector<std::uint32_t>(n_rows), 1}; }

template <class Code>
std::vector<JointUnits> joint_units(const Coded<Code>& coded,
                                    std::span<const std::int64_t> candidates, const Labels& given,
                                    const Labels& target, const Units& units,
                                    const Workers& workers) {
    const std::size_t n_rows = coded.columns.n_rows;
    std::vector<JointUnits> sums(candidates.size());
    const Task<Code> task{coded, candidates, given, target, units, sums};
    std::vector<std::size_t> dense, sparse;
    for (std::size_t slot = 0; slot < candidates.size(); ++slot) {
        (task.cells(slot) <= dense_limit(n_rows) ? dense : sparse).push_back(slot);
    }
    const Workers enough = enough_workers(workers, std::uint64_t{n_rows} * candidates.size());
    const auto strata = dense.empty() ? std::vector<std::uint32_t>{} : strata_of(given, target);
    const Runs sorted = sparse.empty() ? Runs{} : runs_of(given, target);
    const auto blocks = blocks_of(task, dense, enough.n_threads);
    parallel_for(sparse.size() + blocks.size(), enough,
                 [&](std::size_t item, Checkpoint& checkpoint) {
                     if (item < sparse.size()) {
                         count_sparse(task, sparse[item], sorted, checkpoint);
                     } else {
                         count_dense(task, blocks[item - sparse.size()], strata, checkpoint);
                     }
                 });
    return sums;
}

template std::vector<JointUnits> joint_units(const Coded<std::uint8_t>&,
                                             std::span<const std::int64_t>, const Labels&,
                                             const Labels&, const Units&, const Workers&);
template std::vector<JointUnits> joint_units(const Coded<std::uint16_t>&,
                                             std::span<const std::int64_t>, const Labels&,
                                             const Labels&, const Units&, const Workers&);

JointUnits label_units(const Labels& given, const Labels& target, const Units& units,
                       const Workers& workers) {
    const std::uint8_t zero = 0;  // one constant column: its joint counts are those of (g, c)
    const Coded<std::uint8_t> constant{{&zero, given.values.size(), 1, 0, 0}, {1}};
    const std::int64_t candidate = 0;
    return joint_units(constant, {&candidate, 1}, given, target, units, workers).front();
}

}  // namespace natpick
