// The one packed copy of the columns.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <utility>

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

  private:
    Simd simd_;
    StripLayout layout_;
    mutable std::mutex mutex_;
    std::shared_ptr<const Strips> strips_;
    std::unique_ptr<Planes> planes_;
};

}  // namespace natpick
