#include "scatter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace natpick {

/// The points are handed out to their strips in the order of b: then those before them in the
/// strips beside theirs are those handed out already.
Scatter::Scatter(const Axis& a, std::span<const std::uint32_t> rank_of_a, const Axis& b,
                 std::size_t k)
    : sorted_a_(a.sorted),
      sorted_b_(b.sorted),
      k_(k),
      width_(static_cast<std::size_t>(std::sqrt(static_cast<double>(k * a.order.size()))) + 1) {
    const std::size_t n = a.order.size(), n_strips = (n + width_ - 1) / width_;
    a_.resize(n), b_.resize(n);
    rank_a_.resize(n), rank_b_.resize(n), before_.resize(n), after_.resize(n);
    std::vector<std::uint32_t> next(n_strips + 2, static_cast<std::uint32_t>(n));
    for (std::size_t strip = 0; strip < n_strips; ++strip) {
        next[strip + 1] = static_cast<std::uint32_t>(strip * width_);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t row = b.order[i], rank = rank_of_a[row];
        const std::size_t strip = rank / width_ + 1, place = next[strip]++;
        a_[place] = a.numbers[row], b_[place] = b.sorted[i];
        rank_a_[place] = rank, rank_b_[place] = static_cast<std::uint32_t>(i);
        before_[place] = next[strip - 1], after_[place] = next[strip + 1];
    }
}

void Scatter::add(Psi& psi, Checkpoint& checkpoint) const {
    Nearest nearest(k_);
    std::vector<double> radii(a_.size());
    bool coincide = false;
    for (std::size_t i = 0; i < radii.size(); ++i) {
        nearest.clear();
        find(i, nearest);
        radii[i] = nearest.radius();
        if (radii[i] > 0) {
            psi.add(nearest.within());
        } else {
            coincide = true;
        }
        if (i % 1024 == 0) checkpoint();
    }
    if (coincide) add_coinciding(radii, psi);
    const auto take = [&](std::size_t, std::size_t count) { psi.take(count); };
    NumbersWithin(sorted_a_, width_).count(rank_a_, radii, take);
    NumbersWithin(sorted_b_, width_).count(rank_b_, radii, take);
}

/// Add psi(k~) of the points whose neighbours coincide with them: k~ is how many do, with itself.
void Scatter::add_coinciding(std::span<const double> radii, Psi& psi) const {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < a_.size(); ++i) points.emplace_back(a_[i], b_[i]);
    std::sort(points.begin(), points.end());
    for (std::size_t i = 0; i < a_.size(); ++i) {
        if (radii[i] > 0) continue;
        const auto [first, last] =
            std::equal_range(points.begin(), points.end(), std::pair(a_[i], b_[i]));
        psi.add(static_cast<std::size_t>(last - first));
    }
}

/// Meet the points that can be among the nearest: strip by strip, while any is near enough.
void Scatter::find(std::size_t i, Nearest& nearest) const {
    const std::size_t n = a_.size(), home = i / width_ * width_, end = std::min(n, home + width_);
    const double a = a_[i];
    meet_at_home(i, home, end, nearest);
    for (std::size_t last = home; last > 0 && a - sorted_a_[last - 1] < nearest.radius();) {
        const std::size_t first = last - width_;
        meet_strip(i, first, last, last == home ? before_[i] : place_in(i, first, last), nearest);
        last = first;
    }
    for (std::size_t first = end; first < n && sorted_a_[first] - a < nearest.radius();) {
        const std::size_t last = std::min(n, first + width_);
        meet_strip(i, first, last, first == end ? after_[i] : place_in(i, first, last), nearest);
        first = last;
    }
}

/// Meet the points beside the i-th, as many as there must be, and all others near enough.
void Scatter::meet_at_home(std::size_t i, std::size_t first, std::size_t last,
                           Nearest& nearest) const {
    const std::size_t beside = k_ / 2 + 1;
    const std::size_t low = i - std::min(i - first, beside), high = std::min(last, i + 1 + beside);
    for (std::size_t j = low; j < high; ++j) {
        if (j != i) nearest.meet(distance(i, j));
    }
    for (std::size_t j = high; j < last && b_[j] - b_[i] < nearest.radius(); ++j) {
        nearest.meet(distance(i, j));
    }
    for (std::size_t j = low; j > first && b_[i] - b_[j - 1] < nearest.radius(); --j) {
        nearest.meet(distance(i, j - 1));
    }
}

/// Meet the points of another strip, outwards from where b belongs in it, while they are near.
void Scatter::meet_strip(std::size_t i, std::size_t first, std::size_t last, std::size_t from,
                         Nearest& nearest) const {
    for (std::size_t j = from; j < last && b_[j] - b_[i] < nearest.radius(); ++j) {
        nearest.meet(distance(i, j));
    }
    for (std::size_t j = from; j > first && b_[i] - b_[j - 1] < nearest.radius(); --j) {
        nearest.meet(distance(i, j - 1));
    }
}

std::size_t Scatter::place_in(std::size_t i, std::size_t first, std::size_t last) const {
    const auto begin = b_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto place =
        std::lower_bound(begin, b_.begin() + static_cast<std::ptrdiff_t>(last), b_[i]);
    return static_cast<std::size_t>(place - b_.begin());
}

double Scatter::distance(std::size_t i, std::size_t j) const {
    return std::max(std::abs(b_[j] - b_[i]), std::abs(a_[j] - a_[i]));
}

}  // namespace natpick
