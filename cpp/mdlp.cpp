#include "mdlp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "information.hpp"

namespace natpick {

namespace {

/// What a number takes, about.
constexpr double nanoseconds = 50;

/// A byte holds the codes of this many cut points and of missing values.
constexpr std::size_t most_points = 254;

/// Entropies that differ by less than this, in nats, are equal.
constexpr double tie = 1e-12;

template <class Number>
struct Row {
    using Real = Number;
    static constexpr std::uint64_t weight = 1;

    Real value;
    std::uint32_t label;
};

template <class Number>
struct WeightedRow {
    using Real = Number;

    Real value;
    std::uint32_t label;
    std::uint64_t weight;
};

/// A set of rows begin .. end in order of their values, and its best cut, before row ``cut``.
struct Split {
    std::size_t begin, cut, end;
    double gain;  // N times the information gained, in nats

    bool operator<(const Split& other) const {
        return gain != other.gain ? gain < other.gain : begin > other.begin;
    }
};

/// What a set's rows weigh, its number of classes k, and N H, its entropy in units.
struct Set {
    std::uint64_t weight;
    std::size_t k;
    std::int64_t entropy;
};

/// ln(3^k - 2).
double log_labellings(std::size_t k) {
    const double power = static_cast<double>(k) * std::log(3.0);
    return power + std::log1p(-2.0 * std::exp(-power));
}

template <class Row>
class Cutter {
  public:
    using Real = typename Row::Real;

    Cutter(const Units& units, std::size_t n_classes, double total, double n_rows)
        : units_(units),
          n_rows_(n_rows),
          rows_a_weight_(n_rows / total),
          left_(n_classes),
          right_(n_classes) {}

    /// ``row_of(i)`` is the i-th row.
    template <class RowOf>
    std::vector<Real> points_of(std::size_t n, const RowOf& row_of) {
        rows_.clear();
        for (std::size_t i = 0; i < n; ++i) {
            const Row row = row_of(i);
            if (row.value == row.value) rows_.push_back(row);
        }
        std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
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
        const Set whole = set_of(begin, end);
        const std::size_t cut = cheapest(begin, whole.weight, std::span(first, last));
        const Set low = set_of(begin, cut), high = set_of(cut, end);
        const double gain = nats(whole.entropy - low.entropy - high.entropy);
        const double price = std::log(std::max(1.0, rows_of(whole.weight) - 1.0)) +
                             log_labellings(whole.k) -
                             (weighted(whole) - weighted(low) - weighted(high));
        return {begin, cut, end, gain > price ? gain : 0.0};
    }

    /// Rows begin .. end, which are counted by their classes into right_, and none into left_.
    Set set_of(std::size_t begin, std::size_t end) {
        std::fill(left_.begin(), left_.end(), 0U);
        std::fill(right_.begin(), right_.end(), 0U);
        for (std::size_t row = begin; row < end; ++row) {
            right_[rows_[row].label] += rows_[row].weight;
        }
        Set set{std::accumulate(right_.begin(), right_.end(), std::uint64_t{0}), 0, 0};
        set.entropy = units_(set.weight);
        for (const std::uint64_t m : right_) {
            set.k += m > 0;
            set.entropy -= units_(m);
        }
        return set;
    }

    /// Where the rows counted in right_ are cut with the least entropy left in both halves. Rows
    /// go from right to left one by one, and with them the sums of the units of either's counts.
    std::size_t cheapest(std::size_t begin, std::uint64_t whole,
                         std::span<const std::size_t> cuts) {
        costs_.clear();
        std::uint64_t low = 0;
        std::int64_t told = 0;  // less what the sums began with, which all costs have in common
        std::size_t row = begin;
        for (const std::size_t cut : cuts) {
            for (; row < cut; ++row) {
                const std::uint64_t w = rows_[row].weight;
                std::uint64_t& l = left_[rows_[row].label];
                std::uint64_t& r = right_[rows_[row].label];
                told += units_(l + w) - units_(l) + units_(r - w) - units_(r);
                l += w;
                r -= w;
                low += w;
            }
            costs_.push_back(units_(low) + units_(whole - low) - told);
        }
        const std::int64_t least = *std::min_element(costs_.begin(), costs_.end());
        const double slack = tie * rows_of(whole);
        const auto found = std::find_if(costs_.begin(), costs_.end(), [&](std::int64_t cost) {
            return nats(cost - least) <= slack;
        });
        return cuts[static_cast<std::size_t>(found - costs_.begin())];
    }

    /// Units as nats of all rows together.
    double nats(std::int64_t units) const { return units_.nats(units) * n_rows_; }

    /// How many rows a weight is worth.
    double rows_of(std::uint64_t weight) const {
        return rows_a_weight_ * static_cast<double>(weight);
    }

    /// k H.
    double weighted(const Set& set) const {
        return static_cast<double>(set.k) * nats(set.entropy) / rows_of(set.weight);
    }

    const Units& units_;
    double n_rows_, rows_a_weight_;
    std::vector<std::uint64_t> left_, right_;
    std::vector<Row> rows_;
    std::vector<std::size_t> boundaries_;
    std::vector<std::int64_t> costs_;
};

/// ``row_of(column, i)`` is the i-th row of a column; ``total`` is what all rows weigh.
template <class Row, class Real, class RowOf>
CutPoints<Real> cut_points(const Numbers<Real>& numbers, std::size_t n_classes, std::uint64_t total,
                           double n_rows, const Workers& workers, const RowOf& row_of) {
    const Units units(std::max<std::uint64_t>(1, total));
    const Cutter<Row> cutter(units, n_classes, static_cast<double>(total), n_rows);
    std::vector<std::vector<Real>> found(numbers.n_columns);
    const std::size_t p = numbers.n_columns, n = numbers.n_rows;
    for_each_column(p, n, enough_workers(workers, p, n, nanoseconds), cutter,
                    [&](std::size_t j, Cutter<Row>& own) {
                        const std::span<const Real> column = numbers.column(j);
                        found[j] = own.points_of(column.size(),
                                                 [&](std::size_t i) { return row_of(column, i); });
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

}  // namespace

template <class Real>
CutPoints<Real> mdlp(const Numbers<Real>& numbers, const Classes& classes, const Workers& workers) {
    const std::span<const std::uint32_t> labels = classes.labels;
    return cut_points<Row<Real>>(numbers, classes.n_classes, numbers.n_rows,
                                 static_cast<double>(numbers.n_rows), workers,
                                 [&](std::span<const Real> column, std::size_t i) {
                                     return Row<Real>{column[i] + Real{0}, labels[i]};
                                 });
}

template <class Real>
CutPoints<Real> weighted_mdlp(const Numbers<Real>& numbers, const Classes& classes,
                              const RowWeights& weights, const Workers& workers) {
    const std::span<const std::uint32_t> labels = classes.labels;
    const std::span<const std::uint64_t> w = weights.values;
    const std::uint64_t total = std::accumulate(w.begin(), w.end(), std::uint64_t{0});
    return cut_points<WeightedRow<Real>>(numbers, classes.n_classes, total, weights.n_rows, workers,
                                         [&](std::span<const Real> column, std::size_t i) {
                                             return WeightedRow<Real>{column[i] + Real{0},
                                                                      labels[i], w[i]};
                                         });
}

template CutPoints<float> mdlp(const Numbers<float>&, const Classes&, const Workers&);
template CutPoints<double> mdlp(const Numbers<double>&, const Classes&, const Workers&);
template CutPoints<float> weighted_mdlp(const Numbers<float>&, const Classes&, const RowWeights&,
                                        const Workers&);
template CutPoints<double> weighted_mdlp(const Numbers<double>&, const Classes&, const RowWeights&,
                                         const Workers&);

}  // namespace natpick
