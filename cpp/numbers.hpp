// Numbers in columns: where they end, and which few values they take. NaN is missing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "numbers_simd.hpp"
#include "threads.hpp"

namespace natpick {

/// Columns of numbers, each without gaps.
template <class Real>
struct Numbers {
    const Real* data;
    std::size_t n_columns;
    std::size_t n_rows;
    std::ptrdiff_t column_stride;

    std::span<const Real> column(std::size_t j) const {
        return {data + static_cast<std::ptrdiff_t>(j) * column_stride, n_rows};
    }
};

/// The inner loops for the instruction set in force.
template <class Real>
NumbersSimd<Real> chosen_numbers_simd();

/// How many numbers a column holds, and the least and the largest of them.
template <class Real>
struct Extent {
    std::size_t n_present;
    Real lowest;   // infinity if there are none
    Real highest;  // -infinity if there are none
};

template <class Real>
Extent<Real> extent_of(std::span<const Real> values, const NumbersSimd<Real>& simd);

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

/// Rows of a long column that are one piece of work.
inline constexpr std::size_t piece_rows = std::size_t{1} << 16;

/// Columns handled as one piece of work: enough cells to be worth a thread's while.
inline std::size_t columns_together(std::size_t n_rows) {
    constexpr std::size_t cells = std::size_t{1} << 14;
    return n_rows == 0 ? 1 : 1 + cells / n_rows;
}

/// As many of the workers as columns of numbers are worth that take so many nanoseconds each.
inline Workers enough_workers(const Workers& workers, std::size_t n_columns, std::size_t n_rows,
                              double nanoseconds) {
    const double cells = static_cast<double>(n_columns) * static_cast<double>(n_rows);
    return enough_workers(workers, cells * nanoseconds);
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

/// Call body(j, first, last, scratch) for each column j and the rows first <= row < last: all of a
/// short column, or pieces of a long one.
template <class Scratch, class Body>
void for_each_piece(std::size_t n_columns, std::size_t n_rows, const Workers& workers,
                    const Scratch& empty, const Body& body) {
    if (n_rows <= piece_rows) {
        for_each_column(n_columns, n_rows, workers, empty, [&](std::size_t j, Scratch& scratch) {
            body(j, std::size_t{0}, n_rows, scratch);
        });
        return;
    }
    const std::size_t n_pieces = (n_rows + piece_rows - 1) / piece_rows;
    parallel_for(n_columns * n_pieces, workers, [&](std::size_t item, Checkpoint&) {
        Scratch scratch = empty;
        const std::size_t first = item % n_pieces * piece_rows;
        body(item / n_pieces, first, std::min(n_rows, first + piece_rows), scratch);
    });
}

}  // namespace natpick
