// SPDX-License-Identifier: MIT
//
// In a folder that computes, so that a package, which has those once for each level, has this once for each level, too.
#include "core/run/machine.hpp"

namespace wreath {

const char* code_level() noexcept {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__BMI2__) && defined(__FMA__)
  return "x86-64-v3";
#elif defined(__SSE4_2__) && defined(__POPCNT__)
  return "x86-64-v2";
#elif defined(__x86_64__)
  return "x86-64";
#elif defined(__ARM_FEATURE_SVE)
  return "aarch64 with SVE";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "any";
#endif
}

}  // namespace wreath
