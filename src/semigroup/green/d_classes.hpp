// SPDX-License-Identifier: MIT
//
// The D-classes, found by right multiplication of one element from each of some of their L-classes.
//
// An element over a pair of representatives (kernel k0, image A) is a bijection from the blocks of k0 to the positions of A. An
// L-class with image A is such bijections up to the group of k0: a piece. Right multiplication takes L-classes to L-classes, and
// any element u of a D-class is L-related to x*s, where x is a piece of it and s leads from A to the image of u. So from each
// piece the arrows of its component of images lead to every D-class below, and the group of A to the other pieces of its own
// D-class. The image of x*s is known from the arrow; its kernel merges blocks of k0, is found in the orbit of kernels, and is
// brought to its representative by evaluating x*s at a few points.
//
// With c kernels and d images in the components, groups of orders m (of k0) and l (of A), and n pieces in a D-class: its
// H-classes have h = l/n elements, it has d*n L-classes and c*m/h R-classes.
//
// Cost: a product and a look-up per piece and arrow. Pieces are few: in biHecke 6 there are 5837 for 7505009 elements.
#pragma once

#include "semigroup/green/image_orbit.hpp"
#include "semigroup/green/kernel_orbit.hpp"

namespace wreath::semigroup {

struct Piece {
  Index kernels = 0;  // components
  Index images = 0;
};

class DClasses {
 public:
  DClasses(const Generators& generators, const KernelOrbit& kernels, const ImageOrbit& images);

  /// Throws Stopped if the run was to stop: then the pieces are those found so far. Pauses between batches.
  void enumerate(unsigned threads, RunControl& run, Pause pause);

  /// For checkpoints.
  void save(ByteWriter& bytes) const;
  /// Whether restore takes what save writes: not if memory ended between two parts of a step.
  bool is_whole() const { return done_ == 0 || parent_.size() == pieces_.size(); }
  void restore(ByteReader& saved, unsigned threads);

  std::size_t pieces() const { return pieces_.size(); }
  /// The elements and the L-classes of the pieces, of each c*d*m and d.
  const Natural& elements() const { return elements_; }
  std::uint64_t l_classes() const { return l_classes_; }
  Piece piece(Index number) const;
  /// The first piece of the D-class to which a piece belongs.
  Index d_class(Index piece);

 private:
  struct Scratch;
  std::size_t candidates_of(Index piece) const;
  void expand(Index piece, std::size_t first_slot, KeyBatch& batch, Scratch& scratch) const;
  void write(KeyBatch& batch, std::size_t slot, Piece piece, Scratch& scratch) const;
  void join(Index first, Index last, std::span<const Index> ids);
  void add_up(Index first);

  const Generators& generators_;
  const KernelOrbit& kernels_;
  const ImageOrbit& images_;
  KeySet pieces_;              // components of kernel and image, then the positions of the transversal's images
  Index done_ = 0;             // pieces that were multiplied
  std::vector<Index> parent_;  // union-find
  Natural elements_;
  std::uint64_t l_classes_ = 0;
};

}  // namespace wreath::semigroup
