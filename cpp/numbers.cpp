#include "numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

namespace natpick {

namespace {

template <class Real>
using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

/// A set of few numbers: open addressing, emptied at once by a new generation.
template <class Real>
class FewValues {
  public:
    explicit FewValues(std::size_t limit) : limit_(limit) {
        int log = 4;
        while ((std::size_t{1} << log) < 4 * limit) ++log;
        shift_ = 64 - log;
        slots_.resize(std::size_t{1} << log);
        values_.reserve(limit + 1);
    }

    /// The distinct numbers of a column in order, or any limit + 1 of them if there are more.
    const std::vector<Real>& of(std::span<const Real> column) {
        ++generation_;
        values_.clear();
        Real last = std::numeric_limits<Real>::quiet_NaN();
        for (const Real value : column) {
            if (value == last || value != value) continue;
            last = value;
            if (add(value + Real{0}) && values_.size() > limit_) break;  // -0 is 0
        }
        if (values_.size() <= limit_) std::sort(values_.begin(), values_.end());
        return values_;
    }

  private:
    struct Slot {
        Real value;
        std::uint32_t generation;
    };

    bool add(Real value) {
        const std::uint64_t mixed =
            std::uint64_t{std::bit_cast<Bits<Real>>(value)} * 0x9E3779B97F4A7C15U;
        std::size_t at = static_cast<std::size_t>(mixed >> shift_);
        while (slots_[at].generation == generation_) {
            if (slots_[at].value == value) return false;
            at = (at + 1) % slots_.size();
        }
        slots_[at] = {value, generation_};
        values_.push_back(value);
        return true;
    }

    std::size_t limit_;
    int shift_;
    std::uint32_t generation_ = 0;
    std::vector<Slot> slots_;
    std::vector<Real> values_;
};

}  // namespace

template <class Real>
Extent<Real> extent_of(std::span<const Real> values) {
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    constexpr std::size_t n_lanes = 64 / sizeof(Real);  // side by side, so that they vectorise
    std::array<Real, n_lanes> low;
    std::array<Real, n_lanes> high;
    std::array<Bits<Real>, n_lanes> missing{};
    low.fill(infinity);
    high.fill(-infinity);
    const auto take = [&](Real value, std::size_t lane) {
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
        missing[lane] += value != value;
    };
    const std::size_t whole = values.size() / n_lanes * n_lanes;
    for (std::size_t i = 0; i < whole; i += n_lanes) {
        for (std::size_t lane = 0; lane < n_lanes; ++lane) take(values[i + lane], lane);
    }
    for (std::size_t i = whole; i < values.size(); ++i) take(values[i], i - whole);
    std::size_t n_missing = 0;
    for (const Bits<Real> count : missing) n_missing += count;
    return {values.size() - n_missing, *std::min_element(low.begin(), low.end()),
            *std::max_element(high.begin(), high.end())};
}

template <class Real>
Summary<Real> summary_of(const Numbers<Real>& numbers, std::size_t limit, const Workers& workers) {
    const std::size_t p = numbers.n_columns;
    Summary<Real> summary{std::vector<std::uint64_t>(p), std::vector<Real>(p), std::vector<Real>(p),
                          std::vector<std::uint32_t>(p),
                          std::vector<Real>(p * limit, std::numeric_limits<Real>::infinity())};
    const FewValues<Real> none(limit);
    for_each_column(p, numbers.n_rows, workers, none, [&](std::size_t j, FewValues<Real>& few) {
        const Extent<Real> extent = extent_of(numbers.column(j));
        summary.n_present[j] = extent.n_present;
        summary.lowest[j] = extent.lowest + Real{0};
        summary.highest[j] = extent.highest + Real{0};
        const std::vector<Real>& values = few.of(numbers.column(j));
        summary.n_distinct[j] = static_cast<std::uint32_t>(values.size());
        if (values.size() <= limit) {
            std::copy(values.begin(), values.end(),
                      summary.distinct.begin() + static_cast<std::ptrdiff_t>(j * limit));
        }
    });
    return summary;
}

template Extent<float> extent_of(std::span<const float>);
template Extent<double> extent_of(std::span<const double>);
template Summary<float> summary_of(const Numbers<float>&, std::size_t, const Workers&);
template Summary<double> summary_of(const Numbers<double>&, std::size_t, const Workers&);

}  // namespace natpick
