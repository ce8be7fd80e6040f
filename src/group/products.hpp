// SPDX-License-Identifier: MIT
//
// Products of whole permutations, by perm's functions where they are long, and the record of what was multiplied.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "group/images.hpp"
#include "wreath/machine.hpp"
#include "wreath/perm.hpp"

namespace wreath::group {

/// What was multiplied: value g is the generator g, and each pair makes the next value as the product of two earlier ones.
class Lines {
 public:
  explicit Lines(std::size_t generators = 0) : generators_(generators) {}
  std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    lines_.emplace_back(a, b);
    return static_cast<std::uint32_t>(generators_ + lines_.size() - 1);
  }
  std::size_t generators() const noexcept { return generators_; }
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& all() const noexcept { return lines_; }
  void restore(std::vector<std::pair<std::uint32_t, std::uint32_t>> lines) { lines_ = std::move(lines); }

 private:
  std::size_t generators_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines_;
};

/// Throws Stopped where the run is asked to stop; the result is then unfinished.
class Products {
 public:
  Products(const Machine& machine, RunControl* run, bool on_gpu = false) : run_(run), on_gpu_(on_gpu) {
    options_.machine = machine;
  }

  /// Images for a result, where results are made.
  Images room(std::size_t points) const { return on_gpu_ ? Images::on_gpu(points) : Images(points); }
  bool on_gpu() const noexcept { return on_gpu_; }
  /// z = x*y; z comes from room() and is neither of them.
  void multiply(const Images& x, const Images& y, Images& z);
  /// x = x*y for an x from room().
  void multiply_by(Images& x, const Images& y);

  /// z = x*y; z may be x.
  void multiply(std::span<const Point> x, std::span<const Point> y, std::span<Point> z);
  /// z = x^-1; z may not be x.
  void inverse(std::span<const Point> x, std::span<Point> z);
  void look() { stop_check(run_).look(); }

  const perm::Options& options() const noexcept { return options_; }
  unsigned threads() const;
  RunControl* run() const noexcept { return run_; }

 private:
  static constexpr std::size_t kFew = std::size_t{1} << 13;
  RunControl* run_;
  bool on_gpu_;
  perm::Options options_;
  Images spare_;  // on a GPU, where a product cannot be made in place
};

}  // namespace wreath::group
