#include "bytes.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace natpick {

namespace {

/// The size of a large page, where the system has them.
constexpr std::size_t large_page = std::size_t{2} << 20;

/// Less than this comes from memory that the process has had before.
constexpr std::size_t much = 4 * large_page;

}  // namespace

AlignedBytes aligned_bytes(std::size_t n_bytes) {
    if (n_bytes < much) {
        return AlignedBytes(
            static_cast<std::byte*>(::operator new[](n_bytes, std::align_val_t{64})));
    }
    constexpr std::align_val_t alignment{large_page};
    AlignedBytes bytes(static_cast<std::byte*>(::operator new[](n_bytes, alignment)), {alignment});
#ifdef __linux__
    madvise(bytes.get(), n_bytes, MADV_HUGEPAGE);  // mere advice: pages are small if refused
#endif
    return bytes;
}

}  // namespace natpick
