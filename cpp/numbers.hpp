// Numbers in columns: where they end, and which few values they take. NaN is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "threads.hpp"

namespace natpick {

/// Columns of numbers, each without gaps and one after another.
template <class Real>
struct Numbers {
    const Real* data;
    std::size_t n_columns;
    std::size_t n_rows;

    std::span<const Real> column(std::size_t j) const { return {data + j * n_rows, n_rows}; }
};

/// How many numbers a column holds, and the least and the largest of them.
template <class Real>
struct Extent {
    std::size_t n_present;
    Real lowest;   // infinity if there are none
    Real highest;  // -infinity if there are none
};

template <class Real>
Extent<Real> extent_of(std::span<const Real> values);

/// What is known of columns before they are cut.
template <class Real>
struct Summary {
    std::vector<std::uint64_t> n_present;   // shape (n_columns,)
    std::vector<Real> lowest;               // shape (n_columns,)
    std::vector<Real> highest;              // shape (n_columns,)
    std::vector<std::uint32_t> n_distinct;  // shape (n_columns,), limit + 1 if more than limit
    std::vector<Real> distinct;             // shape (n_columns, limit): increasing, then infinity
};

/// The extent of each column, and its distinct values where they are limit at most.
template <class Real>
Summary<Real> summary_of(const Numbers<Real>& numbers, std::size_t limit, const Workers& workers);

/// Columns handled as one piece of work: enough cells to be worth a thread's while.
inline std::size_t columns_together(std::size_t n_rows) {
    constexpr std::size_t cells = std::size_t{1} << 14;
    return n_rows == 0 ? 1 : 1 + cells / n_rows;
}

/// Call body(j, scratch) once for each column, several columns a piece of work; each piece has
/// a scratch of its own, a copy of the one given.
template <class Scratch, class Body>
void for_each_column(std::size_t n_columns, std::size_t n_rows, const Workers& workers,
                     const Scratch& empty, const Body& body) {
    const std::size_t together = columns_together(n_rows);
    parallel_for((n_columns + together - 1) / together, workers,
                 [&](std::size_t item, Checkpoint& checkpoint) {
                     Scratch scratch = empty;
                     const std::size_t end = item * together + together;
                     for (std::size_t j = item * together; j < end && j < n_columns; ++j) {
                         body(j, scratch);
                         checkpoint();
                     }
                 });
}

}  // namespace natpick
