// Columns of codes in either layout: every row written out, or only the unusual ones listed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "columns.hpp"

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

template <class... Layout>
struct Overloaded : Layout... {
    using Layout::operator()...;
};

inline std::size_t n_columns_of(const AnyColumns& columns) {
    return std::visit(Overloaded{[](const Lists& lists) { return lists.usual.size(); },
                                 [](const auto& dense) { return dense.n_columns; }},
                      columns);
}

/// The code of the rows that are not listed; none where all are.
inline std::optional<std::uint32_t> usual_code(const AnyColumns& columns, std::size_t j) {
    const auto* lists = std::get_if<Lists>(&columns);
    return lists == nullptr ? std::nullopt : std::optional(lists->usual[j]);
}

/// Call use(row, code) for each row of column j that is listed; for all of a dense one.
template <class Use>
void each_row(const AnyColumns& columns, std::size_t j, const Use& use) {
    std::visit(Overloaded{[&](const Lists& lists) {
                              for (auto at = lists.starts[j]; at < lists.starts[j + 1]; ++at) {
                                  use(lists.rows[at], std::uint32_t{lists.codes[at]});
                              }
                          },
                          [&](const auto& dense) {
                              for (std::size_t row = 0; row < dense.n_rows; ++row) {
                                  use(row, std::uint32_t{dense.at(row, j)});
                              }
                          }},
               columns);
}

}  // namespace natpick
