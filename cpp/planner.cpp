#include "planner.hpp"

#include <algorithm>

namespace natpick {

namespace {

// What counting costs, in nanoseconds, as benchmarks/kernels.py measures it.
constexpr double histogram_row = 0.5;    // a row of a candidate
constexpr double histogram_cell = 0.5;   // a cell of a candidate's table
constexpr double vertical_row = 0.8;     // a row of a strip, for each level but one
constexpr double vertical_segment = 60;  // a stratum of a strip, for each level but one
constexpr double vertical_cell = 0.3;    // a cell of a lane's table
constexpr double vertical_order = 4;     // a row, for all strips
constexpr double packed_code = 0.2;      // a code of a strip that is not packed yet

/// What it takes to count some candidates of a strip, whichever way.
template <class Code>
double histogram_cost(const Task<Code>& task, Slots slots) {
    double cost = 0;
    for (const std::size_t slot : slots) {
        cost += histogram_row * static_cast<double>(task.coded.columns.n_rows) +
                histogram_cell * static_cast<double>(task.cells(slot));
    }
    return cost;
}

template <class Code>
double vertical_cost(const Task<Code>& task, const StripShape& shape) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const auto n_lanes = static_cast<double>(shape.simd.n_lanes);
    const auto n_strata = static_cast<double>(task.n_strata());
    const auto n_levels = static_cast<double>(shape.n_levels);
    const double packing = task.packed->has_strips() ? 0 : packed_code * n * n_lanes;
    return packing + (n_levels - 1) * (vertical_row * n + vertical_segment * n_strata) +
           vertical_cell * n_lanes * n_levels *
               (n_strata + static_cast<double>(task.given.n_levels));
}

/// Whether strips can count at all: their counts must not outgrow the codes.
template <class Code>
bool fits_strips(const Task<Code>& task) {
    return task.packed != nullptr && task.n_strata() <= task.coded.columns.n_rows &&
           task.target.n_levels <= task.coded.columns.n_rows &&
           task.coded.columns.n_rows < std::uint64_t{1} << 31;
}

/// The slots of each strip, and after them those of no strip.
template <class Code>
std::vector<std::vector<std::size_t>> slots_by_strip(const Task<Code>& task) {
    const StripLayout& layout = task.packed->layout();
    const std::size_t n_strips = layout.shapes.size();
    std::vector<std::vector<std::size_t>> slots(n_strips + 1);
    for (std::size_t slot = 0; slot < task.candidates.size(); ++slot) {
        slots[std::min<std::size_t>(layout.places[task.column(slot)].strip, n_strips)].push_back(
            slot);
    }
    return slots;
}

/// Give strips the candidates that they count at less cost than histograms.
template <class Code>
std::vector<std::size_t> take_strips(const Task<Code>& task, bool forced, Plan& plan) {
    const StripLayout& layout = task.packed->layout();
    std::vector<std::vector<std::size_t>> slots = slots_by_strip(task);
    double saved = -vertical_order * static_cast<double>(task.coded.columns.n_rows);
    for (std::size_t strip = 0; strip < layout.shapes.size(); ++strip) {
        const double gain =
            histogram_cost(task, slots[strip]) - vertical_cost(task, layout.shapes[strip]);
        std::vector<std::size_t>& taker = forced || gain > 0 ? plan.vertical : slots.back();
        if (&taker == &plan.vertical) saved += gain;
        taker.insert(taker.end(), slots[strip].begin(), slots[strip].end());
    }
    if (!forced && saved <= 0) {
        slots.back().insert(slots.back().end(), plan.vertical.begin(), plan.vertical.end());
        plan.vertical.clear();
    }
    return std::move(slots.back());
}

}  // namespace

template <class Code>
Plan plan_of(const Task<Code>& task, std::optional<Kernel> forced) {
    Plan plan;
    std::vector<std::size_t> others;
    if (fits_strips(task) && (!forced || forced == Kernel::vertical)) {
        others = take_strips(task, forced.has_value(), plan);
    } else {
        for (std::size_t slot = 0; slot < task.candidates.size(); ++slot) others.push_back(slot);
    }
    const std::uint64_t limit =
        forced == Kernel::sorted_rows ? 0 : histogram_limit(task.coded.columns.n_rows);
    for (const std::size_t slot : others) {
        (task.cells(slot) <= limit ? plan.histogram : plan.sorted_rows).push_back(slot);
    }
    return plan;
}

template Plan plan_of(const Task<std::uint8_t>&, std::optional<Kernel>);
template Plan plan_of(const Task<std::uint16_t>&, std::optional<Kernel>);

}  // namespace natpick
