#include "column_codes.hpp"

#include <algorithm>
#include <cstdlib>

#include "strips.hpp"

namespace natpick {

namespace {

/// Rows of a strip that stay in the second-level cache while several columns are read.
constexpr std::size_t rows_together_read = 2048;

/// The codes of a lane from some row on: VerticalSimd::pack puts bit r of byte q of a plane there
/// for the lane r n_bytes + q.
template <std::size_t Planes>
void read_lane(const StripShape& shape, const Strip& strip, std::size_t lane, std::size_t first,
               std::span<std::uint8_t> codes) {
    const std::size_t n_bytes = shape.simd.n_lanes / 8;
    const std::size_t bit = lane / n_bytes;
    const auto* place =
        reinterpret_cast<const std::uint8_t*>(strip.planes) + first * Planes * n_bytes;
    place += lane % n_bytes;
    for (std::uint8_t& code : codes) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < Planes; ++k) bits |= (place[k * n_bytes] >> bit & 1u) << k;
        code = static_cast<std::uint8_t>(bits);
        place += Planes * n_bytes;
    }
}

constexpr decltype(&read_lane<1>) read_lane_of[] = {
    nullptr, read_lane<1>, read_lane<2>, read_lane<3>, read_lane<4>, read_lane<5>, read_lane<6>};

/// Whether a column is sooner read from its strip than from where it lies.
template <class Code>
bool lies_in_strip(const Data<Code>& data, std::size_t j) {
    const std::ptrdiff_t stride = data.coded.columns.row_stride;
    const StripLayout& layout = data.packed->layout();
    const std::uint32_t strip = layout.places[j].strip;
    return strip != StripLayout::nowhere &&
           layout.shapes[strip].row_bytes() <
               static_cast<std::size_t>(std::abs(stride)) * sizeof(Code);
}

template <class Code, class Out>
void read_where_it_lies(const Columns<Code>& columns, std::size_t j, std::span<Out> codes) {
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

/// Read columns from their strips, those of the same rows one after the other.
void read_strips(const StripLayout& layout, const Strips& strips,
                 std::span<const std::int64_t> columns,
                 std::span<const std::span<std::uint8_t>> codes) {
    const std::size_t n = codes.front().size();
    for (std::size_t first = 0; first < n; first += rows_together_read) {
        const std::size_t rows = std::min(rows_together_read, n - first);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto [strip, lane] = layout.places[static_cast<std::size_t>(columns[i])];
            const StripShape& shape = layout.shapes[strip];
            read_lane_of[shape.n_planes](shape, strips.strips[strip], lane, first,
                                         codes[i].subspan(first, rows));
        }
    }
}

}  // namespace

template <class Code>
std::vector<std::span<const std::uint8_t>> codes_of(const Data<Code>& data,
                                                    std::span<const std::int64_t> columns,
                                                    CodesRoom& room) {
    const Columns<Code>& table = data.coded.columns;
    const auto strips = data.packed->made_strips();
    std::vector<std::span<const std::uint8_t>> codes;
    std::vector<std::int64_t> in_strips;
    std::vector<std::span<std::uint8_t>> to_read;
    room.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto j = static_cast<std::size_t>(columns[i]);
        if constexpr (sizeof(Code) == 1) {
            if (table.row_stride == 1) {
                codes.push_back({table.column(j), table.n_rows});
                continue;
            }
        }
        room[i].resize(table.n_rows);
        codes.push_back(room[i]);
        if (strips == nullptr || !lies_in_strip(data, j)) {
            read_where_it_lies(table, j, std::span(room[i]));
        } else {
            in_strips.push_back(columns[i]);
            to_read.push_back(room[i]);
        }
    }
    if (!to_read.empty()) read_strips(data.packed->layout(), *strips, in_strips, to_read);
    // Its labels are often wanted next.
    if (to_read.size() == 1) {
        data.packed->remember(in_strips[0], {to_read[0].begin(), to_read[0].end()});
    }
    return codes;
}

template <class Code>
Labels labels_of(const Data<Code>& data, std::size_t j) {
    Labels labels{std::vector<std::uint32_t>(data.coded.columns.n_rows), data.coded.n_levels[j]};
    if (const auto strips = data.packed->made_strips(); strips && lies_in_strip(data, j)) {
        const auto column = static_cast<std::int64_t>(j);
        CodesRoom room;
        const auto recalled = data.packed->recalled(column);
        const auto codes = recalled ? std::span(*recalled) : codes_of(data, {&column, 1}, room)[0];
        std::copy(codes.begin(), codes.end(), labels.values.begin());
    } else {
        read_where_it_lies(data.coded.columns, j, std::span(labels.values));
    }
    return labels;
}

template std::vector<std::span<const std::uint8_t>> codes_of(const Data<std::uint8_t>&,
                                                             std::span<const std::int64_t>,
                                                             CodesRoom&);
template std::vector<std::span<const std::uint8_t>> codes_of(const Data<std::uint16_t>&,
                                                             std::span<const std::int64_t>,
                                                             CodesRoom&);
template Labels labels_of(const Data<std::uint8_t>&, std::size_t);
template Labels labels_of(const Data<std::uint16_t>&, std::size_t);

}  // namespace natpick
