#include "strips.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

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

/// The same from bytes: whole rows copied, or eight columns turned at a time.
void fill(const Columns<std::uint8_t>& columns, const StripShape& shape, std::size_t top,
          std::size_t bottom, std::uint8_t* rows) {
    const std::size_t n_lanes = shape.simd.n_lanes;
    const std::span<const std::uint32_t> all = shape.columns;
    if (columns.column_stride == 1 && are_neighbours(all)) {
        for (std::size_t row = top; row < bottom; ++row, rows += n_lanes) {
            std::memcpy(
                rows,
                columns.column(all[0]) + static_cast<std::ptrdiff_t>(row) * columns.row_stride,
                all.size());
        }
        return;
    }
    const std::size_t turned = n_lanes / 8;
    if (columns.row_stride != 1 || (bottom - top) % turned != 0) {
        fill<std::uint8_t>(columns, shape, top, bottom, rows);
        return;
    }
    std::size_t lane = 0;
    for (; lane + 8 <= all.size(); lane += 8) {
        if (!are_neighbours(all.subspan(lane, 8))) break;
        for (std::size_t row = top; row < bottom; row += turned) {
            shape.simd.turn(columns.column(all[lane]) + row, columns.column_stride,
                            rows + (row - top) * n_lanes + lane, n_lanes);
        }
    }
    StripShape others = shape;
    others.columns = all.subspan(lane);
    fill<std::uint8_t>(columns, others, top, bottom, rows + lane);
}

template <class Code>
void pack_rows(const Columns<Code>& columns, const StripShape& shape, std::size_t first,
               std::size_t last, std::byte* planes) {
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
    parallel_for(n_strips, workers, [&](std::size_t item, Checkpoint& checkpoint) {
        Strip& strip = strips->strips[item];
        const StripShape& shape = layout.shapes[item];
        strip.marginals.resize(order.n_strata() * shape.cells());
        const Part everything{0, order.n_blocks, 0, order.n_strata()};
        count_strata(shape, strip, order, everything, strip.marginals.data(), checkpoint);
    });
    return strips;
}

template std::shared_ptr<const Strips> strips_of(const Columns<std::uint8_t>&, const Labels&,
                                                 const StripLayout&, const Workers&);
template std::shared_ptr<const Strips> strips_of(const Columns<std::uint16_t>&, const Labels&,
                                                 const StripLayout&, const Workers&);

namespace {

/// The codes of a lane: VerticalSimd::pack puts bit r of byte q of a plane there for the lane
/// r n_bytes + q.
template <class Out>
void read_lane(const StripShape& shape, const Strip& strip, std::size_t lane,
               std::span<Out> codes) {
    const std::size_t n_bytes = shape.simd.n_lanes / 8;
    const std::size_t bit = lane / n_bytes;
    const std::byte* place = strip.planes + lane % n_bytes;
    for (Out& code : codes) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < shape.n_planes; ++k) {
            bits |= (static_cast<std::uint32_t>(place[k * n_bytes]) >> bit & 1) << k;
        }
        code = static_cast<Out>(bits);
        place += shape.row_bytes();
    }
}

}  // namespace

template <class Code, class Out>
void read_column(const Data<Code>& data, std::size_t j, std::span<Out> codes) {
    const Columns<Code>& columns = data.coded.columns;
    const auto apart = static_cast<std::size_t>(std::abs(columns.row_stride)) * sizeof(Code);
    const StripLayout& layout = data.packed->layout();
    const auto [strip, lane] = layout.places[j];
    if (strip != StripLayout::nowhere && layout.shapes[strip].row_bytes() < apart) {
        if (const auto strips = data.packed->made_strips()) {
            read_lane(layout.shapes[strip], strips->strips[strip], lane, codes);
            return;
        }
    }
    const Code* column = columns.column(j);
    if (columns.row_stride == 1) {
        std::copy_n(column, codes.size(), codes.data());
        return;
    }
    for (Out& code : codes) {
        code = static_cast<Out>(*column);
        column += columns.row_stride;
    }
}

template void read_column(const Data<std::uint8_t>&, std::size_t, std::span<std::uint8_t>);
template void read_column(const Data<std::uint8_t>&, std::size_t, std::span<std::uint32_t>);
template void read_column(const Data<std::uint16_t>&, std::size_t, std::span<std::uint8_t>);
template void read_column(const Data<std::uint16_t>&, std::size_t, std::span<std::uint32_t>);

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

}  // namespace natpick
