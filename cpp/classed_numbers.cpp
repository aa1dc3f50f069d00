#include "classed_numbers.hpp"

#include <algorithm>

#include "number_order.hpp"

namespace natpick {

std::vector<Segment> classes_of(const ClassedNumbers& numbers) {
    std::vector<Segment> classes;
    std::size_t first = 0;
    for (const std::int64_t end : numbers.ends) {
        classes.push_back({first, static_cast<std::size_t>(end) - first});
        first = static_cast<std::size_t>(end);
    }
    return classes;
}

std::vector<std::uint32_t> order_by_class(const ClassedNumbers& numbers,
                                          std::span<const double> values) {
    std::vector<std::uint32_t> order;
    for (const auto& [first, size] : classes_of(numbers)) {
        const std::vector<std::uint32_t> of_class = order_of(values.subspan(first, size));
        order.insert(order.end(), of_class.begin(), of_class.end());
    }
    return order;
}

std::vector<double> sorted_by_class(std::span<const Segment> classes,
                                    std::span<const double> values,
                                    std::span<const std::uint32_t> order) {
    std::vector<double> sorted(values.size());
    for (const auto& [first, size] : classes) {
        for (std::size_t i = first; i < first + size; ++i) sorted[i] = values[first + order[i]];
    }
    return sorted;
}

std::vector<std::uint32_t> ranks_by_class(std::span<const Segment> classes,
                                          std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> ranks(order.size());
    for (const auto& [first, size] : classes) {
        for (std::uint32_t i = 0; i < size; ++i) ranks[first + order[first + i]] = i;
    }
    return ranks;
}

void ColumnOrders::make(const ClassedNumbers& numbers, std::span<const std::int64_t> columns,
                        const Workers& workers) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (made_.empty()) made_.resize(numbers.data.size() / numbers.n_rows);
    std::vector<std::int64_t> missing;
    for (const std::int64_t j : columns) {
        if (of(static_cast<std::size_t>(j)).empty()) missing.push_back(j);
    }
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    parallel_for(missing.size(), workers, [&](std::size_t item, Checkpoint&) {
        const auto j = static_cast<std::size_t>(missing[item]);
        made_[j] = order_by_class(numbers, numbers.column(j));
    });
}

}  // namespace natpick
