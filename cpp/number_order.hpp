// The order of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace natpick {

/// Where the smallest number is, the next, and so on; equal ones in their order. Shape (n,), n
/// below 2^32; no number may be NaN.
std::vector<std::uint32_t> order_of(std::span<const double> numbers);

/// The numbers at places, one after another.
std::vector<double> at_places(std::span<const double> numbers,
                              std::span<const std::uint32_t> places);

}  // namespace natpick
