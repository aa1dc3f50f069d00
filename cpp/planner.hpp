// Which kernel counts which candidates.
#pragma once

#include <optional>
#include <vector>

#include "kernels.hpp"

namespace natpick {

/// The slots that each kernel counts. They depend on the shape of the task alone: rows, levels,
/// classes, strata, candidates, and whether strips are packed. A forced kernel counts whatever it
/// can. Where given has more levels than half the rows, most rows are alone in theirs, and only
/// sorting leaves them out.
struct Plan {
    std::vector<std::size_t> slots[n_kernels];

    std::vector<std::size_t>& of(Kernel kernel) { return slots[static_cast<std::size_t>(kernel)]; }
    Slots of(Kernel kernel) const { return slots[static_cast<std::size_t>(kernel)]; }
};

template <class Code>
Plan plan_of(const Task<Code>& task, std::optional<Kernel> forced);

/// About how many nanoseconds a kernel needs on one thread for its slots of a plan.
template <class Code>
double cost_of(const Task<Code>& task, const Plan& plan, Kernel kernel);

/// About how many nanoseconds it takes on one thread to count all columns, once they are packed,
/// with the one of most levels.
template <class Code>
double scan_cost(const Data<Code>& data, bool with_target);

/// Which of the candidates of one column s are counted by planes, and what that costs in
/// nanoseconds; all others are counted against the labels of s.
struct PairPlan {
    std::vector<std::size_t> by_planes;
    std::vector<std::size_t> by_labels;  // the others, where there are both
    double planes_cost;
};

/// Planes suit few candidates of few levels: many are sooner counted in strips.
template <class Code>
void plan_pairs(const Data<Code>& data, std::int64_t s, std::span<const std::int64_t> candidates,
                bool with_target, PairPlan& plan);

}  // namespace natpick
