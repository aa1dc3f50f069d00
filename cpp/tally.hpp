// Sums over joint tables of weighted rows, of columns that lie dense or are lists of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "columns.hpp"
#include "information.hpp"
#include "threads.hpp"

namespace natpick {

/// Columns of which only the rows are listed whose code is not the column's usual one. The
/// rows of column j are rows[starts[j]] .. rows[starts[j + 1] - 1], each once.
struct Lists {
    std::span<const std::int64_t> starts;  // shape (n_columns + 1,)
    std::span<const std::uint32_t> rows;
    std::span<const std::uint16_t> codes;  // of the rows listed
    std::span<const std::uint32_t> usual;  // shape (n_columns,)
};

/// Columns in either layout; not owned.
using AnyColumns = std::variant<Columns<std::uint8_t>, Columns<std::uint16_t>, Lists>;

/// A value for each row, below n_labels.
struct RowLabels {
    std::span<const std::uint32_t> values;
    std::size_t n_labels;
};

/// What is counted: row r counts weights[r] times. All spans are of the caller.
struct WeightedRows {
    AnyColumns columns;
    std::span<const std::uint32_t> n_levels;  // of each column
    std::span<const std::uint64_t> weights;   // of each row
    Units units;                              // of the sum of the weights
};

/// Check that rows, codes and levels fit; throws std::invalid_argument if not. The sum of the
/// weights must be 1 to 2^52.
WeightedRows weighted_rows(AnyColumns columns, std::span<const std::uint32_t> n_levels,
                           std::span<const std::uint64_t> weights);

/// T_g: the sum of units over the labels.
std::int64_t label_sum(const WeightedRows& rows, const RowLabels& given);

/// T_xg for each candidate column X, shape (candidates,): O(rows listed), for the usual code's
/// counts are what the others leave of the labels'. The same on any number of threads.
std::vector<std::int64_t> joint_sums(const WeightedRows& rows,
                                     std::span<const std::int64_t> candidates,
                                     const RowLabels& given, const Workers& workers);

}  // namespace natpick
