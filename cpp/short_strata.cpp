#include "short_strata.hpp"

#include <algorithm>
#include <bit>

namespace natpick {

namespace {

/// Rows of bits of so many counts, filled up with zeros to whole trees of adders.
class Counts {
  public:
    Counts(std::size_t n_cells, std::size_t n_bits, std::size_t row_bytes) {
        const std::size_t n_bytes = n_cells * n_bits * row_bytes;
        const std::size_t filled_up =
            (n_cells + cells_together - 1) / cells_together * cells_together * n_bits * row_bytes;
        bytes_ = aligned_bytes(filled_up);
        std::fill(bytes_.get() + n_bytes, bytes_.get() + filled_up, std::byte{0});
    }
    std::byte* rows() { return bytes_.get(); }

  private:
    AlignedBytes bytes_;
};

/// The very numbers, modulo 2^64.
std::uint64_t* modular(std::vector<std::int64_t>& sums) {
    return reinterpret_cast<std::uint64_t*>(sums.data());
}

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
      places(lengths.size()),
      n_at_least(most + 2),
      weights(weights_of(units, most)) {
    for (const std::uint32_t length : lengths) ++n_at_least[length];
    for (std::size_t m = most; m-- > 0;) n_at_least[m] += n_at_least[m + 1];
    std::vector<std::uint32_t> next(n_at_least.begin() + 1, n_at_least.end());
    for (std::size_t i = 0; i < lengths.size(); ++i) places[i] = next[lengths[i]]++;
}

ShortStrata::ShortStrata(const Order& order, const Units& units)
    : order_(order), given_(rows_of_given(order), units), strata_(order.lengths, units) {}

bool ShortStrata::suit(const StripShape& shape) const {
    const std::size_t cells = given_.n_cells(shape.n_levels) + strata_.n_cells(shape.n_levels);
    return given_.most < std::size_t{1} << given_bits &&
           suits_short(static_cast<double>(given_.most + strata_.most), static_cast<double>(cells));
}

LaneUnits ShortStrata::units_of(const StripShape& shape, const Strip& strip) const {
    const std::size_t row_bytes = shape.simd.n_lanes / 8;
    Counts in_given(given_.n_cells(shape.n_levels), given_bits, row_bytes);
    Counts in_strata(strata_.n_cells(shape.n_levels), strata_bits(strata_.most), row_bytes);
    LaneUnits sums{std::vector<std::int64_t>(shape.simd.n_lanes),
                   std::vector<std::int64_t>(shape.simd.n_lanes)};
    const ShortStrip task{strip.planes,
                          shape.n_planes,
                          shape.n_levels,
                          order_.rows.data(),
                          order_.starts.data(),
                          order_.lengths.data(),
                          order_.n_strata() / order_.n_classes,
                          order_.n_classes,
                          given_.plain(),
                          strata_.plain(),
                          in_given.rows(),
                          in_strata.rows()};
    shape.simd.short_units(task, modular(sums.given), modular(sums.given_target));
    return sums;
}

}  // namespace natpick
