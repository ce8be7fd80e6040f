// SPDX-License-Identifier: MIT
//
// Words in permutations: powers, conjugates, commutators, and any product of permutations and inverses.
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

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "perm/points.hpp"
#include "perm/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 15;
constexpr std::size_t kHugeBytes = std::size_t{1} << 20;

template <class Point>
using Factors = std::vector<std::span<const Point>>;

/// The arrays that a sequence of passes writes in turn, so that the last one writes z.
template <class Point>
class Alternating {
 public:
  Alternating(std::span<Point> z, std::size_t passes, const Options& options) : z_(z), left_(passes) {
    if (passes < 2) return;
    require_scratch(z.size_bytes(), options, "this product");
    if (z.size_bytes() < kHugeBytes) {  // huge pages cost more than such a product
      small_.resize(z.size());
      scratch_ = small_;
    } else {
      large_ = HugeArray<Point>(z.size());
      scratch_ = large_.span();
    }
  }
  /// The array for the next pass.
  std::span<Point> next() { return --left_ % 2 == 0 ? z_ : scratch_; }

 private:
  std::span<Point> z_;
  std::size_t left_;
  std::span<Point> scratch_;
  std::vector<Point> small_;
  HugeArray<Point> large_;
};

/// Between passes a run may be stopped.
bool stopped(const Options& options) {
  return options.run != nullptr && options.run->should_stop();
}

template <class Point>
void set_identity(std::span<Point> z, const Options& options) {
  if (!z.empty() && z.size() - 1 > std::numeric_limits<Point>::max()) {
    throw InputError(fmt::format("{} points do not fit {}-byte integers", z.size(), sizeof(Point)));
  }
  parallel_ranges(z.size(), options.threads, kGrain, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) z[i] = static_cast<Point>(i);
  });
}

template <class Point>
void copy(std::span<const Point> x, std::span<Point> z, const Options& options) {
  parallel_ranges(x.size(), options.threads, kGrain, [&](Range range, unsigned) {
    std::memcpy(z.data() + range.begin, x.data() + range.begin, range.size() * sizeof(Point));
  });
}

/// A factor has led out of the points: says where, the same whatever the threads and the algorithm.
template <class Point>
[[noreturn]] void throw_first_stray(const Factors<Point>& factors) {
  for (const auto& x : factors) {
    const auto stray = std::find_if(x.begin(), x.end(), [&](Point value) { return value >= x.size(); });
    if (stray != x.end()) throw PointError(static_cast<std::uint64_t>(stray - x.begin()), *stray, x.size());
  }
  throw InternalError("a product left its points, and none of its factors does");
}

/// z = the product of the factors, all on z's points.
template <class Point>
void multiply_all(const Factors<Point>& factors, std::span<Point> z, const Options& options) {
  if (factors.size() == 1) return copy(factors.front(), z, options);
  try {
    multiply<Point, Point>(factors[0], factors[1], z, options);
    for (std::size_t k = 2; k < factors.size(); ++k) multiply<Point, Point>(z, factors[k], z, options);
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
void evaluate(std::span<const Letter<Point>> word, std::span<Point> z, const Options& options) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i].x.size() == z.size()) continue;
    detail::throw_sizes(fmt::format("letter {} and the product", i + 1).c_str(), word[i].x.size(), z.size());
  }
  if (word.empty()) return set_identity(z, options);
  const std::vector<Pass> passes = plan(word);
  Alternating<Point> arrays(z, passes.size(), options);
  std::span<const Point> behind;  // the product of the letters behind this pass
  for (std::size_t i = 0; i < passes.size() && !stopped(options); ++i) {
    const auto letters = word.subspan(passes[i].first, passes[i].end - passes[i].first);
    const std::span<Point> product = arrays.next();
    if (passes[i].inverted) {
      if (i == 0) {
        inverse(letters[0].x, product, options);
      } else {
        divide<Point, Point>(letters[0].x, behind, product, options);
      }
    } else {
      Factors<Point> factors;
      for (const auto& letter : letters) factors.push_back(letter.x);
      if (i != 0) factors.push_back(behind);
      multiply_all(factors, product, options);
    }
    behind = product;
  }
}

// Binary, from the exponent's highest bit down: to square and to multiply by x itself takes no more passes than to collect the
// squares from the lowest bit up, and one array less, since the multiplications by x are done in place.
template <PointType Point>
void power(std::span<const Point> x, std::int64_t exponent, std::span<Point> z, const Options& options) {
  if (x.size() != z.size()) detail::throw_sizes("x and its power", x.size(), z.size());
  if (exponent == 0) return set_identity(z, options);
  const bool inverted = exponent < 0;
  const std::uint64_t size =
      inverted ? std::uint64_t{0} - static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent);
  const unsigned squarings = static_cast<unsigned>(std::bit_width(size)) - 1;
  if (squarings == 0 && !inverted) return copy(x, z, options);
  Alternating<Point> arrays(z, squarings + (inverted ? 1 : 0), options);
  std::span<const Point> known = x;
  try {
    for (unsigned bit = squarings; bit-- > 0;) {
      if (stopped(options)) return;
      const std::span<Point> square = arrays.next();
      multiply<Point, Point>(known, known, square, options);
      if ((size >> bit & 1) != 0) multiply<Point, Point>(square, x, square, options);
      known = square;
    }
    if (inverted) inverse(known, arrays.next(), options);
  } catch (const PointError&) {
    throw_first_stray(Factors<Point>{x});
  }
}

template <PointType Point>
void conjugate(std::span<const Point> x, std::span<const Point> y, std::span<Point> z, const Options& options) {
  if (x.size() != y.size()) detail::throw_sizes("x and y", x.size(), y.size());
  if (x.size() != z.size()) detail::throw_sizes("x and the conjugate", x.size(), z.size());
  const Letter<Point> word[] = {{y, true}, {x, false}, {y, false}};
  evaluate<Point>(word, z, options);
}

template <PointType Point>
void commutator(std::span<const Point> x, std::span<const Point> y, std::span<Point> z, const Options& options) {
  if (x.size() != y.size()) detail::throw_sizes("x and y", x.size(), y.size());
  if (x.size() != z.size()) detail::throw_sizes("x and the commutator", x.size(), z.size());
  const Letter<Point> word[] = {{x, true}, {y, true}, {x, false}, {y, false}};
  evaluate<Point>(word, z, options);
}

#define WREATH_INSTANTIATE(Point)                                                                             \
  template void power(std::span<const Point>, std::int64_t, std::span<Point>, const Options&);                \
  template void conjugate(std::span<const Point>, std::span<const Point>, std::span<Point>, const Options&);  \
  template void commutator(std::span<const Point>, std::span<const Point>, std::span<Point>, const Options&); \
  template void evaluate(std::span<const Letter<Point>>, std::span<Point>, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
