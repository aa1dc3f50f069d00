// The inner loops of the vertical kernel, compiled once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "short_simd.hpp"

namespace natpick {

/// A row of bits holds one bit of each of n_lanes candidates. Rows of a strip hold n_planes of
/// them, plane k the bits of weight 2^k of the candidates' codes.
struct VerticalSimd {
    std::size_t n_lanes;  // a multiple of 64

    /// Write n_planes rows of bits for each row of n_lanes codes.
    void (*pack)(const std::uint8_t* codes, std::size_t n_rows, std::size_t n_planes, void* planes);

    /// The same for n_lanes columns, each of codes one after another: of n_rows rows, a multiple of
    /// 64 and at most columns_rows.
    void (*pack_columns)(const std::uint8_t* const* columns, std::size_t n_rows,
                         std::size_t n_planes, void* planes);

    /// Add to counts[m, lane], for 0 < m < n_levels, how many of the rows have all the bits of m
    /// in that lane's code. n_rows is a multiple of rows_together; near tells that the rows lie in
    /// the second-level cache.
    void (*count)(const void* planes, std::size_t n_planes, const std::uint32_t* rows,
                  std::size_t n_rows, std::size_t n_levels, bool near, std::uint32_t* counts);

    /// From how many codes have all the bits of m to how many are m, for 0 <= m < n_levels:
    /// n(x) = sum over m with all the bits of x of (-1)^|m - x| f(m), the Moebius inversion.
    void (*invert)(std::size_t n_levels, std::uint32_t* counts);

    /// Take what is counted from what is left: left[i] -= counts[i] for i < n.
    void (*take)(const std::uint32_t* counts, std::size_t n, std::uint32_t* left);

    /// sums[i] += counts[i] for i < n.
    void (*add)(const std::uint32_t* counts, std::size_t n, std::uint32_t* sums);

    /// Count a strip whose tables are short and sum up the units, all in one.
    ShortKernel short_units;
};

/// Columns of more levels cannot be packed.
inline constexpr std::size_t most_packed_levels = 64;

/// Rows that are packed together, at most, where columns lie one after another: some cache lines of
/// each.
inline constexpr std::size_t columns_rows = 256;

/// Rows that go through one tree of adders.
inline constexpr std::size_t rows_together = 16;

/// The kernels of an instruction set, for strips of all its bits and of half as many.
struct VerticalSimds {
    VerticalSimd wide;
    VerticalSimd narrow;
};

namespace portable {
VerticalSimds vertical_simds();
}
namespace avx2 {
VerticalSimds vertical_simds();
}
namespace avx512 {
VerticalSimds vertical_simds();
}

}  // namespace natpick
