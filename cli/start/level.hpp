// SPDX-License-Identifier: MIT
//
// Which code of a package this processor runs. A package for x86-64 has what computes three times (WREATH_PORTABLE): for every
// processor, for x86-64-v3 (AVX2: most since 2013) and for x86-64-v4 (AVX-512). Whole programs and Python extensions, not
// functions, are chosen: inside them nothing differs from a build for the machine at hand. WREATH_LEVEL=x86-64-v3 asks for an
// older level.
#pragma once

#include <cstdlib>
#include <cstring>

namespace wreath {

struct Level {
  const char* name;
  bool runs;  // on this processor, under this system
};

/// The best level that this processor runs; one that WREATH_LEVEL names; null if it names one that does not run.
inline const char* choose_level() {
  const Level levels[] = {{"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0},
                          {"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0},
                          {"x86-64", true}};
  const char* wanted = std::getenv("WREATH_LEVEL");
  if (wanted != nullptr && *wanted == '\0') wanted = nullptr;
  for (const Level& level : levels) {
    if (level.runs && (wanted == nullptr || std::strcmp(level.name, wanted) == 0)) return level.name;
  }
  return nullptr;
}

inline constexpr const char* kNoLevel = "WREATH_LEVEL must be x86-64, x86-64-v3 or x86-64-v4, and one that this processor runs";

}  // namespace wreath
