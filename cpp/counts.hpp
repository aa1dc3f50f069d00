// The one counting primitive: joint counts of each candidate column with given and target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "columns.hpp"
#include "information.hpp"
#include "packed.hpp"
#include "threads.hpp"

namespace natpick {

/// One value per row, each below n_levels.
struct Labels {
    std::vector<std::uint32_t> values;
    std::uint64_t n_levels;
};

/// n_rows equal labels: to count without a condition.
Labels constant_labels(std::size_t n_rows);

/// Columns with the number of levels of each, shape (n_columns,); every code is below it.
template <class Code>
struct Coded {
    Columns<Code> columns;
    std::vector<std::uint32_t> n_levels;
};

/// The ways to count. All give the same sums; plan_of chooses, and plan_pairs if it is planes.
enum class Kernel : std::uint8_t { histogram, sorted_rows, vertical, planes };
inline constexpr std::size_t n_kernels = 4;

/// What is counted: columns, not owned, and the target; how counts are measured; and the
/// columns once more in a kernel's own layout, from when one first needs it.
template <class Code>
struct Data {
    Coded<Code> coded;
    Labels target;
    Units units;
    std::unique_ptr<Packed> packed;
    std::optional<Kernel> forced;  // count with this kernel wherever it can; for tests
};

/// Sums of units over the tables (X, G) and (X, G, C) of one candidate X.
struct JointUnits {
    std::int64_t given = 0;         // T_xg
    std::int64_t given_target = 0;  // T_xgc
};

/// Write T_xg and T_xgc of each candidate column X, shape (candidates,); without the target the
/// second equals the first. The sums are the same on any number of threads and by any kernel.
template <class Code>
void joint_units(const Data<Code>& data, std::span<const std::int64_t> candidates,
                 const Labels& given, bool with_target, const Workers& workers,
                 std::span<JointUnits> sums);

/// The kernel that joint_units would now take for each candidate, for tests and benchmarks.
template <class Code>
std::vector<Kernel> kernels_for(const Data<Code>& data, std::span<const std::int64_t> candidates,
                                std::uint64_t n_given, bool with_target);

/// T_g and T_gc of the labels themselves.
JointUnits label_units(const Labels& given, const Labels& target, const Units& units,
                       const Workers& workers);

}  // namespace natpick
