// The one packed copy of the columns.
#pragma once

#include "simd.hpp"

namespace natpick {

/// Holds the columns in the layout of the kernel that last asked for one, so that there is at
/// most one copy beside the codes.
struct Packed {
    Simd simd;
};

}  // namespace natpick
