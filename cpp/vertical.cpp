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
void add_units(std::span<const std::uint32_t> counts, const Units& units,
               std::span<std::int64_t> sums) {
    constexpr std::size_t together = 8;
    for (std::size_t lane = 0; lane < sums.size(); lane += together) {
        std::int64_t in_lanes[together] = {};
        for (std::size_t at = lane; at < counts.size(); at += sums.size()) {
            for (std::size_t i = 0; i < together; ++i) in_lanes[i] += units(counts[at + i]);
        }
        for (std::size_t i = 0; i < together; ++i) sums[lane + i] += in_lanes[i];
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
            for (std::size_t i = 0; i < left.size(); ++i) left[i] += strip.marginals[at + i];
        }
    }

    /// Add the units of one g, counts[c][m][lane], and take it from what is left.
    void finish(std::size_t g, std::uint32_t* counts) {
        const std::size_t cells = shape.cells();
        if (counts != left.data()) {
            for (std::size_t i = 0; i < left.size(); ++i) left[i] -= counts[i];
        }
        std::fill(in_given.begin(), in_given.end(), 0);
        for (std::size_t c = 0; c < order.n_classes; ++c, counts += cells) {
            const std::uint32_t length = order.lengths[g * order.n_classes + c];
            if (length == 0) continue;
            std::fill_n(counts, shape.simd.n_lanes, length);
            shape.simd.invert(shape.n_levels, counts);
            add_units({counts, cells}, units, sums.given_target);
            if (order.n_classes == 1) continue;
            for (std::size_t i = 0; i < cells; ++i) in_given[i] += counts[i];
        }
        if (order.n_classes == 1) {
            sums.given = sums.given_target;
        } else {
            add_units(in_given, units, sums.given);
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
