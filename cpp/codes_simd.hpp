// The inner loops from numbers to codes, compiled once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace natpick {

template <class Real>
struct CodesSimd {
    /// Write how many of the increasing points are below each number, or ``missing`` for NaN.
    void (*code)(const Real* values, std::size_t n, const Real* points, std::size_t n_points,
                 std::uint8_t missing, std::uint8_t* codes);

    /// counts[c] += how many of the codes are c, for c < n_codes; others are not counted.
    void (*tally)(const std::uint8_t* codes, std::size_t n, std::size_t n_codes,
                  std::uint64_t* counts);
};

namespace portable {
CodesSimd<float> codes_simd(float);
CodesSimd<double> codes_simd(double);
}  // namespace portable
namespace avx2 {
CodesSimd<float> codes_simd(float);
CodesSimd<double> codes_simd(double);
}  // namespace avx2
namespace avx512 {
CodesSimd<float> codes_simd(float);
CodesSimd<double> codes_simd(double);
}  // namespace avx512

}  // namespace natpick
