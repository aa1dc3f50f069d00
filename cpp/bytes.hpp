// Memory for vectors of the processor, and for much of it large pages.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace natpick {

struct FreeAligned {
    std::align_val_t alignment{64};
    void operator()(std::byte* bytes) const { ::operator delete[](bytes, alignment); }
};

using AlignedBytes = std::unique_ptr<std::byte[], FreeAligned>;

/// So many bytes, not set to anything, at a multiple of 64. Where they fill several large pages
/// the system is asked for such: it sets up one in the time of a few small ones, and rows that
/// are picked here and there are found sooner.
AlignedBytes aligned_bytes(std::size_t n_bytes);

}  // namespace natpick
