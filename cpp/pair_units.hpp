// Sums of units over the tables of pairs of columns, by whatever kernel counts them soonest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counts.hpp"

namespace natpick {

/// Pairs of one column s with the candidates at places first <= at < last, counted together.
struct PairRun {
    std::int64_t s;
    std::size_t first, last;
};

/// T_is and T_isc for each pair of a run's s with a candidate, shape (candidates,); without the
/// target the second equals the first.
template <class Code>
std::vector<JointUnits> pair_units(const Data<Code>& data, std::span<const PairRun> runs,
                                   std::span<const std::int64_t> candidates, bool with_target,
                                   const Workers& workers);

/// The kernel that pair_units would now take for each candidate of s, for tests and benchmarks.
template <class Code>
std::vector<Kernel> kernels_for_pairs(const Data<Code>& data, std::int64_t s,
                                      std::span<const std::int64_t> candidates, bool with_target);

}  // namespace natpick
