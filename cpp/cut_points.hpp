// Cut points of equal frequency, by selection: nothing is sorted that need not be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "numbers.hpp"

namespace natpick {

/// Cut points of columns: those of column j are points[j * most] .. + sizes[j], increasing.
template <class Real>
struct CutPoints {
    std::size_t most;
    std::vector<Real> points;  // shape (n_columns, most), filled up with infinity
    std::vector<std::uint32_t> sizes;
};

/// The quantiles j / bins, 0 < j < bins, of each column: of m numbers present the smallest x with
/// at least m j / bins numbers <= x (Hyndman and Fan's definition 1). The largest number gives way
/// to the largest below it. Each point is given once; a constant column has none.
template <class Real>
CutPoints<Real> equal_frequency(const Numbers<Real>& numbers, std::size_t bins,
                                const Workers& workers);

}  // namespace natpick
