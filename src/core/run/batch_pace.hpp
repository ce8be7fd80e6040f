// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace wreath {

/// The sizes of batches that take about as many seconds as asked for, by what the batches before took. Batches that are small
/// because little is left teach nothing, unless they were slow.
class BatchPace {
 public:
  BatchPace(std::uint64_t least, std::uint64_t most, double seconds)
      : least_(std::max<std::uint64_t>(1, least)), most_(std::max(least_, most)), seconds_(seconds), size_(least_) {}

  std::uint64_t size() const noexcept { return size_; }
  /// Smaller, for lack of memory; false if it is the smallest already.
  bool shrink() noexcept {
    if (size_ == least_) return false;
    size_ = std::max(least_, size_ / 4);
    return true;
  }
  /// Makes a batch of that size by work().
  template <class Work>
  void run(std::uint64_t size, const Work& work) {
    const auto begun = std::chrono::steady_clock::now();
    work();
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const double wanted = static_cast<double>(size) * seconds_ / std::max(took, 1e-6);
    if (size <= size_ / 2 && wanted >= static_cast<double>(size_)) return;
    const double most = static_cast<double>(std::min(most_, 4 * size_));
    size_ =
        static_cast<std::uint64_t>(std::clamp(wanted, static_cast<double>(least_), std::max(most, static_cast<double>(least_))));
  }

 private:
  std::uint64_t least_;
  std::uint64_t most_;
  double seconds_;
  std::uint64_t size_;
};

}  // namespace wreath
