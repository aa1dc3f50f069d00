// Columns of numbers whose rows are of classes, and the order within each class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "threads.hpp"

namespace natpick {

/// Columns of numbers one after another, shape (n_columns, n_rows), the rows of each class
/// together: class c ends before row ends[c].
struct ClassedNumbers {
    std::span<const double> data;
    std::size_t n_rows;
    std::span<const std::int64_t> ends;
    std::size_t k;

    std::span<const double> column(std::size_t j) const { return data.subspan(j * n_rows, n_rows); }
};

struct Segment {
    std::size_t first, size;
};

/// Where the rows of each class are.
std::vector<Segment> classes_of(const ClassedNumbers& numbers);

/// The order of the rows of each class, one after another, the first row of a class being 0.
std::vector<std::uint32_t> order_by_class(const ClassedNumbers& numbers,
                                          std::span<const double> values);

/// The numbers of each class in increasing order.
std::vector<double> sorted_by_class(std::span<const Segment> classes,
                                    std::span<const double> values,
                                    std::span<const std::uint32_t> order);

/// The place of each row in the order of its class.
std::vector<std::uint32_t> ranks_by_class(std::span<const Segment> classes,
                                          std::span<const std::uint32_t> order);

/// The order of the rows of each class in columns, made when first needed.
class ColumnOrders {
  public:
    /// Make those of columns that are not there yet.
    void make(const ClassedNumbers& numbers, std::span<const std::int64_t> columns,
              const Workers& workers);

    /// Class by class, the first row of a class being 0; shape (n_rows,).
    std::span<const std::uint32_t> of(std::size_t j) const { return made_[j]; }

  private:
    std::mutex mutex_;
    std::vector<std::vector<std::uint32_t>> made_;
};

}  // namespace natpick
