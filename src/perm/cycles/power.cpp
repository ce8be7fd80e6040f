// SPDX-License-Identifier: MIT
//
// Powers: by repeated squaring, or by cycles.
//
// Squaring goes from the exponent's highest bit down: to square and to multiply by x itself takes no more passes than to collect
// the squares from the lowest bit up, and one array less, since the multiplications by x are done in place.
//
// A permutation turns each of its cycles, and its power turns them further: by the exponent modulo the cycle's length
// (map_cycles.hpp). That costs the same for every exponent, as much as a few products. Maps that are not permutations have no
// such way, and GPUs do not walk.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "perm/cycles/exponent.hpp"
#include "perm/cycles/map_cycles.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

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

namespace {

constexpr std::size_t kPassGrain = std::size_t{1} << 15;
constexpr std::size_t kHugeBytes = std::size_t{1} << 20;

template <class Point>
using Factors = std::vector<std::span<const Point>>;

/// The arrays that a sequence of passes writes in turn, so that the last one writes z.
template <class Point>
class Alternating {
 public:
  Alternating(std::span<Point> z, std::size_t passes, RunControl* run) : z_(z), left_(passes) {
    if (passes < 2) return;
    require_scratch(z.size_bytes(), run, "this product");
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

template <class Point>
void copy_points(std::span<const Point> x, std::span<Point> z, const Options& options) {
  parallel_ranges(x.size(), options.machine.threads, kPassGrain, [&](Range range, unsigned) {
    std::memcpy(z.data() + range.begin, x.data() + range.begin, range.size() * sizeof(Point));
  });
}

/// A factor has led out of the points: reports where, the same whatever the threads and the algorithm.
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
void multiply_all(const Factors<Point>& factors, std::span<Point> z, const Options& options, RunControl* run) {
  if (factors.size() == 1) return copy_points(factors.front(), z, options);
  try {
    multiply<Point, Point>(factors[0], factors[1], z, options, run);
    for (std::size_t k = 2; k < factors.size() && !is_asked_to_stop(run); ++k)
      multiply<Point, Point>(z, factors[k], z, options, run);
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
  for (std::size_t i = 0; i < passes.size() && !is_asked_to_stop(run); ++i) {
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

namespace {

/// From this number of products on, the way by cycles is the faster one.
constexpr std::size_t kFewProducts = 4;

template <class Point>
void power_by_squaring(std::span<const Point> x, const Exponent& exponent, std::span<Point> z, const Options& options,
                       RunControl* run) {
  const std::vector<bool> digits = exponent.digits();
  const bool inverted = exponent.is_negative();
  if (digits.size() == 1 && !inverted) return copy_points(x, z, options);
  Alternating<Point> arrays(z, digits.size() - 1 + (inverted ? 1 : 0), run);
  std::span<const Point> known = x;
  try {
    for (std::size_t i = 1; i < digits.size(); ++i) {
      if (is_asked_to_stop(run)) return;
      const std::span<Point> square = arrays.next();
      multiply<Point, Point>(known, known, square, options, run);
      if (digits[i] && !is_asked_to_stop(run)) multiply<Point, Point>(square, x, square, options, run);
      known = square;
    }
    if (inverted && !is_asked_to_stop(run)) inverse(known, arrays.next(), options, run);
  } catch (const PointError&) {
    throw_first_stray(Factors<Point>{x});
  }
}

/// z[i] for all i by the cycles of x, as images_of(Point) has it; false if x is not a permutation.
template <class Point, class ImagesOf>
bool map_cycles(std::span<const Point> x, std::span<Point> z, const ImagesOf& images_of, const Options& options,
                RunControl* run) {
  if constexpr (sizeof(Point) < 4) {
    if (x.size() > most_points<Point>()) return false;
    const std::vector<std::uint32_t> wide = widened(x);
    std::vector<std::uint32_t> mapped(x.size());
    if (!map_cycles<std::uint32_t>(wide, mapped, images_of, options, run)) return false;
    std::ranges::transform(mapped, z.begin(), [](std::uint32_t point) { return static_cast<Point>(point); });
    return true;
  } else {
    const auto images = images_of(Point{});
    return CycleMapper(x, z, images, options, run).work();
  }
}

template <class Point>
void power_of(std::span<const Point> x, const Exponent& exponent, std::span<Point> z, const Options& options, RunControl* run) {
  if (x.size() != z.size()) detail::throw_sizes("x and its power", x.size(), z.size());
  if (exponent.is_zero()) return identity(z, options);
  if (options.machine.backend != BackendChoice::cuda && exponent.products() >= kFewProducts) {
    const Rotations rotations(exponent);
    const auto turned = [&]<class Wide>(Wide) { return TurnedCycles<Wide, Rotations>{rotations}; };
    if (map_cycles(x, z, turned, options, run)) return;
  }
  power_by_squaring(x, exponent, z, options, run);
}

}  // namespace

template <PointType Point>
void power(std::span<const Point> x, std::int64_t exponent, std::span<Point> z, const Options& options, RunControl* run) {
  power_of(x, Exponent(exponent), z, options, run);
}

template <PointType Point>
void power(std::span<const Point> x, std::string_view exponent, std::span<Point> z, const Options& options, RunControl* run) {
  power_of(x, Exponent::parse(exponent), z, options, run);
}

template <PointType Point>
void cycle_representatives(std::span<const Point> x, std::span<Point> z, const Options& options, RunControl* run) {
  if (x.size() != z.size()) detail::throw_sizes("x and the representatives", x.size(), z.size());
  const auto least = []<class Wide>(Wide) { return LeastPoints<Wide>(); };
  if (map_cycles(x, z, least, options, run)) return;
  const Defect defect = find_defect(x, options, run);
  if (!defect) throw InternalError("the cycles of a permutation did not close");
  throw InputError(defect.sentence(x.size()));
}

#define WREATH_INSTANTIATE(Point)                                                                               \
  template void power(std::span<const Point>, std::int64_t, std::span<Point>, const Options&, RunControl*);     \
  template void power(std::span<const Point>, std::string_view, std::span<Point>, const Options&, RunControl*); \
  template void cycle_representatives(std::span<const Point>, std::span<Point>, const Options&, RunControl*);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
