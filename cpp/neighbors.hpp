// Information of numbers, from how far apart the nearest neighbours are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "classed_numbers.hpp"

namespace natpick {

// psi is the digamma function.
//
// Balls are those of the maximum norm. The ball of a row reaches to its k-th nearest neighbour
// and is open: what lies on its surface is not in it. A ball of radius 0 is the point itself,
// with all that coincides with it. k~ and n_A are how many rows, the row itself included, are in
// the ball, and in its projection to A. Without ties k~ = k; there is no need to break any.

/// MI(C, X) = psi(n) + mean(psi(k~) - psi(n_c) - psi(n_x)) of each candidate X, C the class;
/// k~ within the class, n_x over all. Classes of one row are left out.
/// Ross (2014), Mutual information between discrete and continuous data sets, PLoS ONE 9.
std::vector<double> class_information(const ClassedNumbers& numbers,
                                      std::span<const std::int64_t> candidates,
                                      const Workers& workers);

/// MI(X, Y | C) = mean(psi(n_c) + psi(k~) - psi(n_x) - psi(n_y)) within each class.
/// Kraskov, Stoegbauer and Grassberger (2004), Estimating mutual information, Phys. Rev. E 69.
std::vector<double> pair_information(const ClassedNumbers& numbers, ColumnOrders& orders,
                                     std::span<const std::int64_t> candidates,
                                     std::span<const double> y, const Workers& workers);

/// MI(X, Y | Z) = mean(psi(k~) + psi(n_z) - psi(n_xz) - psi(n_yz)), Z a number.
/// Frenzel and Pompe (2007), Partial mutual information for coupling analysis, Phys. Rev. Lett. 99.
std::vector<double> given_information(const ClassedNumbers& numbers,
                                      std::span<const std::int64_t> candidates,
                                      std::span<const double> y, std::span<const double> z,
                                      const Workers& workers);

}  // namespace natpick
