#include "planner.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <ranges>

#include "planes.hpp"
#include "short_strata.hpp"

namespace natpick {

namespace {

// What counting costs, in nanoseconds, as benchmarks/kernels.py fits it.
constexpr double histogram_row = 0.57;   // a row of a candidate
constexpr double histogram_cell = 0.55;  // a cell of a candidate's table
constexpr double vertical_row = 1.6;     // a row of a strip, for each level but one
constexpr double vertical_cell = 0.4;    // a cell of a lane's tables
constexpr double vertical_order = 2;     // a row, for all strips
constexpr double short_row = 3;          // a row of a short strip, for each level
constexpr double short_cell = 5;         // a cell of its tables, in all lanes
constexpr double short_set = 30;         // a set of bits that its counts may have, likewise
constexpr double longest_given = 1.5;    // rows of the largest g, where they are 1 on average
constexpr double longest_stratum = 2.5;  // and of the largest stratum
constexpr double packed_code = 0.15;     // a code of a strip that is not packed yet
constexpr double histogram_pair = 60;    // a pair among few of one column
constexpr double planes_cell = 1.4;      // a cell of a pair's table
constexpr double planes_pair = 20;       // a pair
constexpr double level_word = 0.3;       // a word of a pair, for each pair of levels
constexpr double level_cell = 0.3;       // a cell of a pair's table, where planes are of levels
constexpr double sorted_code = 0.7;      // a code of a column whose planes are not made yet
constexpr double masked_code = 0.25;     // likewise, where rows are sorted 64 at a time
// A word of a pair, for each monomial of both columns, by instruction set.
constexpr double planes_word[] = {0.8, 0.25, 0.07};

/// What n_slots candidates of a strip cost in histograms.
template <class Code>
double histogram_cost(const Task<Code>& task, const StripShape& shape, std::size_t n_slots) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const auto cells = static_cast<double>(shape.n_levels) * static_cast<double>(task.n_strata());
    return static_cast<double>(n_slots) * (histogram_row * n + histogram_cell * cells);
}

template <class Code>
double packing_cost(const Task<Code>& task, const StripShape& shape) {
    if (task.packed->has_strips()) return 0;
    return packed_code * static_cast<double>(task.coded.columns.n_rows) *
           static_cast<double>(shape.simd.n_lanes);
}

/// What all lanes of a strip cost by rows of bits, once it is packed.
template <class Code>
double vertical_cost(const Task<Code>& task, const StripShape& shape) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const auto n_lanes = static_cast<double>(shape.simd.n_lanes);
    const auto n_levels = static_cast<double>(shape.n_levels);
    const auto n_strata = static_cast<double>(task.n_strata());
    const auto n_given = static_cast<double>(task.given.n_levels);
    const double cells = n_levels * (n_strata + n_given);
    // The longest tables are not known before s is read.
    const double longest = longest_given * n / n_given + longest_stratum * n / n_strata;
    if (task.coded.columns.n_rows <= most_short_rows && suits_short(longest, cells)) {
        return short_row * n * n_levels + short_set * longest + short_cell * cells;
    }
    return vertical_row * n * (n_levels - 1) + vertical_cell * cells * n_lanes;
}

/// Whether strips can count at all: their counts must not outgrow the codes.
template <class Code>
bool fits_strips(const Task<Code>& task) {
    const std::uint64_t n = task.coded.columns.n_rows;
    const std::uint64_t most_strata = n <= most_short_rows ? most_short_strata : n;
    return task.packed != nullptr && task.n_strata() <= most_strata && task.target.n_levels <= n &&
           n < std::uint64_t{1} << 31;
}

/// Call use(value, first, last) for each stretch of slots, first <= slot < last, of one of(slot).
template <class Of, class Use>
void each_stretch(std::size_t n, const Of& of, const Use& use) {
    for (std::size_t first = 0, last = 1; first < n; first = last++) {
        const auto value = of(first);
        while (last < n && of(last) == value) ++last;
        use(value, first, last);
    }
}

template <class Code>
std::vector<std::size_t> every_slot(const Task<Code>& task) {
    std::vector<std::size_t> slots(task.candidates.size());
    std::iota(slots.begin(), slots.end(), 0);
    return slots;
}

/// Which strips are counted by rows of bits, of those with n_slots candidates each: those where
/// that costs less, if all of them together save more than it takes to put the rows in order.
template <class Code>
std::vector<bool> chosen_strips(const Task<Code>& task, std::span<const std::size_t> n_slots) {
    const std::vector<StripShape>& shapes = task.packed->layout().shapes;
    std::vector<bool> chosen(n_slots.size());
    double saved = -vertical_order * static_cast<double>(task.coded.columns.n_rows);
    for (std::size_t strip = 0; strip < n_slots.size(); ++strip) {
        const double gain = histogram_cost(task, shapes[strip], n_slots[strip]) -
                            packing_cost(task, shapes[strip]) - vertical_cost(task, shapes[strip]);
        chosen[strip] = gain > 0;
        if (gain > 0) saved += gain;
    }
    return saved > 0 ? chosen : std::vector<bool>(n_slots.size());
}

/// Plan the candidates that strips can and shall count; returns the slots of the others.
template <class Code>
std::vector<std::size_t> plan_strips(const Task<Code>& task, bool forced, Plan& plan) {
    const StripLayout& layout = task.packed->layout();
    const std::size_t n = task.candidates.size(), n_strips = layout.shapes.size();
    const auto strip_of = [&](std::size_t slot) {
        return std::min<std::size_t>(layout.places[task.column(slot)].strip, n_strips);
    };
    std::vector<std::size_t> n_slots(n_strips + 1);  // the last are in no strip
    each_stretch(n, strip_of, [&](std::size_t strip, std::size_t first, std::size_t last) {
        n_slots[strip] += last - first;
    });
    std::vector<bool> chosen = forced ? std::vector<bool>(n_strips, true)
                                      : chosen_strips(task, std::span(n_slots).first(n_strips));
    chosen.push_back(false);
    std::size_t n_chosen = 0;
    for (std::size_t strip = 0; strip < n_strips; ++strip) {
        if (chosen[strip]) n_chosen += n_slots[strip];
    }
    std::vector<std::size_t> others;
    if (n_chosen == n) {
        plan.of(Kernel::vertical) = every_slot(task);
        return others;
    }
    for (std::size_t slot = 0; slot < n; ++slot) {
        (chosen[strip_of(slot)] ? plan.of(Kernel::vertical) : others).push_back(slot);
    }
    return others;
}

}  // namespace

template <class Code>
Plan plan_of(const Task<Code>& task, std::optional<Kernel> forced) {
    Plan plan;
    std::vector<std::size_t> others;
    if ((!forced || forced == Kernel::vertical) && fits_strips(task)) {
        others = plan_strips(task, forced.has_value(), plan);
    } else {
        others = every_slot(task);
    }
    const std::uint64_t n = task.coded.columns.n_rows;
    const bool sorts = forced ? forced == Kernel::sorted_rows : 2 * task.given.n_levels > n;
    const std::uint64_t limit = sorts ? 0 : histogram_limit(n);
    for (const std::size_t slot : others) {
        const bool few = task.cells(slot) <= limit;
        plan.of(few ? Kernel::histogram : Kernel::sorted_rows).push_back(slot);
    }
    return plan;
}

namespace {

/// What all strips cost that hold one of the slots, with the order of the rows; infinity if one
/// of the slots is in no strip. Packing counts where it is still to be done, unless it is ignored.
template <class Code, class Slots>
double strips_cost(const Task<Code>& task, const Slots& slots, bool ignores_packing = false) {
    const StripLayout& layout = task.packed->layout();
    std::vector<bool> counted(layout.shapes.size());
    double cost = vertical_order * static_cast<double>(task.coded.columns.n_rows);
    for (const std::size_t slot : slots) {
        const std::uint32_t strip = layout.places[task.column(slot)].strip;
        if (strip == StripLayout::nowhere) return std::numeric_limits<double>::infinity();
        if (counted[strip]) continue;
        counted[strip] = true;
        cost += vertical_cost(task, layout.shapes[strip]);
        if (!ignores_packing) cost += packing_cost(task, layout.shapes[strip]);
    }
    return cost;
}

}  // namespace

template <class Code>
double cost_of(const Task<Code>& task, const Plan& plan, Kernel kernel) {
    if (kernel == Kernel::vertical) return strips_cost(task, plan.of(kernel));
    const auto n_slots = static_cast<double>(plan.of(kernel).size());
    return n_slots * histogram_row * static_cast<double>(task.coded.columns.n_rows);
}

template double cost_of(const Task<std::uint8_t>&, const Plan&, Kernel);
template double cost_of(const Task<std::uint16_t>&, const Plan&, Kernel);

template <class Code>
double scan_cost(const Data<Code>& data, bool with_target) {
    const std::vector<std::uint32_t>& n_levels = data.coded.n_levels;
    std::vector<std::int64_t> columns(n_levels.size());
    std::iota(columns.begin(), columns.end(), 0);
    const Labels given{{}, *std::max_element(n_levels.begin(), n_levels.end())};
    const Task<Code> task{data.coded, columns,           given, data.target, with_target,
                          data.units, data.packed.get(), {}};
    const Plan plan = plan_of(task, data.forced);
    return cost_of(task, plan, Kernel::histogram) + cost_of(task, plan, Kernel::sorted_rows) +
           (plan.of(Kernel::vertical).empty() ? 0
                                              : strips_cost(task, plan.of(Kernel::vertical), true));
}

template double scan_cost(const Data<std::uint8_t>&, bool);
template double scan_cost(const Data<std::uint16_t>&, bool);

namespace {

/// Candidates of so many levels, and more than planes hold at last.
using ByLevels = std::array<std::size_t, most_plane_levels + 2>;

std::size_t place_of(std::uint32_t n_levels) {
    return std::min<std::size_t>(n_levels, most_plane_levels + 1);
}

/// What a pair of a candidate of b levels costs by planes; infinity where labels are sooner
/// counted.
template <class Code>
double planes_pair_cost(const Task<Code>& task, const Planes& planes, std::size_t b, bool forced) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const double cells = static_cast<double>(task.n_strata()) * static_cast<double>(b);
    const double word = planes_word[static_cast<std::size_t>(planes.simd())] *
                        static_cast<double>(planes.n_words());
    const auto b_x = static_cast<double>(b), b_s = static_cast<double>(task.given.n_levels);
    const double cost = planes.of_levels()
                            ? level_word * static_cast<double>(planes.n_words()) * b_x * b_s +
                                  level_cell * cells + planes_pair
                            : word * (b_x - 1) * (b_s - 1) + planes_cell * cells + planes_pair;
    const double by_label = histogram_pair + histogram_row * n + histogram_cell * cells;
    return forced || cost < by_label ? cost : std::numeric_limits<double>::infinity();
}

/// Whether strips count all candidates sooner than planes do in that time.
template <class Code>
bool strips_are_sooner(const Task<Code>& task, const Planes& planes, double planes_cost) {
    const auto n = static_cast<double>(task.coded.columns.n_rows);
    const StripLayout& layout = task.packed->layout();
    if (planes_cost < vertical_order * n || layout.shapes.empty()) return false;
    if (!fits_strips(task)) return false;
    const bool most_columns = 2 * task.candidates.size() > layout.places.size();
    if (most_columns && layout.columns.size() == layout.places.size()) {
        double all = vertical_order * n;
        for (const StripShape& shape : layout.shapes) {
            all += packing_cost(task, shape) + vertical_cost(task, shape);
        }
        if (planes_cost >= all) return true;
    }
    const auto n_missing = static_cast<double>(planes.n_missing(task.candidates));
    const double planes_code = planes.are_masked() ? masked_code : sorted_code;
    const double cost = planes_cost + planes_code * n * n_missing;
    // Candidates are in one strip at least, and that of the fewest levels costs the least.
    const StripShape& front = layout.shapes.front();
    if (cost < vertical_order * n + packing_cost(task, front) + vertical_cost(task, front)) {
        return false;
    }
    return cost >= strips_cost(task, std::views::iota(std::size_t{0}, task.candidates.size()));
}

}  // namespace

template <class Code>
void plan_pairs(const Data<Code>& data, std::int64_t s, std::span<const std::int64_t> candidates,
                bool with_target, PairPlan& plan) {
    plan.by_planes.clear();
    plan.by_labels.clear();
    plan.planes_cost = 0;
    const Labels given{{}, data.coded.n_levels[s]};
    const Task<Code> task{data.coded, candidates,        given, data.target, with_target,
                          data.units, data.packed.get(), {}};
    const Planes& planes = data.packed->planes(data.target.values, data.target.n_levels);
    if (!planes.fit() || given.n_levels > most_plane_levels ||
        data.forced.value_or(Kernel::planes) != Kernel::planes) {
        return;
    }
    ByLevels n_slots{};
    each_stretch(
        candidates.size(), [&](std::size_t slot) { return task.n_levels(slot); },
        [&](std::uint32_t b, std::size_t first, std::size_t last) {
            n_slots[place_of(b)] += last - first;
        });
    std::array<bool, most_plane_levels + 2> by_planes{};
    for (std::size_t b = 1; b <= most_plane_levels; ++b) {
        const double cost = planes_pair_cost(task, planes, b, data.forced.has_value());
        by_planes[b] = n_slots[b] > 0 && cost < std::numeric_limits<double>::infinity();
        if (by_planes[b]) plan.planes_cost += static_cast<double>(n_slots[b]) * cost;
    }
    if (!data.forced && strips_are_sooner(task, planes, plan.planes_cost)) {
        plan.planes_cost = 0;
        return;
    }
    for (std::size_t slot = 0; slot < candidates.size(); ++slot) {
        const bool chosen = by_planes[place_of(task.n_levels(slot))];
        (chosen ? plan.by_planes : plan.by_labels).push_back(slot);
    }
}

template void plan_pairs(const Data<std::uint8_t>&, std::int64_t, std::span<const std::int64_t>,
                         bool, PairPlan&);
template void plan_pairs(const Data<std::uint16_t>&, std::int64_t, std::span<const std::int64_t>,
                         bool, PairPlan&);

template Plan plan_of(const Task<std::uint8_t>&, std::optional<Kernel>);
template Plan plan_of(const Task<std::uint16_t>&, std::optional<Kernel>);

}  // namespace natpick
