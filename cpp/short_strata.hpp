// Strips whose strata are so short that turning counts to units takes more than counting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lane_units.hpp"
#include "order.hpp"
#include "strips.hpp"

namespace natpick {

/// Tables of at most so many rows can be counted as short: their counts, and how many cells have
/// two rows or more, fit a byte.
inline constexpr std::size_t most_short_rows = 511;

/// Strata of so few rows that are looked through, most of them empty.
inline constexpr std::size_t most_short_strata = 1024;

/// Whether weighing the counts of tables with so many rows in the longest g and the longest
/// stratum takes less than looking up the units of so many cells; each must fit the cache.
inline bool suits_short(double longest, double cells) {
    return longest <= 6 * cells && cells <= 2048;
}

/// The strata of an order, of which nothing is omitted, as short tables. Counts stay rows of bits:
/// 2^k for each bit k of a cell's count. Summing over the cells how many have all the bits of M
/// gives N(M), by the very adders that count rows, and T = sum over M of w(M) N(M), where w is the
/// Moebius inversion of units: units(m) = sum of w(M) over all M whose bits m has. As units(1) = 0,
/// and no count of a table of n rows has all the bits of M > n, few M matter.
class ShortStrata {
  public:
    ShortStrata(const Order& order, const Units& units);

    /// Whether a strip is sooner counted as short tables than stratum by stratum.
    bool suit(const StripShape& shape) const;

    /// T_xg and T_xgc of every lane.
    LaneUnits units_of(const StripShape& shape, const Strip& strip) const;

  private:
    /// Tables in order of falling length, and the weights of their counts.
    struct Tables {
        std::size_t most;
        std::vector<std::uint32_t> places;
        std::vector<std::uint32_t> n_at_least;
        std::vector<std::uint64_t> weights;

        Tables(std::span<const std::uint32_t> lengths, const Units& units);
        ShortTables plain() const {
            return {most, places.data(), n_at_least.data(), weights.data()};
        }
        std::size_t n_cells(std::size_t n_levels) const { return n_at_least[1] * n_levels; }
    };

    const Order& order_;
    Tables given_;
    Tables strata_;
};

}  // namespace natpick
