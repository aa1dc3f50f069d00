#include "short_simd.hpp"

#include <cstring>

#include "rows_of_bits.hpp"

namespace natpick::NATPICK_SIMD {

namespace {

/// Sets of bits whose numbers are weighed together.
constexpr std::size_t sets_together = 4;

/// The lanes that have a level in a row: those where no bit differs.
template <class Bits, int NPlanes>
struct Level {
    const Bits* planes;
    Bits turned[NPlanes];

    Level(const void* of_strip, std::size_t x) : planes(static_cast<const Bits*>(of_strip)) {
        for (int k = 0; k < NPlanes; ++k) turned[k] = Bits{} - (~x >> k & 1);
    }

    [[gnu::always_inline]] inline Bits at(std::uint32_t row) const {
        const Bits* place = planes + std::size_t{row} * NPlanes;
        Bits all = place[0] ^ turned[0];
        for (int k = 1; k < NPlanes; ++k) all &= place[k] ^ turned[k];
        return all;
    }
};

/// Add a bit of weight 2^First to a count.
template <int First, int NBits, class Bits>
[[gnu::always_inline]] inline void carry_on(Bits* count, Bits carry) {
    for (int k = First; k < NBits; ++k) {
        const Bits next = count[k] & carry;
        count[k] ^= carry;
        carry = next;
    }
}

/// Count the rows that product.at(row) has, NBits rows of bits.
template <int NBits, class Bits, class Product>
[[gnu::always_inline]] inline void count_rows(const Product& product, const std::uint32_t* rows,
                                              std::size_t n_rows, Bits* count) {
    std::size_t i = 0;
    for (; i + 8 <= n_rows; i += 8) {
        carry_on<3, NBits>(count, add_rows<3>(product, rows + i, count));
    }
    if (n_rows & 4) {
        carry_on<2, NBits>(count, add_rows<2>(product, rows + i, count));
        i += 4;
    }
    if (n_rows & 2) {
        carry_on<1, NBits>(count, add_rows<1>(product, rows + i, count));
        i += 2;
    }
    if (n_rows & 1) carry_on<0, NBits>(count, product.at(rows[i]));
}

/// Add one count to another of more bits.
template <int NBits, class Bits>
[[gnu::always_inline]] inline void add_count(const Bits* count, Bits* total) {
    Bits carry{};
    for (int k = 0; k < NBits; ++k) {
        const Bits next = majority(total[k], count[k], carry);
        total[k] ^= count[k] ^ carry;
        carry = next;
    }
    carry_on<NBits, given_bits>(total, carry);
}

/// Count every level in every stratum and in every g.
template <class Bits, int NPlanes, int NBits>
void count_tables(const ShortStrip& strip) {
    for (std::size_t x = 0; x < strip.n_levels; ++x) {
        const Level<Bits, NPlanes> level(strip.planes, x);
        for (std::size_t g = 0, z = 0; g < strip.n_given; ++g) {
            Bits total[given_bits] = {};
            std::size_t n_rows = 0;
            for (std::size_t c = 0; c < strip.n_classes; ++c, ++z) {
                if (strip.lengths[z] == 0) continue;
                n_rows += strip.lengths[z];
                Bits count[NBits] = {};
                count_rows<NBits>(level, strip.rows + strip.starts[z], strip.lengths[z], count);
                add_count<NBits>(count, total);
                const std::size_t cell = strip.strata.places[z] * strip.n_levels + x;
                std::memcpy(static_cast<Bits*>(strip.in_strata) + cell * NBits, count,
                            sizeof count);
            }
            if (n_rows == 0) continue;
            const std::size_t cell = strip.given.places[g] * strip.n_levels + x;
            std::memcpy(static_cast<Bits*>(strip.in_given) + cell * given_bits, total,
                        sizeof total);
        }
    }
}

/// counts[lane] = how many of the cells have all the bits of M; they are fewer than 256.
template <class Bits, int Size>
void count_having(const Bits* cells, std::size_t n_bits, std::size_t set, std::size_t n_cells,
                  std::uint8_t* counts) {
    Monomial<Bits, Size> monomial{cells, n_bits, {}};
    for (std::size_t k = 0, i = 0; set >> k; ++k) {
        if (set >> k & 1) monomial.factors[i++] = k;
    }
    Bits sums[8] = {};
    for (std::size_t first = 0; first < n_cells; first += cells_together) {
        std::uint32_t cell[cells_together];
        for (std::size_t i = 0; i < cells_together; ++i) {
            cell[i] = static_cast<std::uint32_t>(first + i);
        }
        carry_on<4, 8>(sums, add_rows<4>(monomial, cell, sums));
    }
    transpose<1>(sums);
    std::memcpy(counts, sums, sizeof sums);
}

/// sums[lane] = the units of the counts of all tables, n_levels of n_bits bits each.
template <class Bits>
void sum_units(const void* cells, std::size_t n_bits, std::size_t n_levels,
               const ShortTables& tables, std::uint64_t* sums) {
    using Count = void (*)(const Bits*, std::size_t, std::size_t, std::size_t, std::uint8_t*);
    constexpr Count by_size[] = {nullptr,
                                 count_having<Bits, 1>,
                                 count_having<Bits, 2>,
                                 count_having<Bits, 3>,
                                 count_having<Bits, 4>,
                                 count_having<Bits, 5>,
                                 count_having<Bits, 6>,
                                 count_having<Bits, 7>,
                                 count_having<Bits, 8>};
    constexpr std::size_t n_lanes = 8 * sizeof(Bits);
    std::uint8_t having[sets_together][n_lanes] = {};
    for (std::size_t lane = 0; lane < n_lanes; ++lane) sums[lane] = 0;
    for (std::size_t first = 2; first <= tables.most; first += sets_together) {
        std::uint64_t weights[sets_together] = {};
        for (std::size_t i = 0; i < sets_together && first + i <= tables.most; ++i) {
            const std::size_t set = first + i;
            int size = 0;
            for (std::size_t rest = set; rest; rest &= rest - 1) ++size;
            by_size[size](static_cast<const Bits*>(cells), n_bits, set,
                          tables.n_at_least[set] * n_levels, having[i]);
            weights[i] = tables.weights[set];
        }
        for (std::size_t lane = 0; lane < n_lanes; ++lane) {
            for (std::size_t i = 0; i < sets_together; ++i) {
                sums[lane] += weights[i] * having[i][lane];
            }
        }
    }
}

template <class Bits>
void short_units(const ShortStrip& strip, std::uint64_t* given, std::uint64_t* given_target) {
    using Count = void (*)(const ShortStrip&);
    constexpr Count few[] = {nullptr,
                             count_tables<Bits, 1, few_bits>,
                             count_tables<Bits, 2, few_bits>,
                             count_tables<Bits, 3, few_bits>,
                             count_tables<Bits, 4, few_bits>,
                             count_tables<Bits, 5, few_bits>,
                             count_tables<Bits, 6, few_bits>};
    constexpr Count many[] = {nullptr,
                              count_tables<Bits, 1, given_bits>,
                              count_tables<Bits, 2, given_bits>,
                              count_tables<Bits, 3, given_bits>,
                              count_tables<Bits, 4, given_bits>,
                              count_tables<Bits, 5, given_bits>,
                              count_tables<Bits, 6, given_bits>};
    const std::size_t n_bits = strata_bits(strip.strata.most);
    (n_bits == few_bits ? few : many)[strip.n_planes](strip);
    sum_units<Bits>(strip.in_given, given_bits, strip.n_levels, strip.given, given);
    if (strip.n_classes == 1) {
        std::memcpy(given_target, given, 8 * sizeof(Bits) * sizeof *given);
    } else {
        sum_units<Bits>(strip.in_strata, n_bits, strip.n_levels, strip.strata, given_target);
    }
}

}  // namespace

ShortKernels short_kernels() { return {short_units<Wide>, short_units<Narrow>}; }

}  // namespace natpick::NATPICK_SIMD
