// SPDX-License-Identifier: MIT
//
// The D-classes, found by right multiplication of one element from each of some of their L-classes.
//
// An element over a pair of roots (left value k0, right value A) is a bijection from the positions of k0 to those of A, a tuple.
// An L-class with right value A is such bijections up to the group of k0: a piece. Right multiplication takes L-classes to
// L-classes, and any element u of a D-class is L-related to x*s, where x is a piece of it and s leads from A to the right value
// of u. So from each piece the arrows of its right component lead to every D-class below, and the group of A to the other pieces
// of its own D-class. The right value of x*s is known from the arrow; its left value is found in its orbit, and is brought to
// its root by evaluating x*s at a few marks.
//
// With c left and d right values in the components, groups of orders m (of k0) and l (of A), and n pieces in a D-class: its
// H-classes have h = l/n elements, it has d*n L-classes and c*m/h R-classes.
//
// With ways, every piece knows which product it came from, so there is a word for an element of it.
//
// Cost: a product and a look-up per piece and arrow. Pieces are few: in biHecke 6 there are 5837 for 7505009 elements.
#pragma once

#include "semigroup/green/side_orbit.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"

namespace wreath::semigroup {

/// An element over the roots of two components.
struct OverRoots {
  ComponentPair at;
  std::vector<Point> tuple;  // the right position of each left one
};

class DClasses {
 public:
  /// `ways`: where the orbits have them.
  DClasses(const Sides& sides, const SideOrbit& left, const SideOrbit& right, bool ways);

  /// Throws Stopped if the run was to stop: then the pieces are those found so far. Pauses between batches.
  void enumerate(unsigned threads, RunControl& run, Pause pause);
  /// The piece of an element, if there is one. Continues until it is found.
  std::optional<Index> find(const OverRoots& element, unsigned threads, RunControl& run);

  /// For checkpoints.
  void save(ByteWriter& bytes) const;
  /// Whether restore takes what save writes: not if memory ended between two parts of a step.
  bool is_whole() const { return done_ == 0 || parent_.size() == pieces_.size(); }
  void restore(ByteReader& saved, unsigned threads);

  std::size_t pieces() const { return pieces_.size(); }
  /// The elements and the L-classes of the pieces, of each c*d*m and d.
  const Natural& elements() const { return elements_; }
  std::uint64_t l_classes() const { return l_classes_; }
  ComponentPair piece(Index number) const;
  OverRoots element(Index number) const;
  /// The first piece of the D-class to which a piece belongs.
  Index d_class(Index piece);

  // With ways:
  /// An element of the piece, and a word for it.
  std::pair<OverRoots, Word> element_with_word(Index piece) const;
  /// Where right multiplication leads from D-classes, as pairs of pieces.
  const std::vector<std::pair<Index, Index>>& steps_down() const { return steps_down_; }

 private:
  struct Scratch;
  Scratch make_scratch(StopCheck check) const;
  OverRoots identity() const;
  void read(Index number, OverRoots& element) const;
  void multiply(unsigned threads, std::size_t most, RunControl& run, std::vector<Scratch>& scratch);
  std::size_t candidates_of(Index piece) const;
  std::size_t generators_of(Index piece) const;
  void expand(Index piece, std::size_t first_slot, KeyBatch& batch, Scratch& scratch) const;
  Index multiply_by(const OverRoots& from, std::size_t candidate, OverRoots& product, Scratch& scratch) const;
  std::size_t key_bytes(std::size_t positions) const;
  void write(ComponentPair at, std::vector<Point>& tuple, std::byte* out) const;
  void join(Index first, Index last, Index known, std::span<const Index> ids);
  void add_up(Index first);

  const Sides& sides_;
  const SideOrbit& left_;
  const SideOrbit& right_;
  bool ways_;
  KeyBatch batch_;
  KeySet pieces_;              // components, then the tuple
  Index done_ = 0;             // pieces that were multiplied
  std::vector<Index> parent_;  // union-find
  Natural elements_;
  std::uint64_t l_classes_ = 0;
  struct Origin {
    Index piece;
    Index candidate;
  };
  std::vector<Origin> origins_;
  std::vector<std::pair<Index, Index>> steps_down_;
};

}  // namespace wreath::semigroup
