// SPDX-License-Identifier: MIT
//
// The values of one side under the generators: all of them, their strongly connected components, and what the semigroup does
// within these and between them.
//
// A component is represented by its first value, the root. A tree of shortest ways carries the root's frame (side.hpp) to every
// other value, on the right along ways from the root, on the left against ways to it. So a value is written as positions
// 0..rank-1, the same for the whole component, and every generator at every value of it is a map of positions:
//
//  - within the component a permutation. These generate the component's group: how the semigroup permutes the transversals of
//    the root. (A way back along the tree need not be known: some power of any round trip is the identity.)
//  - out of the component an arrow: a map to the positions of another component. Different values give few different arrows.
//    They are needed on the right alone.
//
// An orbit that is to answer questions with words knows the ways in both directions, and takes for the maps what words do: where
// the frame belongs to the ways in one direction, the ways in the other end at positions that are permuted. This is the twist of
// a value, and maps are followed by it.
//
// Cost: values * generators actions, then as many maps. Bytes: a key, a frame and 16 more per value, and 4 per generator until
// the maps are found; with ways, those stay, and there are 16 more and as many as a frame.
#pragma once

#include "core/algebra/stabilizer_chain.hpp"
#include "core/parallel/function_ref.hpp"
#include "semigroup/graphs.hpp"
#include "semigroup/green/side.hpp"
#include "semigroup/kinds/packing.hpp"

namespace wreath::semigroup {

/// Called between two batches of work: the state is whole, and may be kept.
using Pause = FunctionRef<void()>;

/// An edge of the orbit: the generator acts on the value of the node.
struct SideStep {
  Index from = 0;
  Letter generator = 0;
};

/// What leads out of a component on the right. Targets are components.
struct Arrows {
  std::vector<Index> targets;
  std::vector<std::byte> maps;  // the target's position for each position, where products need it
  std::vector<SideStep> steps;  // where products need them, or words
};

/// The group of a component, on positions; there is none where it is trivial.
struct OrbitGroup {
  std::vector<Permutation> generators;
  std::vector<SideStep> steps;  // with ways: each is the round trip by its step
  Natural order;
  std::unique_ptr<StabilizerChain> chain;
};

class SideOrbit {
 public:
  struct Use {
    bool arrows = false;
    bool arrow_maps = false;
    bool arrow_steps = false;
    bool frames_are_keys = false;  // in their place, which cannot be found any more
    bool ways = false;
    bool chains = true;  // of groups; otherwise their orders are enough
  };
  SideOrbit(OrbitSide which, const Side& side, std::size_t letters, Use use);

  /// Finds all values. Throws Stopped if the run was to stop; so do the others. Pauses between batches.
  void enumerate(unsigned threads, RunControl& run, Pause pause);
  /// To be called once, after enumerate; on one thread, while others work on other things.
  void find_components(RunControl& run);
  /// Frames, groups, arrows, ways; to be called once, after that. False where frames cannot show a group that there is.
  bool find_maps(unsigned threads, RunControl& run);

  /// Once the maps are found the edges are dropped, unless they are to be saved after that.
  void keep_edges() { keep_edges_ = true; }
  void save(ByteWriter& bytes) const;
  /// Throws InputError if the saved bytes do not fit together.
  void restore(ByteReader& saved, unsigned threads);

  const Side& side() const { return side_; }
  OrbitSide which() const { return which_; }
  std::size_t size() const { return nodes_.size(); }
  Key key(Index node) const { return nodes_[node]; }
  const KeyList& keys() const { return nodes_; }
  std::optional<Index> find(Key key) const { return nodes_.find(key); }
  const OrbitComponents& components() const { return components_; }
  Index root(Index component) const { return components_.representative(component); }
  /// Positions of a component.
  std::size_t rank(Index component) const { return ranks_[component]; }
  /// The marks of a value, position by position.
  void read_frame(Index node, std::vector<Point>& marks) const { read_frame(node, ranks_[components_.of[node]], marks); }
  std::vector<Point> frame_of(Index node) const {
    std::vector<Point> marks;
    read_frame(node, marks);
    return marks;
  }
  const Packing& packing() const { return packing_; }
  const Arrows& arrows(Index component) const { return arrows_[component]; }
  /// Null where it is trivial.
  const OrbitGroup* group(Index component) const { return groups_[component].get(); }
  Natural group_order(Index component) const { return groups_[component] ? groups_[component]->order : Natural(1); }

  bool has_ways() const { return use_.ways; }
  // With ways:
  Index next(SideStep step) const { return edges_[std::size_t{step.from} * letters_ + step.generator]; }
  /// From the root of its component to a node, or back: generators in the order in which they act.
  Word way_to(Index node) const;
  Word way_back(Index node) const;
  /// Along the way to the step, the step, and back to the root of where it leads.
  Word way_along(SideStep step) const;
  std::vector<Point> twist(Index node) const;

 private:
  struct Worker;
  void lay_out(StopCheck check);
  std::span<std::byte> frame_at(Index node);
  std::span<const std::byte> frame(Index node, std::size_t rank) const {
    if (use_.frames_are_keys) return nodes_[node];
    const std::size_t bytes = rank * packing_.width();
    return {frames_.data() + (starts_.empty() ? node * bytes : starts_[node]), bytes};
  }
  std::span<const std::byte> frame(Index node) const { return frame(node, ranks_[components_.of[node]]); }
  void read_frame(Index node, std::size_t rank, std::vector<Point>& marks) const {
    if (marks.size() != rank) marks.resize(rank);
    if (rank == 1) {
      marks[0] = packing_.get(frame(node, rank).data(), 0);
    } else {
      packing_.unpack(frame(node, rank), marks.data());
    }
  }
  template <class Visit>
  void grow_tree(Index component, bool forwards, StopCheck& check, const Visit& visit);
  void carry_frames(Index component, Worker& worker);
  void find_twists(Index component, Worker& worker);
  bool find_group_and_arrows(Index component, Worker& worker);
  void look_at_start(Index node, std::size_t rank, Worker& worker) const;
  void look_at_end(Index node, std::size_t rank, Worker& worker) const;
  void map_positions(SideStep step, std::size_t rank, Worker& worker) const;
  void map_round_trip(SideStep step, std::size_t rank, Worker& worker) const;
  void add_arrow(Index component, SideStep step, Worker& worker);
  bool add_to_group(Index component, SideStep step, const Permutation& permutation, StopCheck& check);

  OrbitSide which_;
  const Side& side_;
  std::size_t letters_;
  Use use_;
  Packing packing_;
  KeySet nodes_;
  GrowingArray<Index> edges_;
  bool keep_edges_ = false;
  OrbitComponents components_;
  std::vector<std::uint32_t> ranks_;    // of components
  GrowingArray<std::byte> frames_;      // component after component; none where they are in place of the keys
  GrowingArray<std::uint64_t> starts_;  // of a node's frame; none where each has one mark
  GrowingArray<std::byte> twists_;      // like frames
  std::vector<SideStep> to_;            // the last step of the way to a node
  std::vector<SideStep> back_;          // the first step of the way back; `from` is the node it leads to
  std::vector<std::unique_ptr<OrbitGroup>> groups_;
  std::vector<Arrows> arrows_;
};

}  // namespace wreath::semigroup
