// The terms of many candidates, in nats: alone, with one selected column, given a whole set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counts.hpp"

namespace natpick {

/// Encoded data, and the sums every term needs. Built by sample_of, constant afterwards; the
/// codes are not owned.
template <class Code>
struct Sample {
    Data<Code> data;
    std::int64_t target_units;       // T_c
    std::vector<JointUnits> column;  // T_i and T_ic of each column, shape (n_columns,)
};

/// H(C); for each column H(X_i) and MI(C, X_i), shape (n_columns,).
struct Univariate {
    double target_entropy;
    std::vector<double> entropy;
    std::vector<double> relevance;
};

/// MI(X_i, X_s), MI(X_i, X_s | C) and H(X_i, X_s, C), each of shape (candidates,).
struct PairTerms {
    std::vector<double> redundancy;
    std::vector<double> class_redundancy;
    std::vector<double> joint_entropy;
};

/// H(C | G); for each candidate H(X_i | G) and MI(C, X_i | G), shape (candidates,).
struct SetTerms {
    double target_entropy;
    std::vector<double> entropy;
    std::vector<double> relevance;
};

/// Check shapes and levels, observe the levels where none are given, and count each column alone
/// and with the target. Throws std::invalid_argument if anything does not fit.
template <class Code>
Sample<Code> sample_of(const Columns<Code>& columns,
                       std::optional<std::vector<std::uint32_t>> n_levels, Labels target,
                       const Workers& workers, std::optional<Kernel> forced = std::nullopt);

/// H(C) = nats(T_n - T_c), H(X_i) = nats(T_n - T_i),
/// MI(C, X_i) = information((T_ic - T_i) + (T_n - T_c)).
template <class Code>
Univariate univariate(const Sample<Code>& sample);

/// MI(X_i, X_s) = information((T_is - T_i) + (T_n - T_s)),
/// MI(X_i, X_s | C) = information((T_isc - T_ic) + (T_c - T_sc)), H(X_i, X_s, C) =
/// nats(T_n - T_isc). Without class_redundancy the last two are NaN and C is not counted.
template <class Code>
PairTerms pair_terms(const Sample<Code>& sample, std::int64_t s,
                     std::span<const std::int64_t> candidates, bool class_redundancy,
                     const Workers& workers);

/// The terms of each pair (s[j], i[j]): those of pair_terms, shape (pairs,). Pairs of equal s
/// that follow each other are counted together. Throws std::invalid_argument if s and i differ
/// in length.
template <class Code>
PairTerms terms_of_pairs(const Sample<Code>& sample, std::span<const std::int64_t> s,
                         std::span<const std::int64_t> i, bool class_redundancy,
                         const Workers& workers);

/// H(C | G) = nats(T_g - T_gc), H(X_i | G) = nats(T_g - T_ig),
/// MI(C, X_i | G) = information((T_igc - T_ig) + (T_g - T_gc)).
template <class Code>
SetTerms set_terms(const Sample<Code>& sample, const Labels& given,
                   std::span<const std::int64_t> candidates, const Workers& workers);

}  // namespace natpick
