// SPDX-License-Identifier: MIT
//
// Bipartitions and Boolean matrices: values as rows of numbers, whose transversals are numbered. Their marks are these numbers,
// and products are formed as elements.
#pragma once

#include <span>
#include <vector>

#include "semigroup/green/side.hpp"

namespace wreath::semigroup {

/// A value as numbers; what they mean is the model's. Equal values have equal numbers.
using SideValue = std::vector<Point>;

/// Where a transversal is carried if it ends: kEnded and a number. Those with the same number end together.
inline constexpr Point kEnded = 0x80000000U;
constexpr bool is_ended(Point place) {
  return (place & kEnded) != 0;
}

struct Split {
  SideValue left;
  SideValue right;
  std::vector<Point> joins;  // the right transversal of each left one
};

class ValueModel {
 public:
  virtual ~ValueModel() = default;

  /// Numbers in an element.
  virtual std::uint64_t degree() const = 0;
  /// How many numbers there are for the cells of a value.
  virtual std::uint64_t cell_values() const = 0;
  /// Cells of every value; 0 where they differ.
  virtual std::size_t cells() const = 0;
  /// Transversals of any value at most.
  virtual std::uint64_t most_transversals() const = 0;
  virtual std::size_t rank(OrbitSide side, std::span<const Point> value) const = 0;
  /// g*x or x*g for a generator g. Where it is asked for, carried[t] becomes the transversal of the result that t is carried to,
  /// unless it ends.
  virtual void act(OrbitSide side, Letter generator, std::span<const Point> value, SideValue& result,
                   std::vector<Point>* carried) const = 0;
  /// As Side's: of a step from a value with a frame to another. Without cells of its own, transversals that do not end differ
  /// by their positions.
  virtual std::size_t arrow_cells() const { return 1; }
  virtual void write_arrow(Letter, std::span<const Point>, Marks, std::span<const Point>, Marks, std::span<Point>) const {}
  virtual Split split(std::span<const Point> row) const = 0;
  virtual std::vector<Point> put_together(const Split& parts) const = 0;
  /// x*g.
  virtual Split product(const Split& x, Letter generator) const = 0;
  /// Whether some element with this left and this right value is idempotent: the right value joins the left one's transversals
  /// to its own, one to one.
  virtual bool has_idempotent(std::span<const Point> left, std::span<const Point> right) const = 0;
};

}  // namespace wreath::semigroup
