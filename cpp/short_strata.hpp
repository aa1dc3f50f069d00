// Strips whose strata are so short that turning counts to units takes more than counting.
#pragma once

#include <cstddef>

#include "lane_units.hpp"
#include "order.hpp"
#include "strips.hpp"

namespace natpick {

/// The most rows of a stratum (g, c) that counts as short.
inline constexpr std::size_t most_short_rows = 15;

/// Whether all strata are short, and their tables small.
bool has_short_strata(const Order& order);

/// T_xg and T_xgc of every lane. The counts stay rows of bits: 2^k for each bit k of a cell's
/// count. Summing over the cells how many have all the bits of M gives N(M), by the very adders
/// that count rows, and T = sum over M of w(M) N(M), where w is the Moebius inversion of units:
/// units(m) = sum of w(M) over all M whose bits m has. Nothing is omitted from the order.
LaneUnits short_units(const StripShape& shape, const Strip& strip, const Order& order,
                      const Units& units);

}  // namespace natpick
