#include "estimates.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "information.hpp"

namespace natpick {

namespace {

/// Below this an information computed in floating point is rounding, in nats.
constexpr double rounding_nats = 1e-12;

/// The counts of a margin's non-empty cells, and how many cells it has, empty ones included.
struct Margin {
    std::vector<std::uint32_t> counts;  // increasing, so that sums do not depend on the levels
    std::uint64_t n_cells = 1;

    std::int64_t occupied() const { return static_cast<std::int64_t>(counts.size()); }
};

Margin margin_of(std::vector<std::uint32_t> counts, std::uint64_t n_cells) {
    std::sort(counts.begin(), counts.end());
    return {std::move(counts), n_cells};
}

/// The margins of a table n[x, y, z], and the degrees of freedom of X and Y given Z.
struct Margins {
    Margin xyz;
    Margin xz;
    const Margin& yz;
    const Margin& z;
    std::int64_t degrees = 0;  // sum over z of (m_x|z - 1) (m_y|z - 1)
};

/// An estimator: MI(X, Y | Z), and H(A | B) where B is a margin of A.
struct Rule {
    double (*information)(const Margins&, const Units&);
    double (*entropy)(const Margin& a, const Margin& b, const Units&);
};

/// T_A, the sum of units over the cells.
std::int64_t units_of(const Margin& margin, const Units& units) {
    std::int64_t sum = 0;
    for (const std::uint32_t count : margin.counts) sum += units(count);
    return sum;
}

double rows_of(const Margin& margin) {
    double n = 0;
    for (const std::uint32_t count : margin.counts) n += count;
    return n;
}

double plug_in_information(const Margins& t, const Units& units) {
    const std::int64_t u = (units_of(t.xyz, units) - units_of(t.xz, units)) +
                           (units_of(t.z, units) - units_of(t.yz, units));
    return units.information(u, t.xyz.n_cells);
}

double plug_in_entropy(const Margin& a, const Margin& b, const Units& units) {
    return units.nats(units_of(b, units) - units_of(a, units));
}

double miller_madow_information(const Margins& t, const Units& units) {
    const std::int64_t cells =
        (t.xz.occupied() - t.xyz.occupied()) + (t.yz.occupied() - t.z.occupied());
    return plug_in_information(t, units) + static_cast<double>(cells) / (2 * rows_of(t.z));
}

double miller_madow_entropy(const Margin& a, const Margin& b, const Units& units) {
    const std::int64_t cells = a.occupied() - b.occupied();
    return plug_in_entropy(a, b, units) + static_cast<double>(cells) / (2 * rows_of(b));
}

double chi_square_information(const Margins& t, const Units& units) {
    return plug_in_information(t, units) - static_cast<double>(t.degrees) / (2 * rows_of(t.z));
}

/// lambda = (n^2 - Q) / ((n - 1) (Q - n^2 / K)), Q the sum of the squares of the counts.
double shrinkage_intensity(const Margin& margin) {
    double squares = 0;
    for (const std::uint32_t count : margin.counts) squares += double(count) * count;
    const double n = rows_of(margin);
    const double apart = (n - 1) * (squares - n * n / static_cast<double>(margin.n_cells));
    const double spread = n * n - squares;
    return spread < apart ? spread / apart : 1.0;
}

double minus_p_log_p(double p) { return p > 0 ? -p * std::log(p) : 0.0; }

/// -sum p ln p over all cells, p = lambda / K + (1 - lambda) m / n.
double shrunk_entropy(const Margin& margin, double lambda) {
    const double n = rows_of(margin);
    const double uniform = lambda / static_cast<double>(margin.n_cells);
    const std::uint64_t empty = margin.n_cells - margin.counts.size();
    double sum = empty == 0 ? 0.0 : static_cast<double>(empty) * minus_p_log_p(uniform);
    for (std::size_t first = 0, last = 0; first < margin.counts.size(); first = last) {
        const std::uint32_t count = margin.counts[first];
        while (last < margin.counts.size() && margin.counts[last] == count) ++last;
        const double p = uniform + (1 - lambda) * (count / n);
        sum += static_cast<double>(last - first) * minus_p_log_p(p);
    }
    return sum;
}

double shrinkage_information(const Margins& t, const Units&) {
    const double lambda = shrinkage_intensity(t.xyz);
    const double value = (shrunk_entropy(t.xz, lambda) + shrunk_entropy(t.yz, lambda)) -
                         (shrunk_entropy(t.xyz, lambda) + shrunk_entropy(t.z, lambda));
    return value > rounding_nats ? value : 0.0;
}

double shrinkage_entropy(const Margin& a, const Margin& b, const Units&) {
    const double lambda = shrinkage_intensity(a);
    const double value = shrunk_entropy(a, lambda) - shrunk_entropy(b, lambda);
    return value > rounding_nats ? value : 0.0;
}

Rule rule_of(Estimator estimator) {
    switch (estimator) {
        case Estimator::miller_madow:
            return {miller_madow_information, miller_madow_entropy};
        case Estimator::shrinkage:
            return {shrinkage_information, shrinkage_entropy};
        case Estimator::chi_square:
            return {chi_square_information, plug_in_entropy};
    }
    throw std::invalid_argument("There is no such estimator.");
}

/// The largest histogram, in cells: memory stays within O(n).
std::uint64_t histogram_limit(std::size_t n_rows) {
    return std::max<std::uint64_t>(4096, 4 * std::uint64_t{n_rows});
}

/// Call use(key, count) for each key that occurs, in increasing order.
template <class Use>
void tally(std::vector<std::uint64_t>& keys, std::uint64_t n_keys, const Use& use) {
    if (n_keys <= histogram_limit(keys.size())) {
        std::vector<std::uint32_t> histogram(n_keys);
        for (const std::uint64_t key : keys) ++histogram[key];
        for (std::uint64_t key = 0; key < n_keys; ++key) {
            if (histogram[key] > 0) use(key, histogram[key]);
        }
        return;
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t first = 0, last = 0; first < keys.size(); first = last) {
        last = std::upper_bound(keys.begin() + first, keys.end(), keys[first]) - keys.begin();
        use(keys[first], static_cast<std::uint32_t>(last - first));
    }
}

/// What all candidates are counted against: the cells w of (y, z) that rows fall into.
struct Condition {
    std::vector<std::uint32_t> w;                // of each row
    std::vector<std::uint32_t> z_of;             // of each w
    std::vector<std::uint64_t> other_levels_in;  // m_y|z of each z
    Margin yz;
    Margin z;
};

std::uint64_t distinct(std::span<const std::uint32_t> labels) {
    std::vector<std::uint64_t> keys(labels.begin(), labels.end());
    std::uint64_t levels = 0;
    const std::uint64_t most = *std::max_element(keys.begin(), keys.end());
    tally(keys, most + 1, [&](std::uint64_t, std::uint32_t) { ++levels; });
    return levels;
}

Condition condition_of(std::span<const std::uint32_t> y, std::span<const std::uint32_t> z) {
    Condition condition;
    const std::uint64_t n_z = std::uint64_t{*std::max_element(z.begin(), z.end())} + 1;
    const std::uint64_t n_y = std::uint64_t{*std::max_element(y.begin(), y.end())} + 1;
    std::vector<std::uint64_t> keys(y.size()), cells;
    for (std::size_t row = 0; row < y.size(); ++row) keys[row] = y[row] * n_z + z[row];
    std::vector<std::uint32_t> n_yz, n_in_z(n_z);
    condition.other_levels_in.resize(n_z);
    std::vector<std::uint64_t> sorted = keys;
    tally(sorted, saturating_product(n_y, n_z), [&](std::uint64_t key, std::uint32_t count) {
        cells.push_back(key);
        n_yz.push_back(count);
        condition.z_of.push_back(static_cast<std::uint32_t>(key % n_z));
        n_in_z[key % n_z] += count;
        ++condition.other_levels_in[key % n_z];
    });
    for (const std::uint64_t key : keys) {
        const auto place = std::lower_bound(cells.begin(), cells.end(), key);
        condition.w.push_back(static_cast<std::uint32_t>(place - cells.begin()));
    }
    std::erase(n_in_z, 0u);
    const std::uint64_t levels = n_in_z.size();
    condition.yz = margin_of(std::move(n_yz), distinct(y) * levels);
    condition.z = margin_of(std::move(n_in_z), levels);
    return condition;
}

/// Count one candidate against the condition.
template <class Code>
Margins margins_of(const Columns<Code>& columns, std::size_t j, const Condition& condition) {
    const std::uint64_t n_w = condition.z_of.size();
    std::vector<std::uint64_t> keys(columns.n_rows);
    std::uint64_t most = 0;
    for (std::size_t row = 0; row < columns.n_rows; ++row) {
        keys[row] = columns.at(row, j) * n_w + condition.w[row];
        most = std::max(most, keys[row]);
    }
    std::vector<std::uint32_t> n_xyz, n_xz;
    std::vector<std::uint32_t> n_of_x_in(condition.other_levels_in.size()), met;
    std::vector<std::uint64_t> levels_in(condition.other_levels_in.size());
    std::uint64_t levels = 0, x = 0;
    const auto finish_level = [&] {
        levels += met.empty() ? 0 : 1;
        for (const std::uint32_t z : met) {
            n_xz.push_back(n_of_x_in[z]);
            n_of_x_in[z] = 0;
            ++levels_in[z];
        }
        met.clear();
    };
    tally(keys, most + 1, [&](std::uint64_t key, std::uint32_t count) {
        if (key / n_w != x) finish_level();
        x = key / n_w;
        n_xyz.push_back(count);
        const std::uint32_t z = condition.z_of[key % n_w];
        if (n_of_x_in[z] == 0) met.push_back(z);
        n_of_x_in[z] += count;
    });
    finish_level();
    Margins margins{margin_of(std::move(n_xyz), saturating_product(levels, condition.yz.n_cells)),
                    margin_of(std::move(n_xz), levels * condition.z.n_cells), condition.yz,
                    condition.z};
    for (std::size_t z = 0; z < levels_in.size(); ++z) {
        if (levels_in[z] == 0) continue;
        margins.degrees += (levels_in[z] - 1) * (condition.other_levels_in[z] - 1);
    }
    return margins;
}

template <class Code>
void check(const Columns<Code>& columns, std::span<const std::int64_t> candidates,
           std::span<const std::uint32_t> y, std::span<const std::uint32_t> z) {
    if (columns.n_rows == 0 || y.size() != columns.n_rows || z.size() != columns.n_rows) {
        throw std::invalid_argument("y and z must have one label for each of at least one row.");
    }
    for (const std::int64_t j : candidates) {
        if (j < 0 || static_cast<std::uint64_t>(j) >= columns.n_columns) {
            throw std::invalid_argument("Column " + std::to_string(j) + " is not one of the " +
                                        std::to_string(columns.n_columns) + " columns.");
        }
    }
}

}  // namespace

template <class Code>
Estimates estimates(const Columns<Code>& columns, std::span<const std::int64_t> candidates,
                    std::span<const std::uint32_t> y, std::span<const std::uint32_t> z,
                    Estimator estimator, const Workers& workers) {
    check(columns, candidates, y, z);
    const Rule rule = rule_of(estimator);
    const Units units(columns.n_rows);
    const Condition condition = condition_of(y, z);
    const Margin whole{{static_cast<std::uint32_t>(columns.n_rows)}, 1};
    const std::size_t size = candidates.size();
    const double other_entropy = rule.entropy(condition.yz, condition.z, units);
    Estimates result{other_entropy, std::vector<double>(size), std::vector<double>(size),
                     std::vector<double>(size), std::vector<std::uint8_t>(size)};
    parallel_for(size, workers, [&](std::size_t slot, Checkpoint&) {
        const Margins t =
            margins_of(columns, static_cast<std::size_t>(candidates[slot]), condition);
        result.entropy[slot] = rule.entropy(t.xz, t.z, units);
        result.joint_entropy[slot] = rule.entropy(t.xyz, whole, units);
        result.determined[slot] = t.xz.occupied() == t.z.occupied();
        const double information = std::max(0.0, rule.information(t, units));
        result.information[slot] = std::min({information, result.entropy[slot], other_entropy});
    });
    return result;
}

template Estimates estimates(const Columns<std::uint8_t>&, std::span<const std::int64_t>,
                             std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                             Estimator, const Workers&);
template Estimates estimates(const Columns<std::uint16_t>&, std::span<const std::int64_t>,
                             std::span<const std::uint32_t>, std::span<const std::uint32_t>,
                             Estimator, const Workers&);

}  // namespace natpick
