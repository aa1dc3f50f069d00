// Bins: the code of a number is how many cut points are below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "numbers.hpp"

namespace natpick {

/// Where codes go: column j of the numbers to codes[places[j] * n_rows] and on.
struct Places {
    std::uint8_t* codes;
    std::span<const std::int64_t> places;
};

/// Write the code of every number: how many of its column's points are below it, of which there
/// are n_codes[j] - 1, and n_codes[j] where it is missing. points has shape (n_columns, most), each
/// column's increasing. Returns how many rows have each code, shape (n_columns, most + 2).
template <class Real>
std::vector<std::uint64_t> code(const Numbers<Real>& numbers, std::span<const Real> points,
                                std::span<const std::uint32_t> n_codes, const Places& places,
                                const Workers& workers);

/// Columns without gaps, from values of any strides: shape (n_columns, n_rows).
template <class Real>
std::vector<Real> gathered(const Real* data, std::size_t n_rows, std::size_t n_columns,
                           std::ptrdiff_t row_stride, std::ptrdiff_t column_stride,
                           const Workers& workers);

}  // namespace natpick
