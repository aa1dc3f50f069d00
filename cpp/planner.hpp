// Which kernel counts which candidates.
#pragma once

#include <optional>
#include <vector>

#include "kernels.hpp"

namespace natpick {

/// The kernel that counts each candidate, shape (candidates,). It depends on the shape of the
/// task alone: rows, levels, classes, strata, candidates, and whether strips are packed. A
/// forced kernel counts whatever it can.
template <class Code>
std::vector<Kernel> plan_of(const Task<Code>& task, std::optional<Kernel> forced);

}  // namespace natpick
