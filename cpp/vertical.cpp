#include <algorithm>
#include <numeric>

#include "kernels.hpp"
#include "lane_units.hpp"
#include "order.hpp"
#include "short_strata.hpp"
#include "strips.hpp"

namespace natpick {

namespace {

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

    /// Add the units of every g, counts[g][c][m][lane].
    void finish_all(std::vector<std::uint32_t>& counts) {
        const std::size_t n_given = order.n_strata() / order.n_classes;
        for (std::size_t g = 0; g < n_given; ++g) {
            if (g != order.omitted) finish(g, counts.data() + g * left.size());
        }
        finish(order.omitted, left.data());
    }

    /// Count and add up: in one block a g at a time, in several blocks all together.
    void run(Checkpoint& checkpoint) {
        if (order.n_blocks > 1) {
            std::vector<std::uint32_t> counts(order.n_strata() * shape.cells());
            const Part everything{0, order.n_blocks, 0, order.n_strata()};
            count_strata(shape, strip, order, everything, counts.data(), checkpoint);
            finish_all(counts);
            return;
        }
        std::vector<std::uint32_t> counts(left.size());
        for (std::size_t z = 0; z < order.n_strata(); z += order.n_classes) {
            const std::size_t g = z / order.n_classes;
            if (g == order.omitted) continue;
            std::fill(counts.begin(), counts.end(), 0);
            const Part one_given{0, 1, z, z + order.n_classes};
            count_strata(shape, strip, order, one_given, counts.data(), checkpoint);
            finish(g, counts.data());
        }
        finish(order.omitted, left.data());
    }
};

/// The strips that a task asks for, and what they are counted with.
template <class Code>
struct Request {
    const Task<Code>& task;
    const StripLayout& layout;
    const Strips& strips;
    std::vector<std::vector<std::size_t>> slots;  // of each strip
    std::vector<std::size_t> asked;               // strips that have slots

    StripCount count_of(std::size_t strip, const Order& order) const {
        return {layout.shapes[strip], strips.strips[strip], order, task.units};
    }

    void yield(std::size_t strip, const LaneUnits& sums) const {
        for (const std::size_t slot : slots[strip]) {
            const std::uint32_t lane = layout.places[task.column(slot)].lane;
            task.sums[slot] = {sums.given[lane], sums.given_target[lane]};
        }
    }
};

/// Fewer strips than threads: the blocks of each are parted among several.
template <class Code>
void count_in_parts(const Request<Code>& request, const Order& order, const Workers& workers) {
    const std::size_t n_strips = request.asked.size();
    const std::size_t parts =
        std::min(order.n_blocks, (workers.n_threads + n_strips - 1) / n_strips);
    std::vector<std::vector<std::uint32_t>> counts(n_strips * parts);
    parallel_for(counts.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        const std::size_t strip = request.asked[item / parts], part = item % parts;
        const StripShape& shape = request.layout.shapes[strip];
        const Part blocks{part * order.n_blocks / parts, (part + 1) * order.n_blocks / parts, 0,
                          order.n_strata()};
        counts[item].resize(order.n_strata() * shape.cells());
        count_strata(shape, request.strips.strips[strip], order, blocks, counts[item].data(),
                     checkpoint);
    });
    parallel_for(n_strips, workers, [&](std::size_t item, Checkpoint&) {
        StripCount count = request.count_of(request.asked[item], order);
        std::vector<std::uint32_t>& all = counts[item * parts];
        for (std::size_t part = 1; part < parts; ++part) {
            count.shape.simd.add(counts[item * parts + part].data(), all.size(), all.data());
        }
        count.finish_all(all);
        request.yield(request.asked[item], count.sums);
    });
}

}  // namespace

template <class Code>
void count_strips(const Task<Code>& task, Slots slots, const Workers& workers) {
    if (slots.empty()) return;
    const StripLayout& layout = task.packed->layout();
    const auto strips = task.packed->strips(
        [&] { return strips_of(task.coded.columns, task.target, layout, workers); });
    Request<Code> request{task, layout, *strips, {}, {}};
    request.slots.resize(layout.shapes.size());
    for (const std::size_t slot : slots) {
        request.slots[layout.places[task.column(slot)].strip].push_back(slot);
    }
    std::size_t row_bytes = 0;
    for (std::size_t strip = 0; strip < request.slots.size(); ++strip) {
        if (request.slots[strip].empty()) continue;
        request.asked.push_back(strip);
        row_bytes = std::max(row_bytes, layout.shapes[strip].row_bytes());
    }
    const bool maybe_short = task.coded.columns.n_rows <= most_short_rows * task.n_strata();
    Order order = order_of(task.given, task.counted_target(), !maybe_short, row_bytes, workers);
    if (maybe_short && has_short_strata(order)) {
        parallel_for(request.asked.size(), workers, [&](std::size_t item, Checkpoint&) {
            const std::size_t strip = request.asked[item];
            request.yield(
                strip, short_units(layout.shapes[strip], strips->strips[strip], order, task.units));
        });
        return;
    }
    if (maybe_short) {
        order = order_of(task.given, task.counted_target(), true, row_bytes, workers);
    }
    if (order.n_blocks > 1 && request.asked.size() < workers.n_threads) {
        count_in_parts(request, order, workers);
        return;
    }
    parallel_for(request.asked.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        StripCount count = request.count_of(request.asked[item], order);
        count.run(checkpoint);
        request.yield(request.asked[item], count.sums);
    });
}

template void count_strips(const Task<std::uint8_t>&, Slots, const Workers&);
template void count_strips(const Task<std::uint16_t>&, Slots, const Workers&);

}  // namespace natpick
