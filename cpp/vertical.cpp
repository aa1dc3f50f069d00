#include <algorithm>
#include <utility>

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
    std::vector<std::size_t> asked;  // strips that have slots
    std::vector<std::size_t> place;  // of each strip among those asked
    std::vector<LaneUnits> sums;     // of each strip asked
    std::size_t row_bytes;           // of the widest

    Request(const Task<Code>& task_, Slots slots, const Strips& strips_)
        : task(task_), layout(task.packed->layout()), strips(strips_), row_bytes(0) {
        std::vector<std::uint8_t> has_slots(layout.shapes.size());
        for (const std::size_t slot : slots) has_slots[layout.places[task.column(slot)].strip] = 1;
        for (std::size_t strip = 0; strip < has_slots.size(); ++strip) {
            place.push_back(asked.size());
            if (!has_slots[strip]) continue;
            asked.push_back(strip);
            row_bytes = std::max(row_bytes, layout.shapes[strip].row_bytes());
        }
        sums.resize(asked.size());
    }

    StripCount count_of(std::size_t item, const Order& order) const {
        const std::size_t strip = asked[item];
        return {layout.shapes[strip], strips.strips[strip], order, task.units};
    }

    void yield(Slots slots) const {
        for (const std::size_t slot : slots) {
            const auto [strip, lane] = layout.places[task.column(slot)];
            const LaneUnits& of_strip = sums[place[strip]];
            task.sums[slot] = {of_strip.given[lane], of_strip.given_target[lane]};
        }
    }
};

/// Count all strips as short tables if that suits them, or say that it does not.
template <class Code>
bool count_short(Request<Code>& request, const Workers& workers) {
    const Task<Code>& task = request.task;
    if (task.coded.columns.n_rows > most_short_rows) return false;
    const Order order =
        order_of(task.given, task.counted_target(), false, request.row_bytes, workers);
    const ShortStrata strata(order, task.units);
    const auto suits = [&](std::size_t strip) { return strata.suit(request.layout.shapes[strip]); };
    if (!std::all_of(request.asked.begin(), request.asked.end(), suits)) return false;
    parallel_for(request.asked.size(), workers, [&](std::size_t item, Checkpoint&) {
        const std::size_t strip = request.asked[item];
        request.sums[item] =
            strata.units_of(request.layout.shapes[strip], request.strips.strips[strip]);
    });
    return true;
}

/// Count strips stratum by stratum.
template <class Code>
void count_long(Request<Code>& request, const Workers& workers) {
    const Task<Code>& task = request.task;
    const Order order =
        order_of(task.given, task.counted_target(), true, request.row_bytes, workers);
    if (order.n_blocks > 1 && request.asked.size() < workers.n_threads) {
        auto counts = count_in_parts(request.layout, request.strips, request.asked, order, workers);
        parallel_for(counts.size(), workers, [&](std::size_t item, Checkpoint&) {
            StripCount count = request.count_of(item, order);
            count.finish_all(counts[item]);
            request.sums[item] = std::move(count.sums);
        });
        return;
    }
    parallel_for(request.asked.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        StripCount count = request.count_of(item, order);
        count.run(checkpoint);
        request.sums[item] = std::move(count.sums);
    });
}

}  // namespace

template <class Code>
void count_strips(const Task<Code>& task, Slots slots, const Workers& workers) {
    if (slots.empty()) return;
    const auto strips = task.packed->strips(
        [&] { return strips_of(task.coded.columns, task.target, task.packed->layout(), workers); });
    Request<Code> request(task, slots, *strips);
    if (!count_short(request, workers)) count_long(request, workers);
    request.yield(slots);
}

template void count_strips(const Task<std::uint8_t>&, Slots, const Workers&);
template void count_strips(const Task<std::uint16_t>&, Slots, const Workers&);

}  // namespace natpick
