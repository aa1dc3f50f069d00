#include "short_strata.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace natpick {

namespace {

/// Rows of one g that sums of eight bits hold.
constexpr std::size_t most_given_rows = 255;

/// Strata whose tables stay in the cache.
constexpr std::size_t most_short_strata = 1024;

/// Rows of bits, all zero.
class Bits {
  public:
    Bits(std::size_t n_rows, std::size_t n_lanes)
        : row_bytes_(n_lanes / 8),
          bytes_(static_cast<std::byte*>(
              ::operator new[](n_rows * row_bytes_, std::align_val_t{64}))) {
        clear(n_rows);
    }
    void clear(std::size_t n_rows) { std::fill_n(bytes_.get(), n_rows * row_bytes_, std::byte{0}); }
    std::byte* row(std::size_t i) { return bytes_.get() + i * row_bytes_; }

  private:
    std::size_t row_bytes_;
    std::unique_ptr<std::byte[], FreeAligned> bytes_;
};

std::vector<std::uint32_t> rows_of_given(const Order& order) {
    std::vector<std::uint32_t> rows(order.n_strata() / order.n_classes);
    for (std::size_t z = 0; z < order.n_strata(); ++z)
        rows[z / order.n_classes] += order.lengths[z];
    return rows;
}

/// w(M) for each set M of n_bits bits.
std::vector<std::uint64_t> weights_of(const Units& units, std::size_t n_bits) {
    std::vector<std::uint64_t> weights(std::size_t{1} << n_bits);
    for (std::size_t m = 0; m < weights.size(); ++m) {
        weights[m] = static_cast<std::uint64_t>(units(m));
    }
    for (std::size_t bit = 1; bit < weights.size(); bit *= 2) {
        for (std::size_t m = 0; m < weights.size(); ++m) {
            if (m & bit) weights[m] -= weights[m ^ bit];
        }
    }
    return weights;
}

/// The sum of units over n_cells counts of n_bits bits each, shape (n_lanes,).
std::vector<std::int64_t> units_of_bits(const VerticalSimd& simd, Bits& cells, std::size_t n_cells,
                                        std::size_t n_bits, const Units& units) {
    const std::size_t n_sets = std::size_t{1} << n_bits;
    std::vector<std::uint32_t> all(n_cells);
    std::iota(all.begin(), all.end(), 0u);
    std::vector<std::uint32_t> having(n_sets * simd.n_lanes);
    simd.count(cells.row(0), n_bits, all.data(), n_cells, n_sets, having.data());
    std::vector<std::uint64_t> sums(simd.n_lanes);
    simd.weigh(having.data(), weights_of(units, n_bits).data(), n_sets, sums.data());
    return {sums.begin(), sums.end()};
}

}  // namespace

bool has_short_strata(const Order& order) {
    const std::vector<std::uint32_t> rows = rows_of_given(order);
    return order.n_blocks == 1 && order.n_strata() <= most_short_strata &&
           *std::max_element(order.lengths.begin(), order.lengths.end()) <= most_short_rows &&
           *std::max_element(rows.begin(), rows.end()) <= most_given_rows;
}

LaneUnits short_units(const StripShape& shape, const Strip& strip, const Order& order,
                      const Units& units) {
    const VerticalSimd& simd = shape.simd;
    const std::vector<std::uint32_t> given_rows = rows_of_given(order);
    const std::size_t n_bits =
        std::bit_width(*std::max_element(order.lengths.begin(), order.lengths.end()));
    const std::size_t given_bits =
        std::bit_width(*std::max_element(given_rows.begin(), given_rows.end()));
    const std::size_t n_cells = order.n_strata() * shape.n_levels;
    const std::size_t filled_up = (n_cells + rows_together - 1) / rows_together * rows_together;
    Bits cells(filled_up * n_bits, simd.n_lanes);
    Bits in_given(shape.n_levels * given_bits, simd.n_lanes);
    std::vector<std::uint32_t> counts(shape.cells());
    std::vector<std::int64_t> given(simd.n_lanes);
    for (std::size_t z = 0; z < order.n_strata(); ++z) {
        const std::uint32_t* rows = order.segment(0, z).data();
        const std::size_t length = order.lengths[z];
        simd.tally(strip.planes.get(), shape.n_planes, rows, length, shape.n_levels, n_bits,
                   cells.row(z * shape.n_levels * n_bits));
        if (order.n_classes == 1) continue;
        simd.tally(strip.planes.get(), shape.n_planes, rows, length, shape.n_levels, given_bits,
                   in_given.row(0));
        if ((z + 1) % order.n_classes != 0) continue;
        simd.spread(in_given.row(0), shape.n_levels, given_bits, counts.data());
        add_units(counts, given_rows[z / order.n_classes], units, given);
        in_given.clear(shape.n_levels * given_bits);
    }
    std::vector<std::int64_t> given_target = units_of_bits(simd, cells, filled_up, n_bits, units);
    if (order.n_classes == 1) given = given_target;
    return {std::move(given), std::move(given_target)};
}

}  // namespace natpick
