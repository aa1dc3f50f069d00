#include "strip_layout.hpp"

#include <algorithm>
#include <bit>

namespace natpick {

namespace {

VerticalSimds simds_for(Simd simd) {
#ifdef NATPICK_X86
    if (simd == Simd::avx512) return avx512::vertical_simds();
    if (simd == Simd::avx2) return avx2::vertical_simds();
#endif
    static_cast<void>(simd);
    return portable::vertical_simds();
}

}  // namespace

StripLayout layout_of(std::span<const std::uint32_t> n_levels, std::size_t most_levels, Simd simd) {
    const VerticalSimds simds = simds_for(simd);
    StripLayout layout;
    std::vector<std::uint32_t>& columns = layout.columns;
    for (std::uint32_t j = 0; j < n_levels.size(); ++j) {
        if (n_levels[j] <= most_levels) columns.push_back(j);
    }
    std::stable_sort(columns.begin(), columns.end(),
                     [&](auto i, auto j) { return n_levels[i] < n_levels[j]; });
    layout.places.resize(n_levels.size(), {StripLayout::nowhere, 0});
    for (std::size_t first = 0, n = 0; first < columns.size(); first += n) {
        const std::size_t left = columns.size() - first;
        const VerticalSimd& width = left <= simds.narrow.n_lanes ? simds.narrow : simds.wide;
        n = std::min(left, width.n_lanes);
        const std::size_t most = std::max(2u, n_levels[columns[first + n - 1]]);
        const auto strip = static_cast<std::uint32_t>(layout.shapes.size());
        for (std::uint32_t lane = 0; lane < n; ++lane) {
            layout.places[columns[first + lane]] = {strip, lane};
        }
        layout.shapes.push_back(
            {width, {}, most, static_cast<std::size_t>(std::bit_width(most - 1))});
        layout.shapes.back().columns = std::span(columns).subspan(first, n);
    }
    return layout;
}

}  // namespace natpick
