// Points of a plane, and how many of them are near each in the plane and along its axes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nearest.hpp"
#include "psi.hpp"
#include "threads.hpp"

namespace natpick {

/// Numbers in increasing order, shape (n,): the number of each row, the rows in that order, and
/// the numbers in it.
struct Axis {
    std::span<const double> numbers;
    std::span<const std::uint32_t> order;
    std::span<const double> sorted;
};

/// The points (a, b), cut into strips along a; a strip is in order of b. A strip is about as wide
/// as a ball, so that few points besides those in it are met.
class Scatter {
  public:
    /// rank_of_a is the place of each row in the order of a, k how many neighbours are sought.
    Scatter(const Axis& a, std::span<const std::uint32_t> rank_of_a, const Axis& b, std::size_t k);

    /// Add psi(k~) - psi(n_a) - psi(n_b) of every point.
    void add(Psi& psi, Checkpoint& checkpoint) const;

  private:
    void find(std::size_t i, Nearest& nearest) const;
    void meet_at_home(std::size_t i, std::size_t first, std::size_t last, Nearest& nearest) const;
    void meet_strip(std::size_t i, std::size_t first, std::size_t last, std::size_t from,
                    Nearest& nearest) const;
    std::size_t place_in(std::size_t i, std::size_t first, std::size_t last) const;
    double distance(std::size_t i, std::size_t j) const;
    void add_coinciding(std::span<const double> radii, Psi& psi) const;

    std::span<const double> sorted_a_, sorted_b_;
    std::size_t k_, width_;
    std::vector<double> a_, b_;                   // of the points, strip by strip
    std::vector<std::uint32_t> rank_a_, rank_b_;  // of them
    std::vector<std::uint32_t> before_, after_;   // where b belongs in the strips beside theirs
};

}  // namespace natpick
