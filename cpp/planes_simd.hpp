// The inner loops of the planes kernel, compiled once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace natpick {

/// A column as rows of bits: plane k holds the bits of weight 2^k of its codes.
struct ColumnBits {
    const std::uint64_t* planes;  // [k][word]
    std::size_t n_words;          // of a plane
    std::size_t n_levels;         // at most most_plane_levels
};

/// Columns of more levels have no planes.
inline constexpr std::size_t most_plane_levels = 16;

/// Which rows are of which class, 64 at a time.
struct ClassMasks {
    const std::uint64_t* masks;  // [row / 64][class]: bit row % 64 is 1 if that row is of the class
    std::size_t n_rows;
    std::size_t n_classes;
    const std::size_t* first_words;  // of each class: where its bits begin in a plane
};

/// With more classes, rows are sooner sorted one by one.
inline constexpr std::size_t most_masked_classes = 16;

struct PlanesSimd {
    /// Write the masks of target[row], below n_classes; null where pack is.
    void (*mask)(const std::uint32_t* target, std::size_t n_rows, std::size_t n_classes,
                 std::uint64_t* masks);

    /// Set the bits of each code's row in planes[k * n_words], which are 0, rows sorted by class,
    /// stably. May write 0 to the two words after the last. Null where that takes no less time than
    /// sorting the rows one by one.
    void (*pack)(const ClassMasks& classes, const std::uint8_t* codes, std::size_t n_planes,
                 std::size_t n_words, std::uint64_t* planes);

    /// Add to counts[m], for 0 < m < n_levels, how many of the bits of words first <= w < last
    /// belong to codes with all the bits of m.
    void (*count_alone)(const ColumnBits& x, std::size_t first, std::size_t last,
                        std::uint32_t* counts);

    /// Add to counts[m_g * b_x + m_x], for 0 < m_g < b_g and 0 < m_x < b_x, how many of the bits
    /// of words first <= w < last belong to codes of x with all the bits of m_x and codes of g
    /// with all the bits of m_g.
    void (*count)(const ColumnBits& x, const ColumnBits& g, std::size_t first, std::size_t last,
                  std::uint32_t* counts);

    /// Add to counts[(c * b_g + g) * b_x + x], for each c < n_segments, how many of the bits of
    /// words segments[c] <= w < segments[c + 1] belong to level g of one column and to level x of
    /// the other, whose planes are [word][level].
    void (*count_levels)(const ColumnBits& x, const ColumnBits& g, const std::size_t* segments,
                         std::size_t n_segments, std::uint32_t* counts);
};

namespace portable {
PlanesSimd planes_simd();
}
namespace avx2 {
PlanesSimd planes_simd();
}
namespace avx512 {
PlanesSimd planes_simd();
}

}  // namespace natpick
