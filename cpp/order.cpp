#include "order.hpp"

#include <algorithm>

#include "kernels.hpp"
#include "vertical_simd.hpp"

namespace natpick {

namespace {

/// A strip that fits this much cache is visited in one block; others in blocks of block_bytes.
constexpr std::size_t whole_bytes = std::size_t{4} << 20;
constexpr std::size_t block_bytes = std::size_t{1} << 20;

/// Rows that a segment has on average, at least, where there is more than one block.
constexpr std::size_t rows_per_segment = 240;

std::size_t blocks_for(std::size_t n_rows, std::size_t n_strata, std::size_t row_bytes) {
    if (n_rows * row_bytes <= whole_bytes) return 1;
    const std::size_t most = n_rows / (rows_per_segment * n_strata);
    return std::max<std::size_t>(1, std::min(n_rows * row_bytes / block_bytes, most));
}

std::size_t filled_up(std::size_t n_rows) {
    return (n_rows + rows_together - 1) / rows_together * rows_together;
}

}  // namespace

Order order_of(const Labels& given, const Labels* target, bool omit_largest,
               std::size_t row_bytes) {
    const std::size_t n = given.values.size();
    const std::size_t n_classes = target == nullptr ? 1 : target->n_levels;
    const std::size_t n_strata = given.n_levels * n_classes;
    const std::size_t n_blocks = blocks_for(n, n_strata, row_bytes);
    Order order{n, n_blocks, (n + n_blocks - 1) / n_blocks, n_classes, given.n_levels, {}, {}, {}};
    const std::vector<std::uint32_t> strata = strata_of(given, target);

    std::vector<std::uint32_t> places(n_blocks * n_strata);  // first as counts
    for (std::size_t block = 0; block < n_blocks; ++block) {
        const std::size_t end = std::min(n, (block + 1) * order.block_rows);
        std::uint32_t* counts = places.data() + block * n_strata;
        for (std::size_t row = block * order.block_rows; row < end; ++row) ++counts[strata[row]];
    }
    order.lengths.resize(n_strata);
    for (std::size_t i = 0; i < places.size(); ++i) order.lengths[i % n_strata] += places[i];
    if (omit_largest) {
        std::vector<std::uint32_t> of_given(given.n_levels);
        for (std::size_t z = 0; z < n_strata; ++z) of_given[z / n_classes] += order.lengths[z];
        order.omitted = std::max_element(of_given.begin(), of_given.end()) - of_given.begin();
    }
    const std::size_t first = order.omitted * n_classes, last = first + n_classes;
    order.starts.push_back(0);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool omitted = i % n_strata >= first && i % n_strata < last;
        const std::size_t length = omitted ? 0 : filled_up(places[i]);
        places[i] = order.starts.back();
        order.starts.push_back(static_cast<std::uint32_t>(places[i] + length));
    }
    order.rows.assign(order.starts.back(), static_cast<std::uint32_t>(n));
    for (std::size_t block = 0; block < n_blocks; ++block) {
        const std::size_t end = std::min(n, (block + 1) * order.block_rows);
        std::uint32_t* place = places.data() + block * n_strata;
        for (std::size_t row = block * order.block_rows; row < end; ++row) {
            const std::uint32_t z = strata[row];
            if (z < first || z >= last) order.rows[place[z]++] = static_cast<std::uint32_t>(row);
        }
    }
    return order;
}

}  // namespace natpick
