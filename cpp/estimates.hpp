// Estimates of information that correct the bias of the plug-in, table by table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally.hpp"
#include "threads.hpp"

namespace natpick {

/// Rows n, non-empty cells m_A of a margin A, empty ones included K_A; Z may be constant.
/// Of rows that are shares w of a whole W, cell k with W_k = sum w and Q_k = sum w^2 is worth
/// n_k = W_k^2 / Q_k rows (Kish 1965, Survey Sampling), and p_k = W_k / W has the variance
/// V_k = (Q_k (1 - 2 p_k) + Q p_k^2) / W^2 (Taylor's linearization). What follows for rows that
/// count alike is the special case V_k = p_k (1 - p_k) / n.
enum class Estimator {
    /// H(A) = plug-in + sum V_k / 2 p_k = plug-in + (sum p_k / n_k - 1 / n) / 2, for rows that
    /// count alike plug-in + (m_A - 1) / 2n; MI(X, Y | Z) from such entropies, at least 0.
    /// Miller (1955), Note on the bias of information estimates.
    miller_madow,
    /// The plug-in of p = lambda / K + (1 - lambda) p_xyz, where lambda = n / (n - 1) sum V_k /
    /// sum (1 / K - p_k)^2, at most 1, for rows that count alike
    /// (1 - sum p_k^2) / ((n - 1) sum (1 / K - p_k)^2). Hausser and Strimmer (2009), JMLR 10.
    shrinkage,
    /// MI(X, Y | Z) = plug-in - sum over z of (m_x|z - 1) (m_y|z - 1) / 2n, at least 0: what is
    /// expected of independent variables, as 2n MI is then chi-square. H(A) as the plug-in. Of
    /// shares (A_x - a) (A_y - a) / a / 2W, a = Q_z / W_z and A_x = sum over x of Q_xz / W_xz:
    /// the mean of Rao and Scott's (1984, Annals of Statistics 12) statistic.
    chi_square,
};

/// H(Y | Z); for each candidate X MI(X, Y | Z), H(X | Z), H(X, Y, Z), and whether X is a
/// function of Z, shape (candidates,).
struct Estimates {
    double other_entropy;
    std::vector<double> information;
    std::vector<double> entropy;
    std::vector<double> joint_entropy;
    std::vector<std::uint8_t> determined;
};

/// Estimates from the table n[x, y, z] of each candidate, y and z one label a row. Only which
/// rows are alike counts, so columns may change places and levels names, to the last bit, and
/// a row of weight w is w rows. Of listed columns O(rows listed).
/// Throws std::invalid_argument if the labels or candidates do not fit.
Estimates estimates(const WeightedRows& rows, std::span<const std::int64_t> candidates,
                    const RowLabels& y, const RowLabels& z, Estimator estimator,
                    const Workers& workers);

}  // namespace natpick
