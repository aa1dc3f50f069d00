#include <algorithm>
#include <numeric>

#include "kernels.hpp"
#include "order.hpp"
#include "strips.hpp"

namespace natpick {

namespace {

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
void add_units(std::span<const std::uint32_t> counts, std::size_t n_rows, const Units& units,
               std::span<std::int64_t> sums) {
    const std::int64_t* table = units.table().data();
    if (n_rows < units.table().size()) {
        add_units(counts, [table](std::uint32_t m) { return table[m]; }, sums);
    } else {
        add_units(counts, units, sums);
    }
}

/// Counts a strip, one g after the other; that with most rows is what the others leave.
struct StripCount {
    const StripShape& shape;
    const Strip& strip;
    const Order& order;
    const Units& units;
    std::vector<std::uint32_t> left;      // [c][m][lane]: the rows of no g counted so far
    std::vector<std::uint32_t> in_given;  // [x][lane]
    LaneUnits sums;

    StripCount(const StripShape& s, const Strip& packed, const Order& visited, const Units& measure)
        : shape(s),
          strip(packed),
          order(visited),
          units(measure),
          left(order.n_classes * shape.cells()),
          in_given(shape.cells()),
          sums{std::vector<std::int64_t>(shape.simd.n_lanes),
               std::vector<std::int64_t>(shape.simd.n_lanes)} {
        // Over all classes if none is asked for.
        for (std::size_t at = 0; at < strip.marginals.size(); at += left.size()) {
            shape.simd.add(strip.marginals.data() + at, left.size(), left.data());
        }
    }

    /// Add the units of one g, counts[c][m][lane], and take it from what is left.
    void finish(std::size_t g, std::uint32_t* counts) {
        const std::size_t cells = shape.cells();
        if (counts != left.data()) {
            shape.simd.take(counts, left.size(), left.data());
        }
        std::fill(in_given.begin(), in_given.end(), 0);
        std::size_t in_g = 0;
        for (std::size_t c = 0; c < order.n_classes; ++c, counts += cells) {
            const std::uint32_t length = order.lengths[g * order.n_classes + c];
            if (length == 0) continue;
            in_g += length;
            std::fill_n(counts, shape.simd.n_lanes, length);
            shape.simd.invert(shape.n_levels, counts);
            add_units({counts, cells}, length, units, sums.given_target);
            if (order.n_classes == 1) continue;
            shape.simd.add(counts, cells, in_given.data());
        }
        if (order.n_classes == 1) {
            sums.given = sums.given_target;
        } else {
            add_units(in_given, in_g, units, sums.given);
        }
    }

    void run(Checkpoint& checkpoint) {
        const std::size_t of_given = left.size();
        const std::size_t n_given = order.n_strata() / order.n_classes;
        const std::size_t together = order.n_blocks == 1 ? 1 : n_given;
        std::vector<std::uint32_t> counts(together * of_given);
        for (std::size_t first = 0; first < n_given; first += together) {
            if (together == 1 && first == order.omitted) continue;
            std::fill(counts.begin(), counts.end(), 0);
            count_strata(shape, strip, order, first * order.n_classes,
                         (first + together) * order.n_classes, counts.data(), checkpoint);
            for (std::size_t g = first; g < first + together; ++g) {
                if (g != order.omitted) finish(g, counts.data() + (g - first) * of_given);
            }
        }
        finish(order.omitted, left.data());
    }
};

}  // namespace

template <class Code>
void count_strips(const Task<Code>& task, Slots slots, const Workers& workers) {
    if (slots.empty()) return;
    const StripLayout& layout = task.packed->layout();
    const auto strips = task.packed->strips(
        [&] { return strips_of(task.coded.columns, task.target, layout, workers); });
    std::vector<std::vector<std::size_t>> slots_of(layout.shapes.size());
    std::size_t row_bytes = 0;
    for (const std::size_t slot : slots) {
        const std::uint32_t strip = layout.places[task.column(slot)].strip;
        slots_of[strip].push_back(slot);
        row_bytes = std::max(row_bytes, layout.shapes[strip].row_bytes());
    }
    const Order order = order_of(task.given, task.counted_target(), true, row_bytes);
    parallel_for(slots_of.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        if (slots_of[item].empty()) return;
        StripCount count(layout.shapes[item], strips->strips[item], order, task.units);
        count.run(checkpoint);
        for (const std::size_t slot : slots_of[item]) {
            const std::uint32_t lane = layout.places[task.column(slot)].lane;
            task.sums[slot] = {count.sums.given[lane], count.sums.given_target[lane]};
        }
    });
}

template void count_strips(const Task<std::uint8_t>&, Slots, const Workers&);
template void count_strips(const Task<std::uint16_t>&, Slots, const Workers&);

}  // namespace natpick
