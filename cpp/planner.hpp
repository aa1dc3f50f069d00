// Which kernel counts which candidates.
#pragma once

#include <optional>
#include <vector>

#include "kernels.hpp"

namespace natpick {

/// The kernel that counts each candidate, shape (candidates,). It depends on the shape of the
/// task alone: rows, levels, classes, strata, candidates, and whether strips are packed. A
/// forced kernel counts whatever it can. Where given has more levels than half the rows, most
/// rows are alone in theirs, and only sorting leaves them out.
template <class Code>
std::vector<Kernel> plan_of(const Task<Code>& task, std::optional<Kernel> forced);

/// About how many nanoseconds a kernel needs on one thread for its candidates of a plan.
template <class Code>
double cost_of(const Task<Code>& task, const std::vector<Kernel>& plan, Kernel kernel);

/// Which of the candidates of one column s are counted by planes, and what that costs in
/// nanoseconds; the others are counted against the labels of s.
struct PairPlan {
    std::vector<std::size_t> by_planes;
    std::vector<std::size_t> by_labels;
    double planes_cost;
};

/// Planes suit few candidates of few levels: many are sooner counted in strips.
template <class Code>
void plan_pairs(const Data<Code>& data, std::int64_t s, std::span<const std::int64_t> candidates,
                bool with_target, PairPlan& plan);

}  // namespace natpick
