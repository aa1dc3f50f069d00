// Sums over joint tables of weighted rows, of columns that lie dense or are lists of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "any_columns.hpp"
#include "information.hpp"
#include "threads.hpp"

namespace natpick {

/// A value for each row, below n_labels.
struct RowLabels {
    std::span<const std::uint32_t> values;
    std::size_t n_labels;
};

/// The squares of the weights of rows that are shares of a whole, in multiples of a unit. Empty
/// where weights are numbers of rows, for of w rows each has the square 1.
struct Squares {
    std::span<const std::uint64_t> values;
    double unit = 1.0;
};

/// What is counted: row r counts weights[r] times. All spans are of the caller.
struct WeightedRows {
    AnyColumns columns;
    std::span<const std::uint32_t> n_levels;  // of each column
    std::span<const std::uint64_t> weights;   // of each row
    Squares squares;
    std::uint64_t total;  // the sum of the weights
    Units units;          // of that
};

/// Check that rows, codes and levels fit; throws std::invalid_argument if not. The sums of the
/// weights and of the squares must be 1 to 2^52.
WeightedRows weighted_rows(AnyColumns columns, std::span<const std::uint32_t> n_levels,
                           std::span<const std::uint64_t> weights, Squares squares);

/// T_g: the sum of units over the labels.
std::int64_t label_sum(const WeightedRows& rows, const RowLabels& given);

/// T_xg for each candidate column X, shape (candidates,): O(rows listed), for the usual code's
/// counts are what the others leave of the labels'. The same on any number of threads.
std::vector<std::int64_t> joint_sums(const WeightedRows& rows,
                                     std::span<const std::int64_t> candidates,
                                     const RowLabels& given, const Workers& workers);

}  // namespace natpick
