// The inner loops of short tables, compiled once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace natpick {

/// Tables of at most most rows each, the empty ones left out, and the weights that turn their
/// counts into units: units(m) is the sum of weights[M] over all sets M of bits of m, where M = 0
/// and M = 1 weigh nothing.
struct ShortTables {
    std::size_t most;
    const std::uint32_t* places;      // of each table when those of more rows come first
    const std::uint32_t* n_at_least;  // [m]: tables of at least m rows, m <= most
    const std::uint64_t* weights;     // [M], M <= most
};

/// The strata z = g * n_classes + c of a strip's rows, and where their counts go as rows of bits:
/// those of level x of a table at row ((place * n_levels) + x) * bits, one row for each bit.
struct ShortStrip {
    const void* planes;
    std::size_t n_planes;
    std::size_t n_levels;
    const std::uint32_t* rows;
    const std::uint32_t* starts;   // of each stratum among the rows
    const std::uint32_t* lengths;  // rows of each stratum
    std::size_t n_given;
    std::size_t n_classes;
    ShortTables given;   // (x) for each g
    ShortTables strata;  // (x) for each z
    void* in_given;      // given_bits a count
    void* in_strata;     // strata_bits a count; both filled up with zeros to cells_together
};

/// Cells that go through one tree of adders.
inline constexpr std::size_t cells_together = 16;

/// Rows of one g, and of a stratum where it is counted in so few bits.
inline constexpr std::size_t given_bits = 8;
inline constexpr std::size_t few_bits = 4;

inline constexpr std::size_t strata_bits(std::size_t most) {
    return most < std::size_t{1} << few_bits ? few_bits : given_bits;
}

/// given[lane] = T_xg and given_target[lane] = T_xgc, modulo 2^64.
using ShortKernel = void (*)(const ShortStrip& strip, std::uint64_t* given,
                             std::uint64_t* given_target);

/// The kernels of an instruction set, for strips of all its bits and of half as many.
struct ShortKernels {
    ShortKernel wide;
    ShortKernel narrow;
};

namespace portable {
ShortKernels short_kernels();
}
namespace avx2 {
ShortKernels short_kernels();
}
namespace avx512 {
ShortKernels short_kernels();
}

}  // namespace natpick
