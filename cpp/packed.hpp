// The one packed copy of the columns.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "planes.hpp"
#include "simd.hpp"
#include "strip_layout.hpp"

namespace natpick {

struct Strips;

/// Columns once more, in the layout that a kernel reads; built when one first needs it.
class Packed {
  public:
    Packed(Simd simd, StripLayout layout) : simd_(simd), layout_(std::move(layout)) {}

    Simd simd() const { return simd_; }
    const StripLayout& layout() const { return layout_; }

    bool has_strips() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return strips_ != nullptr;
    }

    /// The strips if they are made, or null.
    std::shared_ptr<const Strips> made_strips() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return strips_;
    }

    /// The strips, made by build() unless they are there.
    template <class Build>
    std::shared_ptr<const Strips> strips(const Build& build) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (strips_ == nullptr) strips_ = build();
        return strips_;
    }

    /// The planes of columns, none made yet at first, for that target.
    Planes& planes(std::span<const std::uint32_t> target, std::uint64_t n_classes) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (planes_ == nullptr) planes_ = std::make_unique<Planes>(target, n_classes, simd_);
        return *planes_;
    }

    /// The codes of the column that was the last to be read alone from its strip, or null.
    std::shared_ptr<const std::vector<std::uint8_t>> recalled(std::int64_t column) const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return column == last_read_ ? last_codes_ : nullptr;
    }

    void remember(std::int64_t column, std::vector<std::uint8_t> codes) {
        const std::lock_guard<std::mutex> lock(mutex_);
        last_read_ = column;
        last_codes_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(codes));
    }

  private:
    Simd simd_;
    StripLayout layout_;
    mutable std::mutex mutex_;
    std::shared_ptr<const Strips> strips_;
    std::unique_ptr<Planes> planes_;
    std::int64_t last_read_ = -1;
    std::shared_ptr<const std::vector<std::uint8_t>> last_codes_;
};

}  // namespace natpick
