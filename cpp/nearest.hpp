// The nearest of distances, and how many of sorted numbers are near.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace natpick {

/// The k nearest distances met so far.
class Nearest {
  public:
    explicit Nearest(std::size_t k) : distances_(k) { clear(); }

    void clear() {
        std::fill(distances_.begin(), distances_.end(), std::numeric_limits<double>::infinity());
    }
    double radius() const { return distances_.back(); }

    /// No branch depends on the distance: it could not be foretold.
    void meet(double distance) {
        for (double& held : distances_) {
            const double nearer = std::min(held, distance);
            distance = std::max(held, distance);
            held = nearer;
        }
    }

    /// How many lie within the radius, the point itself included.
    std::size_t within() const {
        const auto end = std::lower_bound(distances_.begin(), distances_.end(), radius());
        return static_cast<std::size_t>(end - distances_.begin()) + 1;
    }

  private:
    std::vector<double> distances_;  // increasing
};

/// Call tell(i, count) for each ball i: how many of the numbers, in increasing order, are in the
/// open ball of radii[i] around the one at places[i], or equal to it where the radius is 0.
/// Numbers near the centre are looked at first, several balls at a time.
class NumbersWithin {
  public:
    /// About so many numbers are expected to either side of a centre.
    NumbersWithin(std::span<const double> sorted, std::size_t expected);

    template <class Tell>
    void count(std::span<const std::uint32_t> places, std::span<const double> radii,
               const Tell& tell) const {
        std::size_t counts[together];
        for (std::size_t first = 0; first < places.size(); first += together) {
            const std::size_t last = std::min(places.size(), first + together);
            count_together(places.data(), radii.data(), first, last, counts);
            for (std::size_t i = first; i < last; ++i) tell(i, counts[i - first]);
        }
    }

  private:
    static constexpr std::size_t together = 8;

    void count_together(const std::uint32_t* places, const double* radii, std::size_t first,
                        std::size_t last, std::size_t* counts) const;
    std::size_t first_within(std::size_t end, double x, double reach) const;
    std::size_t end_within(std::size_t begin, double x, double reach) const;

    std::span<const double> sorted_;
    std::size_t window_;  // a power of 2
};

}  // namespace natpick
