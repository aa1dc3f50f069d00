#include "counts.hpp"

#include <algorithm>
#include <numeric>

#include "kernels.hpp"
#include "planner.hpp"

namespace natpick {

namespace {

/// Codes a further thread must have to count before it is worth starting.
constexpr std::uint64_t codes_per_thread = std::uint64_t{1} << 18;

/// How many threads this much counting is worth.
Workers enough_workers(const Workers& workers, std::uint64_t n_codes) {
    const std::uint64_t worth = std::max<std::uint64_t>(1, n_codes / codes_per_thread);
    return {static_cast<std::size_t>(std::min<std::uint64_t>(workers.n_threads, worth)),
            workers.poll};
}

template <class Code>
void count(const Task<Code>& task, std::optional<Kernel> forced, const Workers& workers) {
    const std::uint64_t n_codes = std::uint64_t{task.coded.columns.n_rows} * task.candidates.size();
    const Workers enough = enough_workers(workers, n_codes);
    std::vector<std::size_t> slots[n_kernels];
    const std::vector<Kernel> plan = plan_of(task, forced);
    for (std::size_t slot = 0; slot < plan.size(); ++slot) {
        slots[static_cast<std::size_t>(plan[slot])].push_back(slot);
    }
    count_histograms(task, slots[static_cast<std::size_t>(Kernel::histogram)], enough);
    count_sorted_rows(task, slots[static_cast<std::size_t>(Kernel::sorted_rows)], enough);
    count_strips(task, slots[static_cast<std::size_t>(Kernel::vertical)], enough);
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
std::vector<JointUnits> joint_units(const Data<Code>& data,
                                    std::span<const std::int64_t> candidates, const Labels& given,
                                    bool with_target, const Workers& workers) {
    std::vector<JointUnits> sums(candidates.size());
    count(Task<Code>{data.coded, candidates, given, data.target, with_target, data.units,
                     data.packed.get(), sums},
          data.forced, workers);
    return sums;
}

template std::vector<JointUnits> joint_units(const Data<std::uint8_t>&,
                                             std::span<const std::int64_t>, const Labels&, bool,
                                             const Workers&);
template std::vector<JointUnits> joint_units(const Data<std::uint16_t>&,
                                             std::span<const std::int64_t>, const Labels&, bool,
                                             const Workers&);

template <class Code>
std::vector<Kernel> kernels_for(const Data<Code>& data, std::span<const std::int64_t> candidates,
                                std::uint64_t n_given, bool with_target) {
    const Labels given{{}, n_given};
    return plan_of(Task<Code>{data.coded,
                              candidates,
                              given,
                              data.target,
                              with_target,
                              data.units,
                              data.packed.get(),
                              {}},
                   data.forced);
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
