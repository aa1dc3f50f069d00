// Fayyad and Irani's cut points: those that pay for themselves in telling the class.
#pragma once

#include <cstdint>
#include <span>

#include "cut_points.hpp"

namespace natpick {

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
CutPoints<Real> mdlp(const Numbers<Real>& numbers, std::span<const std::uint32_t> classes,
                     std::size_t n_classes, const Workers& workers);

}  // namespace natpick
