#include "order_statistics.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

namespace natpick {

namespace {

/// Up to here selecting by comparisons is faster than counting buckets.
constexpr std::size_t few_values = 512;

/// Rounds of counting before the rest is compared.
constexpr int most_rounds = 4;

/// Values whose buckets are found together: these stay in the first-level cache.
constexpr std::size_t tile = 2048;

/// Sets of counters, so that equal values do not wait for each other.
constexpr std::size_t n_sets = 4;

/// Up to so many wanted buckets are compared with, more are looked up.
constexpr std::size_t few_wanted = 32;

/// Call body(first, last) for pieces of rows, shared by the workers.
template <class Body>
void for_each_piece(std::size_t n_rows, const Workers& workers, const Body& body) {
    parallel_for((n_rows + piece_rows - 1) / piece_rows, workers,
                 [&](std::size_t item, Checkpoint&) {
                     const std::size_t first = item * piece_rows;
                     body(first, std::min(n_rows, first + piece_rows));
                 });
}

}  // namespace

template <class Real>
void OrderStatistics<Real>::find(const Slice<Real>& slice, std::vector<Rank> ranks, Real* answers) {
    answers_ = answers;
    among(slice, std::move(ranks), 0);
}

template <class Real>
void OrderStatistics<Real>::among(const Slice<Real>& slice, std::vector<Rank> ranks, int round) {
    const Extent<Real>& extent = slice.extent;
    if (extent.lowest == extent.highest) {
        for (const Rank& rank : ranks) answers_[rank.answer] = extent.lowest + Real{0};
        return;
    }
    if (slice.values.size() <= few_values || round == most_rounds) {
        std::vector<Real> present;
        present.reserve(extent.n_present);
        std::copy_if(slice.values.begin(), slice.values.end(), std::back_inserter(present),
                     [](Real value) { return value == value; });
        compare(present, slice.before, ranks);
        return;
    }
    const Sample<Real> sample(slice);
    for (const Real value : sample.frequent(ranks)) answer_frequent(slice, value, ranks);
    if (!ranks.empty()) within(slice, sample.buckets(simd_, ranks), ranks, round);
}

/// Answer the ranks that fall on a value, and drop them.
template <class Real>
void OrderStatistics<Real>::answer_frequent(const Slice<Real>& slice, Real value,
                                            std::vector<Rank>& ranks) {
    Compared all{0, 0};
    std::mutex mutex;
    for_each_piece(slice.values.size(), workers_, [&](std::size_t first, std::size_t last) {
        const Compared some = simd_.compare(slice.values.data() + first, last - first, value);
        const std::lock_guard<std::mutex> lock(mutex);
        all.below += some.below;
        all.equal += some.equal;
    });
    std::erase_if(ranks, [&](const Rank& rank) {
        const std::size_t place = rank.place - slice.before;
        const bool is_value = place >= all.below && place < all.below + all.equal;
        if (is_value) answers_[rank.answer] = value + Real{0};
        return is_value;
    });
}

template <class Real>
void OrderStatistics<Real>::within(const Slice<Real>& slice, const Buckets<Real>& buckets,
                                   std::span<const Rank> ranks, int round) {
    const std::unique_ptr<std::uint16_t[]> places(new std::uint16_t[slice.values.size()]);
    const std::vector<std::uint32_t> counts = counted(slice.values, buckets, places.get());
    const std::vector<Part> parts = parts_of(counts, slice.before, ranks);
    std::vector<Real> wanted = wanted_of(slice.values, places.get(), counts.size(), parts);
    for (const Part& part : parts) {
        const std::span<Real> inside(wanted.data() + part.begin, part.size);
        if (part.size <= few_values) {
            compare(inside, part.before, part.ranks);
        } else {
            among({inside, extent_of<Real>(inside, simd_), part.before},
                  {part.ranks.begin(), part.ranks.end()}, round + 1);
        }
    }
}

/// Answer the ranks by partitions about the middle one.
template <class Real>
void OrderStatistics<Real>::compare(std::span<Real> values, std::size_t before,
                                    std::span<const Rank> ranks) {
    if (ranks.empty()) return;
    const std::size_t middle = ranks.size() / 2;
    const auto at = static_cast<std::ptrdiff_t>(ranks[middle].place - before);
    std::nth_element(values.begin(), values.begin() + at, values.end());
    answers_[ranks[middle].answer] = values[static_cast<std::size_t>(at)] + Real{0};
    compare(values.first(static_cast<std::size_t>(at) + 1), before, ranks.first(middle));
    compare(values.subspan(static_cast<std::size_t>(at)), ranks[middle].place,
            ranks.subspan(middle + 1));
}

/// How many values each bucket has; writes the bucket of each value.
template <class Real>
std::vector<std::uint32_t> OrderStatistics<Real>::counted(std::span<const Real> values,
                                                          const Buckets<Real>& buckets,
                                                          std::uint16_t* places) {
    const std::size_t n = std::size_t{buckets.n_buckets} + 1;  // one for NaN
    std::vector<std::uint32_t> all(n);
    std::mutex mutex;
    for_each_piece(values.size(), workers_, [&](std::size_t first, std::size_t last) {
        std::vector<std::uint32_t> counts(n_sets * n);
        for (std::size_t top = first; top < last; top += tile) {
            const std::size_t size = std::min(tile, last - top);
            std::uint16_t* const at = places + top;
            simd_.buckets.place(values.data() + top, size, buckets, at);
            std::size_t i = 0;
            for (; i + n_sets <= size; i += n_sets) {
                for (std::size_t set = 0; set < n_sets; ++set) ++counts[set * n + at[i + set]];
            }
            for (; i < size; ++i) ++counts[at[i]];
        }
        const std::lock_guard<std::mutex> lock(mutex);
        for (std::size_t set = 0; set < n_sets; ++set) {
            for (std::size_t b = 0; b < n; ++b) all[b] += counts[set * n + b];
        }
    });
    return all;
}

template <class Real>
auto OrderStatistics<Real>::parts_of(std::span<const std::uint32_t> counts, std::size_t before,
                                     std::span<const Rank> ranks) -> std::vector<Part> {
    std::vector<Part> parts;
    std::size_t begin = 0;
    for (std::size_t bucket = 0; !ranks.empty(); ++bucket) {
        const std::size_t after = before + counts[bucket];
        std::size_t n = 0;
        while (n < ranks.size() && ranks[n].place < after) ++n;
        if (n > 0) {
            parts.push_back({bucket, begin, counts[bucket], before, ranks.first(n)});
            begin += counts[bucket];
            ranks = ranks.subspan(n);
        }
        before = after;
    }
    return parts;
}

/// The values of the parts, part after part.
template <class Real>
std::vector<Real> OrderStatistics<Real>::wanted_of(std::span<const Real> values,
                                                   const std::uint16_t* places,
                                                   std::size_t n_places,
                                                   const std::vector<Part>& parts) {
    std::vector<std::uint16_t> wanted;
    std::vector<std::uint8_t> is_wanted(n_places);
    std::vector<std::size_t> next(n_places);
    for (const Part& part : parts) {
        wanted.push_back(static_cast<std::uint16_t>(part.bucket));
        is_wanted[part.bucket] = 1;
        next[part.bucket] = part.begin;
    }
    const auto rows_of = [&](const std::uint16_t* at, std::size_t size, std::uint32_t* rows) {
        if (wanted.size() <= few_wanted) {
            return simd_.buckets.find(at, size, wanted.data(), wanted.size(), rows);
        }
        std::size_t n = 0;
        for (std::size_t i = 0; i < size; ++i) {
            rows[n] = static_cast<std::uint32_t>(i);
            n += is_wanted[at[i]];
        }
        return n;
    };
    std::vector<Real> all(parts.back().begin + parts.back().size);
    std::mutex mutex;
    for_each_piece(values.size(), workers_, [&](std::size_t first, std::size_t last) {
        std::array<std::uint32_t, tile + 1> rows;  // one more, to be written and not kept
        for (std::size_t top = first; top < last; top += tile) {
            const std::uint16_t* const at = places + top;
            const std::size_t size = std::min(tile, last - top);
            const std::size_t n = rows_of(at, size, rows.data());
            const std::lock_guard<std::mutex> lock(mutex);
            for (std::size_t i = 0; i < n; ++i) all[next[at[rows[i]]]++] = values[top + rows[i]];
        }
    });
    return all;
}

template class OrderStatistics<float>;
template class OrderStatistics<double>;

}  // namespace natpick
