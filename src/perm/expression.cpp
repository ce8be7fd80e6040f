// SPDX-License-Identifier: MIT
//
// Words in permutations: conjugates, commutators, and any product of permutations and inverses.
//
// A word is folded from the right, since then a letter costs one pass whether it is inverted or not, and no inverse is ever
// made: x*t is a gather (t[x[i]]), x^-1*t a scatter (to x[i]). Letters in a row that are not inverted are multiplied from the
// left, in place, and then by what came of the letters behind them, so that only the inverted letters make the passes
// alternate between z and one array of scratch.
//
// To send blocks of z through several letters while they stay in the cache looks better and is not: the letters, each
// read at random, then compete for the caches that otherwise hold one of them at a time. Four letters on two cores, ns per
// point, in blocks and pair by pair: 1.5 and 1.3 at 2^16 points, 4.8 and 3.7 at 2^20, 8.6 and 6.0 at 2^22, 14.9 and 10.8 at 2^26.
//
// Cost: as many multiplications and divisions as the word has letters, less one; one scratch array where a letter is inverted
// and another is behind it or before it.
#include <fmt/format.h>

#include "perm/alternating.hpp"
#include "perm/points.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

namespace {

/// z = the product of the factors, all on z's points.
template <class Point>
void multiply_all(const Factors<Point>& factors, std::span<Point> z, const Options& options, RunControl* run) {
  if (factors.size() == 1) return copy_points(factors.front(), z, options);
  try {
    multiply<Point, Point>(factors[0], factors[1], z, options, run);
    for (std::size_t k = 2; k < factors.size() && !is_stopped(run); ++k) multiply<Point, Point>(z, factors[k], z, options, run);
  } catch (const PointError&) {
    throw_first_stray(factors);
  }
}

/// What one pass takes care of: one inverted letter, or a row of others.
struct Pass {
  std::size_t first = 0;
  std::size_t end = 0;
  bool inverted = false;
};

/// The passes over a word, the rightmost first.
template <class Point>
std::vector<Pass> plan(std::span<const Letter<Point>> word) {
  std::vector<Pass> passes;
  for (std::size_t i = word.size(); i-- > 0;) {
    if (!word[i].inverted && !passes.empty() && !passes.back().inverted) {
      passes.back().first = i;
    } else {
      passes.push_back({i, i + 1, word[i].inverted});
    }
  }
  return passes;
}

}  // namespace

template <PointType Point>
void identity(std::span<Point> z, const Options& options) {
  if (!z.empty() && z.size() - 1 > std::numeric_limits<Point>::max()) {
    throw InputError(fmt::format("{} points do not fit in {}-byte integers", z.size(), sizeof(Point)));
  }
  parallel_ranges(z.size(), options.machine.threads, kPassGrain, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) z[i] = static_cast<Point>(i);
  });
}

template <PointType Point>
void evaluate(std::span<const Letter<Point>> word, std::span<Point> z, const Options& options, RunControl* run) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i].x.size() == z.size()) continue;
    detail::throw_sizes(fmt::format("letter {} and the product", i + 1).c_str(), word[i].x.size(), z.size());
  }
  if (word.empty()) return identity(z, options);
  const std::vector<Pass> passes = plan(word);
  Alternating<Point> arrays(z, passes.size(), run);
  std::span<const Point> behind;  // the product of the letters behind this pass
  for (std::size_t i = 0; i < passes.size() && !is_stopped(run); ++i) {
    const auto letters = word.subspan(passes[i].first, passes[i].end - passes[i].first);
    const std::span<Point> product = arrays.next();
    if (passes[i].inverted) {
      if (i == 0) {
        inverse(letters[0].x, product, options, run);
      } else {
        divide<Point, Point>(letters[0].x, behind, product, options, run);
      }
    } else {
      Factors<Point> factors;
      for (const auto& letter : letters) factors.push_back(letter.x);
      if (i != 0) factors.push_back(behind);
      multiply_all(factors, product, options, run);
    }
    behind = product;
  }
}

template <PointType Point>
void conjugate(std::span<const Point> x, std::span<const Point> y, std::span<Point> z, const Options& options, RunControl* run) {
  if (x.size() != y.size()) detail::throw_sizes("x and y", x.size(), y.size());
  if (x.size() != z.size()) detail::throw_sizes("x and the conjugate", x.size(), z.size());
  const Letter<Point> word[] = {{y, true}, {x, false}, {y, false}};
  evaluate<Point>(word, z, options, run);
}

template <PointType Point>
void commutator(std::span<const Point> x, std::span<const Point> y, std::span<Point> z, const Options& options, RunControl* run) {
  if (x.size() != y.size()) detail::throw_sizes("x and y", x.size(), y.size());
  if (x.size() != z.size()) detail::throw_sizes("x and the commutator", x.size(), z.size());
  const Letter<Point> word[] = {{x, true}, {y, true}, {x, false}, {y, false}};
  evaluate<Point>(word, z, options, run);
}

#define WREATH_INSTANTIATE(Point)                                                                                          \
  template void identity(std::span<Point>, const Options&);                                                                \
  template void conjugate(std::span<const Point>, std::span<const Point>, std::span<Point>, const Options&, RunControl*);  \
  template void commutator(std::span<const Point>, std::span<const Point>, std::span<Point>, const Options&, RunControl*); \
  template void evaluate(std::span<const Letter<Point>>, std::span<Point>, const Options&, RunControl*);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
