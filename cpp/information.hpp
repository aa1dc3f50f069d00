// From counts to nats, in fixed point: sums are exact in any order. The definition in Python
// is src/natpick/information.py, and both give the same bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace natpick {

/// a * b, or the largest 64-bit number if that is less.
inline std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > most / b ? most : a * b;
}

/// Measures counts m <= n as whole numbers of quanta of 2^-k: units(m) = round(2^k m ln m),
/// k the largest with 2^k n ln n < 2^62. T_A below is the sum of units over the cells of A.
class Units {
  public:
    /// n is at least 1.
    explicit Units(std::uint64_t n);

    /// units(m) = round(2^k m ln m); 0 for m = 0 and m = 1.
    std::int64_t operator()(std::uint64_t m) const {
        return m < table_.size() ? table_[m] : computed(m);
    }

    /// units(m) of each m below its size.
    std::span<const std::int64_t> table() const { return table_; }

    /// T_n = units(n).
    std::int64_t total() const { return total_; }

    /// u / (n 2^k): a difference of sums as an entropy, H(A) = nats(T_n - T_A).
    double nats(std::int64_t u) const { return static_cast<double>(u) / scale_; }

    /// u / (n 2^k), and 0 if u <= 4096 + min(cells, n), which rounding alone can reach:
    /// MI(X, Y | Z) = information((T_xyz - T_xz) + (T_z - T_yz), cells of the table xyz).
    double information(std::int64_t u, std::uint64_t cells) const {
        return quanta(u, cells) / scale_;
    }

    /// The quanta of information(u, cells), for measure() to turn to nats.
    double quanta(std::int64_t u, std::uint64_t cells) const {
        const std::uint64_t noise = rounding_quanta + std::min(cells, n_);
        return u > 0 && static_cast<std::uint64_t>(u) > noise ? static_cast<double>(u) : 0.0;
    }

    /// From quanta to nats.
    void measure(std::span<double> quanta) const {
        for (double& each : quanta) each /= scale_;
    }

  private:
    /// What the rounding of the logarithms, 2^-52 of 2^62 quanta, can add up to in four sums.
    static constexpr std::uint64_t rounding_quanta = 4096;

    std::int64_t computed(std::uint64_t m) const;

    std::uint64_t n_;
    int exponent_;  // k
    double scale_;  // n 2^k
    std::int64_t total_;
    std::vector<std::int64_t> table_;
};

}  // namespace natpick
