#include "short_strata.hpp"

#include <algorithm>
#include <bit>

namespace natpick {

namespace {

/// Cells are filled up to a multiple of these.
constexpr std::size_t cells_together = 16;

/// Rows of bits of all cells that stay in the second-level cache.
constexpr std::size_t most_rows_of_bits = std::size_t{1} << 13;

/// What weighing a set of bits takes, in look-ups of the units of a cell.
constexpr std::size_t cells_per_set = 6;

std::vector<std::uint32_t> rows_of_given(const Order& order) {
    std::vector<std::uint32_t> rows(order.n_strata() / order.n_classes);
    for (std::size_t z = 0; z < order.n_strata(); ++z)
        rows[z / order.n_classes] += order.lengths[z];
    return rows;
}

/// w(M) for each M up to most, which is the units of M less w of all its subsets.
std::vector<std::uint64_t> weights_of(const Units& units, std::size_t most) {
    std::vector<std::uint64_t> weights(std::bit_ceil(most + 1));
    for (std::size_t m = 0; m <= most; ++m) weights[m] = static_cast<std::uint64_t>(units(m));
    for (std::size_t bit = 1; bit < weights.size(); bit *= 2) {
        for (std::size_t m = 0; m < weights.size(); ++m) {
            if (m & bit) weights[m] -= weights[m ^ bit];
        }
    }
    return weights;
}

}  // namespace

ShortStrata::Tables::Tables(std::span<const std::uint32_t> lengths, const Units& units)
    : most(*std::max_element(lengths.begin(), lengths.end())),
      n(lengths.size()),
      places(lengths.size()),
      n_at_least(most + 2),
      weights(weights_of(units, most)) {
    for (const std::uint32_t length : lengths) ++n_at_least[length];
    for (std::size_t m = most; m-- > 0;) n_at_least[m] += n_at_least[m + 1];
    std::vector<std::uint32_t> next(n_at_least.begin() + 1, n_at_least.end());
    for (std::size_t i = 0; i < n; ++i) places[i] = next[lengths[i]]++;
}

std::size_t ShortStrata::Tables::n_rows_of_bits(std::size_t n_levels, std::size_t n_bits) const {
    return (n * n_levels + cells_together - 1) / cells_together * cells_together * n_bits;
}

ShortStrata::ShortStrata(const Order& order, const Units& units)
    : order_(order), given_(rows_of_given(order), units), strata_(order.lengths, units) {}

bool ShortStrata::suit(const StripShape& shape) const {
    const std::size_t bits = strata_bits(strata_.most);
    const std::size_t cells = (given_.n + strata_.n) * shape.n_levels;
    return given_.most < std::size_t{1} << given_bits &&
           strata_.n_rows_of_bits(shape.n_levels, bits) <= most_rows_of_bits &&
           given_.most + strata_.most <= cells_per_set * cells;
}

LaneUnits ShortStrata::units_of(const StripShape& shape, const Strip& strip) const {
    const std::size_t row_bytes = shape.simd.n_lanes / 8;
    const std::size_t in_given = given_.n_rows_of_bits(shape.n_levels, given_bits) * row_bytes;
    const std::size_t in_strata =
        strata_.n_rows_of_bits(shape.n_levels, strata_bits(strata_.most)) * row_bytes;
    const AlignedBytes cells = aligned_bytes(in_given + in_strata);
    std::fill_n(cells.get(), in_given + in_strata, std::byte{0});
    std::vector<std::uint64_t> given(shape.simd.n_lanes), given_target(shape.simd.n_lanes);
    const ShortStrip task{strip.planes.get(), shape.n_planes,       shape.n_levels,
                          order_.rows.data(), order_.starts.data(), order_.lengths.data(),
                          given_.n,           order_.n_classes,     given_.plain(),
                          strata_.plain(),    cells.get(),          cells.get() + in_given};
    shape.simd.short_units(task, given.data(), given_target.data());
    return {{given.begin(), given.end()}, {given_target.begin(), given_target.end()}};
}

}  // namespace natpick
