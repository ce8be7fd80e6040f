// SPDX-License-Identifier: MIT
//
// Elements as two sides and a bijection between them.
//
// Transformations and bipartitions of n points form regular monoids. An element x has a left value, which decides its R-class in
// that monoid, a right value, which decides its L-class, and both have the same number of transversals, the rank, which x joins
// one to one:
//
//                        left value                             right value                          transversals
//   transformation       the kernel                             the image                            blocks of the kernel, images
//   bipartition          the blocks above, and which of them    the same below                       the blocks that cross
//                        cross to below
//   Boolean matrix       the column space                       the row space                        the basis of the row space
//
// g*x has a left value that depends on g and on that of x alone, and x*g likewise on the right: semigroups act on values. Each
// action carries transversals along: it may join some, and end others, and where it does neither it can be undone. Boolean
// matrices (boolean_sides.cpp) do not form a regular monoid, and what cannot be undone is not a matter of transversals there.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

enum class OrbitSide { left, right };

/// A value as numbers; what they mean is the model's. Equal values have equal numbers.
using SideValue = std::vector<Point>;

/// Where a transversal is carried if it ends: kEnded and a number. Those with the same number are joined where they end, so that
/// the other side has them as one block.
inline constexpr Point kEnded = 0x80000000U;
constexpr bool is_ended(Point place) {
  return (place & kEnded) != 0;
}

struct Split {
  SideValue left;
  SideValue right;
  std::vector<Point> joins;  // the right transversal of each left one
};

class SideModel {
 public:
  virtual ~SideModel() = default;

  virtual std::uint64_t degree() const = 0;
  /// How many numbers there are for the cells of a value.
  virtual std::uint64_t cell_values() const = 0;
  /// How many transversals of every value no round trip can move.
  virtual std::size_t fixed() const = 0;
  virtual std::size_t rank(OrbitSide side, std::span<const Point> value) const = 0;
  /// g*x or x*g for a generator g. carried[t] becomes the transversal of the result that t is carried to, unless it
  /// ends.
  virtual void act(OrbitSide side, Letter generator, std::span<const Point> value, SideValue& result,
                   std::vector<Point>& carried) const = 0;
  /// The value in which transversals with the same class are one, and none if the class is ended. Classes that are not ended
  /// become the transversals of the result.
  virtual void merge(OrbitSide side, std::span<const Point> value, std::vector<Point>& classes, SideValue& result) const = 0;
  /// Whether what leads out of a component is given by follow() and replace() in place of merge().
  virtual bool by_products() const { return false; }
  /// g*x or x*g, of the vectors of a value, each for itself.
  virtual void follow(OrbitSide, Letter, std::vector<Point>&) const {}
  /// The element in which the vectors of one side's value are replaced by these.
  virtual Split replace(const Split& from, OrbitSide, std::span<const Point>) const { return from; }
  virtual Split split(std::span<const Point> row) const = 0;
  virtual std::vector<Point> put_together(const Split& parts) const = 0;
  /// Whether some element with this left and this right value is idempotent: the right value joins the left one's transversals
  /// to its own, one to one.
  virtual bool has_idempotent(std::span<const Point> left, std::span<const Point> right) const = 0;
};

/// Whether elements of the kind have sides of their own; others are transformations.
inline bool has_own_sides(const ElementKind& kind) {
  return kind.name == KindName::bipartition || kind.name == KindName::boolean;
}
/// For transformations, bipartitions or Boolean matrices. The generators must live as long.
std::unique_ptr<SideModel> make_side_model(const Generators& generators);
std::unique_ptr<SideModel> make_boolean_sides(const Generators& generators);

}  // namespace wreath::semigroup
