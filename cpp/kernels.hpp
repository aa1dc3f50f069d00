// The kernels: each counts some of a task's candidates and fills their slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counts.hpp"

namespace natpick {

/// What every candidate is counted against.
template <class Code>
struct Task {
    const Coded<Code>& coded;
    std::span<const std::int64_t> candidates;
    const Labels& given;
    const Labels& target;
    bool with_target;  // whether it is counted
    const Units& units;
    Packed* packed;              // null: there is no packed copy
    std::span<JointUnits> sums;  // out, one slot per candidate

    std::size_t column(std::size_t slot) const {
        return static_cast<std::size_t>(candidates[slot]);
    }
    std::uint32_t n_levels(std::size_t slot) const { return coded.n_levels[column(slot)]; }
    const Labels* counted_target() const { return with_target ? &target : nullptr; }
    std::uint64_t n_classes() const { return with_target ? target.n_levels : 1; }
    std::uint64_t n_strata() const { return given.n_levels * n_classes(); }
    std::uint64_t cells(std::size_t slot) const {
        return saturating_product(n_levels(slot), n_strata());
    }
};

/// Slots of a task: positions among its candidates.
using Slots = std::span<const std::size_t>;

/// The stratum z = g * n_classes + c of every row, shape (n_rows,); g if target is null.
std::vector<std::uint32_t> strata_of(const Labels& given, const Labels* target);

/// One histogram n[x, g, c] a candidate: O(n + cells), for tables of no more cells than
/// histogram_limit(n).
template <class Code>
void count_histograms(const Task<Code>& task, Slots slots, const Workers& workers);

/// The largest histogram, in cells: memory stays within O(n), and so does the time to sum it.
std::uint64_t histogram_limit(std::size_t n_rows);

/// Rows sorted by (g, c), a tally for each run: O(n) whatever the levels.
template <class Code>
void count_sorted_rows(const Task<Code>& task, Slots slots, const Workers& workers);

/// Strips of candidates, rows added up by carry-save adders: for tables of few cells a row, and
/// candidates of at most most_packed_levels levels.
template <class Code>
void count_strips(const Task<Code>& task, Slots slots, const Workers& workers);

}  // namespace natpick
