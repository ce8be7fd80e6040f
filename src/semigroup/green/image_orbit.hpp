// SPDX-License-Identifier: MIT
//
// The images of the elements, as sets of points under the generators, and what the semigroup does between them.
//
// Two elements that differ by right multiplication, back and forth, have images in one strongly connected component of this
// orbit. In each component one image is the representative, and the points of every other are kept in the order in which a tree
// of generators carries the representative's points there. So an image is written as positions 0..rank-1, the same for the whole
// component, and every generator at every image of it is a map of positions:
//
//  - within the component a permutation. These generate the component's group: how the semigroup permutes the points of the
//    representative. (A way back along the tree need not be known: some power of any round trip is the identity.)
//  - out of the component an arrow: a map onto the positions of another component. Different images give few different arrows.
//
// Cost: images * generators sets of rank points, sorted by marking them in a bitmap; then as many maps. Bytes: rank * width and
// 16 more per image, and 4 per generator while arrows are found.
#pragma once

#include <vector>

#include "semigroup/green/action_orbit.hpp"
#include "semigroup/green/orbit_components.hpp"
#include "semigroup/green/key_set.hpp"
#include "semigroup/green/packed.hpp"
#include "core/algebra/stabilizer_chain.hpp"

namespace wreath::semigroup {

/// What leads out of a component of images: targets[i] is a component, the map of positions stands at i * rank in maps.
struct Arrows {
  std::vector<Index> targets;
  std::vector<std::byte> maps;
  std::vector<Permutation> group;  // generators of the component's group, none of them the identity
};

class ImageOrbit : public ActionOrbit {
 public:
  explicit ImageOrbit(const Generators& generators);

  /// Finds all images. Throws Stopped if the run was to stop; so do the others. Pauses between batches.
  void enumerate(unsigned threads, RunControl& run, Pause pause);
  /// To be called once, after enumerate; on one thread, while others work on other things.
  void find_components(RunControl& run);
  /// Orders of points and arrows; to be called once, after that.
  void find_arrows(unsigned threads, RunControl& run);

  /// Of what save wrote.
  void restore(ByteReader& saved, unsigned threads);

  const OrbitComponents& components() const { return components_; }
  const Arrows& arrows(Index component) const { return arrows_[component]; }
  const Packing& packing() const { return packing_; }
  std::size_t rank(Index node) const { return nodes_[node].size() / packing_.width(); }
  std::size_t component_rank(Index component) const { return rank(components_.representative(component)); }
  /// The points of an image, in the order of its component.
  std::span<const std::byte> points(Index node) const { return nodes_[node]; }

 private:
  void fill(Index first, Index last, KeyBatch& batch, unsigned threads, RunControl& run) const;
  void order_points(Index component, StopCheck& check);
  Arrows arrows_of(Index component, std::vector<Point>& position, StopCheck& check) const;

  const Generators& generators_;
  Packing packing_;
  OrbitComponents components_;
  std::vector<Arrows> arrows_;
};

}  // namespace wreath::semigroup
