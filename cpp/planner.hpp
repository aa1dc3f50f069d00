// Which kernel counts which candidates.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernels.hpp"

namespace natpick {

/// The slots that each kernel is to count; every slot is in one of them.
struct Plan {
    std::vector<std::size_t> histogram;
    std::vector<std::size_t> sorted_rows;
    std::vector<std::size_t> vertical;
};

template <class Code>
Plan plan_of(const Task<Code>& task, std::optional<Kernel> forced);

}  // namespace natpick
