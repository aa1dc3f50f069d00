#include "margins.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace natpick {

namespace {

Mass mass_of(const Mass& mass) { return mass; }
Mass mass_of(std::uint64_t weight) { return {weight, weight}; }

/// Append the runs of cells that hold the same, each so many times.
template <class Value>
void append_runs(std::vector<Value>& cells, std::int64_t times, std::vector<Run>& runs) {
    std::sort(cells.begin(), cells.end());
    for (std::size_t first = 0, last = 0; first < cells.size(); first = last) {
        while (last < cells.size() && cells[last] == cells[first]) ++last;
        runs.push_back({mass_of(cells[first]), times * static_cast<std::int64_t>(last - first)});
    }
}

/// Make one run of those that hold the same, and none of no cells.
void merge_runs(std::vector<Run>& runs) {
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.mass < b.mass; });
    std::size_t kept = 0;
    for (std::size_t first = 0, last = 0; first < runs.size(); first = last) {
        Run run{runs[first].mass, 0};
        while (last < runs.size() && runs[last].mass == run.mass) run.times += runs[last++].times;
        if (run.times > 0) runs[kept++] = run;
    }
    runs.resize(kept);
}

/// The margin of cells some of which may be empty.
Margin margin_of_all(const std::vector<Mass>& cells) {
    std::vector<Mass> filled, none;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(filled),
                 [](const Mass& mass) { return mass.weight > 0; });
    return margin_of(filled, none, nullptr, filled.size());
}

std::uint64_t distinct(const RowLabels& labels) {
    std::vector<bool> met(labels.n_labels);
    for (const std::uint32_t value : labels.values) met[value] = true;
    return static_cast<std::uint64_t>(std::count(met.begin(), met.end(), true));
}

void check(const WeightedRows& rows, const RowLabels& labels) {
    const bool fits = std::all_of(labels.values.begin(), labels.values.end(),
                                  [&](std::uint32_t value) { return value < labels.n_labels; });
    if (labels.values.size() != rows.weights.size() || !fits) {
        throw std::invalid_argument("y and z must have one label below their number a row.");
    }
}

}  // namespace

double spread(const Margin& margin) {
    double sum = 0;
    for (const Run& run : margin.runs) sum += static_cast<double>(run.times) * run.mass.ratio();
    return sum;
}

double degrees(const Margins& margins) {
    std::vector<double> terms;
    for (std::size_t z = 0; z < margins.x_in.size(); ++z) {
        const double a = margins.mass_of_z[z].ratio();
        if (margins.x_in[z] > 0 && a > 0) {
            terms.push_back((margins.x_in[z] - a) * (margins.y_in[z] - a) / a);
        }
    }
    std::sort(terms.begin(), terms.end());
    double sum = 0;
    for (const double term : terms) sum += term;
    return sum;
}

void add_ratios(std::vector<RatioIn>& ratios, std::vector<double>& sums) {
    const auto whole = [](const RatioIn& in) { return in.ratio == 1.0; };
    if (!std::all_of(ratios.begin(), ratios.end(), whole)) {  // whole numbers add up in any order
        std::sort(ratios.begin(), ratios.end(),
                  [](const RatioIn& a, const RatioIn& b) { return a.ratio < b.ratio; });
    }
    for (const RatioIn& in : ratios) sums[in.z] += in.ratio;
}

std::uint64_t most_levels_of(const WeightedRows& rows, std::span<const std::int64_t> candidates) {
    std::uint32_t most = 0;
    for (const std::int64_t j : candidates) {
        if (j < 0 || static_cast<std::size_t>(j) >= rows.n_levels.size()) {
            throw std::invalid_argument("Column " + std::to_string(j) + " is not one of the " +
                                        std::to_string(rows.n_levels.size()) + " columns.");
        }
        most = std::max(most, rows.n_levels[static_cast<std::size_t>(j)]);
    }
    return most;
}

template <class Value>
Margin margin_of(std::vector<Value>& cells, std::vector<Value>& taken, const Margin* base,
                 std::uint64_t n_cells) {
    Margin margin{{}, n_cells};
    append_runs(cells, 1, margin.runs);
    if (base != nullptr) {
        append_runs(taken, -1, margin.runs);
        margin.runs.insert(margin.runs.end(), base->runs.begin(), base->runs.end());
        merge_runs(margin.runs);
    }
    return margin;
}

template Margin margin_of(std::vector<std::uint64_t>&, std::vector<std::uint64_t>&, const Margin*,
                          std::uint64_t);
template Margin margin_of(std::vector<Mass>&, std::vector<Mass>&, const Margin*, std::uint64_t);

Condition::Condition(const WeightedRows& rows, const RowLabels& y, const RowLabels& z)
    : rows_(rows), w_(rows.weights.size()), mass_of_z_(z.n_labels), y_in_(z.n_labels) {
    check(rows, y);
    check(rows, z);
    const std::uint64_t n_z = z.n_labels;
    const auto cell_of = [&](std::size_t row) { return y.values[row] * n_z + z.values[row]; };
    std::vector<std::uint64_t> cells;
    const std::uint64_t n_keys = saturating_product(y.n_labels, n_z);
    with_sums_by_key<std::uint64_t>(n_keys, w_.size(), [&](auto rows_in) {
        for (std::size_t row = 0; row < w_.size(); ++row) rows_in.add(cell_of(row), 1);
        rows_in.drain([&](std::uint64_t cell, std::uint64_t) { cells.push_back(cell); });
    });
    std::sort(cells.begin(), cells.end());
    mass_of_w_.resize(cells.size());
    for (const std::uint64_t cell : cells) {
        z_of_.push_back(static_cast<std::uint32_t>(cell % n_z));
    }
    Mass total;
    for (std::size_t row = 0; row < w_.size(); ++row) {
        const auto place = std::lower_bound(cells.begin(), cells.end(), cell_of(row));
        w_[row] = static_cast<std::uint32_t>(place - cells.begin());
        mass_of_w_[w_[row]] += Condition::mass_of(row);
        mass_of_z_[z.values[row]] += mass_of(row);
        total += mass_of(row);
    }
    std::vector<RatioIn> ratios;
    for (std::size_t w = 0; w < mass_of_w_.size(); ++w) {
        if (mass_of_w_[w].weight > 0) ratios.push_back({z_of_[w], mass_of_w_[w].ratio()});
    }
    add_ratios(ratios, y_in_);
    z_ = margin_of_all(mass_of_z_);
    yz_ = margin_of_all(mass_of_w_);
    yz_.n_cells = distinct(y) * z_.n_cells;
    whole_ = margin_of_all({total});
}

}  // namespace natpick
