// SPDX-License-Identifier: MIT
//
// Symmetric and alternating groups, recognised by Jordan's theorem.
//
// A transitive group of degree n with an element that has a cycle of prime length p, n/2 < p < n-2, contains the alternating
// group: a power of the element is a p-cycle, p > n/2 makes the group primitive, and Jordan did the rest. The cycle of one point
// is looked at: of a random element of a giant its length is uniform in 1..n, so that one in 2*log(n) is such a prime, and every
// other is longer than n/2. Once some twenty elements in a row have no long cycle the search ends. What is found is a proof;
// finding none proves nothing.
//
// Cost: two products and two walks along a cycle per step. The walks of several steps are made together.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/algebra/integers.hpp"
#include "core/parallel/loops.hpp"
#include "group/state.hpp"
#include "group/tuning.hpp"

namespace wreath::group {

namespace {

constexpr unsigned kMostMisses = 24;
constexpr std::size_t kBeside = 4;
constexpr std::size_t kMostBatch = 16;        // elements that are kept until their cycles are walked
constexpr std::uint64_t kMostWritten = 5000;  // points of a giant whose order is written out

/// The lengths of the cycles of a point under several permutations, which are walked side by side: each step waits for memory.
void measure_cycles(std::span<const Element> elements, Point from, std::span<std::uint64_t> lengths) {
  std::array<const Point*, kBeside> images{};
  std::array<Point, kBeside> at{};
  for (std::size_t k = 0; k < elements.size(); ++k) {
    images[k] = elements[k].images->data();
    at[k] = from;
    lengths[k] = 0;
  }
  std::size_t open = elements.size();
  for (std::uint64_t length = 1; open != 0; ++length) {
    for (std::size_t k = 0; k < elements.size(); ++k) {
      if (lengths[k] != 0) continue;
      at[k] = images[k][at[k]];
      if (at[k] != from) continue;
      lengths[k] = length;
      --open;
    }
  }
}

}  // namespace

Natural giant_order(std::uint64_t points, bool alternating) {
  if (points > kMostWritten) return 0;
  Natural order = 1;
  for (std::uint64_t i = alternating ? 3 : 2; i <= points; ++i) order *= i;
  return order;
}

bool Group::State::recognise(Products& products) {
  const std::uint64_t n = generators.degree;
  looked_at.push_back(elements.element());
  looked_at.push_back(elements.changed());
  const std::size_t batch = n < tuning::kGrain ? 2 : kBeside * products.threads();
  if (looked_at.size() < batch && looked_at.size() < kMostBatch) return false;
  const std::vector<Element> batched = std::move(looked_at);
  looked_at.clear();
  std::vector<std::uint64_t> lengths(batched.size());
  const auto from = static_cast<Point>(RandomStream(elements.steps(), 1).below64(n));
  const std::size_t pieces = (batched.size() + kBeside - 1) / kBeside;
  const auto measure = [&](std::size_t piece) {
    const std::size_t count = std::min(kBeside, batched.size() - piece * kBeside);
    measure_cycles(std::span(batched).subspan(piece * kBeside, count), from, std::span(lengths).subspan(piece * kBeside, count));
  };
  if (pieces == 1) {
    measure(0);
  } else {
    parallel_tasks(pieces, products.threads(), measure);
  }
  for (const std::uint64_t length : lengths) {
    ++tests;
    if (2 * length > n && length + 2 < n && is_prime(length)) {
      const bool transitive = orbits(generators, options.machine, products.run()).orbits == 1;
      may_be_giant = false;
      if (!transitive) return false;
      const bool even = std::ranges::all_of(kept, [&](const Element& x) { return is_even(x.span(), products); });
      giant = even ? Giant::alternating : Giant::symmetric;
      size.order = giant_order(n, even);
      size.formula = fmt::format("{}!{}", n, even ? "/2" : "");
      return true;
    }
    misses = 2 * length > n ? 0 : misses + 1;
  }
  const bool mixed = elements.steps() >= tuning::kScramble / 2 + elements.slots();
  const double enough = 30 * 2 * std::log(static_cast<double>(n));  // no prime among that number of cycles: probability e^-30
  may_be_giant = !(mixed && misses >= kMostMisses) && static_cast<double>(tests) < enough;
  return false;
}

}  // namespace wreath::group
