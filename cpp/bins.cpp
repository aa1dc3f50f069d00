#include "bins.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace natpick {

namespace {

/// Up to here comparing with every point is faster than looking for the right one.
constexpr std::size_t few_points = 40;

/// Rows coded together: their values and codes stay in the first-level cache.
constexpr std::size_t tile = 2048;

/// Compare with every point, a few values at a time: they and their codes stay in registers.
template <class Real>
void count_below(std::span<const Real> values, std::span<const Real> points, std::uint8_t* codes) {
    using Count = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr std::size_t n_lanes = 32 / sizeof(Real);
    std::size_t i = 0;
    for (; i + n_lanes <= values.size(); i += n_lanes) {
        std::array<Count, n_lanes> below{};
        for (const Real point : points) {
            for (std::size_t lane = 0; lane < n_lanes; ++lane) {
                below[lane] += values[i + lane] > point ? Count{1} : Count{0};
            }
        }
        for (std::size_t lane = 0; lane < n_lanes; ++lane) {
            codes[i + lane] = static_cast<std::uint8_t>(below[lane]);
        }
    }
    for (; i < values.size(); ++i) {
        codes[i] = 0;
        for (const Real point : points) codes[i] += values[i] > point;
    }
}

template <class Real>
void look_up(std::span<const Real> values, std::span<const Real> points, std::uint8_t* codes) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto found = std::lower_bound(points.begin(), points.end(), values[i]);
        codes[i] = static_cast<std::uint8_t>(found - points.begin());
    }
}

/// Rows of each code, in four sets of counters, so that equal codes do not wait for each other.
class Tally {
  public:
    void add(const std::uint8_t* codes, std::size_t size) {
        std::size_t i = 0;
        for (; i + 4 <= size; i += 4) {
            for (std::size_t lane = 0; lane < 4; ++lane) ++counts_[lane][codes[i + lane]];
        }
        for (; i < size; ++i) ++counts_[0][codes[i]];
    }

    void move_to(std::span<std::uint64_t> counts) {
        for (auto& lane : counts_) {
            for (std::size_t code = 0; code < counts.size(); ++code) counts[code] += lane[code];
            std::fill_n(lane.begin(), counts.size(), 0U);
        }
    }

  private:
    std::array<std::array<std::uint32_t, 256>, 4> counts_{};
};

template <class Real>
void code_column(std::span<const Real> column, std::span<const Real> points, std::uint8_t missing,
                 std::uint8_t* codes, Tally& tally) {
    for (std::size_t top = 0; top < column.size(); top += tile) {
        const std::span<const Real> values =
            column.subspan(top, std::min(tile, column.size() - top));
        std::uint8_t* const at = codes + top;
        if (points.size() <= few_points) {
            count_below(values, points, at);
        } else {
            look_up(values, points, at);
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            at[i] = values[i] == values[i] ? at[i] : missing;
        }
        tally.add(at, values.size());
    }
}

}  // namespace

template <class Real>
std::vector<std::uint64_t> code(const Numbers<Real>& numbers, std::span<const Real> points,
                                std::span<const std::uint32_t> n_codes, const Places& places,
                                const Workers& workers) {
    const std::size_t n = numbers.n_rows;
    const std::size_t most = points.size() / std::max<std::size_t>(1, numbers.n_columns);
    std::vector<std::uint64_t> counts(numbers.n_columns * (most + 2));
    for_each_column(numbers.n_columns, n, workers, Tally{}, [&](std::size_t j, Tally& tally) {
        std::uint8_t* const codes = places.codes + static_cast<std::size_t>(places.places[j]) * n;
        const std::size_t n_points = n_codes[j] == 0 ? 0 : n_codes[j] - 1;
        code_column(numbers.column(j), points.subspan(j * most, n_points),
                    static_cast<std::uint8_t>(n_codes[j]), codes, tally);
        tally.move_to(std::span(counts).subspan(j * (most + 2), most + 2));
    });
    return counts;
}

template <class Real>
std::vector<Real> gathered(const Real* data, std::size_t n_rows, std::size_t n_columns,
                           std::ptrdiff_t row_stride, std::ptrdiff_t column_stride,
                           const Workers& workers) {
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
