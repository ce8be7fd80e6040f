// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath {

/// Until it goes out of scope should_stop() does not stop that run for lack of memory: for an engine that asks memory_left()
/// before each batch, and continues in another form or requests the stop itself when little is left. Otherwise a batch that takes
/// more than was expected would end a run that could continue in less.
class OwnMemory {
 public:
  explicit OwnMemory(RunControl& run);
  ~OwnMemory();
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

 private:
  RunControl& run_;
};

}  // namespace wreath
