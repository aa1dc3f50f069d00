// Sums of the digamma function at whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace natpick {

/// Sums of psi(m), held as how often each m was added less how often it was taken away: the
/// same bits in any order.
class Psi {
  public:
    explicit Psi(std::size_t n) : times_(n + 1) {}

    void add(std::size_t m, std::size_t times = 1) { times_[m] += times; }
    void take(std::size_t m, std::size_t times = 1) { times_[m] -= times; }

    double sum() const {
        double sum = 0, psi = -0.57721566490153286061;  // psi(1) = -gamma
        for (std::size_t m = 1; m < times_.size(); ++m) {
            if (times_[m] != 0) sum += static_cast<double>(times_[m]) * psi;
            psi += 1.0 / static_cast<double>(m);
        }
        return sum;
    }

  private:
    std::vector<std::int64_t> times_;
};

}  // namespace natpick
