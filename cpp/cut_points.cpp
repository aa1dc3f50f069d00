#include "cut_points.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "order_statistics.hpp"

namespace natpick {

namespace {

/// What a number takes, about.
constexpr double nanoseconds = 1.2;

/// Up to here columns are sorted, several side by side.
constexpr std::size_t few_rows = 2048;

/// The place of the j-th cut point of m numbers: ceil(m j / bins) - 1.
std::size_t place_of(std::size_t j, std::size_t m, std::size_t bins) {
    return (m * j + bins - 1) / bins - 1;
}

/// Fill up what is left of the points once each is given once; returns how many there are.
template <class Real>
std::uint32_t distinct_points(std::span<Real> points) {
    const auto end = std::unique(points.begin(), points.end());
    std::fill(end, points.end(), std::numeric_limits<Real>::infinity());
    return static_cast<std::uint32_t>(end - points.begin());
}

/// Write the cut points of one column, and return how many there are.
template <class Real>
std::uint32_t cut(std::span<const Real> column, std::span<Real> points,
                  const NumbersSimd<Real>& simd, const Workers& workers) {
    const Extent<Real> extent = extent_of(column, simd);
    if (!(extent.lowest < extent.highest)) return 0;
    const std::size_t bins = points.size() + 1;
    std::vector<Rank> ranks;
    for (std::size_t j = 1; j < bins; ++j) {
        ranks.push_back({place_of(j, extent.n_present, bins), j - 1});
    }
    OrderStatistics<Real>(simd, workers).find({column, extent, 0}, std::move(ranks), points.data());
    if (points.back() == extent.highest) {
        const Real next = simd.highest_below(column.data(), column.size(), extent.highest);
        std::replace(points.begin(), points.end(), extent.highest, next + Real{0});
    }
    return distinct_points(points);
}

/// Columns of few rows, sorted side by side.
template <class Real>
class Sorted {
  public:
    Sorted(const Numbers<Real>& numbers, const NumbersSimd<Real>& simd)
        : numbers_(numbers), simd_(simd), rows_(numbers.n_rows * lanes) {}

    /// Sort the columns from the first on, as many as there are lanes.
    void sort(std::size_t first) {
        const std::size_t n_rows = numbers_.n_rows;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t j = std::min(first + lane, numbers_.n_columns - 1);
            const std::span<const Real> column = numbers_.column(j);
            for (std::size_t i = 0; i < n_rows; ++i) rows_[i * lanes + lane] = column[i];
        }
        n_present_.fill(0);
        for (std::size_t i = 0; i < n_rows; ++i) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                Real& value = rows_[i * lanes + lane];
                n_present_[lane] += value == value;
                value = value == value ? value : infinity;  // after all others
            }
        }
        simd_.sort(rows_.data(), n_rows);
    }

    /// Write the cut points of a lane's column, and return how many there are.
    std::uint32_t cut(std::size_t lane, std::span<Real> points) const {
        const auto at = [&](std::size_t i) { return rows_[i * lanes + lane] + Real{0}; };
        const std::size_t m = n_present_[lane], bins = points.size() + 1;
        if (m == 0 || at(0) == at(m - 1)) return 0;
        std::size_t top = m - 1;
        while (at(top) == at(m - 1)) --top;
        for (std::size_t j = 1; j < bins; ++j) {
            points[j - 1] = at(std::min(place_of(j, m, bins), top));
        }
        return distinct_points(points);
    }

    static constexpr std::size_t lanes = sorted_lanes<Real>;

  private:
    static constexpr Real infinity = std::numeric_limits<Real>::infinity();

    const Numbers<Real>& numbers_;
    NumbersSimd<Real> simd_;
    std::vector<Real> rows_;
    std::array<std::size_t, lanes> n_present_{};
};

/// Whether the threads share each column, of which there are too few to have one each.
bool columns_are_shared(std::size_t n_columns, std::size_t n_rows, const Workers& workers) {
    return workers.n_threads > 1 && n_rows > 2 * piece_rows && n_columns < 2 * workers.n_threads;
}

}  // namespace

template <class Real>
CutPoints<Real> equal_frequency(const Numbers<Real>& numbers, std::size_t bins,
                                const Workers& all) {
    const Workers workers = enough_workers(all, numbers.n_columns, numbers.n_rows, nanoseconds);
    const std::size_t most = bins - 1, p = numbers.n_columns;
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    CutPoints<Real> cuts{most, std::vector<Real>(p * most, infinity),
                         std::vector<std::uint32_t>(p)};
    const NumbersSimd<Real> simd = chosen_numbers_simd<Real>();
    const auto points_of = [&](std::size_t j) {
        return std::span(cuts.points).subspan(j * most, most);
    };
    const auto cut_column = [&](std::size_t j, const Workers& own) {
        cuts.sizes[j] = cut(numbers.column(j), points_of(j), simd, own);
    };
    if (numbers.n_rows <= few_rows) {
        constexpr std::size_t lanes = Sorted<Real>::lanes;
        for_each_column((p + lanes - 1) / lanes, numbers.n_rows * lanes, workers,
                        Sorted<Real>(numbers, simd), [&](std::size_t group, Sorted<Real>& sorted) {
                            const std::size_t first = group * lanes;
                            sorted.sort(first);
                            for (std::size_t j = first; j < std::min(p, first + lanes); ++j) {
                                cuts.sizes[j] = sorted.cut(j - first, points_of(j));
                            }
                        });
    } else if (columns_are_shared(p, numbers.n_rows, workers)) {
        for (std::size_t j = 0; j < p; ++j) cut_column(j, workers);
    } else {
        const Workers alone{1, [] { return false; }};
        for_each_column(p, numbers.n_rows, workers, alone, cut_column);
    }
    return cuts;
}

template CutPoints<float> equal_frequency(const Numbers<float>&, std::size_t, const Workers&);
template CutPoints<double> equal_frequency(const Numbers<double>&, std::size_t, const Workers&);

}  // namespace natpick
