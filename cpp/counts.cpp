#include "counts.hpp"

#include <algorithm>
#include <numeric>

#include "kernels.hpp"
#include "planner.hpp"

namespace natpick {

namespace {

template <class Code>
void count(const Task<Code>& task, std::optional<Kernel> forced, const Workers& workers) {
    const Plan plan = plan_of(task, forced);
    const auto with = [&](Kernel kernel, auto kernel_of) {
        const Slots slots = plan.of(kernel);
        if (slots.empty()) return;
        const bool all = forced || workers.n_threads == 1;
        kernel_of(task, slots,
                  all ? workers : enough_workers(workers, cost_of(task, plan, kernel)));
    };
    with(Kernel::histogram, count_histograms<Code>);
    with(Kernel::sorted_rows, count_sorted_rows<Code>);
    with(Kernel::vertical, count_strips<Code>);
}

}  // namespace

Labels constant_labels(std::size_t n_rows) { return {std::vector<std::uint32_t>(n_rows), 1}; }

std::vector<std::uint32_t> strata_of(const Labels& given, const Labels* target) {
    if (target == nullptr) return given.values;
    std::vector<std::uint32_t> strata(given.values.size());
    for (std::size_t row = 0; row < strata.size(); ++row) {
        const std::uint64_t z = given.values[row] * target->n_levels + target->values[row];
        strata[row] = static_cast<std::uint32_t>(z);
    }
    return strata;
}

template <class Code>
void joint_units(const Data<Code>& data, std::span<const std::int64_t> candidates,
                 const Labels& given, bool with_target, const Workers& workers,
                 std::span<JointUnits> sums) {
    count(Task<Code>{data.coded, candidates, given, data.target, with_target, data.units,
                     data.packed.get(), sums},
          data.forced, workers);
}

template void joint_units(const Data<std::uint8_t>&, std::span<const std::int64_t>, const Labels&,
                          bool, const Workers&, std::span<JointUnits>);
template void joint_units(const Data<std::uint16_t>&, std::span<const std::int64_t>, const Labels&,
                          bool, const Workers&, std::span<JointUnits>);

template <class Code>
std::vector<Kernel> kernels_for(const Data<Code>& data, std::span<const std::int64_t> candidates,
                                std::uint64_t n_given, bool with_target) {
    const Labels given{{}, n_given};
    const Task<Code> task{data.coded, candidates,        given, data.target, with_target,
                          data.units, data.packed.get(), {}};
    const Plan plan = plan_of(task, data.forced);
    std::vector<Kernel> kernels(candidates.size());
    for (std::size_t kernel = 0; kernel < n_kernels; ++kernel) {
        for (const std::size_t slot : plan.slots[kernel]) {
            kernels[slot] = static_cast<Kernel>(kernel);
        }
    }
    return kernels;
}

template std::vector<Kernel> kernels_for(const Data<std::uint8_t>&, std::span<const std::int64_t>,
                                         std::uint64_t, bool);
template std::vector<Kernel> kernels_for(const Data<std::uint16_t>&, std::span<const std::int64_t>,
                                         std::uint64_t, bool);

JointUnits label_units(const Labels& given, const Labels& target, const Units& units,
                       const Workers& workers) {
    const std::uint8_t zero = 0;  // one constant column: its joint counts are those of (g, c)
    const Coded<std::uint8_t> constant{{&zero, given.values.size(), 1, 0, 0}, {1}};
    const std::int64_t candidate = 0;
    JointUnits sums;
    count(
        Task<std::uint8_t>{
            constant, {&candidate, 1}, given, target, true, units, nullptr, {&sums, 1}},
        std::nullopt, workers);
    return sums;
}

}  // namespace natpick
