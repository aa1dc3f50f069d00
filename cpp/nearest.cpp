#include "nearest.hpp"

#include <bit>

namespace natpick {

namespace {

/// From what distance on numbers are outside a ball; of one of radius 0 all that are not the
/// centre. Different numbers differ by no less.
double reach_of(double radius) {
    return std::max(radius, std::numeric_limits<double>::denorm_min());
}

bool is_before(double number, double x, double reach) { return x - number >= reach; }

bool is_not_after(double number, double x, double reach) { return number - x < reach; }

}  // namespace

NumbersWithin::NumbersWithin(std::span<const double> sorted, std::size_t expected)
    : sorted_(sorted),
      window_(std::min(std::bit_ceil(std::max<std::size_t>(expected, 1)),
                       std::bit_floor(std::max<std::size_t>(sorted.size(), 1)))) {}

/// Both ends of each ball are sought by halving the windows before and after its centre. Where an
/// end is beyond its window, all numbers there are looked through.
void NumbersWithin::count_together(const std::uint32_t* places, const double* radii,
                                   std::size_t first, std::size_t last, std::size_t* counts) const {
    const std::size_t n = sorted_.size();
    std::size_t low[together], high[together], window_low[together], window_high[together];
    double x[together], reach[together];
    for (std::size_t lane = 0; lane < together; ++lane) {
        const std::size_t i = std::min(first + lane, last - 1), place = places[i];
        x[lane] = sorted_[place];
        reach[lane] = reach_of(radii[i]);
        window_low[lane] = low[lane] = place + 1 - std::min(place + 1, window_);
        window_high[lane] = high[lane] = std::min(place, n - window_);
    }
    for (std::size_t half = window_ / 2; half > 0; half /= 2) {
        for (std::size_t lane = 0; lane < together; ++lane) {
            const double before = sorted_[low[lane] + half - 1], after = sorted_[high[lane] + half];
            low[lane] += half * static_cast<std::size_t>(is_before(before, x[lane], reach[lane]));
            high[lane] +=
                half * static_cast<std::size_t>(is_not_after(after, x[lane], reach[lane]));
        }
    }
    for (std::size_t lane = 0; lane < last - first; ++lane) {
        const std::size_t begin = window_low[lane], end = window_high[lane] + window_;
        std::size_t from = low[lane], to = high[lane] + 1;
        if (begin > 0 && !is_before(sorted_[begin - 1], x[lane], reach[lane])) {
            from = first_within(begin - 1, x[lane], reach[lane]);
        }
        if (end < n && is_not_after(sorted_[end], x[lane], reach[lane])) {
            to = end_within(end + 1, x[lane], reach[lane]);
        }
        counts[lane] = to - from;
    }
}

/// The first of the numbers before the end that is in the ball, or the end.
std::size_t NumbersWithin::first_within(std::size_t end, double x, double reach) const {
    const auto found =
        std::partition_point(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(end),
                             [&](double number) { return is_before(number, x, reach); });
    return static_cast<std::size_t>(found - sorted_.begin());
}

/// The first of the numbers from the beginning on that is after the ball.
std::size_t NumbersWithin::end_within(std::size_t begin, double x, double reach) const {
    const auto found =
        std::partition_point(sorted_.begin() + static_cast<std::ptrdiff_t>(begin), sorted_.end(),
                             [&](double number) { return is_not_after(number, x, reach); });
    return static_cast<std::size_t>(found - sorted_.begin());
}

}  // namespace natpick
