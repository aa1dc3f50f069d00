// Sums by key, for tables of which few cells are met.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace natpick {

/// Sums in a table of all keys, for tables of which most cells are met. Value{} is none.
template <class Value>
class KeyHistogram {
  public:
    explicit KeyHistogram(std::uint64_t n_keys) : sums_(n_keys) {}

    void add(std::uint64_t key, const Value& value) { sums_[key] += value; }

    /// Call use(key, sum) for each key met, in any order, and forget them.
    template <class Use>
    void drain(const Use& use) {
        for (std::uint64_t key = 0; key < sums_.size(); ++key) {
            if (sums_[key] != Value{}) use(key, std::exchange(sums_[key], Value{}));
        }
    }

  private:
    std::vector<Value> sums_;
};

/// Sums in a table of all keys, emptied in time proportional to the keys met. Value{} is none.
template <class Value>
class KeyTable {
  public:
    explicit KeyTable(std::uint64_t n_keys) : sums_(n_keys) {}

    void add(std::uint64_t key, const Value& value) {
        if (sums_[key] == Value{}) met_.push_back(key);
        sums_[key] += value;
    }

    /// Call use(key, sum) for each key met, in any order, and forget them.
    template <class Use>
    void drain(const Use& use) {
        for (const std::uint64_t key : met_) {
            const Value sum = std::exchange(sums_[key], Value{});
            if (sum != Value{}) use(key, sum);  // nothing may have been added, more than once
        }
        met_.clear();
    }

  private:
    std::vector<Value> sums_;
    std::vector<std::uint64_t> met_;
};

/// Sums where there are too many keys for a table: collected, then sorted.
template <class Value>
class KeyList {
  public:
    void add(std::uint64_t key, const Value& value) { met_.emplace_back(key, value); }

    /// Call use(key, sum) for each key met, in any order, and forget them.
    template <class Use>
    void drain(const Use& use) {
        std::sort(met_.begin(), met_.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t first = 0, last = 0; first < met_.size(); first = last) {
            Value sum{};
            while (last < met_.size() && met_[last].first == met_[first].first) {
                sum += met_[last++].second;
            }
            if (sum != Value{}) use(met_[first].first, sum);
        }
        met_.clear();
    }

  private:
    std::vector<std::pair<std::uint64_t, Value>> met_;
};

/// Call use(sums) with sums by so many keys, in a table where it is not far larger than n rows.
template <class Value, class Use>
void with_sums_by_key(std::uint64_t n_keys, std::size_t n_rows, const Use& use) {
    if (n_keys <= std::max<std::uint64_t>(1 << 16, 4 * std::uint64_t{n_rows})) {
        use(KeyTable<Value>(n_keys));
    } else {
        use(KeyList<Value>());
    }
}

/// Likewise, where each time n rows are added.
template <class Value, class Use>
void with_sums_of_all_rows(std::uint64_t n_keys, std::size_t n_rows, const Use& use) {
    if (n_keys <= 2 * std::uint64_t{n_rows}) {
        use(KeyHistogram<Value>(n_keys));
    } else {
        with_sums_by_key<Value>(n_keys, n_rows, use);
    }
}

}  // namespace natpick
