#include "order.hpp"

#include <algorithm>
#include <numeric>

#include "vertical_simd.hpp"

namespace natpick {

namespace {

/// A strip that fits this much cache is visited in one block; others in blocks of block_bytes.
constexpr std::size_t whole_bytes = std::size_t{4} << 20;
constexpr std::size_t block_bytes = std::size_t{1} << 20;

/// Rows that a segment has on average, at least, where there is more than one block.
constexpr std::size_t rows_per_segment = 240;

std::size_t blocks_for(std::size_t n_rows, std::size_t n_strata, std::size_t row_bytes) {
    if (n_rows * row_bytes <= whole_bytes) return 1;
    const std::size_t most = n_rows / (rows_per_segment * n_strata);
    return std::max<std::size_t>(1, std::min(n_rows * row_bytes / block_bytes, most));
}

std::size_t filled_up(std::size_t n_rows) {
    return (n_rows + rows_together - 1) / rows_together * rows_together;
}

/// The sum over the rows of a table of so many columns, shape (n_columns,).
std::vector<std::uint32_t> sums_of(std::span<const std::uint32_t> table, std::size_t n_columns) {
    std::vector<std::uint32_t> sums(n_columns);
    for (std::size_t at = 0; at < table.size(); at += n_columns) {
        for (std::size_t j = 0; j < n_columns; ++j) sums[j] += table[at + j];
    }
    return sums;
}

struct RowRange {
    std::size_t first, end;
};

/// The strata of rows, z = g * n_classes + c.
struct Strata {
    const std::uint32_t* given;
    const std::uint32_t* target;  // or null
    std::size_t n_classes;
    std::size_t n_strata;

    /// Call use(row, z) for each row.
    template <class Use>
    void each(RowRange rows, const Use& use) const {
        if (target == nullptr) {
            for (std::size_t row = rows.first; row < rows.end; ++row) use(row, given[row]);
        } else {
            for (std::size_t row = rows.first; row < rows.end; ++row) {
                use(row, given[row] * n_classes + target[row]);
            }
        }
    }

    /// counts[z] += 1 for each row. Rows that follow each other are counted apart, lest one wait
    /// for the other.
    void count(RowRange rows, std::uint32_t* counts) const {
        constexpr std::size_t apart = 4;
        if (rows.end - rows.first < 16 * n_strata) {
            each(rows, [counts](std::size_t, std::size_t z) { ++counts[z]; });
            return;
        }
        std::vector<std::uint32_t> tables(apart * n_strata);
        each(rows, [at = tables.data()](std::size_t row, std::size_t z) {
            ++at[apart * z + row % apart];
        });
        for (std::size_t i = 0; i < tables.size(); ++i) counts[i / apart] += tables[i];
    }

    /// Write each row to sorted[next[z]++], and those of first <= z < last all to next[z]: to
    /// tell them apart by a branch would take longer.
    void sort(RowRange rows, std::size_t first, std::size_t last, std::uint32_t* next,
              std::uint32_t* sorted) const {
        std::vector<std::uint32_t> steps(n_strata, 1);
        std::fill(steps.begin() + first, steps.begin() + std::min(last, n_strata), 0);
        each(rows, [step = steps.data(), next, sorted](std::size_t row, std::size_t z) {
            const std::uint32_t place = next[z];
            sorted[place] = static_cast<std::uint32_t>(row);
            next[z] = place + step[z];
        });
    }

    /// The same, where most rows are of first <= z < last: they are passed over.
    void sort_but(RowRange rows, std::size_t first, std::size_t last, std::uint32_t* next,
                  std::uint32_t* sorted) const {
        each(rows, [=](std::size_t row, std::size_t z) {
            if (z < first || z >= last) sorted[next[z]++] = static_cast<std::uint32_t>(row);
        });
    }
};

/// The g that most rows have.
std::size_t largest_given(std::span<const std::uint32_t> lengths, std::size_t n_classes) {
    std::size_t largest = 0;
    std::uint64_t most = 0;
    for (std::size_t at = 0; at < lengths.size(); at += n_classes) {
        const auto of_given = lengths.subspan(at, n_classes);
        const auto n_rows = std::accumulate(of_given.begin(), of_given.end(), std::uint64_t{0});
        if (n_rows > most) {
            most = n_rows;
            largest = at / n_classes;
        }
    }
    return largest;
}

}  // namespace

Order order_of(const Labels& given, const Labels* target, bool omit_largest, std::size_t row_bytes,
               const Workers& workers) {
    const std::size_t n = given.values.size();
    const std::size_t n_classes = target == nullptr ? 1 : target->n_levels;
    const std::size_t n_strata = given.n_levels * n_classes;
    const std::size_t n_blocks = blocks_for(n, n_strata, row_bytes);
    const std::size_t block_rows = (n + n_blocks - 1) / n_blocks;
    Order order{n, n_blocks, block_rows, n_classes, given.n_levels, {}, {}, {}};
    const Strata strata{given.values.data(), target == nullptr ? nullptr : target->values.data(),
                        n_classes, n_strata};
    const auto rows_of = [&](std::size_t block) {
        return RowRange{block * block_rows, std::min(n, (block + 1) * block_rows)};
    };
    std::vector<std::uint32_t> places(n_blocks * n_strata);  // first as counts
    parallel_for(n_blocks, workers, [&](std::size_t block, Checkpoint&) {
        strata.count(rows_of(block), places.data() + block * n_strata);
    });
    order.lengths = sums_of(places, n_strata);
    if (omit_largest) order.omitted = largest_given(order.lengths, n_classes);
    const std::size_t first = order.omitted * n_classes, last = first + n_classes;
    order.starts.push_back(0);
    for (std::size_t i = 0, z = 0; i < places.size(); ++i, z = z + 1 == n_strata ? 0 : z + 1) {
        const std::size_t length = z >= first && z < last ? 0 : filled_up(places[i]);
        places[i] = order.starts.back();
        order.starts.push_back(static_cast<std::uint32_t>(places[i] + length));
    }
    // Rows that are left out go to a place of no segment, one for each block.
    const std::size_t end = order.starts.back();
    order.rows.assign(end + n_blocks, static_cast<std::uint32_t>(n));
    const bool few_left_out = 2 * end > n;
    parallel_for(n_blocks, workers, [&](std::size_t block, Checkpoint&) {
        std::uint32_t* next = places.data() + block * n_strata;
        if (few_left_out) {
            std::fill(next + first, next + std::min(last, n_strata), end + block);
            strata.sort(rows_of(block), first, last, next, order.rows.data());
        } else {
            strata.sort_but(rows_of(block), first, last, next, order.rows.data());
        }
    });
    return order;
}

}  // namespace natpick
