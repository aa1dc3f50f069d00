#include "strips.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace natpick {

namespace {

/// Rows that are packed together: their codes stay in the first-level cache.
constexpr std::size_t packed_rows = 64;

/// Rows one thread packs at a time.
constexpr std::size_t item_rows = 1 << 14;

/// The distance between values that are read once a cache line.
constexpr std::size_t line_words = 8;

/// Codes of a strip, side by side: rows[row][lane].
template <class Code>
void fill(const Columns<Code>& columns, const StripShape& shape, std::size_t top,
          std::size_t bottom, std::uint8_t* rows) {
    const std::size_t n_lanes = shape.simd.n_lanes;
    for (std::size_t lane = 0; lane < shape.columns.size(); ++lane) {
        const Code* column = columns.column(shape.columns[lane]);
        for (std::size_t row = top; row < bottom; ++row) {
            rows[(row - top) * n_lanes + lane] = static_cast<std::uint8_t>(
                column[static_cast<std::ptrdiff_t>(row) * columns.row_stride]);
        }
    }
}

bool are_neighbours(std::span<const std::uint32_t> columns) {
    return columns.back() - columns.front() + 1 == columns.size();
}

/// The same from bytes: whole rows are copied.
void fill(const Columns<std::uint8_t>& columns, const StripShape& shape, std::size_t top,
          std::size_t bottom, std::uint8_t* rows) {
    const std::span<const std::uint32_t> all = shape.columns;
    if (columns.column_stride != 1 || !are_neighbours(all)) {
        fill<std::uint8_t>(columns, shape, top, bottom, rows);
        return;
    }
    for (std::size_t row = top; row < bottom; ++row, rows += shape.simd.n_lanes) {
        const auto apart = static_cast<std::ptrdiff_t>(row) * columns.row_stride;
        std::memcpy(rows, columns.column(all[0]) + apart, all.size());
    }
}

/// Pack the last rows of columns, fewer than columns_rows: in copies that are filled up.
void pack_last(std::span<const std::uint8_t* const> places, const StripShape& shape,
               std::size_t n_rows, std::byte* planes) {
    const std::size_t filled_up = (n_rows + 63) / 64 * 64;
    std::vector<std::uint8_t> codes(places.size() * filled_up);
    std::vector<const std::uint8_t*> copies;
    for (std::size_t lane = 0; lane < places.size(); ++lane) {
        std::uint8_t* copy = codes.data() + lane * filled_up;
        if (lane < shape.columns.size()) std::copy_n(places[lane], n_rows, copy);
        copies.push_back(copy);
    }
    const AlignedBytes packed = aligned_bytes(filled_up * shape.row_bytes());
    shape.simd.pack_columns(copies.data(), filled_up, shape.n_planes, packed.get());
    std::copy_n(packed.get(), n_rows * shape.row_bytes(), planes);
}

/// Pack rows of columns that lie one after another.
void pack_columns(const Columns<std::uint8_t>& columns, const StripShape& shape, std::size_t first,
                  std::size_t last, std::byte* planes) {
    constexpr std::uint8_t no_codes[columns_rows] = {};
    std::vector<const std::uint8_t*> places(shape.simd.n_lanes, no_codes);
    for (; first < last; first += columns_rows) {
        for (std::size_t lane = 0; lane < shape.columns.size(); ++lane) {
            places[lane] = columns.column(shape.columns[lane]) + first;
        }
        std::byte* out = planes + first * shape.row_bytes();
        if (first + columns_rows <= last) {
            shape.simd.pack_columns(places.data(), columns_rows, shape.n_planes, out);
        } else {
            pack_last(places, shape, last - first, out);
        }
    }
}

template <class Code>
void pack_rows(const Columns<Code>& columns, const StripShape& shape, std::size_t first,
               std::size_t last, std::byte* planes) {
    if constexpr (sizeof(Code) == 1) {
        if (columns.row_stride == 1) {
            pack_columns(columns, shape, first, last, planes);
            return;
        }
    }
    std::vector<std::uint8_t> rows(packed_rows * shape.simd.n_lanes);
    for (std::size_t top = first; top < last; top += packed_rows) {
        const std::size_t bottom = std::min(last, top + packed_rows);
        fill(columns, shape, top, bottom, rows.data());
        shape.simd.pack(rows.data(), bottom - top, shape.n_planes,
                        planes + top * shape.row_bytes());
    }
}

/// Read a block in order: what is then visited in any order lies in the cache.
void touch(const std::byte* first, const std::byte* last) {
    std::uint64_t sum = 0;
    for (; first < last; first += line_words * 8) sum += static_cast<std::uint64_t>(*first);
    volatile std::uint64_t used = sum;
    static_cast<void>(used);
}

}  // namespace

template <class Code>
std::shared_ptr<const Strips> strips_of(const Columns<Code>& columns, const Labels& target,
                                        const StripLayout& layout, const Workers& workers) {
    const std::size_t n = columns.n_rows;
    const std::size_t n_strips = layout.shapes.size();
    auto strips = std::make_shared<Strips>();
    std::size_t widest = 0, in_row = 0;
    for (const StripShape& shape : layout.shapes) {
        widest = std::max(widest, shape.row_bytes());
        in_row += shape.row_bytes();
    }
    strips->planes = aligned_bytes((n + 1) * in_row);
    std::byte* planes = strips->planes.get();
    for (const StripShape& shape : layout.shapes) {
        strips->strips.push_back({planes, {}});
        planes += (n + 1) * shape.row_bytes();
        std::memset(planes - shape.row_bytes(), 0, shape.row_bytes());
    }
    const std::size_t items = (n + item_rows - 1) / item_rows;
    parallel_for(items * n_strips, workers, [&](std::size_t item, Checkpoint&) {
        const std::size_t first = item % items * item_rows;
        pack_rows(columns, layout.shapes[item / items], first, std::min(n, first + item_rows),
                  strips->strips[item / items].planes);
    });
    const Order order = order_of(constant_labels(n), &target, false, widest, workers);
    std::vector<std::size_t> every(n_strips);
    std::iota(every.begin(), every.end(), 0);
    auto marginals = count_in_parts(layout, *strips, every, order, workers);
    for (const std::size_t strip : every) {
        strips->strips[strip].marginals = std::move(marginals[strip]);
    }
    return strips;
}

template std::shared_ptr<const Strips> strips_of(const Columns<std::uint8_t>&, const Labels&,
                                                 const StripLayout&, const Workers&);
template std::shared_ptr<const Strips> strips_of(const Columns<std::uint16_t>&, const Labels&,
                                                 const StripLayout&, const Workers&);

void count_strata(const StripShape& shape, const Strip& strip, const Order& order, const Part& part,
                  std::uint32_t* counts, Checkpoint& checkpoint) {
    const std::size_t n = order.n_rows;
    for (std::size_t block = part.first_block; block < part.end_block; ++block) {
        if (order.n_blocks > 1) {
            const std::size_t top = block * order.block_rows;
            const std::size_t bottom = std::min(n, top + order.block_rows);
            touch(strip.planes + top * shape.row_bytes(),
                  strip.planes + bottom * shape.row_bytes());
        }
        for (std::size_t z = part.first_stratum; z < part.end_stratum; ++z) {
            const std::span<const std::uint32_t> rows = order.segment(block, z);
            if (rows.empty()) continue;
            shape.simd.count(strip.planes, shape.n_planes, rows.data(), rows.size(), shape.n_levels,
                             order.n_blocks > 1, counts + (z - part.first_stratum) * shape.cells());
        }
        checkpoint();
    }
}

std::vector<std::vector<std::uint32_t>> count_in_parts(const StripLayout& layout,
                                                       const Strips& strips,
                                                       std::span<const std::size_t> which,
                                                       const Order& order, const Workers& workers) {
    const std::size_t of_each = (workers.n_threads + which.size() - 1) / which.size();
    const std::size_t parts = std::min(order.n_blocks, of_each);
    std::vector<std::vector<std::uint32_t>> counts(which.size() * parts);
    parallel_for(counts.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        const std::size_t strip = which[item / parts], part = item % parts;
        const StripShape& shape = layout.shapes[strip];
        const Part blocks{part * order.n_blocks / parts, (part + 1) * order.n_blocks / parts, 0,
                          order.n_strata()};
        counts[item].resize(order.n_strata() * shape.cells());
        count_strata(shape, strips.strips[strip], order, blocks, counts[item].data(), checkpoint);
    });
    std::vector<std::vector<std::uint32_t>> sums;
    for (std::size_t item = 0; item < counts.size(); item += parts) {
        const VerticalSimd& simd = layout.shapes[which[item / parts]].simd;
        sums.push_back(std::move(counts[item]));
        for (std::size_t part = 1; part < parts; ++part) {
            simd.add(counts[item + part].data(), sums.back().size(), sums.back().data());
        }
    }
    return sums;
}

}  // namespace natpick
