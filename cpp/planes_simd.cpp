#include "planes_simd.hpp"

#if defined(__GNUC__) && defined(__AVX512VPOPCNTDQ__) && defined(__BMI2__)
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

/// Count the bits set in g and in each of the conjunctions x.
inline void count_conjunctions(const std::uint64_t* g, const Monomials& x, std::size_t n_levels,
                               std::size_t n_words, std::uint32_t* counts) {
    std::size_t m = 1;
    for (; m + 4 <= n_levels; m += 4) count_rows<4>(g, x, m, n_words, counts);
    for (; m < n_levels; ++m) count_rows<1>(g, x, m, n_words, counts);
}

void count_tile(const ColumnBits& x, const ColumnBits& g, std::size_t first, std::size_t n_words,
                std::uint32_t* counts) {
    const Monomials of_x(x, first, n_words);
    const Monomials of_g(g, first, n_words);
    for (std::size_t m_g = 1; m_g < g.n_levels; ++m_g) {
        count_conjunctions(of_g[m_g], of_x, x.n_levels, n_words, counts + m_g * x.n_levels);
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

void count_alone(const ColumnBits& x, std::size_t first, std::size_t last, std::uint32_t* counts) {
    std::uint64_t every[tile_words];
    for (std::size_t i = 0; i < tile_words && i < last - first; ++i) every[i] = ~std::uint64_t{0};
    for (; first < last; first += tile_words) {
        const std::size_t n_words = last - first < tile_words ? last - first : tile_words;
        count_conjunctions(every, Monomials(x, first, n_words), x.n_levels, n_words, counts);
    }
}

#ifdef NATPICK_VPOPCNT
constexpr std::size_t word_rows = 64;

void mask(const std::uint32_t* target, std::size_t n_rows, std::size_t n_classes,
          std::uint64_t* masks) {
    for (std::size_t top = 0; top < n_rows; top += word_rows, masks += n_classes) {
        const std::size_t n = n_rows - top < word_rows ? n_rows - top : word_rows;
        for (std::size_t c = 0; c < n_classes; ++c) masks[c] = 0;
        for (std::size_t i = 0; i < n; i += 16) {
            const auto some = static_cast<__mmask16>(n - i < 16 ? (1 << (n - i)) - 1 : 0xFFFF);
            const __m512i of_rows = _mm512_maskz_loadu_epi32(some, target + top + i);
            for (std::size_t c = 0; c < n_classes; ++c) {
                const __m512i of_class = _mm512_set1_epi32(static_cast<int>(c));
                const auto bits = _mm512_mask_cmpeq_epi32_mask(some, of_rows, of_class);
                masks[c] |= std::uint64_t{bits} << i;
            }
        }
    }
}

/// Words of row bits, one for each plane, of 64 codes.
template <int Planes>
inline void bits_of(__m512i codes, std::uint64_t (&bits)[Planes]) {
    for (int k = 0; k < Planes; ++k) {
        bits[k] = _mm512_test_epi8_mask(codes, _mm512_set1_epi8(static_cast<char>(1 << k)));
    }
}

template <int Planes>
void pack_planes(const ClassMasks& classes, const std::uint8_t* codes, std::size_t n_words,
                 std::uint64_t* planes) {
    std::size_t next[most_masked_classes];  // the place of the next bit of each class
    for (std::size_t c = 0; c < classes.n_classes; ++c) {
        next[c] = classes.first_words[c] * word_rows;
    }
    const std::uint64_t* masks = classes.masks;
    for (std::size_t top = 0; top < classes.n_rows; top += word_rows) {
        const std::size_t left = classes.n_rows - top;
        const __mmask64 some =
            left < word_rows ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
        std::uint64_t bits[Planes];
        bits_of(_mm512_maskz_loadu_epi8(some, codes + top), bits);
        for (std::size_t c = 0; c < classes.n_classes; ++c, ++masks) {
            std::uint64_t* place = planes + next[c] / word_rows;
            const std::size_t shift = next[c] % word_rows;
            for (int k = 0; k < Planes; ++k, place += n_words) {
                const std::uint64_t of_class = _pext_u64(bits[k], *masks);
                place[0] |= of_class << shift;
                place[1] |= of_class >> 1 >> (word_rows - 1 - shift);
            }
            next[c] += ones(*masks);
        }
    }
}

void pack(const ClassMasks& classes, const std::uint8_t* codes, std::size_t n_planes,
          std::size_t n_words, std::uint64_t* planes) {
    constexpr decltype(&pack_planes<1>) by_planes[] = {nullptr, pack_planes<1>, pack_planes<2>,
                                                       pack_planes<3>, pack_planes<4>};
    by_planes[n_planes](classes, codes, n_words, planes);
}
#else
constexpr auto mask = nullptr;
constexpr auto pack = nullptr;
#endif

}  // namespace

PlanesSimd planes_simd() { return {mask, pack, count_alone, count, count_levels}; }

}  // namespace natpick::NATPICK_SIMD
