#include "ranks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace natpick {

namespace {

constexpr std::size_t least_sample = 32;
constexpr std::size_t most_sample = 1024;

constexpr std::size_t least_buckets = 64;
constexpr std::size_t most_buckets = 1024;

/// Buckets of equal width between two numbers.
template <class Real>
Buckets<Real> even_buckets(std::size_t n, Real low, Real high) {
    const Real half = high / 2 - low / 2;  // which never is too large for its type
    const Real scale = static_cast<Real>(n - 2) / half / 2;
    const Real most = std::numeric_limits<Real>::max();
    return {static_cast<std::uint32_t>(n), low, high, std::min(scale, most), 0};
}

/// Buckets of equal width in the bits of two numbers of equal signs.
template <class Real>
Buckets<Real> bit_buckets(std::size_t n, Real low, Real high) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    const auto a = std::bit_cast<Bits>(std::abs(low)), b = std::bit_cast<Bits>(std::abs(high));
    const Bits steps = a < b ? b - a : a - b;
    std::uint32_t shift = 0;
    while ((steps >> shift) > n - 3) ++shift;
    return {static_cast<std::uint32_t>(n), low, high, Real{0}, shift};
}

}  // namespace

template <class Real>
Sample<Real>::Sample(const Slice<Real>& slice) : extent_(slice.extent), before_(slice.before) {
    const std::size_t n = slice.values.size();
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    const std::size_t m = std::clamp(std::bit_ceil(root), least_sample, most_sample);
    const std::size_t stride = n / m;
    values_.reserve(m);
    for (std::size_t i = 0; i < m; ++i) {
        const std::uint64_t mixed = (std::uint64_t{i} + 1) * 0x9E3779B97F4A7C15U >> 32;
        const Real value =
            slice.values[i * stride + static_cast<std::size_t>(mixed * stride >> 32)];
        if (value == value) values_.push_back(value);
    }
    std::sort(values_.begin(), values_.end());
}

/// By the binomial law: of m values, m q on average are below a quantile q, with a standard
/// deviation of sqrt(m q (1 - q)).
template <class Real>
auto Sample<Real>::guess_of(const Rank& rank) const -> Guess {
    const auto m = static_cast<double>(values_.size());
    const double q =
        (static_cast<double>(rank.place - before_) + 0.5) / static_cast<double>(extent_.n_present);
    return {m * q, 3 * std::sqrt(m * q * (1 - q)) + 1};
}

template <class Real>
std::vector<Real> Sample<Real>::frequent(std::span<const Rank> ranks) const {
    const std::size_t m = values_.size(), least = std::max<std::size_t>(4, m / 16);
    std::vector<Real> found;
    for (std::size_t first = 0, last; first < m; first = last) {
        last = first + 1;
        while (last < m && values_[last] == values_[first]) ++last;
        if (last - first < least) continue;
        const auto low = static_cast<double>(first), high = static_cast<double>(last);
        const bool may_hold = std::any_of(ranks.begin(), ranks.end(), [&](const Rank& rank) {
            const Guess guess = guess_of(rank);
            return guess.at + guess.slack > low && guess.at - guess.slack < high;
        });
        if (may_hold) found.push_back(values_[first]);
    }
    return found;
}

template <class Real>
Buckets<Real> Sample<Real>::buckets(const NumbersSimd<Real>& simd,
                                    std::span<const Rank> ranks) const {
    const Guess first = guess_of(ranks.front()), last = guess_of(ranks.back());
    const double from = first.at - first.slack, to = last.at + last.slack + 1;
    Real low = extent_.lowest, high = extent_.highest;
    if (from > 0 && !values_.empty()) low = values_[static_cast<std::size_t>(from)];
    if (to < static_cast<double>(values_.size())) high = values_[static_cast<std::size_t>(to)];
    if (!(low < high)) {
        low = extent_.lowest;
        high = extent_.highest;
    }
    const std::size_t n =
        std::clamp(std::bit_ceil(extent_.n_present / 16), least_buckets, most_buckets);
    const Buckets<Real> even = even_buckets(n, low + Real{0}, high + Real{0});
    if (low < 0 && high > 0) return even;
    const Buckets<Real> bits = bit_buckets(n, low + Real{0}, high + Real{0});
    return cost_of(even, simd, ranks) <= 2 * cost_of(bits, simd, ranks) ? even : bits;
}

/// How many values of the sample share a bucket with a rank, all ranks together.
template <class Real>
std::size_t Sample<Real>::cost_of(const Buckets<Real>& buckets, const NumbersSimd<Real>& simd,
                                  std::span<const Rank> ranks) const {
    std::vector<std::uint16_t> places(values_.size());
    simd.buckets.place(values_.data(), values_.size(), buckets, places.data());
    std::size_t cost = 0;
    for (const Rank& rank : ranks) {
        const auto at = static_cast<std::size_t>(guess_of(rank).at);
        if (at >= places.size()) continue;
        const auto [first, last] = std::equal_range(places.begin(), places.end(), places[at]);
        cost += static_cast<std::size_t>(last - first);
    }
    return cost;
}

template class Sample<float>;
template class Sample<double>;

}  // namespace natpick
