#include "numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <mutex>
#include <type_traits>

#include "simd.hpp"

namespace natpick {

namespace {

template <class Real>
using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

/// What a number takes, about.
constexpr double nanoseconds = 0.15;

/// After so many values of which none is new, those known are looked for many values at a time.
constexpr std::size_t no_news = 256;

/// A set of few numbers: open addressing, emptied at once by a new generation.
template <class Real>
class FewValues {
  public:
    FewValues(std::size_t limit, const NumbersSimd<Real>& simd) : limit_(limit), simd_(simd) {
        int log = 4;
        while ((std::size_t{1} << log) < 4 * limit) ++log;
        shift_ = 64 - log;
        slots_.resize(std::size_t{1} << log);
        values_.reserve(limit + 1);
    }

    /// The distinct numbers of a column in order; if they are more than limit, any limit + 1.
    std::span<const Real> of(std::span<const Real> column) {
        ++generation_;
        values_.clear();
        Real last = std::numeric_limits<Real>::quiet_NaN();
        std::size_t newest = 0;
        for (std::size_t i = 0; i < column.size() && values_.size() <= limit_; ++i) {
            if (i - newest == no_news) {
                i += simd_.known(&column[i], column.size() - i, values_.data(), values_.size());
                if (i == column.size()) break;
                newest = i;
            }
            const Real value = column[i];
            if (value == last || value != value) continue;
            last = value;
            if (add(value + Real{0})) newest = i;  // -0 is 0
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
    NumbersSimd<Real> simd_;
    int shift_;
    std::uint32_t generation_ = 0;
    std::vector<Slot> slots_;
    std::vector<Real> values_;
};

/// Add what a piece of column j holds, its distinct values in order, to what is known of it.
template <class Real>
void add_to(Summary<Real>& summary, std::size_t j, const Extent<Real>& extent,
            std::span<const Real> values) {
    const std::size_t limit = summary.distinct.size() / summary.lowest.size();
    summary.n_present[j] += extent.n_present;
    summary.lowest[j] = std::min(summary.lowest[j], extent.lowest) + Real{0};  // -0 is 0
    summary.highest[j] = std::max(summary.highest[j], extent.highest) + Real{0};
    Real* const row = summary.distinct.data() + j * limit;
    const std::size_t n_before = summary.n_distinct[j];
    if (n_before > limit) return;
    std::vector<Real> both;
    if (n_before > 0 && values.size() <= limit) {
        std::set_union(row, row + n_before, values.begin(), values.end(), std::back_inserter(both));
        values = both;
    }
    const std::size_t size = std::min(values.size(), limit + 1);
    summary.n_distinct[j] = static_cast<std::uint32_t>(size);
    std::fill_n(row, limit, std::numeric_limits<Real>::infinity());
    if (size <= limit) std::copy_n(values.begin(), size, row);
}

}  // namespace

template <class Real>
NumbersSimd<Real> chosen_numbers_simd() {
    const Simd simd = chosen_simd();
#ifdef NATPICK_X86
    if (simd == Simd::avx512) return avx512::numbers_simd(Real{});
    if (simd == Simd::avx2) return avx2::numbers_simd(Real{});
#endif
    static_cast<void>(simd);
    return portable::numbers_simd(Real{});
}

template <class Real>
Extent<Real> extent_of(std::span<const Real> values, const NumbersSimd<Real>& simd) {
    const Ends<Real> ends = simd.ends(values.data(), values.size());
    return {values.size() - ends.n_missing, ends.lowest, ends.highest};
}

template <class Real>
Summary<Real> summary_of(const Numbers<Real>& numbers, std::size_t limit, const Workers& all) {
    const std::size_t p = numbers.n_columns;
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    Summary<Real> summary{std::vector<std::uint64_t>(p), std::vector<Real>(p, infinity),
                          std::vector<Real>(p, -infinity), std::vector<std::uint32_t>(p),
                          std::vector<Real>(p * limit, infinity)};
    const NumbersSimd<Real> simd = chosen_numbers_simd<Real>();
    const Workers workers = enough_workers(all, p, numbers.n_rows, nanoseconds);
    std::mutex mutex;
    for_each_piece(p, numbers.n_rows, workers, FewValues<Real>(limit, simd),
                   [&](std::size_t j, std::size_t first, std::size_t last, FewValues<Real>& few) {
                       const auto values = numbers.column(j).subspan(first, last - first);
                       const Extent<Real> extent = extent_of(values, simd);
                       const std::span<const Real> distinct = few.of(values);
                       const std::lock_guard<std::mutex> lock(mutex);
                       add_to(summary, j, extent, distinct);
                   });
    return summary;
}

template NumbersSimd<float> chosen_numbers_simd();
template NumbersSimd<double> chosen_numbers_simd();
template Extent<float> extent_of(std::span<const float>, const NumbersSimd<float>&);
template Extent<double> extent_of(std::span<const double>, const NumbersSimd<double>&);
template Summary<float> summary_of(const Numbers<float>&, std::size_t, const Workers&);
template Summary<double> summary_of(const Numbers<double>&, std::size_t, const Workers&);

}  // namespace natpick
