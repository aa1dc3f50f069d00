#include "planner.hpp"

namespace natpick {

template <class Code>
Plan plan_of(const Task<Code>& task, std::optional<Kernel> forced) {
    const std::uint64_t limit =
        forced == Kernel::sorted_rows ? 0 : histogram_limit(task.coded.columns.n_rows);
    Plan plan;
    for (std::size_t slot = 0; slot < task.candidates.size(); ++slot) {
        (task.cells(slot) <= limit ? plan.histogram : plan.sorted_rows).push_back(slot);
    }
    return plan;
}

template Plan plan_of(const Task<std::uint8_t>&, std::optional<Kernel>);
template Plan plan_of(const Task<std::uint16_t>&, std::optional<Kernel>);

}  // namespace natpick
