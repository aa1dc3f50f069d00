// Estimates of information that correct the bias of the plug-in, table by table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columns.hpp"
#include "threads.hpp"

namespace natpick {

/// Rows n, non-empty cells m_A of a margin A, empty ones included K_A; Z may be constant.
enum class Estimator {
    /// H(A) = plug-in + (m_A - 1) / 2n, and MI(X, Y | Z) from such entropies, at least 0.
    /// Miller (1955), Note on the bias of information estimates.
    miller_madow,
    /// The plug-in of p = lambda / K + (1 - lambda) n_xyz / n, where lambda =
    /// (1 - sum p^2) / ((n - 1) sum (1 / K - p)^2), at most 1, with p = n_xyz / n.
    /// Hausser and Strimmer (2009), JMLR 10.
    shrinkage,
    /// MI(X, Y | Z) = plug-in - sum over z of (m_x|z - 1) (m_y|z - 1) / 2n, at least 0: what is
    /// expected of independent variables, as 2n MI is then chi-square. H(A) as the plug-in.
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
/// rows are alike counts, so columns may change places and levels names, to the last bit.
/// Throws std::invalid_argument if the labels or candidates do not fit.
template <class Code>
Estimates estimates(const Columns<Code>& columns, std::span<const std::int64_t> candidates,
                    std::span<const std::uint32_t> y, std::span<const std::uint32_t> z,
                    Estimator estimator, const Workers& workers);

}  // namespace natpick
