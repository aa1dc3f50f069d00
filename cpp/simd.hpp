// Which of the compiled kernels this processor can run.
#pragma once

namespace natpick {

/// The instruction sets that kernels are compiled for, each able to run those before it.
enum class Simd { portable, avx2, avx512 };

/// As NATPICK_SIMD spells it.
const char* name_of(Simd simd);

/// The largest set that the processor and the operating system support.
Simd fastest_simd();

/// The set that NATPICK_SIMD asks for, or the fastest if it is not set. Throws
/// std::invalid_argument if it names none, or one that this machine cannot run.
Simd chosen_simd();

}  // namespace natpick
