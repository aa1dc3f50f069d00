// The codes of single columns, one after another, wherever they are soonest read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counts.hpp"

namespace natpick {

/// Room for codes that do not lie one after another.
using CodesRoom = std::vector<std::vector<std::uint8_t>>;

/// The codes of columns of at most 256 levels, shape (n_rows,) each: where they lie, or else in
/// the room. Codes in rows that lie far apart are sooner read from strips, where those are made,
/// and rows of strips come from memory once for all columns.
template <class Code>
std::vector<std::span<const std::uint8_t>> codes_of(const Data<Code>& data,
                                                    std::span<const std::int64_t> columns,
                                                    CodesRoom& room);

/// The codes of column j as labels.
template <class Code>
Labels labels_of(const Data<Code>& data, std::size_t j);

}  // namespace natpick
