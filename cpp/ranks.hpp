// Places in the order of a column, and what a sample of it tells of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "numbers.hpp"
#include "numbers_simd.hpp"

namespace natpick {

/// A place in the order of all values, and where the value there is to be written.
struct Rank {
    std::size_t place;
    std::size_t answer;
};

/// Values whose first has the place ``before`` in the column, NaN among them.
template <class Real>
struct Slice {
    std::span<const Real> values;
    Extent<Real> extent;
    std::size_t before;
};

/// About sqrt(n) of the numbers of a slice, at places that look random, in order.
template <class Real>
class Sample {
  public:
    explicit Sample(const Slice<Real>& slice);

    /// Values of a sixteenth of the sample or more on which, as far as it tells, a rank may fall.
    std::vector<Real> frequent(std::span<const Rank> ranks) const;

    /// Buckets that are narrow where, as far as the sample tells, the ranks are.
    Buckets<Real> buckets(const NumbersSimd<Real>& simd, std::span<const Rank> ranks) const;

  private:
    /// Where in the sample a rank is: most likely at ``at``, nearly always within ``slack`` of it.
    struct Guess {
        double at;
        double slack;
    };

    Guess guess_of(const Rank& rank) const;
    std::size_t cost_of(const Buckets<Real>& buckets, const NumbersSimd<Real>& simd,
                        std::span<const Rank> ranks) const;

    Extent<Real> extent_;
    std::size_t before_;
    std::vector<Real> values_;
};

}  // namespace natpick
