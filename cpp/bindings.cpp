// The Python module natpick._core. Only this file knows Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "bins.hpp"
#include "cut_points.hpp"
#include "estimates.hpp"
#include "mdlp.hpp"
#include "neighbors.hpp"
#include "pair_terms.hpp"
#include "pair_units.hpp"
#include "planner.hpp"
#include "simd.hpp"
#include "tally.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class T>
using Vector = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<nb::ro, nb::numpy, nb::ndim<2>, nb::device::cpu>;
using Floats = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Sums = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Levels = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>;
using Matrix = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;
using AnySample = std::variant<natpick::Sample<std::uint8_t>, natpick::Sample<std::uint16_t>>;

template <class T>
std::span<const T> span_of(const Vector<T>& vector) {
    return {vector.data(), vector.size()};
}

template <class T>
std::vector<T> copy_of(const Vector<T>& vector) {
    return {vector.data(), vector.data() + vector.size()};
}

/// Hand a vector over to numpy without a copy.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> array_of(std::vector<T> values) {
    using Values = std::vector<T>;
    auto owned = std::make_unique<Values>(std::move(values));
    Values* const kept = owned.get();
    nb::capsule owner(kept, [](void* pointer) noexcept {
        const std::unique_ptr<Values> freed(static_cast<Values*>(pointer));
    });
    owned.release();
    return {kept->data(), {kept->size()}, owner};
}

std::tuple<Floats, Floats, Floats> arrays_of(natpick::PairTerms terms) {
    return {array_of(std::move(terms.redundancy)), array_of(std::move(terms.class_redundancy)),
            array_of(std::move(terms.joint_entropy))};
}

/// Run work without the GIL; Ctrl-C, looked for now and then, becomes KeyboardInterrupt.
template <class Work>
auto interruptible(std::size_t n_threads, const Work& work) {
    const natpick::Workers workers{n_threads, [] {
                                       const nb::gil_scoped_acquire held;
                                       return PyErr_CheckSignals() != 0;
                                   }};
    try {
        const nb::gil_scoped_release released;
        return work(workers);
    } catch (const natpick::Interrupted&) {
        throw nb::python_error();
    }
}

template <class Code>
natpick::Columns<Code> columns_of(const Codes& codes) {
    return {static_cast<const Code*>(codes.data()), codes.shape(0), codes.shape(1),
            static_cast<std::ptrdiff_t>(codes.stride(0)),
            static_cast<std::ptrdiff_t>(codes.stride(1))};
}

/// Call use(columns) with the columns of either code type.
template <class Use>
auto with_columns(const Codes& codes, const Use& use) {
    if (codes.dtype() == nb::dtype<std::uint8_t>()) return use(columns_of<std::uint8_t>(codes));
    if (codes.dtype() == nb::dtype<std::uint16_t>()) return use(columns_of<std::uint16_t>(codes));
    throw nb::type_error("codes must be an array of uint8 or uint16.");
}

std::size_t threads_of(std::int64_t n_threads) {
    if (n_threads < 1) throw std::invalid_argument("n_threads must be at least 1.");
    return static_cast<std::size_t>(n_threads);
}

/// Every kernel, at its own place.
constexpr const char* kernel_names[natpick::n_kernels] = {"histogram", "sorted_rows", "vertical",
                                                          "planes"};

std::vector<std::string> names_of(const std::vector<natpick::Kernel>& kernels) {
    std::vector<std::string> names;
    for (const natpick::Kernel kernel : kernels) {
        names.emplace_back(kernel_names[static_cast<std::size_t>(kernel)]);
    }
    return names;
}

/// The kernel of that name; none for "auto", which leaves the choice to the planner.
std::optional<natpick::Kernel> kernel_of(const std::string& name) {
    if (name == "auto") return std::nullopt;
    for (std::size_t i = 0; i < natpick::n_kernels; ++i) {
        if (name == kernel_names[i]) return static_cast<natpick::Kernel>(i);
    }
    throw std::invalid_argument("There is no kernel " + name + ".");
}

/// Encoded data and a target; keeps the array of codes alive.
class Table {
    template <class Work>
    auto visit(const Work& work) const {
        return interruptible(n_threads_, [&](const natpick::Workers& workers) {
            return std::visit([&](const auto& sample) { return work(sample, workers); }, sample_);
        });
    }

    Codes codes_;
    std::size_t n_threads_;
    AnySample sample_;

  public:
    Table(Codes codes, const std::optional<Vector<std::uint32_t>>& n_levels,
          const Vector<std::uint32_t>& target, std::uint64_t n_classes, std::int64_t n_threads,
          const std::string& kernel)
        : codes_(std::move(codes)),
          n_threads_(threads_of(n_threads)),
          sample_(with_columns(codes_, [&](auto columns) -> AnySample {
              auto levels = n_levels ? std::optional(copy_of(*n_levels)) : std::nullopt;
              natpick::Labels labels{copy_of(target), n_classes};
              return interruptible(n_threads_, [&](const natpick::Workers& workers) {
                  return natpick::sample_of(columns, std::move(levels), std::move(labels), workers,
                                            kernel_of(kernel));
              });
          })) {}

    std::tuple<double, Floats, Floats> univariate() const {
        natpick::Univariate terms =
            visit([](const auto& sample, const auto&) { return natpick::univariate(sample); });
        return {terms.target_entropy, array_of(std::move(terms.entropy)),
                array_of(std::move(terms.relevance))};
    }

    std::tuple<Floats, Floats, Floats> pair_terms(std::int64_t s,
                                                  const Vector<std::int64_t>& candidates,
                                                  bool class_redundancy) const {
        natpick::PairTerms terms = visit([&](const auto& sample, const auto& workers) {
            return natpick::pair_terms(sample, s, span_of(candidates), class_redundancy, workers);
        });
        return arrays_of(std::move(terms));
    }

    std::tuple<Floats, Floats, Floats> terms_of_pairs(const Vector<std::int64_t>& s,
                                                      const Vector<std::int64_t>& i,
                                                      bool class_redundancy) const {
        natpick::PairTerms terms = visit([&](const auto& sample, const auto& workers) {
            return natpick::terms_of_pairs(sample, span_of(s), span_of(i), class_redundancy,
                                           workers);
        });
        return arrays_of(std::move(terms));
    }

    std::tuple<double, Floats, Floats> set_terms(const Vector<std::uint32_t>& given,
                                                 std::uint64_t n_given,
                                                 const Vector<std::int64_t>& candidates) const {
        const natpick::Labels labels{copy_of(given), n_given};
        natpick::SetTerms terms = visit([&](const auto& sample, const auto& workers) {
            return natpick::set_terms(sample, labels, span_of(candidates), workers);
        });
        return {terms.target_entropy, array_of(std::move(terms.entropy)),
                array_of(std::move(terms.relevance))};
    }

    double scan_cost(bool with_target) const {
        return std::visit(
            [&](const auto& sample) { return natpick::scan_cost(sample.data, with_target); },
            sample_);
    }

    std::vector<std::string> kernels(const Vector<std::int64_t>& candidates, std::uint64_t n_given,
                                     bool with_target) const {
        const auto kernels = std::visit(
            [&](const auto& sample) {
                return natpick::kernels_for(sample.data, span_of(candidates), n_given, with_target);
            },
            sample_);
        return names_of(kernels);
    }

    std::vector<std::string> pair_kernels(std::int64_t s, const Vector<std::int64_t>& candidates,
                                          bool with_target) const {
        const auto kernels = std::visit(
            [&](const auto& sample) {
                return natpick::kernels_for_pairs(sample.data, s, span_of(candidates), with_target);
            },
            sample_);
        return names_of(kernels);
    }
};

Levels n_levels(const Codes& codes) {
    return array_of(with_columns(codes, [](auto columns) {
        return interruptible(1, [&](const natpick::Workers& workers) {
            return natpick::observed_levels(columns, workers);
        });
    }));
}

/// Columns of numbers, class by class; keeps the arrays alive.
class Neighbors {
    template <class Work>
    Floats each(const Work& work) const {
        const natpick::ClassedNumbers numbers{
            {columns_.data(), columns_.size()}, columns_.shape(1), span_of(ends_), k_};
        return array_of(interruptible(
            n_threads_, [&](const natpick::Workers& workers) { return work(numbers, workers); }));
    }

    Matrix columns_;
    Vector<std::int64_t> ends_;
    std::size_t k_;
    std::size_t n_threads_;
    mutable natpick::ColumnOrders orders_;

  public:
    Neighbors(Matrix columns, Vector<std::int64_t> ends, std::uint32_t k, std::int64_t n_threads)
        : columns_(std::move(columns)),
          ends_(std::move(ends)),
          k_(k),
          n_threads_(threads_of(n_threads)) {}

    Floats class_information(const Vector<std::int64_t>& candidates) const {
        return each([&](const auto& numbers, const auto& workers) {
            return natpick::class_information(numbers, span_of(candidates), workers);
        });
    }

    Floats pair_information(const Vector<std::int64_t>& candidates, const Vector<double>& y) const {
        return each([&](const auto& numbers, const auto& workers) {
            return natpick::pair_information(numbers, orders_, span_of(candidates), span_of(y),
                                             workers);
        });
    }

    Floats given_information(const Vector<std::int64_t>& candidates, const Vector<double>& y,
                             const Vector<double>& z) const {
        return each([&](const auto& numbers, const auto& workers) {
            return natpick::given_information(numbers, span_of(candidates), span_of(y), span_of(z),
                                              workers);
        });
    }
};

using Reals = nb::ndarray<nb::ro, nb::numpy, nb::ndim<2>, nb::device::cpu>;
using FilledCodes =
    nb::ndarray<std::uint8_t, nb::numpy, nb::ndim<2>, nb::f_contig, nb::device::cpu>;

/// Call use(data) with a pointer to the numbers of either type.
template <class Use>
auto with_reals(const Reals& values, const Use& use) {
    if (values.dtype() == nb::dtype<float>()) return use(static_cast<const float*>(values.data()));
    if (values.dtype() == nb::dtype<double>()) {
        return use(static_cast<const double*>(values.data()));
    }
    throw nb::type_error("numbers must be an array of float32 or float64.");
}

bool rows_without_gaps(const Reals& values) {
    return values.size() == 0 || values.shape(1) < 2 || values.stride(1) == 1;
}

bool without_gaps(const Reals& values) {
    const auto n_rows = static_cast<std::int64_t>(values.shape(1));
    return rows_without_gaps(values) &&
           (values.size() == 0 || values.shape(0) < 2 || values.stride(0) == n_rows);
}

/// Call use(numbers) with columns, a row of the array for each, that each lie without gaps.
template <class Use>
auto with_numbers(const Reals& values, const Use& use) {
    if (!rows_without_gaps(values)) throw nb::type_error("each row of numbers must have no gaps.");
    return with_reals(values, [&](const auto* data) {
        using Real = std::remove_const_t<std::remove_pointer_t<decltype(data)>>;
        return use(natpick::Numbers<Real>{data, values.shape(0), values.shape(1),
                                          static_cast<std::ptrdiff_t>(values.stride(0))});
    });
}

/// Hand a table over to numpy without a copy.
template <class T>
nb::object table_of(std::vector<T> values, std::size_t n_rows, std::size_t n_columns) {
    return nb::cast(array_of(std::move(values))).attr("reshape")(n_rows, n_columns);
}

nb::tuple summary(const Reals& values, std::size_t limit, std::int64_t n_threads) {
    return with_numbers(values, [&](const auto& numbers) {
        auto found = interruptible(threads_of(n_threads), [&](const natpick::Workers& workers) {
            return natpick::summary_of(numbers, limit, workers);
        });
        return nb::make_tuple(array_of(std::move(found.n_present)),
                              array_of(std::move(found.lowest)), array_of(std::move(found.highest)),
                              array_of(std::move(found.n_distinct)),
                              table_of(std::move(found.distinct), numbers.n_columns, limit));
    });
}

template <class Real>
nb::tuple tuple_of(natpick::CutPoints<Real> cuts, std::size_t n_columns) {
    return nb::make_tuple(table_of(std::move(cuts.points), n_columns, cuts.most),
                          array_of(std::move(cuts.sizes)));
}

nb::tuple equal_frequency(const Reals& values, std::size_t bins, std::int64_t n_threads) {
    if (bins < 2) throw std::invalid_argument("bins must be at least 2.");
    return with_numbers(values, [&](const auto& numbers) {
        auto cuts = interruptible(threads_of(n_threads), [&](const natpick::Workers& workers) {
            return natpick::equal_frequency(numbers, bins, workers);
        });
        return tuple_of(std::move(cuts), numbers.n_columns);
    });
}

nb::tuple mdlp(const Reals& values, const Vector<std::uint32_t>& target, std::int64_t n_threads,
               const std::optional<Vector<std::uint64_t>>& weights, double n_rows) {
    if (target.size() != values.shape(1) || (weights && weights->size() != values.shape(1))) {
        throw std::invalid_argument("target, weights and numbers must have as many rows.");
    }
    const std::vector<std::uint32_t> labels = copy_of(target);
    std::size_t n_classes = 1;
    for (const std::uint32_t c : labels) n_classes = std::max(n_classes, std::size_t{c} + 1);
    const natpick::Classes classes{labels, n_classes};
    return with_numbers(values, [&](const auto& numbers) {
        auto cuts = interruptible(threads_of(n_threads), [&](const natpick::Workers& workers) {
            if (!weights) return natpick::mdlp(numbers, classes, workers);
            return natpick::weighted_mdlp(numbers, classes, {span_of(*weights), n_rows}, workers);
        });
        return tuple_of(std::move(cuts), numbers.n_columns);
    });
}

nb::object code(const Reals& values, const Reals& points, const Vector<std::uint32_t>& n_codes,
                const FilledCodes& codes, const Vector<std::int64_t>& places,
                std::int64_t n_threads) {
    const std::size_t p = values.shape(0), most = points.shape(1);
    if (points.dtype() != values.dtype() || !without_gaps(points)) {
        throw nb::type_error("points must be of the numbers' type, in C order.");
    }
    if (points.shape(0) != p || n_codes.size() != p || places.size() != p ||
        codes.shape(0) != values.shape(1) || most > 254) {
        throw std::invalid_argument("The shapes of numbers, points and codes do not fit.");
    }
    for (std::size_t j = 0; j < p; ++j) {
        const std::int64_t place = places.data()[j];
        if (n_codes.data()[j] > most + 1 || place < 0 ||
            static_cast<std::size_t>(place) >= codes.shape(1)) {
            throw std::invalid_argument("A place or a number of codes is out of range.");
        }
    }
    return with_numbers(values, [&](const auto& numbers) {
        using Real = std::remove_const_t<std::remove_pointer_t<decltype(numbers.data)>>;
        const std::span<const Real> all(static_cast<const Real*>(points.data()), p * most);
        auto counts = interruptible(threads_of(n_threads), [&](const natpick::Workers& workers) {
            return natpick::code(numbers, all, span_of(n_codes), {codes.data(), span_of(places)},
                                 workers);
        });
        return table_of(std::move(counts), p, most + 2);
    });
}

nb::object gathered(const Reals& values, std::int64_t n_threads) {
    return with_reals(values, [&](const auto* data) {
        auto columns = interruptible(threads_of(n_threads), [&](const natpick::Workers& workers) {
            return natpick::gathered(data, values.shape(0), values.shape(1), values.stride(0),
                                     values.stride(1), workers);
        });
        return table_of(std::move(columns), values.shape(1), values.shape(0));
    });
}

/// What numbers in columns, a row of an array for each, can be asked and turned into.
void define_numbers(nb::module_& module) {
    const auto values = nb::arg("values").noconvert();
    module.def("summary", &summary, values, "limit"_a, "n_threads"_a,
               nb::sig("def summary(values: numpy.typing.NDArray[typing.Any], limit: int, "
                       "n_threads: int) -> tuple[numpy.typing.NDArray[numpy.uint64], "
                       "numpy.typing.NDArray[typing.Any], numpy.typing.NDArray[typing.Any], "
                       "numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[typing.Any]]"),
               "Return how many numbers each column has, the least, the largest, how many\n"
               "distinct ones (limit + 1 if more than limit) and these, filled up with infinity.");
    module.def("equal_frequency", &equal_frequency, values, "bins"_a, "n_threads"_a,
               nb::sig("def equal_frequency(values: numpy.typing.NDArray[typing.Any], bins: int, "
                       "n_threads: int) -> tuple[numpy.typing.NDArray[typing.Any], "
                       "numpy.typing.NDArray[numpy.uint32]]"),
               "Return each column's cut points of equal frequency, filled up with infinity,\n"
               "and how many they are.");
    module.def("mdlp", &mdlp, values, nb::arg("target").noconvert(), "n_threads"_a,
               nb::arg("weights").noconvert() = nb::none(), "n_rows"_a = 0.0,
               nb::sig("def mdlp(values: numpy.typing.NDArray[typing.Any], "
                       "target: numpy.typing.NDArray[numpy.uint32], n_threads: int, "
                       "weights: numpy.typing.NDArray[numpy.uint64] | None = None, "
                       "n_rows: float = 0.0) -> "
                       "tuple[numpy.typing.NDArray[typing.Any], "
                       "numpy.typing.NDArray[numpy.uint32]]"),
               "Return each column's cut points by Fayyad and Irani's rule, filled up with\n"
               "infinity, and how many they are; of rows with weights, worth n_rows rows.");
    module.def(
        "code", &code, values, nb::arg("points").noconvert(), nb::arg("n_codes").noconvert(),
        nb::arg("codes").noconvert(), nb::arg("places").noconvert(), "n_threads"_a,
        nb::sig("def code(values: numpy.typing.NDArray[typing.Any], "
                "points: numpy.typing.NDArray[typing.Any], "
                "n_codes: numpy.typing.NDArray[numpy.uint32], "
                "codes: numpy.typing.NDArray[numpy.uint8], "
                "places: numpy.typing.NDArray[numpy.int64], n_threads: int) -> "
                "numpy.typing.NDArray[numpy.uint64]"),
        "Write how many of its n_codes - 1 points are below each number, and n_codes where it\n"
        "is missing, to the column of codes that places says; return how many rows have\n"
        "each code.");
    module.def("gathered", &gathered, values, "n_threads"_a,
               nb::sig("def gathered(values: numpy.typing.NDArray[typing.Any], n_threads: int) -> "
                       "numpy.typing.NDArray[typing.Any]"),
               "Return the columns of a table as rows without gaps.");
}

/// Columns in either layout and the weights of their rows; keeps the arrays alive.
class Tally {
    natpick::RowLabels labels_of(const Vector<std::uint32_t>& given, std::uint64_t n_given) const {
        return {span_of(given), static_cast<std::size_t>(n_given)};
    }

    using MaybeSquares = std::optional<Vector<std::uint64_t>>;

    static natpick::Squares squares_of(const MaybeSquares& squares, double unit) {
        if (!squares) return {};
        return {span_of(*squares), unit};
    }

    std::vector<nb::object> arrays_;
    std::size_t n_threads_;
    natpick::WeightedRows rows_;

  public:
    Tally(const Codes& codes, const Vector<std::uint32_t>& n_levels,
          const Vector<std::uint64_t>& weights, std::int64_t n_threads, const MaybeSquares& squares,
          double unit)
        : arrays_{nb::cast(codes), nb::cast(n_levels), nb::cast(weights), nb::cast(squares)},
          n_threads_(threads_of(n_threads)),
          rows_(with_columns(codes, [&](auto columns) {
              if (columns.n_rows != weights.size()) {
                  throw std::invalid_argument("Give one weight a row.");
              }
              return natpick::weighted_rows(columns, span_of(n_levels), span_of(weights),
                                            squares_of(squares, unit));
          })) {}

    Tally(const Vector<std::int64_t>& starts, const Vector<std::uint32_t>& rows,
          const Vector<std::uint16_t>& codes, const Vector<std::uint32_t>& usual,
          const Vector<std::uint32_t>& n_levels, const Vector<std::uint64_t>& weights,
          std::int64_t n_threads, const MaybeSquares& squares, double unit)
        : arrays_{nb::cast(starts),   nb::cast(rows),    nb::cast(codes),  nb::cast(usual),
                  nb::cast(n_levels), nb::cast(weights), nb::cast(squares)},
          n_threads_(threads_of(n_threads)),
          rows_(natpick::weighted_rows(
              natpick::Lists{span_of(starts), span_of(rows), span_of(codes), span_of(usual)},
              span_of(n_levels), span_of(weights), squares_of(squares, unit))) {}

    std::int64_t total() const { return rows_.units.total(); }

    std::int64_t label_sum(const Vector<std::uint32_t>& given, std::uint64_t n_given) const {
        return natpick::label_sum(rows_, labels_of(given, n_given));
    }

    Sums joint_sums(const Vector<std::int64_t>& candidates, const Vector<std::uint32_t>& given,
                    std::uint64_t n_given) const {
        return array_of(interruptible(n_threads_, [&](const natpick::Workers& workers) {
            return natpick::joint_sums(rows_, span_of(candidates), labels_of(given, n_given),
                                       workers);
        }));
    }

    std::tuple<double, Floats, Floats, Floats, Flags> estimates(
        const Vector<std::int64_t>& candidates, const Vector<std::uint32_t>& y, std::uint64_t n_y,
        const Vector<std::uint32_t>& z, std::uint64_t n_z, natpick::Estimator estimator) const {
        natpick::Estimates terms = interruptible(n_threads_, [&](const natpick::Workers& workers) {
            return natpick::estimates(rows_, span_of(candidates), labels_of(y, n_y),
                                      labels_of(z, n_z), estimator, workers);
        });
        return {terms.other_entropy, array_of(std::move(terms.information)),
                array_of(std::move(terms.entropy)), array_of(std::move(terms.joint_entropy)),
                array_of(std::move(terms.determined))};
    }

    Floats nats(const Vector<std::int64_t>& sums) const {
        std::vector<double> values(sums.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = rows_.units.nats(sums.data()[i]);
        }
        return array_of(std::move(values));
    }

    Floats information(const Vector<std::int64_t>& sums, const Vector<std::uint64_t>& cells) const {
        if (sums.size() != cells.size()) throw std::invalid_argument("Give cells for each sum.");
        std::vector<double> values(sums.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = rows_.units.information(sums.data()[i], cells.data()[i]);
        }
        return array_of(std::move(values));
    }
};

/// Sums over joint tables of weighted rows, and such sums in nats.
void define_tally(nb::module_& module) {
    nb::class_<Tally>(module, "Tally",
                      "Columns of codes, dense or lists of rows, whose rows count as they weigh.")
        .def(nb::init<const Codes&, const Vector<std::uint32_t>&, const Vector<std::uint64_t>&,
                      std::int64_t, const std::optional<Vector<std::uint64_t>>&, double>(),
             nb::arg("codes").noconvert(), nb::arg("n_levels").noconvert(),
             nb::arg("weights").noconvert(), "n_threads"_a,
             nb::arg("squares").noconvert().none() = nb::none(), "unit"_a = 1.0,
             nb::sig("def __init__(self, codes: numpy.typing.NDArray[numpy.uint8] | "
                     "numpy.typing.NDArray[numpy.uint16], "
                     "n_levels: numpy.typing.NDArray[numpy.uint32], "
                     "weights: numpy.typing.NDArray[numpy.uint64], n_threads: int, "
                     "squares: numpy.typing.NDArray[numpy.uint64] | None = None, "
                     "unit: float = 1.0) -> None"))
        .def(nb::init<const Vector<std::int64_t>&, const Vector<std::uint32_t>&,
                      const Vector<std::uint16_t>&, const Vector<std::uint32_t>&,
                      const Vector<std::uint32_t>&, const Vector<std::uint64_t>&, std::int64_t,
                      const std::optional<Vector<std::uint64_t>>&, double>(),
             nb::arg("starts").noconvert(), nb::arg("rows").noconvert(),
             nb::arg("codes").noconvert(), nb::arg("usual").noconvert(),
             nb::arg("n_levels").noconvert(), nb::arg("weights").noconvert(), "n_threads"_a,
             nb::arg("squares").noconvert().none() = nb::none(), "unit"_a = 1.0)
        .def_prop_ro("total", &Tally::total, "T_n, the units of all rows together.")
        .def("label_sum", &Tally::label_sum, nb::arg("given").noconvert(), "n_given"_a,
             "Return T_g of labels of the rows.")
        .def("joint_sums", &Tally::joint_sums, nb::arg("candidates").noconvert(),
             nb::arg("given").noconvert(), "n_given"_a,
             "Return T_xg of each candidate X with labels of the rows.")
        .def("estimates", &Tally::estimates, nb::arg("candidates").noconvert(),
             nb::arg("y").noconvert(), "n_y"_a, nb::arg("z").noconvert(), "n_z"_a, "estimator"_a,
             "Return H(Y | Z) and, for each candidate X, MI(X, Y | Z), H(X | Z), H(X, Y, Z)\n"
             "and whether X is a function of Z, from labels of the rows.")
        .def("nats", &Tally::nats, nb::arg("sums").noconvert(),
             "Return differences of sums as entropies.")
        .def("information", &Tally::information, nb::arg("sums").noconvert(),
             nb::arg("cells").noconvert(),
             "Return differences of sums as information, 0 where roundings could add up to it.");
}

}  // namespace

NB_MODULE(_core, module) {
    nb::set_leak_warnings(false);  // what lives until the interpreter ends is no leak
    module.doc() = "Counts of coded columns, and their information in nats.";
    nb::class_<Table>(module, "Table",
                      "Codes of shape (n, p) and a target of shape (n,), counted on n_threads.\n"
                      "Without n_levels, a column has as many as its largest code tells.")
        .def(nb::init<Codes, const std::optional<Vector<std::uint32_t>>&,
                      const Vector<std::uint32_t>&, std::uint64_t, std::int64_t,
                      const std::string&>(),
             nb::arg("codes").noconvert(), nb::arg("n_levels").noconvert().none(),
             nb::arg("target").noconvert(), "n_classes"_a, "n_threads"_a, "kernel"_a = "auto",
             nb::sig("def __init__(self, codes: numpy.typing.NDArray[numpy.uint8] | "
                     "numpy.typing.NDArray[numpy.uint16], "
                     "n_levels: numpy.typing.NDArray[numpy.uint32] | None, "
                     "target: numpy.typing.NDArray[numpy.uint32], "
                     "n_classes: int, n_threads: int, kernel: str = 'auto') -> None"))
        .def("univariate", &Table::univariate, "Return H(C), H(X_i) and MI(C, X_i).")
        .def("pair_terms", &Table::pair_terms, "s"_a, nb::arg("candidates").noconvert(),
             "class_redundancy"_a,
             "Return MI(X_i, X_s), MI(X_i, X_s | C) and H(X_i, X_s, C) of each candidate X_i;\n"
             "the last two are NaN and not counted unless class_redundancy.")
        .def("terms_of_pairs", &Table::terms_of_pairs, nb::arg("s").noconvert(),
             nb::arg("i").noconvert(), "class_redundancy"_a,
             "Return the terms of pair_terms for each pair (s[j], i[j]); pairs of equal s that\n"
             "follow each other are counted together.")
        .def("set_terms", &Table::set_terms, nb::arg("given").noconvert(), "n_given"_a,
             nb::arg("candidates").noconvert(),
             "Return H(C | G), H(X_i | G) and MI(C, X_i | G) for rows labelled with given.")
        .def("scan_cost", &Table::scan_cost, "with_target"_a,
             "Return about how many nanoseconds it takes to count one column with all others.")
        .def("kernels", &Table::kernels, nb::arg("candidates").noconvert(), "n_given"_a,
             "with_target"_a,
             "Return which kernel would count each candidate against n_given labels.")
        .def("pair_kernels", &Table::pair_kernels, "s"_a, nb::arg("candidates").noconvert(),
             "with_target"_a, "Return which kernel would count each candidate with s.");
    module.def(
        "simd", [] { return std::string(natpick::name_of(natpick::chosen_simd())); },
        "Return the instruction set that a new Table counts with: NATPICK_SIMD, or the best.");
    module.def("n_levels", &n_levels, nb::arg("codes").noconvert(),
               nb::sig("def n_levels(codes: numpy.typing.NDArray[numpy.uint8] | "
                       "numpy.typing.NDArray[numpy.uint16]) -> numpy.typing.NDArray[numpy.uint32]"),
               "Return the largest code of each column plus one.");
    nb::enum_<natpick::Estimator>(module, "Estimator", "How estimates correct the plug-in's bias.")
        .value("MILLER_MADOW", natpick::Estimator::miller_madow)
        .value("SHRINKAGE", natpick::Estimator::shrinkage)
        .value("CHI_SQUARE", natpick::Estimator::chi_square);
    nb::class_<Neighbors>(module, "Neighbors",
                          "Columns of shape (p, n), class by class, measured on n_threads.")
        .def(nb::init<Matrix, Vector<std::int64_t>, std::uint32_t, std::int64_t>(),
             nb::arg("columns").noconvert(), nb::arg("ends").noconvert(), "k"_a, "n_threads"_a)
        .def("class_information", &Neighbors::class_information, nb::arg("candidates").noconvert(),
             "Return MI(C, X_i) of each candidate X_i.")
        .def("pair_information", &Neighbors::pair_information, nb::arg("candidates").noconvert(),
             nb::arg("y").noconvert(), "Return MI(X_i, Y | C) of each candidate X_i.")
        .def("given_information", &Neighbors::given_information, nb::arg("candidates").noconvert(),
             nb::arg("y").noconvert(), nb::arg("z").noconvert(),
             "Return MI(X_i, Y | Z) of each candidate X_i.");
    define_numbers(module);
    define_tally(module);
}
