#include "pair_units.hpp"

#include <algorithm>

#include "column_codes.hpp"
#include "planes.hpp"
#include "planner.hpp"

namespace natpick {

namespace {

/// Pairs that one thread counts at a time.
constexpr std::size_t pairs_together = 16;

/// Nanoseconds of counting that a further thread is worth starting for.
constexpr double ns_per_thread = 200e3;

/// A pair that is counted by planes.
struct PlanesPair {
    std::int64_t s;
    std::int64_t i;
    JointUnits* sums;
};

/// The sum of units of counts of at most n_rows.
std::int64_t sum_of(std::span<const std::uint32_t> counts, std::size_t n_rows, const Units& units) {
    std::int64_t sum = 0;
    if (n_rows < units.table().size()) {
        const std::int64_t* listed = units.table().data();
        for (const std::uint32_t count : counts) sum += listed[count];
    } else {
        for (const std::uint32_t count : counts) sum += units(count);
    }
    return sum;
}

/// T_is and T_isc of a table n[c][s][i] of n_classes classes, which is overwritten.
JointUnits sum_table(std::span<std::uint32_t> counts, std::size_t n_classes, std::size_t n_rows,
                     const Units& units) {
    JointUnits sums;
    sums.given_target = sum_of(counts, n_rows, units);
    const std::size_t cells = counts.size() / n_classes;
    for (std::size_t c = 1; c < n_classes; ++c) {
        for (std::size_t cell = 0; cell < cells; ++cell) counts[cell] += counts[c * cells + cell];
    }
    sums.given = n_classes == 1 ? sums.given_target : sum_of(counts.first(cells), n_rows, units);
    return sums;
}

template <class Code>
void count_by_planes(const Data<Code>& data, std::span<const PlanesPair> pairs, double cost,
                     bool with_target, const Workers& workers) {
    Planes& planes = data.packed->planes(data.target.values, data.target.n_levels);
    std::vector<std::int64_t> columns;
    for (const PlanesPair& pair : pairs) {
        columns.push_back(pair.s);
        columns.push_back(pair.i);
    }
    const auto worth = static_cast<std::size_t>(1 + cost / ns_per_thread);
    const Workers enough{std::min(workers.n_threads, worth), workers.poll};
    const auto read = [&data](std::span<const std::int64_t> some, CodesRoom& room) {
        return codes_of(data, some, room);
    };
    planes.make(data.coded.n_levels, columns, read, enough);
    const std::size_t items = (pairs.size() + pairs_together - 1) / pairs_together;
    const std::size_t n_tables = with_target ? planes.n_classes() : 1;
    parallel_for(items, enough, [&](std::size_t item, Checkpoint&) {
        const std::size_t last = std::min(pairs.size(), (item + 1) * pairs_together);
        std::vector<std::uint32_t> counts;
        for (std::size_t at = item * pairs_together; at < last; ++at) {
            planes.count(pairs[at].i, pairs[at].s, with_target, counts);
            *pairs[at].sums = sum_table(counts, n_tables, data.coded.columns.n_rows, data.units);
        }
    });
}

/// Count some candidates of one s against its labels.
template <class Code>
void count_by_labels(const Data<Code>& data, std::int64_t s, Slots slots,
                     std::span<const std::int64_t> candidates, bool with_target,
                     const Workers& workers, std::span<JointUnits> sums) {
    std::vector<std::int64_t> some;
    for (const std::size_t slot : slots) some.push_back(candidates[slot]);
    std::vector<JointUnits> found(slots.size());
    joint_units(data, some, labels_of(data, s), with_target, workers, std::span(found));
    for (std::size_t at = 0; at < slots.size(); ++at) sums[slots[at]] = found[at];
}

}  // namespace

template <class Code>
std::vector<JointUnits> pair_units(const Data<Code>& data, std::span<const PairRun> runs,
                                   std::span<const std::int64_t> candidates, bool with_target,
                                   const Workers& workers) {
    std::vector<JointUnits> all_sums(candidates.size());
    PairPlan plan;
    std::vector<PlanesPair> by_planes;
    double cost = 0;
    for (const auto& [s, first, last] : runs) {
        const auto i = candidates.subspan(first, last - first);
        const auto sums = std::span(all_sums).subspan(first, last - first);
        plan_pairs(data, s, i, with_target, plan);
        if (plan.by_planes.empty()) {
            joint_units(data, i, labels_of(data, s), with_target, workers, sums);
            continue;
        }
        for (const std::size_t slot : plan.by_planes) {
            by_planes.push_back({s, i[slot], &sums[slot]});
        }
        if (!plan.by_labels.empty()) {
            count_by_labels(data, s, plan.by_labels, i, with_target, workers, sums);
        }
        cost += plan.planes_cost;
    }
    if (!by_planes.empty()) {
        count_by_planes(data, std::span<const PlanesPair>(by_planes), cost, with_target, workers);
    }
    return all_sums;
}

template std::vector<JointUnits> pair_units(const Data<std::uint8_t>&, std::span<const PairRun>,
                                            std::span<const std::int64_t>, bool, const Workers&);
template std::vector<JointUnits> pair_units(const Data<std::uint16_t>&, std::span<const PairRun>,
                                            std::span<const std::int64_t>, bool, const Workers&);

template <class Code>
std::vector<Kernel> kernels_for_pairs(const Data<Code>& data, std::int64_t s,
                                      std::span<const std::int64_t> candidates, bool with_target) {
    PairPlan plan;
    plan_pairs(data, s, candidates, with_target, plan);
    if (plan.by_planes.empty()) {
        return kernels_for(data, candidates, data.coded.n_levels[s], with_target);
    }
    std::vector<Kernel> kernels(candidates.size(), Kernel::planes);
    std::vector<std::int64_t> by_labels;
    for (const std::size_t slot : plan.by_labels) by_labels.push_back(candidates[slot]);
    const auto of_labels = kernels_for(data, by_labels, data.coded.n_levels[s], with_target);
    for (std::size_t at = 0; at < by_labels.size(); ++at) {
        kernels[plan.by_labels[at]] = of_labels[at];
    }
    return kernels;
}

template std::vector<Kernel> kernels_for_pairs(const Data<std::uint8_t>&, std::int64_t,
                                               std::span<const std::int64_t>, bool);
template std::vector<Kernel> kernels_for_pairs(const Data<std::uint16_t>&, std::int64_t,
                                               std::span<const std::int64_t>, bool);

}  // namespace natpick
