#include "planes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace natpick {

namespace {

/// Columns that are read together, if they must be gathered from rows.
constexpr std::size_t columns_together = 8;

/// Segments of so many words are padded to whole vectors of them.
constexpr std::size_t long_segment = 64;
constexpr std::size_t words_of_vector = 8;

/// With fewer words than a vector has, words are counted one by one, in no need of avx512.
Simd simd_for(Simd simd, std::size_t words_of_class) {
    return words_of_class < words_of_vector ? std::min(simd, Simd::avx2) : simd;
}

PlanesSimd kernel_of(Simd simd) {
#ifdef NATPICK_X86
    if (simd == Simd::avx512) return avx512::planes_simd();
    if (simd == Simd::avx2) return avx2::planes_simd();
#else
    static_cast<void>(simd);
#endif
    return portable::planes_simd();
}

/// The lowest bits of eight bytes, the first byte's lowest.
std::uint64_t lowest_bits(std::uint64_t bytes) {
    return (bytes & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

/// Word w of plane k from 64 codes, for all k.
void pack(const std::uint8_t* codes, std::size_t n_planes, std::size_t n_words, std::size_t w,
          std::uint64_t* planes) {
    for (std::size_t byte = 0; byte < 8; ++byte) {
        std::uint64_t eight;
        std::memcpy(&eight, codes + 8 * byte, 8);
        for (std::size_t k = 0; k < n_planes; ++k) {
            planes[k * n_words + w] |= lowest_bits(eight >> k) << 8 * byte;
        }
    }
}

/// From how many codes have all the bits of m to how many are m, the Moebius inversion, for
/// n_levels places that lie a step apart, in each of n_rows rows.
void invert(std::size_t n_levels, std::size_t step, std::size_t n_rows, std::size_t row,
            std::uint32_t* counts) {
    for (std::size_t bit = 1; bit < n_levels; bit *= 2) {
        for (std::size_t m = 0; m + bit < n_levels; m += (m + 1) & bit ? bit + 1 : 1) {
            std::uint32_t* of_m = counts + m * step;
            for (std::size_t i = 0; i < n_rows * row; i += row) of_m[i] -= of_m[bit * step + i];
        }
    }
}

}  // namespace

Planes::Planes(std::span<const std::uint32_t> target, std::uint64_t n_classes, Simd simd)
    : n_rows_(target.size()) {
    const std::size_t n = n_rows_;
    // Each class begins a word, so the fewer rows it has the more bits are wasted.
    fit_ = n_classes <= n / 16 && n < std::size_t{1} << 31;
    if (!fit_) return;
    first_row_.assign(n_classes + 1, 0);
    for (const std::uint32_t c : target) ++first_row_[c + 1];
    segments_.assign(1, 0);
    for (std::size_t c = 0; c < n_classes; ++c) {
        std::size_t words = (first_row_[c + 1] + 63) / 64;
        if (words >= long_segment) words = (words + words_of_vector - 1) & ~(words_of_vector - 1);
        segments_.push_back(segments_.back() + words);
        first_row_[c + 1] += first_row_[c];
    }
    simd_ = simd_for(simd, segments_.back() / n_classes);
    kernel_ = kernel_of(simd_);
    if (kernel_.pack != nullptr && n_classes <= most_masked_classes && !of_levels()) {
        masks_.resize((n + 63) / 64 * n_classes);
        kernel_.mask(target.data(), n, n_classes, masks_.data());
    } else {
        sort_rows(target);
    }
}

void Planes::sort_rows(std::span<const std::uint32_t> target) {
    rows_.resize(target.size());
    std::vector<std::size_t> next(first_row_);
    for (std::size_t row = 0; row < target.size(); ++row) {
        rows_[next[target[row]]++] = static_cast<std::uint32_t>(row);
    }
}

void Planes::pack_sorted(std::span<const std::uint8_t> codes, std::size_t n_planes,
                         std::uint64_t* planes) const {
    for (std::size_t c = 0; c < n_classes(); ++c) {
        std::size_t word = segments_[c];
        for (std::size_t first = first_row_[c]; first < first_row_[c + 1]; first += 64, ++word) {
            std::uint8_t block[64] = {};
            const std::size_t length = std::min<std::size_t>(64, first_row_[c + 1] - first);
            for (std::size_t i = 0; i < length; ++i) {
                block[i] = codes[rows_[first + i]];
            }
            pack(block, n_planes, n_words(), word, planes);
        }
    }
}

Planes::Column Planes::column_of(std::span<const std::uint8_t> codes, std::size_t n_levels) const {
    const auto n_planes =
        static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(n_levels, 2) - 1));
    Column made{std::vector<std::uint64_t>(n_planes * n_words() + 2), n_levels,
                std::vector<std::uint32_t>((n_classes() + 1) * n_levels)};
    if (rows_.empty()) {
        const ClassMasks classes{masks_.data(), codes.size(), n_classes(), segments_.data()};
        kernel_.pack(classes, codes.data(), n_planes, n_words(), made.planes.data());
    } else {
        pack_sorted(codes, n_planes, made.planes.data());
    }
    const ColumnBits bits{made.planes.data(), n_words(), n_levels};
    std::uint32_t* of_all = made.marginals.data() + n_classes() * n_levels;
    for (std::size_t c = 0; c < n_classes(); ++c) {
        std::uint32_t* of_class = made.marginals.data() + c * n_levels;
        of_class[0] = static_cast<std::uint32_t>(first_row_[c + 1] - first_row_[c]);
        kernel_.count_alone(bits, segments_[c], segments_[c + 1], of_class);
        for (std::size_t m = 0; m < n_levels; ++m) of_all[m] += of_class[m];
    }
    return made;
}

Planes::Column Planes::levels_of(std::span<const std::uint8_t> codes, std::size_t n_levels) const {
    Column made{std::vector<std::uint64_t>(n_levels * n_words()), n_levels, {}};
    for (std::size_t c = 0; c < n_classes(); ++c) {
        for (std::size_t row = first_row_[c]; row < first_row_[c + 1]; ++row) {
            const std::size_t bit = row - first_row_[c], word = segments_[c] + bit / 64;
            made.planes[word * n_levels + codes[rows_[row]]] |= std::uint64_t{1} << bit % 64;
        }
    }
    return made;
}

void Planes::make(std::span<const std::uint32_t> n_levels, std::span<const std::int64_t> wanted,
                  const Read& read, const Workers& workers) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (made_.empty()) made_.resize(n_levels.size());
    std::vector<std::int64_t> missing;
    for (const std::int64_t j : wanted) {
        if (made_[j].planes.empty()) missing.push_back(j);
    }
    if (missing.empty()) return;
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    const std::size_t of_each = (missing.size() + workers.n_threads - 1) / workers.n_threads;
    const std::size_t together = std::min(columns_together, of_each);
    const std::size_t items = (missing.size() + together - 1) / together;
    parallel_for(items, workers, [&](std::size_t item, Checkpoint&) {
        const std::size_t first = item * together;
        const auto some =
            std::span(missing).subspan(first, std::min(together, missing.size() - first));
        std::vector<std::vector<std::uint8_t>> room;
        const auto codes = read(some, room);
        for (std::size_t i = 0; i < some.size(); ++i) {
            const auto j = static_cast<std::size_t>(some[i]);
            made_[j] =
                of_levels() ? levels_of(codes[i], n_levels[j]) : column_of(codes[i], n_levels[j]);
        }
    });
}

std::size_t Planes::n_missing(std::span<const std::int64_t> wanted) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (made_.empty()) return wanted.size();
    return static_cast<std::size_t>(std::count_if(
        wanted.begin(), wanted.end(),
        [&](std::int64_t j) { return made_[static_cast<std::size_t>(j)].planes.empty(); }));
}

void Planes::count(std::int64_t x, std::int64_t g, bool with_class,
                   std::vector<std::uint32_t>& counts) const {
    const Column &of_x = made_[x], &of_g = made_[g];
    const std::size_t b_x = of_x.n_levels, b_g = of_g.n_levels;
    const std::size_t n_tables = with_class ? n_classes() : 1;
    counts.assign(n_tables * b_g * b_x, 0);
    const ColumnBits bits_x{of_x.planes.data(), n_words(), b_x};
    const ColumnBits bits_g{of_g.planes.data(), n_words(), b_g};
    if (of_levels()) {
        const std::size_t everything[] = {0, n_words()};
        kernel_.count_levels(bits_x, bits_g, with_class ? segments_.data() : everything, n_tables,
                             counts.data());
        return;
    }
    for (std::size_t c = 0; c < n_tables; ++c) {
        std::uint32_t* table = counts.data() + c * b_g * b_x;
        const std::size_t margin = with_class ? c : n_classes();
        std::copy_n(of_x.marginals.data() + margin * b_x, b_x, table);
        for (std::size_t m = 1; m < b_g; ++m) table[m * b_x] = of_g.marginals[margin * b_g + m];
        kernel_.count(bits_x, bits_g, with_class ? segments_[c] : 0,
                      with_class ? segments_[c + 1] : n_words(), table);
        invert(b_g, b_x, b_x, 1, table);
        invert(b_x, 1, b_g, b_x, table);
    }
}

}  // namespace natpick
