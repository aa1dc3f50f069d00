#include "codes_simd.hpp"

#include "lanes_simd.hpp"

namespace natpick::NATPICK_SIMD {

namespace {

#ifdef NATPICK_MASKS
/// The codes of four rows of lanes of numbers.
inline void code_lanes(const float* values, const float* points, std::size_t n_points,
                       std::uint8_t missing, std::uint8_t* codes) {
    __m512 x[4];
    __m512i below[4];
    for (int i = 0; i < 4; ++i) {
        x[i] = _mm512_loadu_ps(values + 16 * i);
        below[i] = _mm512_setzero_si512();
    }
    const __m512i one = _mm512_set1_epi32(1);
    for (std::size_t k = 0; k < n_points; ++k) {
        const __m512 point = _mm512_set1_ps(points[k]);
        for (int i = 0; i < 4; ++i) {
            const __mmask16 above = _mm512_cmp_ps_mask(x[i], point, _CMP_GT_OQ);
            below[i] = _mm512_mask_add_epi32(below[i], above, below[i], one);
        }
    }
    for (int i = 0; i < 4; ++i) {
        const __mmask16 gap = _mm512_cmp_ps_mask(x[i], x[i], _CMP_UNORD_Q);
        below[i] = _mm512_mask_mov_epi32(below[i], gap, _mm512_set1_epi32(missing));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(codes + 16 * i),
                         _mm512_maskz_cvtepi32_epi8(0xFFFF, below[i]));
    }
}

inline void code_lanes(const double* values, const double* points, std::size_t n_points,
                       std::uint8_t missing, std::uint8_t* codes) {
    __m512d x[4];
    __m512i below[4];
    for (int i = 0; i < 4; ++i) {
        x[i] = _mm512_loadu_pd(values + 8 * i);
        below[i] = _mm512_setzero_si512();
    }
    const __m512i one = _mm512_set1_epi64(1);
    for (std::size_t k = 0; k < n_points; ++k) {
        const __m512d point = _mm512_set1_pd(points[k]);
        for (int i = 0; i < 4; ++i) {
            const __mmask8 above = _mm512_cmp_pd_mask(x[i], point, _CMP_GT_OQ);
            below[i] = _mm512_mask_add_epi64(below[i], above, below[i], one);
        }
    }
    for (int i = 0; i < 4; ++i) {
        const __mmask8 gap = _mm512_cmp_pd_mask(x[i], x[i], _CMP_UNORD_Q);
        below[i] = _mm512_mask_mov_epi64(below[i], gap, _mm512_set1_epi64(missing));
        _mm_storel_epi64(reinterpret_cast<__m128i*>(codes + 8 * i),
                         _mm512_maskz_cvtepi64_epi8(0xFF, below[i]));
    }
}
#elif defined(__GNUC__)
/// The codes of four rows of lanes of numbers.
template <class Real>
inline void code_lanes(const Real* values, const Real* points, std::size_t n_points,
                       std::uint8_t missing, std::uint8_t* codes) {
    constexpr std::size_t lanes = wide_bytes / sizeof(Real);
    Row<Real> x[4];
    Row<Bits<Real>> below[4];
    for (std::size_t row = 0; row < 4; ++row) {
        x[row] = row_at(values + row * lanes);
        below[row] = (x[row] != x[row]) & Bits<Real>{missing};
    }
    for (std::size_t k = 0; k < n_points; ++k) {
        for (std::size_t row = 0; row < 4; ++row) below[row] -= x[row] > points[k];
    }
    Bits<Real> all[4 * lanes];
    std::memcpy(all, below, sizeof all);
    for (std::size_t i = 0; i < 4 * lanes; ++i) codes[i] = static_cast<std::uint8_t>(all[i]);
}
#endif

/// Up to here comparing with every point is faster than looking for the right one.
constexpr std::size_t few_points = 40;

/// Points, as many as a power of two less one, filled up with infinity.
template <class Real>
struct Padded {
    Real points[255];
    std::size_t half;  // of that power

    Padded(const Real* from, std::size_t n) : half(1) {
        while (2 * half <= n) half *= 2;
        for (std::size_t k = 0; k < 2 * half - 1; ++k) points[k] = k < n ? from[k] : infinity<Real>;
    }
};

/// How many points are below each number: they are halved again and again, for many numbers at
/// once, so that none waits for another.
template <class Real>
inline void search(const Real* values, std::size_t n, const Padded<Real>& padded,
                   std::uint8_t missing, std::uint8_t* codes) {
    constexpr std::size_t together = 64;
    for (std::size_t top = 0; top < n; top += together) {
        const std::size_t size = n - top < together ? n - top : together;
        std::uint32_t below[together] = {};
        for (std::size_t half = padded.half; half > 0; half /= 2) {
            for (std::size_t i = 0; i < size; ++i) {
                const std::size_t step = values[top + i] > padded.points[below[i] + half - 1];
                below[i] += static_cast<std::uint32_t>(step * half);
            }
        }
        for (std::size_t i = 0; i < size; ++i) {
            const bool gap = values[top + i] != values[top + i];
            codes[top + i] = gap ? missing : static_cast<std::uint8_t>(below[i]);
        }
    }
}

template <class Real>
void code(const Real* values, std::size_t n, const Real* points, std::size_t n_points,
          std::uint8_t missing, std::uint8_t* codes) {
    std::size_t i = 0;
#if defined(__GNUC__)
    if (n_points <= few_points) {
        for (; i + n_lanes<Real> <= n; i += n_lanes<Real>) {
            code_lanes(values + i, points, n_points, missing, codes + i);
        }
    }
#endif
    if (i < n) search(values + i, n - i, Padded<Real>(points, n_points), missing, codes + i);
}

/// Bytes whose counts fit a byte in each lane.
constexpr std::size_t tally_tile = 2048;

void tally(const std::uint8_t* codes, std::size_t n, std::size_t n_codes, std::uint64_t* counts) {
    if (n_codes > few_points) {
        std::uint32_t sums[4][256] = {};
        for (std::size_t i = 0; i < n; ++i) ++sums[i % 4][codes[i]];
        for (std::size_t c = 0; c < n_codes; ++c) {
            counts[c] += std::uint64_t{sums[0][c]} + sums[1][c] + sums[2][c] + sums[3][c];
        }
        return;
    }
    for (std::size_t top = 0; top < n; top += tally_tile) {
        const std::size_t size = n - top < tally_tile ? n - top : tally_tile;
        const std::uint8_t* const tile = codes + top;
        for (std::size_t c = 0; c < n_codes; ++c) {
            std::uint64_t sum = 0;
            std::size_t i = 0;
#if defined(__GNUC__)
            Row<std::uint8_t> lanes = {};
            for (; i + wide_bytes <= size; i += wide_bytes) {
                const auto is_code = row_at(tile + i) == static_cast<std::uint8_t>(c);
                lanes -= (Row<std::uint8_t>)is_code;
            }
            for (std::size_t lane = 0; lane < wide_bytes; ++lane) sum += lanes[lane];
#endif
            for (; i < size; ++i) sum += tile[i] == c;
            counts[c] += sum;
        }
    }
}

template <class Real>
CodesSimd<Real> simd_of() {
    return {code<Real>, tally};
}

}  // namespace

CodesSimd<float> codes_simd(float) { return simd_of<float>(); }
CodesSimd<double> codes_simd(double) { return simd_of<double>(); }

}  // namespace natpick::NATPICK_SIMD
