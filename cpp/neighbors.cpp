#include "neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "nearest.hpp"
#include "number_order.hpp"
#include "psi.hpp"
#include "scatter.hpp"

namespace natpick {

namespace {

/// Whether a distance is within a ball: open, or the centre alone.
bool inside(double distance, double radius) { return distance < radius || distance == 0; }

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

/// How far the k-th nearest of numbers in increasing order is from each of them: the k nearest lie
/// side by side, some before it and the others after it.
std::vector<double> radii_of(std::span<const double> sorted, std::size_t k) {
    const std::size_t n = sorted.size();
    std::vector<double> radii(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t least = i + k < n ? 0 : i + k + 1 - n, most = std::min(i, k);
        double radius = std::numeric_limits<double>::infinity();
        for (std::size_t before = least; before <= most; ++before) {
            const double low = sorted[i] - sorted[i - before];
            const double high = sorted[i + k - before] - sorted[i];
            radius = std::min(radius, std::max(low, high));
        }
        radii[i] = radius;
    }
    return radii;
}

/// The numbers of a class in increasing order, and their places in the order of all.
struct Line {
    std::vector<double> sorted;
    std::vector<std::uint32_t> places;
};

/// Numbers in increasing order, and how many may be expected about each within reach of k.
NumbersWithin within_of(std::span<const double> sorted, std::size_t k) { return {sorted, 4 * k}; }

/// psi(k~) - psi(n_c) - psi(n_x) of every row, k~ within its class and n_x over all.
void add_line(const ClassedNumbers& numbers, std::span<const double> x, Psi& psi) {
    std::vector<Line> classes;
    std::vector<std::uint32_t> class_of(x.size());
    std::vector<bool> alone;
    for (const auto& [first, size] : classes_of(numbers)) {
        std::fill_n(class_of.begin() + static_cast<std::ptrdiff_t>(first), size,
                    static_cast<std::uint32_t>(classes.size()));
        classes.emplace_back();
        alone.push_back(size == 1);
        if (size > 1) psi.take(size, size);
    }
    std::vector<double> all;
    for (const std::uint32_t row : order_of(x)) {
        if (alone[class_of[row]]) continue;
        classes[class_of[row]].sorted.push_back(x[row]);
        classes[class_of[row]].places.push_back(static_cast<std::uint32_t>(all.size()));
        all.push_back(x[row]);
    }
    std::vector<std::uint32_t> own(all.size());
    std::iota(own.begin(), own.end(), 0u);
    for (const Line& line : classes) {
        if (line.sorted.empty()) continue;
        const std::size_t k = std::min(numbers.k, line.sorted.size() - 1);
        const std::vector<double> radii = radii_of(line.sorted, k);
        within_of(line.sorted, k)
            .count(std::span(own).first(radii.size()), radii,
                   [&](std::size_t, std::size_t count) { psi.add(count); });
        within_of(all, k * classes.size())
            .count(line.places, radii, [&](std::size_t, std::size_t count) { psi.take(count); });
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

/// Call information(j, checkpoint) for each candidate; an information is at least 0.
template <class Information>
std::vector<double> of_each(std::span<const std::int64_t> candidates, const Workers& workers,
                            const Information& information) {
    std::vector<double> values(candidates.size());
    parallel_for(candidates.size(), workers, [&](std::size_t slot, Checkpoint& checkpoint) {
        const auto j = static_cast<std::size_t>(candidates[slot]);
        values[slot] = std::max(0.0, information(j, checkpoint));
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
    return of_each(candidates, workers, [&](std::size_t j, Checkpoint&) {
        if (n == 0) return 0.0;
        Psi psi(numbers.n_rows);
        psi.add(n, n);
        add_line(numbers, numbers.column(j), psi);
        return psi.sum() / static_cast<double>(n);
    });
}

std::vector<double> pair_information(const ClassedNumbers& numbers, ColumnOrders& orders,
                                     std::span<const std::int64_t> candidates,
                                     std::span<const double> y, const Workers& workers) {
    check(numbers, candidates);
    check_rows(numbers, y);
    orders.make(numbers, candidates, workers);
    const std::vector<std::uint32_t> order = order_by_class(numbers, y);
    const std::vector<Segment> classes = classes_of(numbers);
    const std::vector<std::uint32_t> ranks = ranks_by_class(classes, order);
    const std::vector<double> sorted = sorted_by_class(classes, y, order);
    return of_each(candidates, workers, [&](std::size_t j, Checkpoint& checkpoint) {
        Psi psi(numbers.n_rows);
        const std::span<const double> x = numbers.column(j);
        const std::vector<double> sorted_x = sorted_by_class(classes, x, orders.of(j));
        for (const auto& [first, size] : classes) {
            if (size == 1) continue;
            const Axis a{y.subspan(first, size), std::span(order).subspan(first, size),
                         std::span(sorted).subspan(first, size)};
            const Axis b{x.subspan(first, size), orders.of(j).subspan(first, size),
                         std::span(sorted_x).subspan(first, size)};
            const std::size_t k = std::min(numbers.k, size - 1);
            psi.add(size, size);
            Scatter(a, std::span(ranks).subspan(first, size), b, k).add(psi, checkpoint);
        }
        return psi.sum() / static_cast<double>(numbers.n_rows);
    });
}

std::vector<double> given_information(const ClassedNumbers& numbers,
                                      std::span<const std::int64_t> candidates,
                                      std::span<const double> y, std::span<const double> z,
                                      const Workers& workers) {
    check(numbers, candidates);
    check_rows(numbers, y);
    check_rows(numbers, z);
    const std::vector<std::uint32_t> order = order_of(z);
    const std::vector<double> ys = at_places(y, order), zs = at_places(z, order);
    const std::size_t k = std::min(numbers.k, numbers.n_rows - 1);
    return of_each(candidates, workers, [&](std::size_t j, Checkpoint& checkpoint) {
        if (k == 0) return 0.0;
        Psi psi(numbers.n_rows);
        add_space(at_places(numbers.column(j), order), ys, zs, k, psi, checkpoint);
        return psi.sum() / static_cast<double>(numbers.n_rows);
    });
}

}  // namespace natpick
