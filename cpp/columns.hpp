// Columns of small integer codes, read where they lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// The largest code of each column plus one, shape (n_columns,); 0 if there are no rows.
template <class Code>
std::vector<std::uint32_t> observed_levels(const Columns<Code>& columns, const Workers& workers) {
    constexpr std::size_t together = 64;
    std::vector<std::uint32_t> levels(columns.n_columns);
    const std::size_t n_items = (columns.n_columns + together - 1) / together;
    parallel_for(n_items, workers, [&](std::size_t item, Checkpoint& checkpoint) {
        const std::size_t last = std::min(columns.n_columns, (item + 1) * together);
        for (std::size_t top = 0; top < columns.n_rows; top += tile_rows) {
            const std::size_t bottom = std::min(columns.n_rows, top + tile_rows);
            for (std::size_t j = item * together; j < last; ++j) {
                Code most = 0;
                for (std::size_t row = top; row < bottom; ++row) {
                    most = std::max(most, columns.at(row, j));
                }
                levels[j] = std::max(levels[j], std::uint32_t{most} + 1);
            }
            checkpoint();
        }
    });
    return levels;
}

}  // namespace natpick
