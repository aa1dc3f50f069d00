#include "numbers_simd.hpp"

#include "lanes_simd.hpp"

namespace natpick::NATPICK_SIMD {

namespace {

template <class Real>
Ends<Real> ends(const Real* values, std::size_t n) {
    constexpr std::size_t lanes = n_lanes<Real>;
    Real low[lanes], high[lanes];
    Bits<Real> missing[lanes] = {};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        low[lane] = infinity<Real>;
        high[lane] = -infinity<Real>;
    }
    const auto take = [&](Real value, std::size_t lane) {
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
        missing[lane] += value != value;
    };
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) take(values[i + lane], lane);
    }
    for (std::size_t lane = 0; i < n; ++i, ++lane) take(values[i], lane);
    Ends<Real> all{low[0], high[0], 0};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        all.lowest = low[lane] < all.lowest ? low[lane] : all.lowest;
        all.highest = high[lane] > all.highest ? high[lane] : all.highest;
        all.n_missing += static_cast<std::size_t>(missing[lane]);
    }
    return all;
}

template <class Real>
Real highest_below(const Real* values, std::size_t n, Real top) {
    constexpr std::size_t lanes = n_lanes<Real>;
    Real high[lanes];
    for (std::size_t lane = 0; lane < lanes; ++lane) high[lane] = -infinity<Real>;
    const auto take = [&](Real value, std::size_t lane) {
        const Real below = value < top ? value : -infinity<Real>;
        high[lane] = below > high[lane] ? below : high[lane];
    };
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) take(values[i + lane], lane);
    }
    for (std::size_t lane = 0; i < n; ++i, ++lane) take(values[i], lane);
    Real highest = high[0];
    for (const Real of_lane : high) highest = of_lane > highest ? of_lane : highest;
    return highest;
}

template <class Real>
Compared compare(const Real* values, std::size_t n, Real with) {
    constexpr std::size_t lanes = n_lanes<Real>;
    Bits<Real> below[lanes] = {}, equal[lanes] = {};
    const auto take = [&](Real value, std::size_t lane) {
        below[lane] += value < with;
        equal[lane] += value == with;
    };
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) take(values[i + lane], lane);
    }
    for (std::size_t lane = 0; i < n; ++i, ++lane) take(values[i], lane);
    Compared all{0, 0};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        all.below += static_cast<std::size_t>(below[lane]);
        all.equal += static_cast<std::size_t>(equal[lane]);
    }
    return all;
}

/// Put the lesser of each two numbers first.
template <class Real>
inline void exchange(Real* first, Real* second, std::size_t n_rows) {
    std::size_t i = 0;
#if defined(__GNUC__)
    for (; i < n_rows * sorted_lanes<Real>; i += wide_bytes / sizeof(Real)) {
        const Row<Real> a = row_at(first + i), b = row_at(second + i);
        const Row<Real> low = b < a ? b : a, high = b < a ? a : b;
        std::memcpy(first + i, &low, sizeof low);
        std::memcpy(second + i, &high, sizeof high);
    }
#endif
    for (; i < n_rows * sorted_lanes<Real>; ++i) {
        const Real a = first[i], b = second[i];
        first[i] = b < a ? b : a;
        second[i] = b < a ? a : b;
    }
}

/// Batcher's merge exchange (Knuth, The Art of Computer Programming 3, 5.2.2, Algorithm M): which
/// numbers are compared does not depend on them, so all lanes do the same.
template <class Real>
void sort(Real* rows, std::size_t n) {
    std::size_t half = 1;
    while (2 * half < n) half *= 2;
    for (std::size_t p = half; p > 0; p /= 2) {
        std::size_t q = half, r = 0, d = p;
        while (d < n) {
            for (std::size_t i = r; i < n - d; i += 2 * p) {
                const std::size_t run = n - d - i < p ? n - d - i : p;
                exchange(rows + i * sorted_lanes<Real>, rows + (i + d) * sorted_lanes<Real>, run);
            }
            if (q == p) break;
            d = q - p;
            q /= 2;
            r = p;
        }
    }
}

template <class Real>
std::size_t known(const Real* values, std::size_t n, const Real* known, std::size_t n_known) {
    std::size_t i = 0;
#if defined(__GNUC__)
    constexpr std::size_t lanes = wide_bytes / sizeof(Real);
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
        Row<Bits<Real>> unknown[4];
        for (std::size_t row = 0; row < 4; ++row) {
            const Row<Real> x = row_at(values + i + row * lanes);
            unknown[row] = x == x;
        }
        for (std::size_t k = 0; k < n_known; ++k) {
            for (std::size_t row = 0; row < 4; ++row) {
                unknown[row] &= row_at(values + i + row * lanes) != known[k];
            }
        }
        if (any_of<Bits<Real>>(unknown[0] | unknown[1] | unknown[2] | unknown[3])) break;
    }
#endif
    for (; i < n; ++i) {
        bool is_known = values[i] != values[i];
        for (std::size_t k = 0; k < n_known; ++k) is_known |= values[i] == known[k];
        if (!is_known) break;
    }
    return i;
}

template <class Real>
NumbersSimd<Real> simd_of() {
    return {ends<Real>,  highest_below<Real>,  compare<Real>,     sort<Real>,
            known<Real>, buckets_simd(Real{}), codes_simd(Real{})};
}

}  // namespace

NumbersSimd<float> numbers_simd(float) { return simd_of<float>(); }
NumbersSimd<double> numbers_simd(double) { return simd_of<double>(); }

}  // namespace natpick::NATPICK_SIMD
