#include "simd.hpp"

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

#ifdef NATPICK_X86
#ifdef _MSC_VER
#include <immintrin.h>
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace natpick {

namespace {

constexpr Simd all[] = {Simd::portable, Simd::avx2, Simd::avx512};

#ifdef NATPICK_X86

struct Registers {
    std::uint32_t eax, ebx, ecx, edx;
};

#ifdef _MSC_VER
Registers cpuid(std::uint32_t leaf) {
    int words[4];
    __cpuidex(words, static_cast<int>(leaf), 0);
    return {static_cast<std::uint32_t>(words[0]), static_cast<std::uint32_t>(words[1]),
            static_cast<std::uint32_t>(words[2]), static_cast<std::uint32_t>(words[3])};
}

std::uint64_t saved_registers() { return _xgetbv(0); }
#else
Registers cpuid(std::uint32_t leaf) {
    Registers r{};
    __cpuid_count(leaf, 0, r.eax, r.ebx, r.ecx, r.edx);
    return r;
}

std::uint64_t saved_registers() {
    std::uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}
#endif

constexpr bool has(std::uint64_t word, std::uint64_t bits) { return (word & bits) == bits; }

constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

Simd detected() {
    if (cpuid(0).eax < 7) return Simd::portable;
    const std::uint32_t basic = cpuid(1).ecx;
    const Registers extended = cpuid(7);
    const bool osxsave_avx_popcnt = has(basic, bit(27) | bit(28) | bit(23));
    if (!osxsave_avx_popcnt || !has(saved_registers(), bit(1) | bit(2))) return Simd::portable;
    if (!has(extended.ebx, bit(5))) return Simd::portable;  // AVX2
    const bool bmi2_f_dq_bw_vl = has(extended.ebx, bit(8) | bit(16) | bit(17) | bit(30) | bit(31));
    const bool vpopcntdq = has(extended.ecx, bit(14));
    const bool zmm_saved = has(saved_registers(), bit(5) | bit(6) | bit(7));
    return bmi2_f_dq_bw_vl && vpopcntdq && zmm_saved ? Simd::avx512 : Simd::avx2;
}

#else

Simd detected() { return Simd::portable; }

#endif

}  // namespace

const char* name_of(Simd simd) {
    constexpr const char* names[] = {"portable", "avx2", "avx512"};
    return names[static_cast<int>(simd)];
}

Simd fastest_simd() {
    static const Simd fastest = detected();
    return fastest;
}

Simd chosen_simd() {
    const char* wish = std::getenv("NATPICK_SIMD");
    if (wish == nullptr || *wish == '\0') return fastest_simd();
    for (const Simd simd : all) {
        if (wish != std::string(name_of(simd))) continue;
        if (simd <= fastest_simd()) return simd;
        throw std::invalid_argument(std::string("NATPICK_SIMD=") + wish +
                                    ": this machine runs at most " + name_of(fastest_simd()) + ".");
    }
    throw std::invalid_argument(std::string("NATPICK_SIMD=") + wish +
                                " is not known; give portable, avx2 or avx512, or unset it.");
}

}  // namespace natpick
