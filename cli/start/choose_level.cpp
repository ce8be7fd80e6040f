// SPDX-License-Identifier: MIT
//
// Which code of a package this processor runs. A package for x86-64 has what computes twice (WREATH_PORTABLE): for every
// processor, and for x86-64-v3 (AVX2: most since 2013). Whoever calls it jumps through a table (cmake/join_levels.py), which is
// filled here before anything else happens. WREATH_LEVEL=x86-64 asks for the older code; src/core/run/machine.cpp refuses other
// names.
#include <cstddef>
#include <cstdlib>
#include <cstring>

extern "C" {
extern void* wreath_code[];  // at first that for every processor
extern void* const wreath_newer_code[];
extern const std::size_t wreath_functions;
}

namespace {

[[gnu::constructor(101)]] void choose_level() {
  __builtin_cpu_init();
  const char* wanted = std::getenv("WREATH_LEVEL");
  if (wanted != nullptr && std::strcmp(wanted, "x86-64") == 0) return;
  if (__builtin_cpu_supports("x86-64-v3") != 0) std::memcpy(wreath_code, wreath_newer_code, wreath_functions * sizeof(void*));
}

}  // namespace
