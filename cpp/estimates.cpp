#include "estimates.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "information.hpp"
#include "margins.hpp"

namespace natpick {

namespace {

/// Below this an information computed in floating point is rounding, in nats.
constexpr double rounding_nats = 1e-12;

/// Candidates counted with one table, so that it is made seldom.
constexpr std::size_t together = 32;

/// What rows are measured by.
struct Scale {
    const Units& units;
    double total;  // W
    double unit;   // of the squares
};

/// An estimator: MI(X, Y | Z), and H(A | B) where B is a margin of A.
struct Rule {
    double (*information)(const Margins&, const Scale&);
    double (*entropy)(const Margin& a, const Margin& b, const Scale&);
};

/// T_A, the sum of units over the cells.
std::int64_t units_of(const Margin& margin, const Units& units) {
    std::int64_t sum = 0;
    for (const Run& run : margin.runs) sum += run.times * units(run.mass.weight);
    return sum;
}

double plug_in_information(const Margins& t, const Scale& scale) {
    const std::int64_t u = (units_of(t.xyz, scale.units) - units_of(t.xz, scale.units)) +
                           (units_of(t.z, scale.units) - units_of(t.yz, scale.units));
    return scale.units.information(u, t.xyz.n_cells);
}

double plug_in_entropy(const Margin& a, const Margin& b, const Scale& scale) {
    return scale.units.nats(units_of(b, scale.units) - units_of(a, scale.units));
}

/// A difference of sums of Q_k / W_k as nats: half of the sum of p_k / n_k.
double half_nats(double cells, const Scale& scale) {
    return scale.unit * cells / (2 * scale.total);
}

double miller_madow_information(const Margins& t, const Scale& scale) {
    const double cells = (spread(t.xz) - spread(t.xyz)) + (spread(t.yz) - spread(t.z));
    return plug_in_information(t, scale) + half_nats(cells, scale);
}

double miller_madow_entropy(const Margin& a, const Margin& b, const Scale& scale) {
    return plug_in_entropy(a, b, scale) + half_nats(spread(a) - spread(b), scale);
}

double chi_square_information(const Margins& t, const Scale& scale) {
    return plug_in_information(t, scale) - half_nats(degrees(t), scale);
}

/// lambda = n / (n - 1) sum V_k / sum (p_k - 1 / K)^2, all sums times W^2.
double shrinkage_intensity(const Margin& margin, const Scale& scale) {
    const double W = scale.total;
    double squares = 0, products = 0, Q = 0;
    for (const Run& run : margin.runs) {
        const double w = static_cast<double>(run.mass.weight);
        const double q = static_cast<double>(run.mass.square);
        squares += static_cast<double>(run.times) * w * w;
        products += static_cast<double>(run.times) * w * q;
        Q += static_cast<double>(run.times) * q;
    }
    const double apart =
        (W * W / Q / scale.unit - 1) * (squares - W * W / static_cast<double>(margin.n_cells));
    const double varies = (W * W - squares) - 2 * (W * products - Q * squares) / Q;
    return varies < apart ? std::max(0.0, varies / apart) : 1.0;
}

double minus_p_log_p(double p) { return p > 0 ? -p * std::log(p) : 0.0; }

/// -sum p ln p over all cells, p = lambda / K + (1 - lambda) W_k / W.
double shrunk_entropy(const Margin& margin, double lambda, const Scale& scale) {
    const double uniform = lambda / static_cast<double>(margin.n_cells);
    const std::uint64_t empty = margin.n_cells - static_cast<std::uint64_t>(margin.occupied());
    double sum = empty == 0 ? 0.0 : static_cast<double>(empty) * minus_p_log_p(uniform);
    for (const Run& run : margin.runs) {
        const double p =
            uniform + (1 - lambda) * (static_cast<double>(run.mass.weight) / scale.total);
        sum += static_cast<double>(run.times) * minus_p_log_p(p);
    }
    return sum;
}

double shrinkage_information(const Margins& t, const Scale& scale) {
    const double lambda = shrinkage_intensity(t.xyz, scale);
    const double value =
        (shrunk_entropy(t.xz, lambda, scale) + shrunk_entropy(t.yz, lambda, scale)) -
        (shrunk_entropy(t.xyz, lambda, scale) + shrunk_entropy(t.z, lambda, scale));
    return value > rounding_nats ? value : 0.0;
}

double shrinkage_entropy(const Margin& a, const Margin& b, const Scale& scale) {
    const double lambda = shrinkage_intensity(a, scale);
    const double value = shrunk_entropy(a, lambda, scale) - shrunk_entropy(b, lambda, scale);
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

}  // namespace

Estimates estimates(const WeightedRows& rows, std::span<const std::int64_t> candidates,
                    const RowLabels& y, const RowLabels& z, Estimator estimator,
                    const Workers& workers) {
    const Rule rule = rule_of(estimator);
    const Scale scale{rows.units, static_cast<double>(rows.total), rows.squares.unit};
    const Condition condition(rows, y, z);
    const std::uint64_t most_levels = most_levels_of(rows, candidates);
    const std::size_t size = candidates.size();
    const double other_entropy = rule.entropy(condition.yz(), condition.z(), scale);
    Estimates result{other_entropy, std::vector<double>(size), std::vector<double>(size),
                     std::vector<double>(size), std::vector<std::uint8_t>(size)};
    const std::size_t n_items = (size + together - 1) / together;
    parallel_for(n_items, workers, [&](std::size_t item, Checkpoint& checkpoint) {
        condition.with_scratch(most_levels, [&](auto scratch) {
            const std::size_t last = std::min(size, (item + 1) * together);
            for (std::size_t slot = item * together; slot < last; ++slot) {
                const Margins t = condition.margins(candidates[slot], scratch);
                result.entropy[slot] = rule.entropy(t.xz, t.z, scale);
                result.joint_entropy[slot] = rule.entropy(t.xyz, condition.whole(), scale);
                result.determined[slot] = t.xz.occupied() == t.z.occupied();
                const double information = std::max(0.0, rule.information(t, scale));
                result.information[slot] =
                    std::min({information, result.entropy[slot], other_entropy});
                checkpoint();
            }
        });
    });
    return result;
}

}  // namespace natpick
