// SPDX-License-Identifier: MIT
//
// Elements as two sides and a bijection between them: what differs from one kind of element to another.
//
// An element x has a left value, which its R-class shares, and a right value, which its L-class shares:
//
//                        left value                             right value                          transversals
//   transformation       the kernel                             the image                            blocks of the kernel, images
//   bipartition          the blocks above, and which of them    the same below                       the blocks that cross
//                        cross to below
//   Boolean matrix       the column space                       the row space                        the basis of the row space
//
// g*x has a left value that depends on g and on that of x alone, and x*g likewise on the right: semigroups act on values. Both
// values of x have transversals, which x joins one to one. A transversal is named by a mark: a point of the block, an image, or
// its number among those of the value. What cannot be undone may join transversals, or end them.
//
// A frame of a value is a list of marks, one for each transversal (positions 0, 1, ...), such that the values of a strongly
// connected component have frames that follow from one another: on the right those of the value at the end of a step are where
// the step leads the marks of the value at its start; on the left, where x is evaluated for the answers of g*x.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/run/stop_check.hpp"
#include "semigroup/green/key_set.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

enum class OrbitSide { left, right };

using Key = std::span<const std::byte>;
using Marks = std::span<const Point>;

/// A step of an orbit: a generator acts on one value and makes another of it.
struct KeyStep {
  Key from;
  Letter letter = 0;
  Key to;
};

/// The values of one side, as strings of bytes (keys), equal exactly where the values are.
class Side {
 public:
  virtual ~Side() = default;

  /// Of every key; 0 where they differ: then no step makes them longer.
  virtual std::size_t key_bytes() const = 0;
  /// Marks are below this.
  virtual std::uint64_t mark_values() const = 0;
  /// Of the identity.
  virtual std::vector<std::byte> first() const = 0;
  /// What the generators make of the values first..last-1, one after the other: into the slots from `slot` on.
  virtual void act(const KeySet& values, Index first, Index last, KeyBatch& batch, std::size_t slot, StopCheck& check) const = 0;
  /// The first frame of a component, of its root.
  virtual std::vector<Point> marks(Key key) const = 0;
  virtual std::size_t rank(Key key) const { return marks(key).size(); }
  /// On the right the frame of step.from is known, and led to step.to; on the left that of step.to, and led to step.from.
  virtual void carry(const KeyStep& step, Marks known, std::span<Point> led) const = 0;

  /// A value to whose positions marks are turned.
  struct Places {
    Key key;
    std::vector<Point> frame;
    std::vector<Point> labels;
    std::vector<Point> position;  // by mark, or by label
  };
  virtual void look_at(Places& places) const {
    places.position.resize(mark_values());
    for (std::size_t i = 0; i < places.frame.size(); ++i) places.position[places.frame[i]] = static_cast<Point>(i);
  }
  virtual void locate(const Places& places, std::span<Point> marks) const {
    for (Point& mark : marks) mark = places.position[mark];
  }
  /// Of a step within a component: the positions, at the end that is looked at, of the frame at the other.
  virtual void map(const KeyStep& step, Marks known, const Places& places, std::span<Point> led) const {
    carry(step, known, led);
    locate(places, led);
  }
  /// What tells apart the steps that lead out of a component, on the right: arrow_cells() numbers for each mark of `known`, that
  /// take no more bytes than marks.
  virtual std::size_t arrow_cells() const { return 1; }
  virtual void write_arrow(const KeyStep& step, Marks known, const Places& to, std::span<Point> arrow) const {
    map(step, known, to, arrow);
  }
  /// Whether frames have a mark for each transversal, so that permutations of these can be seen.
  virtual bool shows_groups() const { return true; }
};

class SideOrbit;

/// An L-class over the roots of two components: `tuple` has the right position of each left one.
struct ComponentPair {
  Index left = 0;  // components
  Index right = 0;
};

/// Products of pieces by what leads out of their right components; one for each thread.
class Products {
 public:
  virtual ~Products() = default;
  virtual void load(ComponentPair piece, Marks tuple, StopCheck& check) = 0;
  /// By an arrow of the piece's right component. Makes the left value of the product; false where that stays the root's.
  virtual bool multiply(std::size_t arrow, std::vector<std::byte>& left) = 0;
  /// The right position, in the arrow's target, of the product at each of these left marks.
  virtual void evaluate(Marks marks, std::vector<Point>& positions) = 0;
};

/// Pairs of a left and a right value that make an idempotent; one for each thread. Throws Stopped if the run stops.
class IdempotentSearch {
 public:
  virtual ~IdempotentSearch() = default;
  /// Whether there is one of a left value and one of some right values.
  virtual bool any(Index left, std::span<const Index> right) = 0;
  /// How many there are; right values that begin with the same are the same.
  virtual std::uint64_t count(std::span<const Index> left, std::span<const Index> right) = 0;
};

/// What is to be known of a kind of element.
class Sides {
 public:
  virtual ~Sides() = default;
  virtual const Side& left() const = 0;
  virtual const Side& right() const = 0;
  /// Whether frames may take the place of the keys on the right: they are the same marks in another order.
  virtual bool right_frames_are_keys() const { return false; }
  /// Whether products need the maps of arrows, or the steps that these stand for.
  virtual bool products_by_maps() const { return false; }
  virtual std::string_view name() const = 0;
  /// How many points an element has, for the clock.
  virtual std::uint64_t degree() const = 0;

  struct Parts {
    std::vector<std::byte> left;
    std::vector<std::byte> right;
    std::vector<Point> at;  // by left mark: the right one that it is joined to
  };
  virtual Parts split(std::span<const Point> row) const = 0;
  /// The element with these values that joins the i-th of some left marks to the i-th of some right ones.
  virtual std::vector<Point> join(Key left, Marks left_marks, Key right, Marks right_marks) const = 0;
  virtual bool has_idempotent(Key left, Key right) const = 0;
  virtual std::unique_ptr<Products> products(const SideOrbit& left, const SideOrbit& right) const = 0;
  virtual std::unique_ptr<IdempotentSearch> search(const KeyList& left, const KeyList& right, StopCheck check) const = 0;
};

/// For transformations (kernels by their blocks), bipartitions or Boolean matrices. The generators must live as long.
std::unique_ptr<Sides> make_sides(const Generators& generators);
/// Whether elements of the kind have sides of their own; others are transformations.
bool has_own_sides(const ElementKind& kind);

}  // namespace wreath::semigroup
