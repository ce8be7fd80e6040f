// SPDX-License-Identifier: MIT
//
// The L-classes over the roots of both orbits, found by right multiplication from the identity: which elements there are.
//
// An element over the roots of a left and a right component is a bijection from the left root's transversals to the right one's.
// The elements of one L-class there differ by the group of the left component; such a class is a piece, and one of its elements,
// with a word, represents it. What leads out of the right component leads to pieces below, and the round trips of the right
// component lead to the other pieces of the same D-class (green/d_classes.hpp has the formulas). Any element is brought over the
// roots by the ways of its two values; it is in the semigroup exactly if that is in a piece.
//
// Cost: a product and a look-up for each piece and exit.
#pragma once

#include <map>

#include "wreath/natural.hpp"
#include "semigroup/orbits/side_orbit.hpp"

namespace wreath::semigroup {

/// An element over the roots of two components: the right transversal of each left one.
struct OverRoots {
  Index left = 0;
  Index right = 0;
  std::vector<Point> joins;
};

class Pieces {
 public:
  /// The orbits must live as long. `threads`: 0 for all cores.
  /// Throws Stopped as the check says.
  Pieces(const SideModel& model, SideOrbit& left, SideOrbit& right, unsigned threads, StopCheck check);

  /// Continues until the element is in a piece, or, without one, to the end. Throws Stopped if the run is to stop.
  std::optional<Index> find(const OverRoots& element, StopCheck check);
  void find_all(RunControl& run);

  std::size_t size() const { return pieces_.size(); }
  const OverRoots& element(Index piece) const { return pieces_[piece].at; }
  /// A word for that element.
  Word word(Index piece) const;
  /// The first piece of a piece's D-class, once all are found.
  Index d_class(Index piece) { return root_of(piece); }
  /// Where right multiplication leads from D-classes, as pairs of pieces.
  const std::vector<std::pair<Index, Index>>& steps_down() const { return steps_down_; }

  /// The element over the roots that an element with these values is, if both are in the orbits.
  std::optional<OverRoots> over_roots(const Split& element) const;
  /// The element that is left of one over the roots when an exit of one side is taken, over the roots.
  OverRoots take(const OverRoots& from, OrbitSide side, const SideOrbit::Exit& exit, Index* other_node = nullptr) const;

 private:
  struct Piece {
    OverRoots at;
    Index parent = 0;
    SideStep step = {};    // out of the right component, unless a round trip leads here
    Index trip = kNoTrip;  // of the right component
    Index left_node = 0;   // the left value of the product, before it is brought over its root
  };
  static constexpr Index kNoTrip = ~Index{0};

  /// A product of a piece, with what it is found by.
  struct Candidate {
    Piece piece;
    std::vector<std::byte> key;
  };
  std::vector<Candidate> products(Index piece, StopCheck& check) const;
  void add_products(Index piece, std::vector<Candidate> products);
  OverRoots take_product(const OverRoots& from, OrbitSide side, const SideOrbit::Exit& exit, Index* other_node) const;
  Index add(Candidate candidate);
  std::vector<std::byte> key_of(const OverRoots& element, StopCheck& check) const;
  Index root_of(Index piece);

  const SideModel& model_;
  SideOrbit& left_;
  SideOrbit& right_;
  unsigned threads_;
  KeyTable keys_;
  std::vector<Piece> pieces_;
  std::vector<Index> parent_;  // union-find
  std::vector<std::pair<Index, Index>> steps_down_;
  Index done_ = 0;
};

}  // namespace wreath::semigroup
