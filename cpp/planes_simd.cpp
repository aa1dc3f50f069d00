#include "planes_simd.hpp"

#if defined(__GNUC__) && defined(__AVX512VPOPCNTDQ__)
#define NATPICK_VPOPCNT
#include <immintrin.h>
#endif

namespace natpick::NATPICK_SIMD {

namespace {

/// Words of a plane that are handled together, so that all conjunctions stay in the first-level
/// cache.
constexpr std::size_t tile_words = 128;

/// How many bits of a word are set.
inline std::uint64_t ones(std::uint64_t word) {
#if defined(__GNUC__) && (defined(__POPCNT__) || !defined(__x86_64__))
    return static_cast<std::uint64_t>(__builtin_popcountll(word));
#else
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return word * 0x0101010101010101 >> 56;
#endif
}

/// For each m, the bits of a tile that have all the bits of m: planes, or conjunctions of them.
class Monomials {
  public:
    Monomials(const ColumnBits& column, std::size_t first, std::size_t n_words) {
        for (std::size_t m = 1, plane = 0; m < column.n_levels; ++m) {
            const std::size_t rest = m & (m - 1);
            if (rest == 0) {
                rows_[m] = column.planes + plane++ * column.n_words + first;
                continue;
            }
            const std::uint64_t* a = rows_[rest];
            const std::uint64_t* b = rows_[m ^ rest];
            for (std::size_t i = 0; i < n_words; ++i) made_[m][i] = a[i] & b[i];
            rows_[m] = made_[m];
        }
    }

    const std::uint64_t* operator[](std::size_t m) const { return rows_[m]; }

  private:
    const std::uint64_t* rows_[most_plane_levels];
    std::uint64_t made_[most_plane_levels][tile_words];
};

/// Count the bits set in g and in each of Size rows x[m], from m on.
template <int Size>
inline void count_rows(const std::uint64_t* g, const Monomials& x, std::size_t m,
                       std::size_t n_words, std::uint32_t* counts) {
    std::uint64_t sums[Size] = {};
    std::size_t word = 0;
#ifdef NATPICK_VPOPCNT
    using Wide [[gnu::vector_size(64)]] = std::uint64_t;
    if (n_words >= 8) {
        Wide wide[Size] = {};
        for (; word + 8 <= n_words; word += 8) {
            const __m512i in_g = _mm512_loadu_si512(g + word);
            for (int i = 0; i < Size; ++i) {
                const __m512i in_x = _mm512_loadu_si512(x[m + i] + word);
                wide[i] += (Wide)_mm512_popcnt_epi64(_mm512_and_si512(in_g, in_x));
            }
        }
        for (int i = 0; i < Size; ++i) {
            for (int lane = 0; lane < 8; ++lane) sums[i] += wide[i][lane];
        }
    }
#endif
    for (; word < n_words; ++word) {
        for (int i = 0; i < Size; ++i) sums[i] += ones(g[word] & x[m + i][word]);
    }
    for (int i = 0; i < Size; ++i) counts[m + i] += static_cast<std::uint32_t>(sums[i]);
}

void count_tile(const ColumnBits& x, const ColumnBits& g, std::size_t first, std::size_t n_words,
                std::uint32_t* counts) {
    const Monomials of_x(x, first, n_words);
    const Monomials of_g(g, first, n_words);
    for (std::size_t m_g = 1; m_g < g.n_levels; ++m_g) {
        std::uint32_t* of_m_g = counts + m_g * x.n_levels;
        std::size_t m = 1;
        for (; m + 4 <= x.n_levels; m += 4) count_rows<4>(of_g[m_g], of_x, m, n_words, of_m_g);
        for (; m < x.n_levels; ++m) count_rows<1>(of_g[m_g], of_x, m, n_words, of_m_g);
    }
}

void count(const ColumnBits& x, const ColumnBits& g, std::size_t first, std::size_t last,
           std::uint32_t* counts) {
    for (; first < last; first += tile_words) {
        const std::size_t n_words = last - first < tile_words ? last - first : tile_words;
        count_tile(x, g, first, n_words, counts);
    }
}

void count_levels(const ColumnBits& x, const ColumnBits& g, const std::size_t* segments,
                  std::size_t n_segments, std::uint32_t* counts) {
    for (std::size_t c = 0; c < n_segments; ++c, counts += g.n_levels * x.n_levels) {
        for (std::size_t word = segments[c]; word < segments[c + 1]; ++word) {
            const std::uint64_t* in_x = x.planes + word * x.n_levels;
            const std::uint64_t* in_g = g.planes + word * g.n_levels;
            std::uint32_t* count = counts;
            for (std::size_t i = 0; i < g.n_levels; ++i) {
                for (std::size_t j = 0; j < x.n_levels; ++j, ++count) {
                    *count += static_cast<std::uint32_t>(ones(in_g[i] & in_x[j]));
                }
            }
        }
    }
}

}  // namespace

PlanesSimd planes_simd() { return {count, count_levels}; }

}  // namespace natpick::NATPICK_SIMD
