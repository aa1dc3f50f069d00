#include "vertical_simd.hpp"

#include <cstring>

#include "rows_of_bits.hpp"

namespace natpick::NATPICK_SIMD {

namespace {

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
constexpr VerticalSimd simd_of(ShortKernel short_units) {
    return {8 * sizeof(Bits), pack<Bits>, turn<Bits>, count<Bits>,
            invert<Bits>,     take,       add,        short_units};
}

}  // namespace

VerticalSimds vertical_simds() {
    const ShortKernels of_short = short_kernels();
    return {simd_of<Wide>(of_short.wide), simd_of<Narrow>(of_short.narrow)};
}

}  // namespace natpick::NATPICK_SIMD
