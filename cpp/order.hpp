// Rows in the order in which the vertical kernel visits them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counts.hpp"

namespace natpick {

/// Rows by block and, within a block, by stratum z = g * n_classes + c. Each such segment is
/// filled up with the row after the last to a multiple of rows_together.
struct Order {
    std::size_t n_rows;  // of the table
    std::size_t n_blocks;
    std::size_t block_rows;
    std::size_t n_classes;
    std::size_t omitted;                 // the g with most rows, left out; n_given if none is
    std::vector<std::uint32_t> lengths;  // rows of each stratum, shape (n_strata,)
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> starts;  // of segment block * n_strata + z, and the end

    std::size_t n_strata() const { return lengths.size(); }
    std::span<const std::uint32_t> segment(std::size_t block, std::size_t z) const {
        const std::uint32_t* start = starts.data() + block * n_strata() + z;
        return std::span(rows).subspan(start[0], start[1] - start[0]);
    }
};

/// row_bytes is what a row of the widest strip takes: blocks are to fit the second-level cache.
Order order_of(const Labels& given, const Labels* target, bool omit_largest, std::size_t row_bytes,
               const Workers& workers);

}  // namespace natpick
