#include "neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

namespace natpick {

namespace {

/// psi(1) = -gamma.
constexpr double minus_gamma = -0.57721566490153286061;

/// Sums of psi(m), held as how often each m was added less how often it was taken away: the
/// same bits in any order.
class Psi {
  public:
    explicit Psi(std::size_t n) : times_(n + 1) {}

    void add(std::size_t m, std::size_t times = 1) { times_[m] += times; }
    void take(std::size_t m, std::size_t times = 1) { times_[m] -= times; }

    double sum() const {
        double sum = 0, psi = minus_gamma;
        for (std::size_t m = 1; m < times_.size(); ++m) {
            if (times_[m] != 0) sum += static_cast<double>(times_[m]) * psi;
            psi += 1.0 / static_cast<double>(m);
        }
        return sum;
    }

  private:
    std::vector<std::int64_t> times_;
};

/// The k nearest distances met so far.
class Nearest {
  public:
    explicit Nearest(std::size_t k) : distances_(k) { clear(); }

    void clear() {
        std::fill(distances_.begin(), distances_.end(), std::numeric_limits<double>::infinity());
    }
    double radius() const { return distances_.back(); }

    void meet(double distance) {
        if (distance >= radius()) return;
        std::size_t place = distances_.size() - 1;
        for (; place > 0 && distances_[place - 1] > distance; --place) {
            distances_[place] = distances_[place - 1];
        }
        distances_[place] = distance;
    }

    /// How many lie within the radius, the point itself included.
    std::size_t within() const {
        const auto end = std::lower_bound(distances_.begin(), distances_.end(), radius());
        return static_cast<std::size_t>(end - distances_.begin()) + 1;
    }

  private:
    std::vector<double> distances_;  // increasing
};

/// Whether a distance is within a ball: open, or the centre alone.
bool inside(double distance, double radius) { return distance < radius || distance == 0; }

/// How many of some numbers in increasing order are within the ball of centre x: those not after
/// it less those before it. Both are sought by halving, and no branch depends on a number: it
/// could not be foretold, and would cost more than all the rest.
std::size_t count_within(std::span<const double> sorted, double x, double radius) {
    std::size_t before = 0, not_after = 0;
    for (std::size_t size = sorted.size(); size > 0; size /= 2) {
        const std::size_t half = (size + 1) / 2;
        const double low = sorted[before + half - 1], high = sorted[not_after + half - 1];
        before += half * static_cast<std::size_t>((low < x) & (x - low >= radius));
        not_after += half * static_cast<std::size_t>((high <= x) | (high - x < radius));
    }
    return not_after - before;
}

std::vector<double> sorted_of(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

/// Meet places of a sorted axis outwards from between two of them, in turn on either side, while
/// they are within the radius on it: those that are not can't be among the nearest.
template <class Distance>
void visit_outwards(std::span<const double> axis, double centre, std::size_t below,
                    std::size_t above, Nearest& nearest, const Distance& distance) {
    for (bool down = true, up = true; down || up;) {
        down = down && below > 0 && centre - axis[below - 1] < nearest.radius();
        if (down) {
            --below;
            nearest.meet(distance(below, centre - axis[below]));
        }
        up = up && above < axis.size() && axis[above] - centre < nearest.radius();
        if (up) {
            nearest.meet(distance(above, axis[above] - centre));
            ++above;
        }
    }
}

/// The rows in the order of a column, shape (n,).
std::vector<std::size_t> order_of(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return values[i] < values[j]; });
    return order;
}

/// Points of a plane in order of (a, b), cut into strips along a; a strip is in order of b.
/// A strip is about as wide as a ball, so that few points besides those in it are met.
class Plane {
  public:
    /// The points (y, x), given the order of the rows by y.
    Plane(std::span<const double> x, std::span<const double> y, std::span<const std::size_t> order,
          std::size_t k)
        : b_sorted_(sorted_of(x)), points_(x.size()) {
        const std::size_t n = x.size();
        for (std::size_t i = 0; i < n; ++i) points_[i] = {y[order[i]], x[order[i]]};
        for (std::size_t first = 0, last = 0; first < n; first = last) {
            while (last < n && points_[last].a == points_[first].a) ++last;
            std::sort(points_.begin() + first, points_.begin() + last);
        }
        for (const Point& point : points_) a_.push_back(point.a);
        width_ = static_cast<std::size_t>(std::sqrt(static_cast<double>(k * n))) + 1;
        strips_ = points_;
        for (std::size_t first = 0; first < n; first += width_) {
            std::sort(strips_.begin() + first, strips_.begin() + std::min(n, first + width_),
                      [](const Point& p, const Point& q) { return p.b < q.b; });
        }
        for (const Point& point : strips_) b_.push_back(point.b);
    }

    /// Add psi(k~) - psi(n_a) - psi(n_b) of every point.
    void add(std::size_t k, Psi& psi, Checkpoint& checkpoint) const {
        Nearest nearest(k);
        for (std::size_t i = 0; i < strips_.size(); ++i) {
            nearest.clear();
            find(i, nearest);
            const double radius = nearest.radius();
            psi.add(radius > 0 ? nearest.within() : coinciding(strips_[i]));
            psi.take(count_within(a_, strips_[i].a, radius));
            psi.take(count_within(b_sorted_, strips_[i].b, radius));
            if (i % 1024 == 0) checkpoint();
        }
    }

  private:
    struct Point {
        double a, b;
        bool operator<(const Point& other) const {
            return a < other.a || (a == other.a && b < other.b);
        }
    };

    void find(std::size_t i, Nearest& nearest) const {
        const std::size_t home = i / width_ * width_;
        visit(home, i - home, i - home + 1, strips_[i], nearest);
        for (std::size_t first = home; first > 0; first -= width_) {
            if (strips_[i].a - a_[first - 1] >= nearest.radius()) break;
            enter(first - width_, strips_[i], nearest);
        }
        for (std::size_t first = home + width_; first < a_.size(); first += width_) {
            if (a_[first] - strips_[i].a >= nearest.radius()) break;
            enter(first, strips_[i], nearest);
        }
    }

    void enter(std::size_t first, const Point& point, Nearest& nearest) const {
        const std::span<const double> axis = strip(first);
        const auto place = std::lower_bound(axis.begin(), axis.end(), point.b) - axis.begin();
        visit(first, static_cast<std::size_t>(place), static_cast<std::size_t>(place), point,
              nearest);
    }

    void visit(std::size_t first, std::size_t below, std::size_t above, const Point& point,
               Nearest& nearest) const {
        visit_outwards(strip(first), point.b, below, above, nearest,
                       [&](std::size_t place, double on_b) {
                           return std::max(on_b, std::abs(strips_[first + place].a - point.a));
                       });
    }

    std::span<const double> strip(std::size_t first) const {
        return std::span<const double>(b_).subspan(first, std::min(width_, b_.size() - first));
    }

    /// How many points coincide with one of them, itself included.
    std::size_t coinciding(const Point& point) const {
        const auto [first, last] = std::equal_range(points_.begin(), points_.end(), point);
        return static_cast<std::size_t>(last - first);
    }

    std::vector<double> b_sorted_;
    std::vector<Point> points_;  // in order of (a, b)
    std::vector<double> a_;      // of them
    std::vector<Point> strips_;  // in order of b within each strip
    std::vector<double> b_;      // of them
    std::size_t width_;
};

struct Segment {
    std::size_t first, size;
};

/// Where the rows of each class are.
std::vector<Segment> classes_of(const ClassedNumbers& numbers) {
    std::vector<Segment> classes;
    std::size_t first = 0;
    for (const std::int64_t end : numbers.ends) {
        classes.push_back({first, static_cast<std::size_t>(end) - first});
        first = static_cast<std::size_t>(end);
    }
    return classes;
}

/// psi(k~) - psi(n_c) - psi(n_x) of every row, k~ within its class and n_x over all of them.
void add_line(const ClassedNumbers& numbers, std::span<const double> x, Psi& psi) {
    std::vector<double> all;
    std::vector<std::vector<double>> classes;
    for (const auto& [first, size] : classes_of(numbers)) {
        if (size == 1) continue;
        psi.take(size, size);
        classes.push_back(sorted_of(x.subspan(first, size)));
        all.insert(all.end(), classes.back().begin(), classes.back().end());
    }
    std::sort(all.begin(), all.end());
    for (const std::vector<double>& sorted : classes) {
        Nearest nearest(std::min(numbers.k, sorted.size() - 1));
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            nearest.clear();
            visit_outwards(sorted, sorted[i], i, i + 1, nearest,
                           [](std::size_t, double distance) { return distance; });
            const double radius = nearest.radius();
            psi.add(radius > 0 ? nearest.within() : count_within(sorted, sorted[i], 0));
            psi.take(count_within(all, sorted[i], radius));
        }
    }
}

/// psi(k~) + psi(n_z) - psi(n_xz) - psi(n_yz) of every point, in order of z.
void add_space(std::span<const double> x, std::span<const double> y, std::span<const double> z,
               std::size_t k, Psi& psi, Checkpoint& checkpoint) {
    Nearest nearest(k);
    for (std::size_t i = 0; i < z.size(); ++i) {
        const auto apart = [&](std::span<const double> v, std::size_t j) {
            return std::abs(v[j] - v[i]);
        };
        nearest.clear();
        visit_outwards(z, z[i], i, i + 1, nearest, [&](std::size_t j, double on_z) {
            return std::max({on_z, apart(x, j), apart(y, j)});
        });
        const double radius = nearest.radius();
        std::size_t in_z = 0, in_xz = 0, in_yz = 0, in_all = 0;
        const auto count = [&](std::size_t j) {
            const bool in_x = inside(apart(x, j), radius), in_y = inside(apart(y, j), radius);
            ++in_z;
            in_xz += in_x;
            in_yz += in_y;
            in_all += in_x && in_y;
        };
        for (std::size_t j = i; j < z.size() && inside(z[j] - z[i], radius); ++j) count(j);
        for (std::size_t j = i; j > 0 && inside(z[i] - z[j - 1], radius); --j) count(j - 1);
        psi.add(in_all);
        psi.add(in_z);
        psi.take(in_xz);
        psi.take(in_yz);
        if (i % 1024 == 0) checkpoint();
    }
}

void check(const ClassedNumbers& numbers, std::span<const std::int64_t> candidates) {
    std::int64_t before = 0;
    for (const std::int64_t end : numbers.ends) {
        if (end <= before) throw std::invalid_argument("The ends of classes must increase.");
        before = end;
    }
    if (numbers.n_rows == 0 || static_cast<std::uint64_t>(before) != numbers.n_rows) {
        throw std::invalid_argument("The last class must end with the rows.");
    }
    if (numbers.k < 1) throw std::invalid_argument("There must be at least one neighbour.");
    const std::size_t p = numbers.data.size() / numbers.n_rows;
    for (const std::int64_t j : candidates) {
        if (j < 0 || static_cast<std::uint64_t>(j) >= p) {
            throw std::invalid_argument("Column " + std::to_string(j) + " is not one of the " +
                                        std::to_string(p) + " columns.");
        }
    }
}

void check_rows(const ClassedNumbers& numbers, std::span<const double> column) {
    if (column.size() != numbers.n_rows) {
        throw std::invalid_argument("y and z must have one number a row.");
    }
}

/// Call information(column, checkpoint) for each candidate; an information is at least 0.
template <class Information>
std::vector<double> of_each(const ClassedNumbers& numbers, std::span<const std::int64_t> candidates,
                            const Workers& workers, const Information& information) {
    std::vector<double> values(candidates.size());
    parallel_for(candidates.size(), workers, [&](std::size_t slot, Checkpoint& checkpoint) {
        const auto j = static_cast<std::size_t>(candidates[slot]);
        values[slot] = std::max(0.0, information(numbers.column(j), checkpoint));
    });
    return values;
}

}  // namespace

std::vector<double> class_information(const ClassedNumbers& numbers,
                                      std::span<const std::int64_t> candidates,
                                      const Workers& workers) {
    check(numbers, candidates);
    std::size_t n = 0;
    for (const auto& [first, size] : classes_of(numbers)) n += size > 1 ? size : 0;
    return of_each(numbers, candidates, workers, [&](std::span<const double> x, Checkpoint&) {
        if (n == 0) return 0.0;
        Psi psi(numbers.n_rows);
        psi.add(n, n);
        add_line(numbers, x, psi);
        return psi.sum() / static_cast<double>(n);
    });
}

std::vector<double> pair_information(const ClassedNumbers& numbers,
                                     std::span<const std::int64_t> candidates,
                                     std::span<const double> y, const Workers& workers) {
    check(numbers, candidates);
    check_rows(numbers, y);
    std::vector<std::vector<std::size_t>> orders;
    for (const auto& [first, size] : classes_of(numbers)) {
        orders.push_back(order_of(y.subspan(first, size)));
    }
    const auto within = [&](std::span<const double> x, Checkpoint& checkpoint) {
        Psi psi(numbers.n_rows);
        const auto classes = classes_of(numbers);
        for (std::size_t c = 0; c < classes.size(); ++c) {
            const auto [first, size] = classes[c];
            if (size == 1) continue;
            const std::size_t k = std::min(numbers.k, size - 1);
            psi.add(size, size);
            Plane(x.subspan(first, size), y.subspan(first, size), orders[c], k)
                .add(k, psi, checkpoint);
        }
        return psi.sum() / static_cast<double>(numbers.n_rows);
    };
    return of_each(numbers, candidates, workers, within);
}

std::vector<double> given_information(const ClassedNumbers& numbers,
                                      std::span<const std::int64_t> candidates,
                                      std::span<const double> y, std::span<const double> z,
                                      const Workers& workers) {
    check(numbers, candidates);
    check_rows(numbers, y);
    check_rows(numbers, z);
    const std::vector<std::size_t> order = order_of(z);
    const auto along_z = [&](std::span<const double> values) {
        std::vector<double> ordered;
        for (const std::size_t row : order) ordered.push_back(values[row]);
        return ordered;
    };
    const std::vector<double> ys = along_z(y), zs = along_z(z);
    const std::size_t k = std::min(numbers.k, numbers.n_rows - 1);
    return of_each(numbers, candidates, workers,
                   [&](std::span<const double> x, Checkpoint& checkpoint) {
                       if (k == 0) return 0.0;
                       Psi psi(numbers.n_rows);
                       add_space(along_z(x), ys, zs, k, psi, checkpoint);
                       return psi.sum() / static_cast<double>(numbers.n_rows);
                   });
}

}  // namespace natpick
