#include "buckets_simd.hpp"

#include "lanes_simd.hpp"

namespace natpick::NATPICK_SIMD {

namespace {

/// A whole number that grows with a number.
template <class Real>
inline Bits<Real> bits_of(Real value) {
    constexpr Bits<Real> magnitude = sizeof(Real) == 4 ? 0x7FFFFFFF : 0x7FFFFFFFFFFFFFFF;
    Bits<Real> bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits ^ (bits < 0 ? magnitude : 0);
}

template <class Real>
void place_by_width(const Real* values, std::size_t n, const Buckets<Real>& buckets,
                    std::uint16_t* places) {
    const Real low = buckets.low, scale = buckets.scale;
    const Real last = static_cast<Real>(buckets.n_buckets - 1);
    const auto none = static_cast<std::int32_t>(buckets.n_buckets);
    for (std::size_t i = 0; i < n; ++i) {
        const Real at = (values[i] - low) * scale + Real{1};
        const Real above = at > Real{0} ? at : Real{0};
        const auto place = static_cast<std::int32_t>(above < last ? above : last);
        places[i] = static_cast<std::uint16_t>(values[i] == values[i] ? place : none);
    }
}

template <class Real>
void place_by_bits(const Real* values, std::size_t n, const Buckets<Real>& buckets,
                   std::uint16_t* places) {
    const Bits<Real> low = bits_of(buckets.low), high = bits_of(buckets.high);
    const auto none = static_cast<std::int32_t>(buckets.n_buckets);
    for (std::size_t i = 0; i < n; ++i) {
        const Bits<Real> bits = bits_of(values[i]);
        const Bits<Real> up = bits < low ? low - 1 : bits;
        const Bits<Real> from = (up > high ? high : up) - low;
        const auto place = static_cast<std::int32_t>(from >> buckets.shift) + 1;
        places[i] = static_cast<std::uint16_t>(values[i] == values[i] ? place : none);
    }
}

template <class Real>
void place(const Real* values, std::size_t n, const Buckets<Real>& buckets, std::uint16_t* places) {
    if (buckets.scale > 0) {
        place_by_width(values, n, buckets, places);
    } else {
        place_by_bits(values, n, buckets, places);
    }
}

std::size_t find(const std::uint16_t* places, std::size_t n, const std::uint16_t* wanted,
                 std::size_t n_wanted, std::uint32_t* rows) {
    std::size_t i = 0, found = 0;
#ifdef NATPICK_MASKS
    for (; i + 32 <= n; i += 32) {
        const __m512i at = _mm512_loadu_si512(places + i);
        std::uint32_t hits = 0;
        for (std::size_t k = 0; k < n_wanted; ++k) {
            hits |= _mm512_cmpeq_epi16_mask(at, _mm512_set1_epi16(static_cast<short>(wanted[k])));
        }
        for (; hits != 0; hits &= hits - 1) {
            rows[found++] =
                static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(hits));
        }
    }
#elif defined(__GNUC__)
    constexpr std::size_t lanes = wide_bytes / sizeof(std::uint16_t);
    for (; i + lanes <= n; i += lanes) {
        const Row<std::uint16_t> at = row_at(places + i);
        Row<std::uint16_t> hits = {};
        for (std::size_t k = 0; k < n_wanted; ++k) hits |= (Row<std::uint16_t>)(at == wanted[k]);
        if (!any_of<std::uint16_t>(hits)) continue;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            rows[found] = static_cast<std::uint32_t>(i + lane);
            found += hits[lane] & 1;
        }
    }
#endif
    for (; i < n; ++i) {
        bool hit = false;
        for (std::size_t k = 0; k < n_wanted; ++k) hit |= places[i] == wanted[k];
        rows[found] = static_cast<std::uint32_t>(i);
        found += hit;
    }
    return found;
}

template <class Real>
BucketsSimd<Real> simd_of() {
    return {place<Real>, find};
}

}  // namespace

BucketsSimd<float> buckets_simd(float) { return simd_of<float>(); }
BucketsSimd<double> buckets_simd(double) { return simd_of<double>(); }

}  // namespace natpick::NATPICK_SIMD
