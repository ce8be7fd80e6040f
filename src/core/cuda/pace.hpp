// SPDX-License-Identifier: MIT
//
// How much work a GPU is given between two looks at the run.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/cuda/stream.hpp"

namespace wreath::cuda {

/// Pieces of work that take some 50 ms each, by what the pieces before took. A piece is at most `most`, so that cheap pieces do
/// not make a dear one too long; the first one is small, since nothing is known of it, and pieces at most double.
class Pace {
 public:
  explicit Pace(std::uint64_t most) : most_(most), piece_(std::max<std::uint64_t>(1, most / 256)) {}

  std::uint64_t piece() const noexcept { return piece_; }
  /// Launches that much work, and waits for it.
  template <class Launch>
  void run(std::uint64_t work, const Stream& stream, const Launch& launch) {
    const auto start = std::chrono::steady_clock::now();
    launch();
    stream.wait();
    took(work, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }

 private:
  static constexpr double kSeconds = 0.05;

  void took(std::uint64_t work, double seconds) {
    const double wanted = static_cast<double>(work) * kSeconds / std::max(seconds, 1e-6);
    const double now = static_cast<double>(piece_);
    piece_ = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::clamp(wanted, now / 16, 2 * now)), 1, most_);
  }

  std::uint64_t most_;
  std::uint64_t piece_;
};

}  // namespace wreath::cuda
