// How columns are cut into strips, whose candidates are counted together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd.hpp"
#include "vertical_simd.hpp"

namespace natpick {

/// Which columns a strip holds, and in how many planes.
struct StripShape {
    VerticalSimd simd;
    std::span<const std::uint32_t> columns;  // lane i holds columns[i]
    std::size_t n_levels;                    // of the column that has most
    std::size_t n_planes;                    // ceil(log2(n_levels)), at least 1

    std::size_t row_bytes() const { return n_planes * simd.n_lanes / 8; }
    /// Counts of one stratum: n_levels rows of n_lanes.
    std::size_t cells() const { return n_levels * simd.n_lanes; }
};

/// How columns are cut into strips: in order of their numbers of levels, so that those of a
/// strip have about the same.
struct StripLayout {
    struct Place {
        std::uint32_t strip;
        std::uint32_t lane;
    };
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    std::vector<std::uint32_t> columns;
    std::vector<StripShape> shapes;
    std::vector<Place> places;  // of each column; strip is nowhere if it is not packed
};

/// Columns of more than most_levels levels are left out; it is at most most_packed_levels.
StripLayout layout_of(std::span<const std::uint32_t> n_levels, std::size_t most_levels, Simd simd);

}  // namespace natpick
