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

/// The bits of weight 2^k of eight columns' codes, for k < Planes: byte i of planes[k] holds those
/// of row i, the first column's lowest.
template <int Planes>
[[gnu::always_inline]] inline void bits_of(const std::uint8_t* const* columns, std::size_t n_bytes,
                                           std::size_t row, Wide (&planes)[8]) {
    for (std::size_t r = 0; r < 8; ++r) {
        std::memcpy(&planes[r], columns[r * n_bytes] + row, sizeof(Wide));
    }
    if constexpr (Planes <= 4) {  // the upper half of a byte is 0
        for (int r = 0; r < 4; ++r) planes[r] |= planes[r + 4] << 4;
        exchange(planes[0], planes[2], 2, 0x3333333333333333);
        exchange(planes[1], planes[3], 2, 0x3333333333333333);
        exchange(planes[0], planes[1], 1, 0x5555555555555555);
        exchange(planes[2], planes[3], 1, 0x5555555555555555);
    } else {
        transpose<1>(planes);
    }
}

template <class Bits, int Planes>
void pack_columns(const std::uint8_t* const* columns, std::size_t n_rows, std::uint8_t* out) {
    constexpr std::size_t n_bytes = sizeof(Bits), row_bytes = Planes * n_bytes;
    constexpr std::size_t together = sizeof(Wide);
    const std::size_t n_vectors = n_rows / together;
    for (std::size_t q = 0; q < n_bytes; q += 8) {
        Wide bits[Planes][columns_rows / together][8];
        for (std::size_t i = 0; i < 8; ++i) {
            for (std::size_t at = 0; at < n_vectors; ++at) {
                Wide planes[8];
                bits_of<Planes>(columns + q + i, n_bytes, at * together, planes);
                for (int k = 0; k < Planes; ++k) bits[k][at][i] = planes[k];
            }
        }
        for (int k = 0; k < Planes; ++k) {
            for (std::size_t at = 0; at < n_vectors; ++at) {
                transpose<8>(bits[k][at]);
                std::uint8_t* place = out + at * together * row_bytes + k * n_bytes + q;
                for (std::size_t word = 0; word < together / 8; ++word) {
                    for (std::size_t i = 0; i < 8; ++i, place += row_bytes) {
                        const auto* words = reinterpret_cast<const std::uint8_t*>(&bits[k][at][i]);
                        std::memcpy(place, words + 8 * word, 8);
                    }
                }
            }
        }
    }
}

template <class Bits>
void pack_columns(const std::uint8_t* const* columns, std::size_t n_rows, std::size_t n_planes,
                  void* planes) {
    constexpr decltype(&pack_columns<Bits, 1>) by_planes[] = {nullptr,
                                                              pack_columns<Bits, 1>,
                                                              pack_columns<Bits, 2>,
                                                              pack_columns<Bits, 3>,
                                                              pack_columns<Bits, 4>,
                                                              pack_columns<Bits, 5>,
                                                              pack_columns<Bits, 6>};
    by_planes[n_planes](columns, n_rows, static_cast<std::uint8_t*>(planes));
}

/// Rows whose sums fit a byte.
constexpr std::size_t rows_per_byte = 240;

/// Bytes of rows that are counted for one m after the other: with those of near rows the
/// first-level cache is full, and with those of far ones those that are fetched ahead fit too.
constexpr std::size_t near_bytes = std::size_t{32} << 10;
constexpr std::size_t far_bytes = std::size_t{12} << 10;

std::size_t rows_per_group(std::size_t row_bytes, bool near) {
    const std::size_t rows = (near ? near_bytes : far_bytes) / row_bytes;
    return rows < 2 * rows_together ? 2 * rows_together : rows / rows_together * rows_together;
}

/// Ask for rows before they are needed.
template <class Bits, int Planes>
void fetch(const Bits* planes, const std::uint32_t* rows, std::size_t n_rows) {
#ifdef __GNUC__
    constexpr int planes_of_line = sizeof(Bits) < 64 ? 64 / sizeof(Bits) : 1;
    for (std::size_t i = 0; i < n_rows; ++i) {
        const Bits* row = planes + std::size_t{rows[i]} * Planes;
        for (int k = 0; k < Planes; k += planes_of_line) __builtin_prefetch(row + k);
    }
#else
    static_cast<void>(planes), static_cast<void>(rows), static_cast<void>(n_rows);
#endif
}

/// Add to the sums, plane k of weight 2^k, the rows that have all the bits of m.
template <class Bits, int Size>
void add_monomial(const Bits* planes, std::size_t n_planes, std::size_t m,
                  const std::uint32_t* rows, std::size_t n_rows, Bits* sums) {
    Monomial<Bits, Size> monomial{planes, n_planes, {}};
    for (std::size_t k = 0, i = 0; m >> k; ++k) {
        if (m >> k & 1) monomial.factors[i++] = k;
    }
    Bits now[8];
    for (int k = 0; k < 8; ++k) now[k] = sums[k];
    for (std::size_t i = 0; i < n_rows; i += rows_together) {
        Bits carry = add_rows<4>(monomial, rows + i, now);
        for (int k = 4; k < 8; ++k) {
            const Bits next = now[k] & carry;
            now[k] ^= carry;
            carry = next;
        }
    }
    for (int k = 0; k < 8; ++k) sums[k] = now[k];
}

/// Add sums of eight planes to counts[lane], and set them to 0.
template <class Bits>
void drain(Bits (&sums)[8], std::uint32_t* counts) {
    transpose<1>(sums);
    std::uint8_t bytes[8 * sizeof(Bits)];
    std::memcpy(bytes, sums, sizeof bytes);
    for (std::size_t lane = 0; lane < sizeof bytes; ++lane) counts[lane] += bytes[lane];
    std::memset(sums, 0, sizeof sums);
}

/// Add to sums[m], for 0 < m < n_levels, the rows that have all the bits of m.
template <class Bits>
void add_group(const Bits* planes, std::size_t n_planes, const std::uint32_t* rows,
               std::size_t n_rows, std::size_t n_levels, Bits (*sums)[8]) {
    using Add =
        void (*)(const Bits*, std::size_t, std::size_t, const std::uint32_t*, std::size_t, Bits*);
    constexpr Add by_size[] = {nullptr,
                               add_monomial<Bits, 1>,
                               add_monomial<Bits, 2>,
                               add_monomial<Bits, 3>,
                               add_monomial<Bits, 4>,
                               add_monomial<Bits, 5>,
                               add_monomial<Bits, 6>};
    for (std::size_t m = 1; m < n_levels; ++m) {
        int size = 0;
        for (std::size_t rest = m; rest; rest &= rest - 1) ++size;
        by_size[size](planes, n_planes, m, rows, n_rows, sums[m]);
    }
}

template <class Bits>
void count(const void* planes, std::size_t n_planes, const std::uint32_t* rows, std::size_t n_rows,
           std::size_t n_levels, bool near, std::uint32_t* counts) {
    constexpr decltype(&fetch<Bits, 1>) fetch_of[] = {
        nullptr,        fetch<Bits, 1>, fetch<Bits, 2>, fetch<Bits, 3>,
        fetch<Bits, 4>, fetch<Bits, 5>, fetch<Bits, 6>};
    const auto* of_rows = static_cast<const Bits*>(planes);
    const std::size_t most = rows_per_group(n_planes * sizeof(Bits), near);
    Bits sums[most_packed_levels][8];
    std::memset(sums, 0, n_levels * sizeof sums[0]);
    for (std::size_t first = 0; first < n_rows; first += rows_per_byte) {
        const std::size_t end = n_rows - first < rows_per_byte ? n_rows : first + rows_per_byte;
        for (std::size_t at = first, next = 0; at < end; at = next) {
            next = end - at < most ? end : at + most;
            const std::size_t left = n_rows - next;
            if (!near) fetch_of[n_planes](of_rows, rows + next, left < most ? left : most);
            add_group(of_rows, n_planes, rows + at, next - at, n_levels, sums);
        }
        for (std::size_t m = 1; m < n_levels; ++m) {
            drain(sums[m], counts + m * 8 * sizeof(Bits));
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
    return {8 * sizeof(Bits), pack<Bits>, pack_columns<Bits>, count<Bits>, invert<Bits>, take, add,
            short_units};
}

}  // namespace

VerticalSimds vertical_simds() {
    const ShortKernels of_short = short_kernels();
    return {simd_of<Wide>(of_short.wide), simd_of<Narrow>(of_short.narrow)};
}

}  // namespace natpick::NATPICK_SIMD
