#include "number_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>

namespace natpick {

namespace {

constexpr std::size_t digits = 256;

/// From so many numbers on it is quicker to sort by their bits, digit by digit.
constexpr std::size_t many = 256;

struct Keyed {
    std::uint64_t key;
    std::uint32_t place;
};

/// Whole numbers in the order of the numbers; 0 and -0 are equal.
std::uint64_t key_of(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);
    const std::uint64_t sign = std::uint64_t{1} << 63;
    return bits & sign ? ~bits : bits | sign;
}

/// Sort by one digit after another, the last one first; digits that all share change nothing.
void sort_by_digits(std::vector<Keyed>& keyed) {
    std::array<std::array<std::uint32_t, digits>, 8> counts{};
    for (const Keyed& one : keyed) {
        for (std::size_t d = 0; d < 8; ++d) ++counts[d][one.key >> 8 * d & 255];
    }
    std::vector<Keyed> sorted(keyed.size());
    for (std::size_t d = 0; d < 8; ++d) {
        auto& of_digit = counts[d];
        if (of_digit[keyed[0].key >> 8 * d & 255] == keyed.size()) continue;
        std::exclusive_scan(of_digit.begin(), of_digit.end(), of_digit.begin(), 0u);
        for (const Keyed& one : keyed) sorted[of_digit[one.key >> 8 * d & 255]++] = one;
        keyed.swap(sorted);
    }
}

}  // namespace

std::vector<std::uint32_t> order_of(std::span<const double> numbers) {
    std::vector<Keyed> keyed;
    keyed.reserve(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        keyed.push_back({key_of(numbers[i]), static_cast<std::uint32_t>(i)});
    }
    if (keyed.size() >= many) {
        sort_by_digits(keyed);
    } else {
        std::stable_sort(keyed.begin(), keyed.end(),
                         [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
    }
    std::vector<std::uint32_t> order(keyed.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].place;
    return order;
}

std::vector<double> at_places(std::span<const double> numbers,
                              std::span<const std::uint32_t> places) {
    std::vector<double> values(places.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = numbers[places[i]];
    return values;
}

}  // namespace natpick
