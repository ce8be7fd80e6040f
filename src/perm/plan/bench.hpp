// SPDX-License-Identifier: MIT
//
// Random permutations of one size and room for a result, to time the operations on: what `perm tune` and the experiments of the
// papers measure with.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "core/data/huge_array.hpp"
#include "core/run/seconds_of.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

template <class Body>
double best_seconds(int repetitions, const Body& body) {
  double best = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < repetitions; ++repetition) best = std::min(best, seconds_of(body));
  return best;
}

class Bench {
 public:
  using Point = std::uint32_t;

  explicit Bench(std::size_t points, const Options& options = {});

  std::size_t points() const { return x_.size(); }
  std::span<const Point> x() const { return x_.span(); }
  std::span<const Point> y() const { return y_.span(); }
  std::span<Point> z() { return z_.span(); }

  void traditional(Operation operation, unsigned threads) { work(operation, {.partition = false, .threads = threads}); }
  void implicit(Operation operation, RamPlan plan) {
    plan.partition = true;
    plan.sample = 0;
    work(operation, plan);
  }

 private:
  void work(Operation operation, const RamPlan& ram);

  HugeArray<Point> x_;
  HugeArray<Point> y_;
  HugeArray<Point> z_;
  Workspace scratch_;
};

}  // namespace wreath::perm
