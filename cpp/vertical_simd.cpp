#include "vertical_simd.hpp"

#include <cstring>

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

template <class Bits>
void pack(const std::uint8_t* codes, std::size_t n_rows, std::size_t n_planes, void* planes) {
    Bits* out = static_cast<Bits*>(planes);
    for (std::size_t row = 0; row < n_rows; ++row, codes += 8 * sizeof(Bits)) {
        Bits rows[8];
        std::memcpy(rows, codes, sizeof rows);
        transpose<1>(rows);
        for (std::size_t k = 0; k < n_planes; ++k) *out++ = rows[k];
    }
}

template <class Bits>
void turn(const std::uint8_t* columns, std::ptrdiff_t column_stride, std::uint8_t* rows,
          std::size_t row_stride) {
    constexpr std::size_t n_words = sizeof(Bits) / 8;
    Bits eight[8];
    for (int i = 0; i < 8; ++i) {
        std::memcpy(&eight[i], columns + i * column_stride, sizeof(Bits));
    }
    transpose<8>(eight);
    std::uint64_t words[8][n_words];
    std::memcpy(words, eight, sizeof words);
    for (std::size_t word = 0; word < n_words; ++word) {
        for (std::size_t i = 0; i < 8; ++i, rows += row_stride) {
            std::memcpy(rows, &words[i][word], 8);
        }
    }
}

/// The rows of a segment, and the planes whose conjunction is counted.
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

/// Add 2^Level rows to the sums, plane k of weight 2^k; returns the carry of weight 2^Level.
template <int Level, class Bits, int Size>
[[gnu::always_inline]] inline Bits add_rows(const Monomial<Bits, Size>& monomial,
                                            const std::uint32_t* rows, Bits* sums) {
    if constexpr (Level == 0) {
        return monomial.at(*rows);
    } else {
        const Bits a = add_rows<Level - 1>(monomial, rows, sums);
        const Bits b = add_rows<Level - 1>(monomial, rows + (1 << (Level - 1)), sums);
        return add(sums[Level - 1], a, b);
    }
}

/// Rows whose sums fit a byte.
constexpr std::size_t rows_per_byte = 240;

/// Add to counts[lane] how many of at most rows_per_byte rows have all the bits of m.
template <class Bits, int Size>
void count_monomial(const Bits* planes, std::size_t n_planes, std::size_t m,
                    const std::uint32_t* rows, std::size_t n_rows, std::uint32_t* counts) {
    Monomial<Bits, Size> monomial{planes, n_planes, {}};
    for (std::size_t k = 0, i = 0; m >> k; ++k) {
        if (m >> k & 1) monomial.factors[i++] = k;
    }
    Bits sums[8] = {};
    for (std::size_t i = 0; i < n_rows; i += rows_together) {
        Bits carry = add_rows<4>(monomial, rows + i, sums);
        for (int k = 4; k < 8; ++k) {
            const Bits next = sums[k] & carry;
            sums[k] ^= carry;
            carry = next;
        }
    }
    transpose<1>(sums);
    std::uint8_t bytes[8 * sizeof(Bits)];
    std::memcpy(bytes, sums, sizeof bytes);
    for (std::size_t lane = 0; lane < sizeof bytes; ++lane) counts[lane] += bytes[lane];
}

template <class Bits>
void count(const void* planes, std::size_t n_planes, const std::uint32_t* rows, std::size_t n_rows,
           std::size_t n_levels, std::uint32_t* counts) {
    using Count = void (*)(const Bits*, std::size_t, std::size_t, const std::uint32_t*, std::size_t,
                           std::uint32_t*);
    constexpr Count by_size[] = {nullptr,
                                 count_monomial<Bits, 1>,
                                 count_monomial<Bits, 2>,
                                 count_monomial<Bits, 3>,
                                 count_monomial<Bits, 4>,
                                 count_monomial<Bits, 5>,
                                 count_monomial<Bits, 6>};
    constexpr std::size_t n_lanes = 8 * sizeof(Bits);
    for (std::size_t first = 0; first < n_rows; first += rows_per_byte) {
        const std::size_t left = n_rows - first;
        const std::size_t together = left < rows_per_byte ? left : rows_per_byte;
        for (std::size_t m = 1; m < n_levels; ++m) {
            int size = 0;
            for (std::size_t rest = m; rest; rest &= rest - 1) ++size;
            by_size[size](static_cast<const Bits*>(planes), n_planes, m, rows + first, together,
                          counts + m * n_lanes);
        }
    }
}

void take(const std::uint32_t* counts, std::size_t n, std::uint32_t* left) {
    for (std::size_t i = 0; i < n; ++i) left[i] -= counts[i];
}

void add(const std::uint32_t* counts, std::size_t n, std::uint32_t* sums) {
    for (std::size_t i = 0; i < n; ++i) sums[i] += counts[i];
}

template <class Bits>
void invert(std::size_t n_levels, std::uint32_t* counts) {
    constexpr std::size_t n_lanes = 8 * sizeof(Bits);
    for (std::size_t bit = 1; bit < n_levels; bit *= 2) {
        for (std::size_t m = 0; (m | bit) < n_levels; ++m) {
            if (m & bit) continue;
            std::uint32_t* without = counts + m * n_lanes;
            const std::uint32_t* with = counts + (m | bit) * n_lanes;
            take(with, n_lanes, without);
        }
    }
}

template <class Bits>
void tally(const void* planes, std::size_t n_planes, const std::uint32_t* rows, std::size_t n_rows,
           std::size_t n_levels, std::size_t n_bits, void* sums) {
    for (std::size_t i = 0; i < n_rows; ++i) {
        const Bits* place = static_cast<const Bits*>(planes) + std::size_t{rows[i]} * n_planes;
        Bits* sum = static_cast<Bits*>(sums);
        for (std::size_t x = 0; x < n_levels; ++x, sum += n_bits) {
            Bits carry = x & 1 ? place[0] : ~place[0];
            for (std::size_t k = 1; k < n_planes; ++k) {
                carry &= x >> k & 1 ? place[k] : ~place[k];
            }
            for (std::size_t k = 0; k < n_bits; ++k) {
                const Bits next = sum[k] & carry;
                sum[k] ^= carry;
                carry = next;
            }
        }
    }
}

template <class Bits>
void spread(const void* sums, std::size_t n_levels, std::size_t n_bits, std::uint32_t* counts) {
    for (std::size_t x = 0; x < n_levels; ++x) {
        Bits rows[8] = {};
        for (std::size_t k = 0; k < n_bits; ++k) {
            rows[k] = static_cast<const Bits*>(sums)[x * n_bits + k];
        }
        transpose<1>(rows);
        std::uint8_t bytes[8 * sizeof(Bits)];
        std::memcpy(bytes, rows, sizeof bytes);
        for (std::size_t lane = 0; lane < sizeof bytes; ++lane) *counts++ = bytes[lane];
    }
}

template <class Bits>
void weigh(const std::uint32_t* counts, const std::uint64_t* weights, std::size_t n,
           std::uint64_t* sums) {
    constexpr std::size_t n_lanes = 8 * sizeof(Bits);
    for (std::size_t m = 0; m < n; ++m, counts += n_lanes) {
        const std::uint64_t weight = weights[m];
        for (std::size_t lane = 0; lane < n_lanes; ++lane) sums[lane] += weight * counts[lane];
    }
}

template <class Bits>
constexpr VerticalSimd simd_of() {
    return {8 * sizeof(Bits), pack<Bits>,   turn<Bits>,  count<Bits>, invert<Bits>,
            tally<Bits>,      spread<Bits>, weigh<Bits>, take,        add};
}

}  // namespace

VerticalSimds vertical_simds() { return {simd_of<Wide>(), simd_of<Narrow>()}; }

}  // namespace natpick::NATPICK_SIMD
