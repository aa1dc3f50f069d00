#include "information.hpp"

#include <algorithm>
#include <cmath>

namespace natpick {

namespace {

/// Counts whose units are looked up; larger ones, which are few beside the rows they count, are
/// computed.
constexpr std::uint64_t table_limit = std::uint64_t{1} << 16;

double m_log_m(std::uint64_t m) {
    const double value = static_cast<double>(m);
    return value * std::log(value);
}

int exponent_for(std::uint64_t n) {
    if (n <= 1) return 0;
    int e = 0;
    std::frexp(m_log_m(n), &e);
    return 62 - e;
}

}  // namespace

Units::Units(std::uint64_t n)
    : n_(n), exponent_(exponent_for(n)), scale_(std::ldexp(static_cast<double>(n), exponent_)) {
    std::vector<std::int64_t> table(std::min(n, table_limit) + 1);
    for (std::uint64_t m = 0; m < table.size(); ++m) table[m] = computed(m);
    table_ = std::move(table);
    total_ = (*this)(n);
}

std::int64_t Units::computed(std::uint64_t m) const {
    return m <= 1 ? 0 : std::llrint(std::ldexp(m_log_m(m), exponent_));
}

}  // namespace natpick
