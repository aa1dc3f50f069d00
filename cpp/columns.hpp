// Columns of small integer codes, read where they lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "threads.hpp"

namespace natpick {

/// Rows handled together, so that a tile of a block of columns stays in the first-level cache.
inline constexpr std::size_t tile_rows = 512;

/// An (n_rows, n_columns) table of codes; strides count elements and may have any sign.
template <class Code>
struct Columns {
    const Code* data;
    std::size_t n_rows;
    std::size_t n_columns;
    std::ptrdiff_t row_stride;
    std::ptrdiff_t column_stride;

    /// The first code of a column; row r is at [r * row_stride].
    const Code* column(std::size_t j) const {
        return data + static_cast<std::ptrdiff_t>(j) * column_stride;
    }

    Code at(std::size_t row, std::size_t j) const {
        return column(j)[static_cast<std::ptrdiff_t>(row) * row_stride];
    }
};

/// Rows and columns that one thread looks through at a time.
inline constexpr std::size_t chunk_rows = std::size_t{1} << 16;
inline constexpr std::size_t chunk_columns = 1024;

/// Raise most[j - first] to the largest code of column j in these rows, first <= j < last.
/// Codes are read in the order in which they lie in memory.
template <class Code>
void raise_to_largest(const Columns<Code>& columns, std::size_t top, std::size_t bottom,
                      std::size_t first, std::size_t last, Code* most) {
    if (columns.row_stride == 1) {
        for (std::size_t j = first; j < last; ++j) {
            const Code* codes = columns.column(j);
            Code largest = 0;
            for (std::size_t row = top; row < bottom; ++row)
                largest = std::max(largest, codes[row]);
            most[j - first] = largest;
        }
        return;
    }
    for (std::size_t row = top; row < bottom; ++row) {
        if (columns.column_stride == 1) {
            const Code* codes =
                &columns.data[static_cast<std::ptrdiff_t>(row) * columns.row_stride];
            for (std::size_t j = first; j < last; ++j) {
                most[j - first] = std::max(most[j - first], codes[j]);
            }
        } else {
            for (std::size_t j = first; j < last; ++j) {
                most[j - first] = std::max(most[j - first], columns.at(row, j));
            }
        }
    }
}

/// The largest code of each column plus one, shape (n_columns,); 0 if there are no rows.
template <class Code>
std::vector<std::uint32_t> observed_levels(const Columns<Code>& columns, const Workers& workers) {
    std::vector<std::uint32_t> levels(columns.n_columns);
    const std::size_t chunks = (columns.n_rows + chunk_rows - 1) / chunk_rows;
    const std::size_t blocks = (columns.n_columns + chunk_columns - 1) / chunk_columns;
    std::mutex mutex;
    parallel_for(chunks * blocks, workers, [&](std::size_t item, Checkpoint&) {
        const std::size_t top = item / blocks * chunk_rows;
        const std::size_t first = item % blocks * chunk_columns;
        const std::size_t last = std::min(columns.n_columns, first + chunk_columns);
        std::vector<Code> most(last - first);
        raise_to_largest(columns, top, std::min(columns.n_rows, top + chunk_rows), first, last,
                         most.data());
        const std::lock_guard<std::mutex> lock(mutex);
        for (std::size_t j = first; j < last; ++j) {
            levels[j] = std::max(levels[j], std::uint32_t{most[j - first]} + 1);
        }
    });
    return levels;
}

}  // namespace natpick
