// SPDX-License-Identifier: MIT
#pragma once

namespace wreath {

/// While there is one, loops whose threads take their pieces one by one leave a core to a thread outside them, if they have many:
/// a loop waits for all its threads, and so for the one whose core has other work.
class SparedCore {
 public:
  SparedCore() noexcept;
  ~SparedCore();
  SparedCore(const SparedCore&) = delete;
  SparedCore& operator=(const SparedCore&) = delete;
};

}  // namespace wreath
