// Lanes of numbers as each instruction set has them; for the sources compiled once for each of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__GNUC__) && defined(__AVX512VL__)
#define NATPICK_MASKS
#include <immintrin.h>
#endif

namespace natpick::NATPICK_SIMD {

namespace {

#if defined(__AVX512VL__)
constexpr std::size_t wide_bytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t wide_bytes = 32;
#else
constexpr std::size_t wide_bytes = 16;
#endif

template <class Real>
struct BitsOf;
template <>
struct BitsOf<float> {
    using Type = std::int32_t;
};
template <>
struct BitsOf<double> {
    using Type = std::int64_t;
};
template <class Real>
using Bits = typename BitsOf<Real>::Type;

/// Numbers taken together: four rows of lanes, so that none waits for the one before.
template <class Real>
constexpr std::size_t n_lanes = 4 * wide_bytes / sizeof(Real);

template <class Real>
constexpr Real infinity = std::numeric_limits<Real>::infinity();

#if defined(__GNUC__)
/// Lanes that are compared and added up together.
template <class T>
struct RowOf {
    using Type [[gnu::vector_size(wide_bytes)]] = T;
};
template <class T>
using Row = typename RowOf<T>::Type;

template <class T>
inline Row<T> row_at(const T* values) {
    Row<T> row;
    std::memcpy(&row, values, sizeof row);
    return row;
}

/// Whether a bit of a row is set.
template <class T>
inline bool any_of(Row<T> row) {
    std::uint64_t words[wide_bytes / 8], any = 0;
    std::memcpy(words, &row, sizeof row);
    for (const std::uint64_t word : words) any |= word;
    return any != 0;
}
#endif

}  // namespace

}  // namespace natpick::NATPICK_SIMD
