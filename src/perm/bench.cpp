// SPDX-License-Identifier: MIT
#include "perm/bench.hpp"

#include "perm/ram/implicit.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm {

Bench::Bench(std::size_t points, const Options& options) : x_(points), y_(points), z_(points) {
  random(x_.span(), 1, options);
  random(y_.span(), 2, options);
  std::fill(z_.begin(), z_.end(), 0);  // takes the pages
}

void Bench::traditional(Operation operation, unsigned threads) {
  switch (operation) {
    case Operation::multiply: ram::gather_traditional(x(), y(), z(), threads); break;
    case Operation::divide: ram::scatter_traditional(x(), y(), z(), threads); break;
    case Operation::inverse: ram::inverse_traditional(x(), z(), threads); break;
  }
}

void Bench::implicit(Operation operation, const RamPlan& plan) {
  const std::size_t n = points();
  switch (operation) {
    case Operation::multiply:
      ram::gather_implicit(x(), y(), z(), plan, scratch_.take(ram::gather_scratch_bytes<Point>(n, n, plan)));
      break;
    case Operation::divide:
      ram::scatter_implicit(x(), y(), z(), plan, scratch_.take(ram::scatter_scratch_bytes<Point>(n, n, plan)));
      break;
    case Operation::inverse:
      ram::inverse_implicit(x(), z(), plan, scratch_.take(ram::inverse_scratch_bytes<Point>(n, n, plan)));
      break;
  }
}

}  // namespace wreath::perm
