// The values at given places in the order of a column, found without sorting it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ranks.hpp"

namespace natpick {

/// A sample tells where the ranks are, roughly, and which values are so frequent that a rank may
/// fall on one of them. The values between are counted in buckets, and only those of buckets that
/// hold a rank are looked at again. The sample decides how long it takes, never the answer.
template <class Real>
class OrderStatistics {
  public:
    OrderStatistics(const NumbersSimd<Real>& simd, const Workers& workers)
        : simd_(simd), workers_(workers) {}

    /// Write the value at each place, increasing among the ranks, into answers. NaN has no place.
    void find(const Slice<Real>& slice, std::vector<Rank> ranks, Real* answers);

  private:
    /// A bucket that ranks fall into: its values are wanted[begin] .. + size.
    struct Part {
        std::size_t bucket, begin, size, before;
        std::span<const Rank> ranks;
    };

    void among(const Slice<Real>& slice, std::vector<Rank> ranks, int round);
    void within(const Slice<Real>& slice, const Buckets<Real>& buckets, std::span<const Rank> ranks,
                int round);
    void compare(std::span<Real> values, std::size_t before, std::span<const Rank> ranks);
    void answer_frequent(const Slice<Real>& slice, Real value, std::vector<Rank>& ranks);
    std::vector<std::uint32_t> counted(std::span<const Real> values, const Buckets<Real>& buckets,
                                       std::uint16_t* places);
    static std::vector<Part> parts_of(std::span<const std::uint32_t> counts, std::size_t before,
                                      std::span<const Rank> ranks);
    std::vector<Real> wanted_of(std::span<const Real> values, const std::uint16_t* places,
                                std::size_t n_places, const std::vector<Part>& parts);

    NumbersSimd<Real> simd_;
    const Workers& workers_;
    Real* answers_ = nullptr;
};

}  // namespace natpick
