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

/// Some blocks of rows, and some strata.
struct Part {
    std::size_t first_block, end_block;
    std::size_t first_stratum, end_stratum;
};

/// Add to counts[z - first_stratum][m][lane] the rows of a part.
void count_strata(const StripShape& shape, const Strip& strip, const Order& order, const Part& part,
                  std::uint32_t* counts, Checkpoint& checkpoint);

/// counts[z][m][lane] of all rows of some strips, whose blocks are parted among the threads where
/// there are fewer strips than those.
std::vector<std::vector<std::uint32_t>> count_in_parts(const StripLayout& layout,
                                                       const Strips& strips,
                                                       std::span<const std::size_t> which,
                                                       const Order& order, const Workers& workers);

}  // namespace natpick
