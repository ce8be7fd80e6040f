// SPDX-License-Identifier: MIT
#include "perm/scratch.hpp"

#include <fmt/format.h>

#include "core/run/option.hpp"
#include "core/run/units.hpp"

namespace wreath::perm {

void require_memory(std::uint64_t bytes, const RunControl& run, const std::string& what) {
  const std::uint64_t left = run.memory_left();
  if (bytes <= left) return;
  throw ResourceError(fmt::format("{} needs {} of memory and {} are left to use; {}use a larger machine", what,
                                  format_bytes(bytes), format_bytes(left),
                                  run.limits_memory() ? "give more with " + option("memory") + ", or " : ""));
}

void require_scratch(std::uint64_t bytes, const Options& options, const char* doing) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;  // not worth a question
  if (options.run != nullptr && bytes > kSmall) require_memory(bytes, *options.run, doing);
}

}  // namespace wreath::perm
