// SPDX-License-Identifier: MIT
#include "group/products.hpp"

#include "core/parallel/loops.hpp"

namespace wreath::group {

unsigned Products::threads() const {
  return resolve_threads(options_.machine.threads);
}

void Products::multiply(const Images& x, const Images& y, Images& z) {
  if (!on_gpu_) return multiply(x.span(), y.span(), z.span());
  perm::device::multiply<Point>(x.gpu(), y.gpu(), z.gpu_room());
  look();
}

void Products::multiply_by(Images& x, const Images& y) {
  if (!on_gpu_) return multiply(x.span(), y.span(), x.span());
  if (spare_.size() != x.size()) spare_ = room(x.size());
  multiply(x, y, spare_);
  std::swap(x, spare_);
}

void Products::multiply(std::span<const Point> x, std::span<const Point> y, std::span<Point> z) {
  if (x.size() < kFew) {
    for (std::size_t i = 0; i < x.size(); ++i) z[i] = y[x[i]];
    return;
  }
  perm::multiply<Point, Point>(x, y, z, options_, run_);
  if (run_ != nullptr && run_->stop_reason() != StopReason::none) throw Stopped{};
}

void Products::inverse(std::span<const Point> x, std::span<Point> z) {
  if (x.size() < kFew) {
    for (std::size_t i = 0; i < x.size(); ++i) z[x[i]] = static_cast<Point>(i);
    return;
  }
  perm::inverse<Point>(x, z, options_, run_);
  if (run_ != nullptr && run_->stop_reason() != StopReason::none) throw Stopped{};
}

}  // namespace wreath::group
