// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <optional>

namespace wreath::perm {

/// The least index reported by any thread.
class FirstBad {
 public:
  void note(std::size_t index) {
    std::size_t seen = index_.load(std::memory_order_relaxed);
    while (index < seen && !index_.compare_exchange_weak(seen, index, std::memory_order_relaxed)) {
    }
  }
  std::optional<std::size_t> index() const {
    const std::size_t found = index_.load(std::memory_order_relaxed);
    return found == kNone ? std::nullopt : std::optional(found);
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> index_{kNone};
};

}  // namespace wreath::perm
