#include "bins.hpp"

#include <algorithm>
#include <array>
#include <mutex>

namespace natpick {

namespace {

/// What a number takes, about.
constexpr double nanoseconds = 0.35, nanoseconds_gathered = 1.5;

/// Rows coded together: their codes are still in the first-level cache when they are counted.
constexpr std::size_t tile = 4096;

}  // namespace

template <class Real>
std::vector<std::uint64_t> code(const Numbers<Real>& numbers, std::span<const Real> points,
                                std::span<const std::uint32_t> n_codes, const Places& places,
                                const Workers& all) {
    using Counts = std::array<std::uint64_t, 256>;
    const std::size_t n = numbers.n_rows;
    const std::size_t most = points.size() / std::max<std::size_t>(1, numbers.n_columns);
    std::vector<std::uint64_t> counts(numbers.n_columns * (most + 2));
    const Workers workers = enough_workers(all, numbers.n_columns, n, nanoseconds);
    const CodesSimd<Real> simd = chosen_numbers_simd<Real>().codes;
    std::mutex mutex;
    const auto code_piece = [&](std::size_t j, std::size_t first, std::size_t last, Counts& own) {
        const Real* const values = numbers.column(j).data();
        std::uint8_t* const codes = places.codes + static_cast<std::size_t>(places.places[j]) * n;
        const std::size_t n_points = n_codes[j] == 0 ? 0 : n_codes[j] - 1;
        own.fill(0);
        for (std::size_t top = first; top < last; top += tile) {
            const std::size_t size = std::min(tile, last - top);
            simd.code(values + top, size, points.data() + j * most, n_points,
                      static_cast<std::uint8_t>(n_codes[j]), codes + top);
            simd.tally(codes + top, size, n_points + 2, own.data());
        }
        const std::lock_guard<std::mutex> lock(mutex);
        for (std::size_t c = 0; c < n_points + 2; ++c) counts[j * (most + 2) + c] += own[c];
    };
    for_each_piece(numbers.n_columns, n, workers, Counts{}, code_piece);
    return counts;
}

template <class Real>
std::vector<Real> gathered(const Real* data, std::size_t n_rows, std::size_t n_columns,
                           std::ptrdiff_t row_stride, std::ptrdiff_t column_stride,
                           const Workers& all) {
    const Workers workers = enough_workers(all, n_columns, n_rows, nanoseconds_gathered);
    constexpr std::size_t rows = 256;
    std::vector<Real> columns(n_rows * n_columns);
    parallel_for((n_rows + rows - 1) / rows, workers, [&](std::size_t item, Checkpoint&) {
        const std::size_t end = std::min(n_rows, item * rows + rows);
        for (std::size_t j = 0; j < n_columns; ++j) {
            const Real* const from = data + static_cast<std::ptrdiff_t>(j) * column_stride;
            Real* const to = columns.data() + j * n_rows;
            for (std::size_t i = item * rows; i < end; ++i) {
                to[i] = from[static_cast<std::ptrdiff_t>(i) * row_stride];
            }
        }
    });
    return columns;
}

template std::vector<std::uint64_t> code(const Numbers<float>&, std::span<const float>,
                                         std::span<const std::uint32_t>, const Places&,
                                         const Workers&);
template std::vector<std::uint64_t> code(const Numbers<double>&, std::span<const double>,
                                         std::span<const std::uint32_t>, const Places&,
                                         const Workers&);
template std::vector<float> gathered(const float*, std::size_t, std::size_t, std::ptrdiff_t,
                                     std::ptrdiff_t, const Workers&);
template std::vector<double> gathered(const double*, std::size_t, std::size_t, std::ptrdiff_t,
                                      std::ptrdiff_t, const Workers&);

}  // namespace natpick
