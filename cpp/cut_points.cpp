#include "cut_points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace natpick {

namespace {

/// Up to here selecting by comparisons is faster than counting buckets.
constexpr std::size_t few_values = 512;

/// Rounds of counting before the rest, which lies within a tiny part of the range, is compared.
constexpr int most_rounds = 4;

constexpr std::size_t most_buckets = 2048;

/// Values whose buckets are found together, in a loop of its own that vectorises.
constexpr std::size_t tile = 1024;

/// A place in the order of all values, and where the value there is to be written.
struct Rank {
    std::size_t place;
    std::size_t answer;
};

/// Finds the values at given places in the order of a column, without sorting it.
template <class Real>
class Selector {
  public:
    /// Write the value at each place, increasing among the ranks, into answers.
    void select(std::span<const Real> values, std::span<const Rank> ranks, Real* answers) {
        answers_ = answers;
        const Extent<Real> extent = extent_of(values);
        among(values, extent.lowest, extent.highest, 0, ranks, 0);
    }

  private:
    /// Values of equal width: bucket(x) = floor((x - lowest) scale), which grows with x.
    struct Buckets {
        Real lowest;
        Real scale;
        std::uint32_t last;

        std::uint32_t operator()(Real x) const {
            const auto at = static_cast<std::int32_t>((x - lowest) * scale);
            return std::min(static_cast<std::uint32_t>(at), last);
        }
    };

    /// Answer the ranks among values of which the first has the place ``before`` in the column.
    void among(std::span<const Real> values, Real lowest, Real highest, std::size_t before,
               std::span<const Rank> ranks, int round) {
        if (lowest == highest) {
            for (const Rank& rank : ranks) answers_[rank.answer] = lowest;
            return;
        }
        const std::size_t n =
            std::clamp(std::bit_ceil(values.size() / 8), std::size_t{64}, most_buckets);
        const Buckets buckets{lowest, static_cast<Real>(n) / (highest - lowest),
                              static_cast<std::uint32_t>(n - 1)};
        const bool usable = std::isfinite(buckets.scale) && buckets.scale > 0;
        if (values.size() <= few_values || round == most_rounds || !usable) {
            std::vector<Real> copy(values.begin(), values.end());
            compare(copy, before, ranks);
            return;
        }
        within_buckets(values, buckets, before, ranks, round);
    }

    /// A bucket that ranks fall into: its values are wanted[begin] .. + size.
    struct Part {
        std::size_t bucket, begin, size, before;
        std::span<const Rank> ranks;
    };

    void within_buckets(std::span<const Real> values, const Buckets& buckets, std::size_t before,
                        std::span<const Rank> ranks, int round) {
        const std::vector<Part> parts = parts_of(counted(values, buckets), before, ranks);
        const std::vector<Real> wanted = wanted_of(values, buckets, parts);
        for (const Part& part : parts) {
            const std::span<const Real> inside(wanted.data() + part.begin, part.size);
            const Extent<Real> extent = extent_of(inside);
            among(inside, extent.lowest, extent.highest, part.before, part.ranks, round + 1);
        }
    }

    static std::vector<Part> parts_of(const std::vector<std::uint32_t>& counts, std::size_t before,
                                      std::span<const Rank> ranks) {
        std::vector<Part> parts;
        std::size_t begin = 0, first = 0;
        for (std::size_t b = 0; b < counts.size() && first < ranks.size(); ++b) {
            std::size_t end = first;
            while (end < ranks.size() && ranks[end].place < before + counts[b]) ++end;
            if (end > first) {
                parts.push_back({b, begin, counts[b], before, ranks.subspan(first, end - first)});
                begin += counts[b];
                first = end;
            }
            before += counts[b];
        }
        return parts;
    }

    /// The values of the parts, part after part. No branch depends on a value: those wanted are
    /// first written one after another, each over the last one that was not, then distributed.
    static std::vector<Real> wanted_of(std::span<const Real> values, const Buckets& buckets,
                                       const std::vector<Part>& parts) {
        std::vector<std::uint8_t> is_wanted(std::size_t{buckets.last} + 1);
        std::vector<std::size_t> next(is_wanted.size());
        for (const Part& part : parts) {
            is_wanted[part.bucket] = 1;
            next[part.bucket] = part.begin;
        }
        const std::size_t total = parts.back().begin + parts.back().size;
        std::vector<Real> found(total + 1);
        std::array<std::uint32_t, tile> at;
        std::size_t n = 0;
        for (std::size_t top = 0; top < values.size(); top += tile) {
            const std::size_t size = std::min(tile, values.size() - top);
            for (std::size_t i = 0; i < size; ++i) at[i] = buckets(values[top + i]);
            for (std::size_t i = 0; i < size; ++i) {
                found[n] = values[top + i];
                n += is_wanted[at[i]];
            }
        }
        std::vector<Real> wanted(total);
        for (std::size_t i = 0; i < total; ++i) wanted[next[buckets(found[i])]++] = found[i];
        return wanted;
    }

    /// How many values each bucket has. Two sets of counters, so that ties do not wait.
    static std::vector<std::uint32_t> counted(std::span<const Real> values,
                                              const Buckets& buckets) {
        const std::size_t n = std::size_t{buckets.last} + 1;
        std::vector<std::uint32_t> counts(2 * n);
        std::array<std::uint32_t, tile> at;
        for (std::size_t top = 0; top < values.size(); top += tile) {
            const std::size_t size = std::min(tile, values.size() - top);
            for (std::size_t i = 0; i < size; ++i) at[i] = buckets(values[top + i]);
            std::size_t i = 0;
            for (; i + 1 < size; i += 2) {
                ++counts[at[i]];
                ++counts[n + at[i + 1]];
            }
            if (i < size) ++counts[at[i]];
        }
        for (std::size_t b = 0; b < n; ++b) counts[b] += counts[n + b];
        counts.resize(n);
        return counts;
    }

    /// Answer the ranks by partitions about the middle one.
    void compare(std::span<Real> values, std::size_t before, std::span<const Rank> ranks) {
        if (ranks.empty()) return;
        const std::size_t middle = ranks.size() / 2;
        const auto at = static_cast<std::ptrdiff_t>(ranks[middle].place - before);
        std::nth_element(values.begin(), values.begin() + at, values.end());
        answers_[ranks[middle].answer] = values[static_cast<std::size_t>(at)] + Real{0};
        const auto left = values.first(static_cast<std::size_t>(at) + 1);
        compare(left, before, ranks.first(middle));
        compare(values.subspan(static_cast<std::size_t>(at)), ranks[middle].place,
                ranks.subspan(middle + 1));
    }

    Real* answers_ = nullptr;
};

/// What a thread needs to cut one column after another.
template <class Real>
struct Scratch {
    Selector<Real> selector;
    std::vector<Rank> ranks;
    std::vector<Real> present;
};

template <class Real>
std::span<const Real> present_of(std::span<const Real> column, std::size_t n_present,
                                 std::vector<Real>& present) {
    if (n_present == column.size()) return column;
    present.resize(n_present + 1);  // one more, to be written and not kept
    std::size_t n = 0;
    for (const Real value : column) {
        present[n] = value;
        n += value == value;
    }
    return {present.data(), n_present};
}

/// The largest number below another; there is one. Lanes side by side vectorise.
template <class Real>
Real below(std::span<const Real> values, Real top) {
    constexpr Real least = -std::numeric_limits<Real>::infinity();
    constexpr std::size_t n_lanes = 64 / sizeof(Real);
    std::array<Real, n_lanes> largest;
    largest.fill(least);
    const auto take = [&](Real value, std::size_t lane) {
        const Real candidate = value < top ? value : least;
        largest[lane] = candidate > largest[lane] ? candidate : largest[lane];
    };
    const std::size_t whole = values.size() / n_lanes * n_lanes;
    for (std::size_t i = 0; i < whole; i += n_lanes) {
        for (std::size_t lane = 0; lane < n_lanes; ++lane) take(values[i + lane], lane);
    }
    for (std::size_t i = whole; i < values.size(); ++i) take(values[i], i - whole);
    return *std::max_element(largest.begin(), largest.end()) + Real{0};
}

/// Write the cut points of one column, and return how many there are.
template <class Real>
std::size_t cut(std::span<const Real> column, std::size_t bins, Scratch<Real>& scratch,
                Real* points) {
    const Extent<Real> extent = extent_of(column);
    if (!(extent.lowest < extent.highest)) return 0;
    const std::size_t m = extent.n_present;
    const std::span<const Real> values = present_of(column, m, scratch.present);
    scratch.ranks.clear();
    for (std::size_t j = 1; j < bins; ++j) {
        const std::size_t place = (m * j + bins - 1) / bins - 1;  // ceil(m j / bins) - 1
        scratch.ranks.push_back({place, j - 1});
    }
    scratch.selector.select(values, scratch.ranks, points);
    const Real top = extent.highest;
    if (points[bins - 2] == top) {
        const Real next = below(values, top);
        std::replace(points, points + bins - 1, top, next);
    }
    return static_cast<std::size_t>(std::unique(points, points + bins - 1) - points);
}

}  // namespace

template <class Real>
CutPoints<Real> equal_frequency(const Numbers<Real>& numbers, std::size_t bins,
                                const Workers& workers) {
    const std::size_t most = bins - 1;
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    CutPoints<Real> cuts{most, std::vector<Real>(numbers.n_columns * most, infinity),
                         std::vector<std::uint32_t>(numbers.n_columns)};
    for_each_column(numbers.n_columns, numbers.n_rows, workers, Scratch<Real>{},
                    [&](std::size_t j, Scratch<Real>& scratch) {
                        Real* const points = cuts.points.data() + j * most;
                        const std::size_t size = cut(numbers.column(j), bins, scratch, points);
                        std::fill(points + size, points + most, infinity);
                        cuts.sizes[j] = static_cast<std::uint32_t>(size);
                    });
    return cuts;
}

template CutPoints<float> equal_frequency(const Numbers<float>&, std::size_t, const Workers&);
template CutPoints<double> equal_frequency(const Numbers<double>&, std::size_t, const Workers&);

}  // namespace natpick
