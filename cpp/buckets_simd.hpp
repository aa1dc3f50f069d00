// The inner loops that count numbers in buckets, compiled once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace natpick {

/// Buckets of numbers, which grow with the number: one for all below a first edge, then buckets of
/// equal width, the last of which holds all above, too. They are equal in the numbers or, of equal
/// signs, in their bits, nearly their logarithm. NaN has a bucket of its own, the n_buckets-th.
template <class Real>
struct Buckets {
    std::uint32_t n_buckets;
    Real low, high;       // the edges, finite
    Real scale;           // buckets for each 1; 0 if equal in bits
    std::uint32_t shift;  // of bits for each bucket
};

template <class Real>
struct BucketsSimd {
    /// Write the bucket of each number.
    void (*place)(const Real* values, std::size_t n, const Buckets<Real>& buckets,
                  std::uint16_t* places);

    /// Write the rows that are in one of the wanted buckets, n rows of room; returns how many.
    std::size_t (*find)(const std::uint16_t* places, std::size_t n, const std::uint16_t* wanted,
                        std::size_t n_wanted, std::uint32_t* rows);
};

namespace portable {
BucketsSimd<float> buckets_simd(float);
BucketsSimd<double> buckets_simd(double);
}  // namespace portable
namespace avx2 {
BucketsSimd<float> buckets_simd(float);
BucketsSimd<double> buckets_simd(double);
}  // namespace avx2
namespace avx512 {
BucketsSimd<float> buckets_simd(float);
BucketsSimd<double> buckets_simd(double);
}  // namespace avx512

}  // namespace natpick
