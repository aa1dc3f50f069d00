// Columns as rows of bits, their samples sorted by class: pairs are counted by AND and popcount.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "planes_simd.hpp"
#include "simd.hpp"
#include "threads.hpp"

namespace natpick {

/// Up to so many rows a column has a plane for each level, which takes no Moebius inversion.
inline constexpr std::size_t most_plane_per_level_rows = 511;

/// The planes of columns, each made when it is first needed. Bits beyond the last row of a class
/// belong to no row and are 0.
class Planes {
  public:
    /// target holds the class of every row, below n_classes.
    Planes(std::span<const std::uint32_t> target, std::uint64_t n_classes, Simd simd);

    /// Whether planes take no more memory than codes of a byte, or little.
    bool fit() const { return fit_; }

    /// The instruction set that pairs are counted with.
    Simd simd() const { return simd_; }

    /// Whether planes are of levels, not of the bits of codes.
    bool of_levels() const { return n_rows_ <= most_plane_per_level_rows; }

    /// Whether rows are sorted by class 64 at a time, not one by one.
    bool are_masked() const { return !masks_.empty(); }

    /// The words of a plane.
    std::size_t n_words() const { return segments_.empty() ? 0 : segments_.back(); }
    std::size_t n_classes() const { return segments_.size() - 1; }

    /// Returns the codes of some columns, in the order of the rows: where they lie, or in the room.
    using Read = std::function<std::vector<std::span<const std::uint8_t>>(
        std::span<const std::int64_t> columns, std::vector<std::vector<std::uint8_t>>& room)>;

    /// Make the planes of those columns, of most_plane_levels levels at most, that have none.
    void make(std::span<const std::uint32_t> n_levels, std::span<const std::int64_t> wanted,
              const Read& read, const Workers& workers);

    /// How many of those columns have no planes yet.
    std::size_t n_missing(std::span<const std::int64_t> wanted) const;

    /// Write the table n[c][g][x] of two columns that have planes; without_class n[g][x].
    void count(std::int64_t x, std::int64_t g, bool with_class,
               std::vector<std::uint32_t>& counts) const;

  private:
    struct Column {
        std::vector<std::uint64_t> planes;  // [k][word]; where they are of levels [word][level]
        std::size_t n_levels = 0;
        /// [c][m]: rows of class c, and at last of any, whose codes have all the bits of m; none
        /// where planes are of levels.
        std::vector<std::uint32_t> marginals;
    };

    Column column_of(std::span<const std::uint8_t> codes, std::size_t n_levels) const;
    Column levels_of(std::span<const std::uint8_t> codes, std::size_t n_levels) const;
    void sort_rows(std::span<const std::uint32_t> target);
    void pack_sorted(std::span<const std::uint8_t> codes, std::size_t n_planes,
                     std::uint64_t* planes) const;

    std::size_t n_rows_;
    bool fit_ = false;
    Simd simd_ = Simd::portable;
    PlanesSimd kernel_{};
    std::vector<std::uint64_t> masks_;    // of the classes, or none
    std::vector<std::uint32_t> rows_;     // sorted by class, stably; none if there are masks
    std::vector<std::size_t> first_row_;  // of each class, and the end
    std::vector<std::size_t> segments_;   // the first word of each class, and the end
    mutable std::mutex mutex_;
    std::vector<Column> made_;
};

}  // namespace natpick
