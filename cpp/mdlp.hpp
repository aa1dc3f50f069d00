// Fayyad and Irani's cut points: those that pay for themselves in telling the class.
#pragma once

#include <cstdint>
#include <span>

#include "cut_points.hpp"

namespace natpick {

/// The class of each row, below n_classes.
struct Classes {
    std::span<const std::uint32_t> labels;
    std::size_t n_classes;
};

/// What each row weighs, with a sum of 1 to 2^52, and how many rows they are worth together.
struct RowWeights {
    std::span<const std::uint64_t> values;
    double n_rows;
};

/// The cut points of each column by the minimum description length principle (Fayyad and Irani
/// 1993, Multi-interval discretization of continuous-valued attributes). The best cut of a set of
/// N rows leaves the least class entropy in its two halves; it is made, and the halves are cut in
/// turn, if the information it gains satisfies
///
///   N gain > ln(N - 1) + ln(3^k - 2) - (k H - k_1 H_1 - k_2 H_2),
///
/// in nats, k being the number of classes in a set and H its entropy. A cut point is the largest
/// value of the lower half; of equally good ones the lowest is taken. Rows whose value is missing
/// count nowhere. Not more than most_points cuts are made, those that gain most first.
template <class Real>
CutPoints<Real> mdlp(const Numbers<Real>& numbers, const Classes& classes, const Workers& workers);

/// The same of rows that have weights: a set that weighs w is worth N = n_rows w / W rows, but not
/// fewer than 2, W being what all rows weigh. With n_rows = W it is that of rows repeated.
template <class Real>
CutPoints<Real> weighted_mdlp(const Numbers<Real>& numbers, const Classes& classes,
                              const RowWeights& weights, const Workers& workers);

}  // namespace natpick
