// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// Notices that the memory of a rank runs short, before it is gone.
class MemoryWatch {
 public:
  /// Null: nothing is watched.
  explicit MemoryWatch(const RunControl* run);
  /// Throws ResourceError if little is left.
  void look() const;

 private:
  const RunControl* run_;
  std::uint64_t least_ = 0;
};

}  // namespace wreath::semigroup
