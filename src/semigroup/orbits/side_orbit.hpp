// SPDX-License-Identifier: MIT
//
// The values of one side under the generators: all of them, their strongly connected components, and ways between them.
//
// A component is represented by its first value, the root. A tree of shortest ways leads from the root to every value of the
// component, and another one back. Along these the transversals of the root are carried one to one to those of the value, and
// back again; the round trips permute the root's transversals, and generate the component's group.
//
// A way is a list of generators in the order in which they act: on the left side the word is read backwards.
//
// Cost: values * generators actions, twice; bytes: a value, 10 and 4 per generator for each of them.
#pragma once

#include "core/algebra/stabilizer_chain.hpp"
#include "core/data/growing_array.hpp"
#include "semigroup/orbits/key_table.hpp"
#include "semigroup/green/orbit_components.hpp"
#include "semigroup/green/packed.hpp"
#include "semigroup/orbits/side_model.hpp"

namespace wreath::semigroup {

/// An edge of the orbit: the generator acts on the value of the node.
struct SideStep {
  Index from = 0;
  Letter generator = 0;
};

class SideOrbit {
 public:
  /// `threads`: 0 for all cores.
  SideOrbit(const SideModel& model, OrbitSide side, std::size_t generators, unsigned threads);

  /// Finds all values from that of the identity, the components and the ways. Throws Stopped if the run is to stop.
  void enumerate(std::span<const Point> first, RunControl& run);

  OrbitSide side() const { return side_; }
  std::size_t size() const { return nodes_.size(); }
  const OrbitComponents& components() const { return components_; }
  void read(Index node, SideValue& value) const;
  std::optional<Index> find(std::span<const Point> value) const;
  Index root(Index component) const { return components_.representative(component); }
  std::size_t component_rank(Index component) const;
  Index next(SideStep step) const { return edges_[std::size_t{step.from} * generators_ + step.generator]; }

  /// From the root of its component to a node, or back.
  Word way_to(Index node) const;
  Word way_back(Index node) const;
  /// Where a way carries the transversals of the value of a node.
  std::vector<Point> carry(Index node, const Word& way) const;

  /// The group of a component, and round trips that generate it. Found when asked for first.
  struct Group {
    StabilizerChain chain;
    std::vector<Permutation> permutations;
    std::vector<Word> ways;
  };
  const Group& group(Index component, StopCheck check);

  /// What leads out of a component: steps that differ in where they lead the root's transversals, seen from the roots.
  struct Exit {
    SideStep step;
    Index target = 0;  // a component
    /// From the transversals of this root to those of the target's, unless they end; of a model by products, the images of the
    /// vectors of this root's value.
    std::vector<Point> carried;
  };
  const std::vector<Exit>& exits(Index component, StopCheck check);
  /// All groups, and all exits if they are wanted, on all threads: what is asked for later is there then.
  void find_all_groups(bool with_exits, RunControl& run);

 private:
  void close(std::span<const Point> first, RunControl& run);
  void find_ways(StopCheck check);
  /// For each node of the component, in their order: to it from the root, and back.
  struct Carried {
    std::vector<Point> to;
    std::vector<Point> back;
  };
  Carried carried_of(Index component, StopCheck& check) const;
  std::vector<Exit> exits_by_products(Index component, StopCheck& check) const;
  std::vector<std::byte> packed(std::span<const Point> value) const;

  const SideModel& model_;
  OrbitSide side_;
  std::size_t generators_;
  unsigned threads_;
  Packing packing_;
  KeyTable nodes_;
  GrowingArray<Index> edges_;
  OrbitComponents components_;
  std::vector<SideStep> to_;    // the last step of the way to a node
  std::vector<SideStep> back_;  // the first step of the way back; `from` is the node it leads to
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<std::unique_ptr<std::vector<Exit>>> exits_;
};

}  // namespace wreath::semigroup
