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
#include <algorithm>
#include <vector>

#include "core/data/huge_array.hpp"
#include "perm/alternating.hpp"
#include "perm/exponent.hpp"
#include "perm/map_cycles.hpp"
#include "perm/plan.hpp"
#include "perm/points.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

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
      if (is_stopped(run)) return;
      const std::span<Point> square = arrays.next();
      multiply<Point, Point>(known, known, square, options, run);
      if (digits[i] && !is_stopped(run)) multiply<Point, Point>(square, x, square, options, run);
      known = square;
    }
    if (inverted && !is_stopped(run)) inverse(known, arrays.next(), options, run);
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
