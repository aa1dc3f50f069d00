#include <algorithm>

#include "kernels.hpp"

namespace natpick {

namespace {

/// Bytes of count tables one block of candidates fills at a time: they stay in the second-level
/// cache.
constexpr std::size_t block_bytes = std::size_t{256} << 10;

/// T_xg and T_xgc of a histogram n[x, g, c], c the fastest axis.
JointUnits sum_histogram(std::span<const std::uint32_t> histogram, std::size_t n_classes,
                         const Units& units) {
    JointUnits sums;
    for (std::size_t cell = 0; cell < histogram.size(); cell += n_classes) {
        std::uint64_t in_xg = 0;
        for (const std::uint32_t in_xgc : histogram.subspan(cell, n_classes)) {
            in_xg += in_xgc;
            sums.given_target += units(in_xgc);
        }
        sums.given += units(in_xg);
    }
    return sums;
}

/// Histograms of a block of candidates, n[x * n_strata + z] of each, filled tile by tile.
template <class Code>
void count_block(const Task<Code>& task, Slots slots, std::span<const std::uint32_t> strata,
                 Checkpoint& checkpoint) {
    const Columns<Code>& columns = task.coded.columns;
    const std::size_t n_strata = task.n_strata();
    std::vector<std::size_t> start{0};
    for (const std::size_t slot : slots) start.push_back(start.back() + task.cells(slot));
    std::vector<std::uint32_t> histograms(start.back());
    for (std::size_t top = 0; top < columns.n_rows; top += tile_rows) {
        const std::size_t bottom = std::min(columns.n_rows, top + tile_rows);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            std::uint32_t* histogram = histograms.data() + start[i];
            const Code* codes = columns.column(task.column(slots[i]));
            for (std::size_t row = top; row < bottom; ++row) {
                const Code x = codes[static_cast<std::ptrdiff_t>(row) * columns.row_stride];
                ++histogram[x * n_strata + strata[row]];
            }
        }
        checkpoint();
    }
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::span<const std::uint32_t> all(histograms);
        task.sums[slots[i]] = sum_histogram(all.subspan(start[i], start[i + 1] - start[i]),
                                            task.n_classes(), task.units);
        checkpoint();
    }
}

/// Cut slots into blocks whose histograms fit block_bytes, at least two blocks a thread.
template <class Code>
std::vector<Slots> blocks_of(const Task<Code>& task, Slots slots, std::size_t n_threads) {
    const std::size_t longest = std::max<std::size_t>(1, slots.size() / (2 * n_threads));
    std::vector<Slots> blocks;
    for (std::size_t first = 0, last = 0; first < slots.size(); first = last) {
        std::uint64_t bytes = 0;
        do {
            bytes += task.cells(slots[last++]) * sizeof(std::uint32_t);
        } while (last < slots.size() && last - first < longest &&
                 bytes + task.cells(slots[last]) * sizeof(std::uint32_t) <= block_bytes);
        blocks.push_back(slots.subspan(first, last - first));
    }
    return blocks;
}

}  // namespace

std::uint64_t histogram_limit(std::size_t n_rows) {
    const std::uint64_t cells = std::max<std::uint64_t>(4096, 4 * std::uint64_t{n_rows});
    return std::min<std::uint64_t>(cells, std::uint64_t{1} << 32);
}

template <class Code>
void count_histograms(const Task<Code>& task, Slots slots, const Workers& workers) {
    if (slots.empty()) return;
    const std::vector<std::uint32_t> strata = strata_of(task.given, task.counted_target());
    const std::vector<Slots> blocks = blocks_of(task, slots, workers.n_threads);
    parallel_for(blocks.size(), workers, [&](std::size_t item, Checkpoint& checkpoint) {
        count_block(task, blocks[item], strata, checkpoint);
    });
}

template void count_histograms(const Task<std::uint8_t>&, Slots, const Workers&);
template void count_histograms(const Task<std::uint16_t>&, Slots, const Workers&);

}  // namespace natpick
