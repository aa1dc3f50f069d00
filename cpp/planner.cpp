#include "planner.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "planes.hpp"

namespace natpick {

namespace {

// What counting costs, in nanoseconds, as benchmarks/kernels.py fits it.
constexpr double histogram_row = 0.57;   // a row of a candidate
constexpr double histogram_cell = 0.55;  // a cell of a candidate's table
constexpr double vertical_row = 1.6;     // a row of a strip, for each level but one
constexpr double vertical_cell = 0.4;    // a cell of a lane's tables
constexpr double vertical_order = 4;     // a row, for all strips
constexpr double packed_code = 0.22;     // a code of a strip that is not packed yet
constexpr double histogram_pair = 60;    // a pair among few of one column
constexpr double planes_cell = 1.4;      // a cell of a pair's table
constexpr double planes_pair = 20;       // a pair
constexpr double planes_code = 1.5;      // a code of a column whose planes are not made yet
// A word of a pair, for each monomial of both columns, by instruction set.
constexpr double planes_word[] = {0.8, 0.25, 0.07};

/// What n_slots candidates of a strip cost in histograms, or all its lanes by rows of bits.
template <class Code>
double histogram_cost(const Task<Code>& task, const StripShape& shape, std::size_t n_slots) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const auto cells = static_cast<double>(shape.n_levels) * static_cast<double>(task.n_strata());
    return static_cast<double>(n_slots) * (histogram_row * n + histogram_cell * cells);
}

template <class Code>
double vertical_cost(const Task<Code>& task, const StripShape& shape) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const auto n_lanes = static_cast<double>(shape.simd.n_lanes);
    const auto n_levels = static_cast<double>(shape.n_levels);
    const auto n_strata = static_cast<double>(task.n_strata());
    const auto n_tables = n_strata + static_cast<double>(task.given.n_levels);
    const double packing = task.packed->has_strips() ? 0 : packed_code * n * n_lanes;
    return packing + vertical_row * n * (n_levels - 1) +
           vertical_cell * n_levels * n_tables * n_lanes;
}

/// Whether strips can count at all: their counts must not outgrow the codes.
template <class Code>
bool fits_strips(const Task<Code>& task) {
    const std::uint64_t n = task.coded.columns.n_rows;
    return task.packed != nullptr && task.n_strata() <= n && task.target.n_levels <= n &&
           n < std::uint64_t{1} << 31;
}

/// Which strips are counted by rows of bits: those where that costs less, if all of them
/// together save more than it takes to put the rows in order.
template <class Code>
std::vector<bool> chosen_strips(const Task<Code>& task, bool forced) {
    const StripLayout& layout = task.packed->layout();
    std::vector<std::size_t> n_slots(layout.shapes.size());
    for (std::size_t slot = 0; slot < task.candidates.size(); ++slot) {
        const std::uint32_t strip = layout.places[task.column(slot)].strip;
        if (strip != StripLayout::nowhere) ++n_slots[strip];
    }
    std::vector<bool> chosen(n_slots.size(), forced);
    if (forced) return chosen;
    double saved = -vertical_order * static_cast<double>(task.coded.columns.n_rows);
    for (std::size_t strip = 0; strip < n_slots.size(); ++strip) {
        const StripShape& shape = layout.shapes[strip];
        const double gain =
            histogram_cost(task, shape, n_slots[strip]) - vertical_cost(task, shape);
        chosen[strip] = gain > 0;
        if (gain > 0) saved += gain;
    }
    return saved > 0 ? chosen : std::vector<bool>(n_slots.size());
}

}  // namespace

template <class Code>
std::vector<Kernel> plan_of(const Task<Code>& task, std::optional<Kernel> forced) {
    const bool considered = (!forced || forced == Kernel::vertical) && fits_strips(task);
    const auto by_strip =
        considered ? chosen_strips(task, forced.has_value()) : std::vector<bool>{};
    const std::uint64_t n = task.coded.columns.n_rows;
    const bool sorts = forced ? forced == Kernel::sorted_rows : 2 * task.given.n_levels > n;
    const std::uint64_t limit = sorts ? 0 : histogram_limit(n);
    std::vector<Kernel> plan(task.candidates.size());
    for (std::size_t slot = 0; slot < plan.size(); ++slot) {
        const std::size_t strip =
            considered ? task.packed->layout().places[task.column(slot)].strip : 0;
        if (strip < by_strip.size() && by_strip[strip]) {
            plan[slot] = Kernel::vertical;
        } else {
            plan[slot] = task.cells(slot) <= limit ? Kernel::histogram : Kernel::sorted_rows;
        }
    }
    return plan;
}

namespace {

/// What all strips cost that hold a candidate whose slot counts, with the order of the rows.
template <class Code, class Counts>
double strips_cost(const Task<Code>& task, const Counts& counts) {
    const StripLayout& layout = task.packed->layout();
    std::vector<bool> counted(layout.shapes.size());
    double cost = vertical_order * static_cast<double>(task.coded.columns.n_rows);
    for (std::size_t slot = 0; slot < task.candidates.size(); ++slot) {
        if (!counts(slot)) continue;
        const std::uint32_t strip = layout.places[task.column(slot)].strip;
        if (strip == StripLayout::nowhere) return std::numeric_limits<double>::infinity();
        if (counted[strip]) continue;
        counted[strip] = true;
        cost += vertical_cost(task, layout.shapes[strip]);
    }
    return cost;
}

}  // namespace

template <class Code>
double cost_of(const Task<Code>& task, const std::vector<Kernel>& plan, Kernel kernel) {
    const auto counts = [&](std::size_t slot) { return plan[slot] == kernel; };
    if (kernel == Kernel::vertical) return strips_cost(task, counts);
    const auto n_slots = static_cast<double>(std::count(plan.begin(), plan.end(), kernel));
    return n_slots * histogram_row * static_cast<double>(task.coded.columns.n_rows);
}

template double cost_of(const Task<std::uint8_t>&, const std::vector<Kernel>&, Kernel);
template double cost_of(const Task<std::uint16_t>&, const std::vector<Kernel>&, Kernel);

template <class Code>
void plan_pairs(const Data<Code>& data, std::int64_t s, std::span<const std::int64_t> candidates,
                bool with_target, PairPlan& plan) {
    plan.by_planes.clear();
    plan.by_labels.clear();
    plan.planes_cost = 0;
    const std::uint32_t b_s = data.coded.n_levels[s];
    const Labels given{{}, b_s};
    const Task<Code> task{data.coded, candidates,        given, data.target, with_target,
                          data.units, data.packed.get(), {}};
    const Planes& planes = data.packed->planes(data.target.values, data.target.n_levels);
    const bool considered = planes.fit() && b_s <= most_plane_levels &&
                            data.forced.value_or(Kernel::planes) == Kernel::planes;
    const auto n = static_cast<double>(data.coded.columns.n_rows);
    const double word = planes_word[static_cast<std::size_t>(planes.simd())] *
                        static_cast<double>(planes.n_words());
    const auto strata = static_cast<double>(task.n_strata());
    double cost = 0;
    bool by_planes = false;
    std::uint32_t told_of = 0;  // the levels of a candidate that the two are known of
    for (std::size_t slot = 0; slot < candidates.size(); ++slot) {
        const std::uint32_t b_x = task.n_levels(slot);
        if (b_x != told_of) {
            told_of = b_x;
            const double cells = strata * b_x;
            cost = word * (b_x - 1.0) * (b_s - 1.0) + planes_cell * cells + planes_pair;
            const bool sooner =
                data.forced || cost < histogram_pair + histogram_row * n + histogram_cell * cells;
            by_planes = considered && b_x <= most_plane_levels && sooner;
        }
        (by_planes ? plan.by_planes : plan.by_labels).push_back(slot);
        if (by_planes) plan.planes_cost += cost;
    }
    if (data.forced || plan.planes_cost < vertical_order * n || !fits_strips(task)) return;
    const double making = planes_code * n * static_cast<double>(planes.n_missing(candidates));
    const auto every = [](std::size_t) { return true; };
    if (plan.planes_cost + making < strips_cost(task, every)) return;
    plan.by_planes.clear();
    plan.planes_cost = 0;
    plan.by_labels.resize(candidates.size());
    std::iota(plan.by_labels.begin(), plan.by_labels.end(), 0);
}

template void plan_pairs(const Data<std::uint8_t>&, std::int64_t, std::span<const std::int64_t>,
                         bool, PairPlan&);
template void plan_pairs(const Data<std::uint16_t>&, std::int64_t, std::span<const std::int64_t>,
                         bool, PairPlan&);

template std::vector<Kernel> plan_of(const Task<std::uint8_t>&, std::optional<Kernel>);
template std::vector<Kernel> plan_of(const Task<std::uint16_t>&, std::optional<Kernel>);

}  // namespace natpick
