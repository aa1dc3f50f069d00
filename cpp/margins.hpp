// The margins of tables n[x, y, z] of weighted rows: what their cells hold, whatever their names.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sums_by_key.hpp"
#include "tally.hpp"

namespace natpick {

/// What the rows of a cell weigh, and the sum of the squares of that.
struct Mass {
    std::uint64_t weight = 0;
    std::uint64_t square = 0;

    auto operator<=>(const Mass&) const = default;
    Mass& operator+=(const Mass& other) {
        weight += other.weight;
        square += other.square;
        return *this;
    }
    Mass operator-(const Mass& other) const {
        return {weight - other.weight, square - other.square};
    }
    /// Q / W: 1 where a row of weight w is w rows.
    double ratio() const { return static_cast<double>(square) / static_cast<double>(weight); }
};

/// A mass as what is summed: where a row of weight w is w rows, the weight says it all.
template <class Value>
Value as(const Mass& mass);
template <>
inline Mass as<Mass>(const Mass& mass) {
    return mass;
}
template <>
inline std::uint64_t as<std::uint64_t>(const Mass& mass) {
    return mass.weight;
}

inline std::uint64_t weight_of(const Mass& mass) { return mass.weight; }
inline std::uint64_t weight_of(std::uint64_t weight) { return weight; }
inline double ratio_of(const Mass& mass) { return mass.ratio(); }
inline double ratio_of(std::uint64_t) { return 1.0; }

/// So many cells that hold the same.
struct Run {
    Mass mass;
    std::int64_t times;
};

/// The cells of a margin that are not empty, and how many cells it has, empty ones included.
struct Margin {
    std::vector<Run> runs;  // increasing, so that sums do not depend on the names of levels
    std::uint64_t n_cells = 1;

    std::int64_t occupied() const {
        std::int64_t cells = 0;
        for (const Run& run : runs) cells += run.times;
        return cells;
    }
};

/// The sum of Q / W over the cells: their number where a row of weight w is w rows.
double spread(const Margin& margin);

/// The margins of a table n[x, y, z].
struct Margins {
    Margin xyz;
    Margin xz;
    const Margin& yz;
    const Margin& z;
    /// Of each z, the sum of Q / W over the cells (x, z); 0 where X is known not to vary in z.
    std::span<const double> x_in;
    std::span<const double> y_in;     // likewise, over the cells (y, z)
    std::span<const Mass> mass_of_z;  // of each z
};

/// The sum over z of (A_x - a) (A_y - a) / a, a = Q_z / W_z: where a row of weight w is w rows
/// the degrees of freedom, sum over z of (m_x|z - 1) (m_y|z - 1).
double degrees(const Margins& margins);

/// The most levels that any of the candidates has; throws std::invalid_argument if one is no
/// column.
std::uint64_t most_levels_of(const WeightedRows& rows, std::span<const std::int64_t> candidates);

/// The value of Q / W of a cell, and the stratum z it is in.
struct RatioIn {
    std::uint32_t z;
    double ratio;
};

/// Add ratios to the sums of their strata, in an order that does not depend on names of levels.
void add_ratios(std::vector<RatioIn>& ratios, std::vector<double>& sums);

/// The margin of cells that hold so much, with those of ``base`` but those taken from it.
template <class Value>
Margin margin_of(std::vector<Value>& cells, std::vector<Value>& taken, const Margin* base,
                 std::uint64_t n_cells);

/// What candidates are counted in: sums by (x, w) and by (x, z), and room for what they come to.
template <class Value, class Cells, class Strata>
struct Scratch {
    Cells by_cell;
    Strata by_stratum;
    std::vector<Value> cells, cells_taken, strata, strata_taken;
    std::vector<std::uint8_t> met;
    std::vector<RatioIn> ratios;
    std::vector<double> x_in;
};

/// What all candidates are counted against: the cells w of (y, z) that rows fall into.
class Condition {
  public:
    /// Throws std::invalid_argument if there is not one label a row.
    Condition(const WeightedRows& rows, const RowLabels& y, const RowLabels& z);

    const Margin& yz() const { return yz_; }
    const Margin& z() const { return z_; }
    const Margin& whole() const { return whole_; }

    /// Call use(scratch), with room for candidates of so many levels.
    template <class Use>
    void with_scratch(std::uint64_t most_levels, const Use& use) const;

    /// The margins of a candidate, good until the scratch is used again. Of a listed one, what
    /// is listed is taken from the cells of (y, z), all of which the usual code would else fill.
    template <class Value, class Cells, class Strata>
    Margins margins(std::int64_t candidate, Scratch<Value, Cells, Strata>& scratch) const;

  private:
    template <class Value, class Use>
    void with_sums(std::uint64_t n_keys, const Use& use) const;

    Mass mass_of(std::size_t row) const;

    const WeightedRows& rows_;
    std::vector<std::uint32_t> w_;     // of each row
    std::vector<std::uint32_t> z_of_;  // of each w
    std::vector<Mass> mass_of_w_;
    std::vector<Mass> mass_of_z_;
    std::vector<double> y_in_;
    Margin yz_;
    Margin z_;
    Margin whole_;
};

template <class Value, class Use>
void Condition::with_sums(std::uint64_t n_keys, const Use& use) const {
    if (std::holds_alternative<Lists>(rows_.columns)) {
        with_sums_by_key<Value>(n_keys, w_.size(), use);
    } else {
        with_sums_of_all_rows<Value>(n_keys, w_.size(), use);
    }
}

template <class Use>
void Condition::with_scratch(std::uint64_t most_levels, const Use& use) const {
    const auto with = [&]<class Value>(Value) {
        with_sums<Value>(saturating_product(most_levels, z_of_.size()), [&](auto cells) {
            with_sums<Value>(saturating_product(most_levels, mass_of_z_.size()), [&](auto strata) {
                using All = Scratch<Value, decltype(cells), decltype(strata)>;
                use(All{std::move(cells), std::move(strata), {}, {}, {}, {}, {}, {}, {}});
            });
        });
    };
    if (rows_.squares.values.empty()) {
        with(std::uint64_t{});
    } else {
        with(Mass{});
    }
}

template <class Value, class Cells, class Strata>
Margins Condition::margins(std::int64_t candidate, Scratch<Value, Cells, Strata>& scratch) const {
    const auto j = static_cast<std::size_t>(candidate);
    const std::optional<std::uint32_t> usual = usual_code(rows_.columns, j);
    const std::uint64_t n_w = z_of_.size(), n_z = mass_of_z_.size();
    each_row(rows_.columns, j, [&](std::size_t row, std::uint32_t code) {
        const Value value = as<Value>(mass_of(row));
        scratch.by_cell.add(code * n_w + w_[row], value);
        if (usual) scratch.by_cell.add(*usual * n_w + w_[row], value);
    });
    for (auto* cells :
         {&scratch.cells, &scratch.cells_taken, &scratch.strata, &scratch.strata_taken}) {
        cells->clear();
    }
    scratch.ratios.clear();
    scratch.x_in.assign(n_z, 0.0);
    scratch.met.assign(rows_.n_levels[j], 0);
    scratch.by_cell.drain([&](std::uint64_t key, const Value& value) {
        const std::uint64_t x = key / n_w, w = key % n_w;
        scratch.by_stratum.add(x * n_z + z_of_[w], value);
        if (x != usual) {
            scratch.cells.push_back(value);
            return;
        }
        const Value all = as<Value>(mass_of_w_[w]);
        scratch.cells_taken.push_back(all);
        if (all != value) scratch.cells.push_back(all - value);
    });
    std::uint64_t left = rows_.total;  // to the usual code
    scratch.by_stratum.drain([&](std::uint64_t key, const Value& value) {
        const std::uint64_t x = key / n_z, z = key % n_z;
        Value held = value;
        if (x == usual) {
            const Value all = as<Value>(mass_of_z_[z]);
            scratch.strata_taken.push_back(all);
            left -= weight_of(value);
            if (all == value) return;
            held = all - value;
        } else {
            scratch.met[x] = 1;
        }
        scratch.strata.push_back(held);
        scratch.ratios.push_back({static_cast<std::uint32_t>(z), ratio_of(held)});
    });
    add_ratios(scratch.ratios, scratch.x_in);
    const auto met = std::count(scratch.met.begin(), scratch.met.end(), 1);
    const auto levels = static_cast<std::uint64_t>(met) + (usual && left > 0 ? 1 : 0);
    return {
        margin_of(scratch.cells, scratch.cells_taken, usual ? &yz_ : nullptr,
                  saturating_product(levels, yz_.n_cells)),
        margin_of(scratch.strata, scratch.strata_taken, usual ? &z_ : nullptr, levels * z_.n_cells),
        yz_,
        z_,
        scratch.x_in,
        y_in_,
        mass_of_z_};
}

inline Mass Condition::mass_of(std::size_t row) const {
    const std::uint64_t weight = rows_.weights[row];
    return {weight, rows_.squares.values.empty() ? weight : rows_.squares.values[row]};
}

}  // namespace natpick
