#include "mdlp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "information.hpp"

namespace natpick {

namespace {

/// A byte holds the codes of this many cut points and of missing values.
constexpr std::size_t most_points = 254;

/// Entropies that differ by less than this, in nats, are equal.
constexpr double tie = 1e-12;

template <class Real>
struct Row {
    Real value;
    std::uint32_t label;
};

/// A set of rows begin .. end in order of their values, and its best cut, before row ``cut``.
struct Split {
    std::size_t begin, cut, end;
    double gain;  // N times the information gained, in nats

    bool operator<(const Split& other) const {
        return gain != other.gain ? gain < other.gain : begin > other.begin;
    }
};

/// A set's number of rows N and of classes k, and N H, its entropy in units.
struct Set {
    std::size_t n, k;
    std::int64_t entropy;
};

/// ln(3^k - 2).
double log_labellings(std::size_t k) {
    const double power = static_cast<double>(k) * std::log(3.0);
    return power + std::log1p(-2.0 * std::exp(-power));
}

template <class Real>
class Cutter {
  public:
    Cutter(const Units& units, std::size_t n_classes, std::size_t n_rows)
        : units_(units), n_rows_(n_rows), left_(n_classes), right_(n_classes) {}

    std::vector<Real> points_of(std::span<const Real> column,
                                std::span<const std::uint32_t> classes) {
        rows_.clear();
        for (std::size_t i = 0; i < column.size(); ++i) {
            if (column[i] == column[i]) rows_.push_back({column[i] + Real{0}, classes[i]});
        }
        std::sort(rows_.begin(), rows_.end(), [](const Row<Real>& a, const Row<Real>& b) {
            return a.value < b.value || (a.value == b.value && a.label < b.label);
        });
        find_boundaries();
        std::vector<Real> points;
        std::priority_queue<Split> waiting;
        const auto consider = [&](std::size_t begin, std::size_t end) {
            const Split split = best(begin, end);
            if (split.gain > 0) waiting.push(split);
        };
        consider(0, rows_.size());
        while (!waiting.empty() && points.size() < most_points) {
            const Split split = waiting.top();
            waiting.pop();
            points.push_back(rows_[split.cut - 1].value);
            consider(split.begin, split.cut);
            consider(split.cut, split.end);
        }
        std::sort(points.begin(), points.end());
        return points;
    }

  private:
    /// Only between different values can there be a cut, and a best one only where the values
    /// beside it are not all of one class (Fayyad and Irani 1992).
    void find_boundaries() {
        boundaries_.clear();
        bool pure = false;  // whether the run of equal values before this one is of one class
        for (std::size_t begin = 0; begin < rows_.size();) {
            std::size_t end = begin + 1;
            while (end < rows_.size() && rows_[end].value == rows_[begin].value) ++end;
            // The rows of a run are in order of their classes.
            const bool also_pure = rows_[begin].label == rows_[end - 1].label;
            const bool alike = pure && also_pure && rows_[begin - 1].label == rows_[begin].label;
            if (begin > 0 && !alike) boundaries_.push_back(begin);
            pure = also_pure;
            begin = end;
        }
    }

    /// The best cut of a set, with a gain of 0 if it does not pay.
    Split best(std::size_t begin, std::size_t end) {
        const auto first = std::lower_bound(boundaries_.begin(), boundaries_.end(), begin + 1);
        const auto last = std::lower_bound(first, boundaries_.end(), end);
        if (first == last) return {begin, begin, end, 0.0};
        count(begin, end);
        const Set whole = set_of(right_, end - begin);
        const std::size_t cut = cheapest(begin, end, std::span(first, last));
        count(begin, cut);
        const Set low = set_of(right_, cut - begin);
        count(cut, end);
        const Set high = set_of(right_, end - cut);
        const double gain = nats(whole.entropy - low.entropy - high.entropy);
        const double price = std::log(static_cast<double>(whole.n - 1)) + log_labellings(whole.k) -
                             (weighted(whole) - weighted(low) - weighted(high));
        return {begin, cut, end, gain > price ? gain : 0.0};
    }

    /// Count the classes of rows begin .. end into right_, and none into left_.
    void count(std::size_t begin, std::size_t end) {
        std::fill(left_.begin(), left_.end(), 0U);
        std::fill(right_.begin(), right_.end(), 0U);
        for (std::size_t row = begin; row < end; ++row) ++right_[rows_[row].label];
    }

    Set set_of(const std::vector<std::uint32_t>& counts, std::size_t n) const {
        Set set{n, 0, units_(n)};
        for (const std::uint32_t m : counts) {
            set.k += m > 0;
            set.entropy -= units_(m);
        }
        return set;
    }

    /// Where the rows counted in right_ are cut with the least entropy left in both halves. Rows
    /// go from right to left one by one, and with them the sums of the units of either's counts.
    std::size_t cheapest(std::size_t begin, std::size_t end, std::span<const std::size_t> cuts) {
        costs_.clear();
        std::int64_t told = 0;  // less what the sums began with, which all costs have in common
        std::size_t row = begin;
        for (const std::size_t cut : cuts) {
            for (; row < cut; ++row) {
                std::uint32_t& l = left_[rows_[row].label];
                std::uint32_t& r = right_[rows_[row].label];
                told += units_(l + 1) - units_(l) + units_(r - 1) - units_(r);
                ++l;
                --r;
            }
            costs_.push_back(units_(cut - begin) + units_(end - cut) - told);
        }
        const std::int64_t least = *std::min_element(costs_.begin(), costs_.end());
        const double slack = tie * static_cast<double>(end - begin);
        const auto found = std::find_if(costs_.begin(), costs_.end(), [&](std::int64_t cost) {
            return nats(cost - least) <= slack;
        });
        return cuts[static_cast<std::size_t>(found - costs_.begin())];
    }

    /// Units as nats of all rows together.
    double nats(std::int64_t units) const {
        return units_.nats(units) * static_cast<double>(n_rows_);
    }

    /// k H.
    double weighted(const Set& set) const {
        return static_cast<double>(set.k) * nats(set.entropy) / static_cast<double>(set.n);
    }

    const Units& units_;
    std::size_t n_rows_;
    std::vector<std::uint32_t> left_, right_;
    std::vector<Row<Real>> rows_;
    std::vector<std::size_t> boundaries_;
    std::vector<std::int64_t> costs_;
};

}  // namespace

template <class Real>
CutPoints<Real> mdlp(const Numbers<Real>& numbers, std::span<const std::uint32_t> classes,
                     std::size_t n_classes, const Workers& workers) {
    const Units units(std::max<std::size_t>(1, numbers.n_rows));
    const Cutter<Real> cutter(units, n_classes, numbers.n_rows);
    std::vector<std::vector<Real>> found(numbers.n_columns);
    for_each_column(numbers.n_columns, numbers.n_rows, workers, cutter,
                    [&](std::size_t j, Cutter<Real>& own) {
                        found[j] = own.points_of(numbers.column(j), classes);
                    });
    std::size_t most = 0;
    for (const std::vector<Real>& points : found) most = std::max(most, points.size());
    CutPoints<Real> cuts{
        most, std::vector<Real>(numbers.n_columns * most, std::numeric_limits<Real>::infinity()),
        std::vector<std::uint32_t>(numbers.n_columns)};
    for (std::size_t j = 0; j < numbers.n_columns; ++j) {
        std::copy(found[j].begin(), found[j].end(),
                  cuts.points.begin() + static_cast<std::ptrdiff_t>(j * most));
        cuts.sizes[j] = static_cast<std::uint32_t>(found[j].size());
    }
    return cuts;
}

template CutPoints<float> mdlp(const Numbers<float>&, std::span<const std::uint32_t>, std::size_t,
                               const Workers&);
template CutPoints<double> mdlp(const Numbers<double>&, std::span<const std::uint32_t>, std::size_t,
                                const Workers&);

}  // namespace natpick
