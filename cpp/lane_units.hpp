// Sums of units over the tables of every lane of a strip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "information.hpp"

namespace natpick {

/// T_xg and T_xgc of every lane of a strip.
struct LaneUnits {
    std::vector<std::int64_t> given;
    std::vector<std::int64_t> given_target;
};

/// sums[lane] += units(counts[x, lane]) over all x.
template <class UnitsOf>
void add_units(std::span<const std::uint32_t> counts, const UnitsOf& units_of,
               std::span<std::int64_t> sums) {
    constexpr std::size_t together = 4;
    for (std::size_t lane = 0; lane < sums.size(); lane += together) {
        std::int64_t in_lanes[together] = {};
        for (std::size_t at = lane; at < counts.size(); at += sums.size()) {
            for (std::size_t i = 0; i < together; ++i) in_lanes[i] += units_of(counts[at + i]);
        }
        for (std::size_t i = 0; i < together; ++i) sums[lane + i] += in_lanes[i];
    }
}

/// The same for counts of at most so many rows: mostly small enough to be looked up.
inline void add_units(std::span<const std::uint32_t> counts, std::size_t n_rows, const Units& units,
                      std::span<std::int64_t> sums) {
    const std::int64_t* table = units.table().data();
    if (n_rows < units.table().size()) {
        add_units(counts, [table](std::uint32_t m) { return table[m]; }, sums);
    } else {
        add_units(counts, units, sums);
    }
}

}  // namespace natpick
