// What kernels do with rows of bits, one bit of every candidate of a strip.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__GNUC__) && defined(__AVX512VL__)
#define NATPICK_TERNARY
#include <immintrin.h>
#endif

namespace natpick::NATPICK_SIMD {

namespace {

// Rows of bits. Whatever the compiler calls them, &, ^, << and >> work on words of 64 bits.
#if !defined(__GNUC__)
using Wide = std::uint64_t;
using Narrow = std::uint64_t;
#else
#if defined(__AVX512VL__)
constexpr std::size_t wide_bytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t wide_bytes = 32;
#else
constexpr std::size_t wide_bytes = 16;
#endif
using Wide [[gnu::vector_size(wide_bytes), gnu::may_alias]] = std::uint64_t;
using Narrow [[gnu::vector_size(wide_bytes / 2), gnu::may_alias]] = std::uint64_t;
#endif

/// Where two of three bits are set.
template <class Bits>
[[gnu::always_inline]] inline Bits majority(Bits a, Bits b, Bits c) {
#ifdef NATPICK_TERNARY
    constexpr int table = 0xE8;
    if constexpr (sizeof(Bits) == 64) {
        return (Bits)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, table);
    } else {
        return (Bits)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, table);
    }
#else
    return (a & b) | (c & (a ^ b));
#endif
}

/// Add two bits to a sum, in each lane; returns the carry.
template <class Bits>
[[gnu::always_inline]] inline Bits add(Bits& sum, Bits a, Bits b) {
    const Bits carry = majority(sum, a, b);
    sum = sum ^ a ^ b;
    return carry;
}

/// Exchange the bits of a under mask << shift with those of b under mask.
template <class Bits>
[[gnu::always_inline]] inline void exchange(Bits& a, Bits& b, int shift, std::uint64_t mask) {
    const Bits changed = ((a >> shift) ^ b) & mask;
    b ^= changed;
    a ^= changed << shift;
}

/// Transpose, at each byte, the 8 x 8 bits of eight rows (Unit 1), or at each word their 8 x 8
/// bytes (Unit 8). It is its own inverse.
template <int Unit, class Bits>
[[gnu::always_inline]] inline void transpose(Bits (&rows)[8]) {
    for (int half = 4; half > 0; half /= 2) {
        const int shift = half * Unit;
        const std::uint64_t mask = ~std::uint64_t{0} / ((std::uint64_t{1} << shift) + 1);
        for (int i = 0; i < 8; ++i) {
            if (!(i & half)) exchange(rows[i], rows[i + half], shift, mask);
        }
    }
}

/// Rows of n_planes planes, and the planes of a row whose conjunction is counted.
template <class Bits, int Size>
struct Monomial {
    const Bits* planes;
    std::size_t n_planes;
    std::size_t factors[Size];

    [[gnu::always_inline]] inline Bits at(std::uint32_t row) const {
        const Bits* place = planes + std::size_t{row} * n_planes;
        Bits product = place[factors[0]];
        for (int i = 1; i < Size; ++i) product &= place[factors[i]];
        return product;
    }
};

/// Add product.at(row) of 2^Level rows to the sums, plane k of weight 2^k; returns the carry of
/// weight 2^Level.
template <int Level, class Bits, class Product>
[[gnu::always_inline]] inline Bits add_rows(const Product& product, const std::uint32_t* rows,
                                            Bits* sums) {
    if constexpr (Level == 0) {
        return product.at(*rows);
    } else {
        const Bits a = add_rows<Level - 1>(product, rows, sums);
        const Bits b = add_rows<Level - 1>(product, rows + (1 << (Level - 1)), sums);
        return add(sums[Level - 1], a, b);
    }
}

}  // namespace

}  // namespace natpick::NATPICK_SIMD
