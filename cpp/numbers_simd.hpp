// The inner loops over numbers, compiled once for each instruction set.
#pragma once

#include <cstddef>

#include "buckets_simd.hpp"
#include "codes_simd.hpp"

namespace natpick {

/// The least and the largest of some numbers, infinities if there are none, and how many are NaN.
template <class Real>
struct Ends {
    Real lowest;
    Real highest;
    std::size_t n_missing;
};

/// How many numbers are below another, and how many are equal to it.
struct Compared {
    std::size_t below;
    std::size_t equal;
};

/// Columns that are sorted side by side.
template <class Real>
inline constexpr std::size_t sorted_lanes = 64 / sizeof(Real);

template <class Real>
struct NumbersSimd {
    Ends<Real> (*ends)(const Real* values, std::size_t n);

    /// The largest of the numbers below another; minus infinity if there are none.
    Real (*highest_below)(const Real* values, std::size_t n, Real top);

    Compared (*compare)(const Real* values, std::size_t n, Real with);

    /// Sort sorted_lanes columns of n numbers, the n-th of each side by side; there is no NaN.
    void (*sort)(Real* rows, std::size_t n);

    /// How many numbers in front are NaN or one of those known, which are few.
    std::size_t (*known)(const Real* values, std::size_t n, const Real* known, std::size_t n_known);

    BucketsSimd<Real> buckets;
    CodesSimd<Real> codes;
};

namespace portable {
NumbersSimd<float> numbers_simd(float);
NumbersSimd<double> numbers_simd(double);
}  // namespace portable
namespace avx2 {
NumbersSimd<float> numbers_simd(float);
NumbersSimd<double> numbers_simd(double);
}  // namespace avx2
namespace avx512 {
NumbersSimd<float> numbers_simd(float);
NumbersSimd<double> numbers_simd(double);
}  // namespace avx512

}  // namespace natpick
