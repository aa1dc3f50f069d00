// Columns transposed: a row of bits holds one bit of every candidate of a strip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bytes.hpp"
#include "counts.hpp"
#include "order.hpp"
#include "strip_layout.hpp"

namespace natpick {

/// The planes of a strip: n_rows + 1 rows, the last of zeros, to fill up a segment.
struct Strip {
    std::byte* planes;
    std::vector<std::uint32_t> marginals;  // [c][m][lane]: as VerticalSimd::count counts
};

struct Strips {
    AlignedBytes planes;        // of all strips
    std::vector<Strip> strips;  // one for each of the layout's shapes
};

/// Pack all columns of the layout, and count them with the target.
template <class Code>
std::shared_ptr<const Strips> strips_of(const Columns<Code>& columns, const Labels& target,
                                        const StripLayout& layout, const Workers& workers);

/// Write the codes of column j, shape (n_rows,), which one after another are sooner read from its
/// strip, where it has one, than from rows that lie far apart.
template <class Code, class Out>
void read_column(const Data<Code>& data, std::size_t j, std::span<Out> codes);

/// Some blocks of rows, and some strata.
struct Part {
    std::size_t first_block, end_block;
    std::size_t first_stratum, end_stratum;
};

/// Add to counts[z - first_stratum][m][lane] the rows of a part.
void count_strata(const StripShape& shape, const Strip& strip, const Order& order, const Part& part,
                  std::uint32_t* counts, Checkpoint& checkpoint);

}  // namespace natpick
