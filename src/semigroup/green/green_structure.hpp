// SPDX-License-Identifier: MIT
//
// Green's structure without elements, after East, Egri-Nagy, Mitchell and Peresse, "Computing finite semigroups".
//
// The elements of an R-class have one left value, and their right values make up a strongly connected component of the orbit of
// these under right multiplication; dually for L-classes. So the structure is known from the two orbits, from the groups that act
// within their components (Schuetzenberger groups), and from which pairs of components, matched in which ways, have elements:
//
//   side.hpp        the two values of an element, for each kind of element
//   side_orbit.hpp  the orbits of the values, their components, groups and arrows
//   d_classes.hpp   which elements over the roots of components there are, and the formulas
//
// All of it is done in S with an identity adjoined. Where S has none, the class of the identity, which is alone in it, is
// dropped: Green's relations of S are defined by multiplication in S with an identity.
#pragma once

#include <optional>

#include "core/run/drive.hpp"
#include "semigroup/count_peers.hpp"
#include "semigroup/green/d_classes.hpp"
#include "semigroup/green/sided.hpp"
#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

/// The phases one after the other. Whatever ends them early, what they found so far is there.
class GreenStructure {
 public:
  struct Class {
    ComponentPair at;
    Index first = 0;  // piece
    std::uint64_t pieces = 0;
    std::uint64_t left_done = 0;  // left values whose idempotents are counted
    StructureCount::DClass count;
  };

  /// With `ways` there are words for elements. All that is given must live as long.
  GreenStructure(const Sided& generators, const Sides& sides, unsigned threads, bool ways);

  /// The phases, to be called in this order. They throw Stopped if the run is to stop, and pause between batches.
  /// False if the sides cannot show the groups that there are.
  bool find_orbits(RunControl& run, Pause pause);
  /// pieces(), with what is saved of them. find_classes begins with it.
  void start_pieces();
  void find_classes(RunControl& run, Pause pause);
  void find_regular(RunControl& run);
  void count_idempotents(CountPeers* peers, RunControl& run, Pause pause);

  /// What is saved is the orbits with their edges, the pieces of D-classes, and how far idempotents are counted. Components,
  /// groups and arrows, which take little beside them, are found again.
  void save(ByteWriter& bytes) const;
  /// To be called before the phases, which take their parts of it.
  void resume_from(ByteReader saved) { saved_ = std::move(saved); }
  /// Whether there is nothing more to be taken.
  bool is_resumed() const { return saved_.at_end() && !restoring_; }
  /// Otherwise the checkpoint has more, or memory ended amid a step.
  bool can_save() const { return is_resumed() && (!pieces_ || pieces_->is_whole()); }
  void keep_edges();

  SideOrbit& left() { return left_; }
  SideOrbit& right() { return right_; }
  DClasses& pieces() { return *pieces_; }
  std::vector<Class>& classes() { return classes_; }
  /// What is known. The classes are added where they are.
  StructureCount known() const;
  /// 1 if the identity, from which the orbits begin, is not an element: its values then belong to no other one either.
  std::uint64_t outside() const { return outside_; }
  /// The element of the semigroup that one over the roots is.
  std::vector<Point> row_over(const OverRoots& element) const;
  /// Of the D-class of an element that has this many pieces. Without idempotents.
  StructureCount::DClass size_up(const OverRoots& element, std::uint64_t pieces) const;
  std::unique_ptr<IdempotentSearch> search(StopCheck check) const { return sides_.search(left_.keys(), right_.keys(), check); }

 private:
  bool finds_components_aside(RunControl& run) const;
  std::vector<std::unique_ptr<IdempotentSearch>> searches(RunControl& run) const;
  void restore_orbits(RunControl& run);
  void restore_classes();
  void list_classes(StopCheck check);
  void require_equal_groups(const Class& one) const;
  std::span<const Index> left_of(const IdempotentJob& job) const;
  std::span<const Index> right_of(const IdempotentJob& job) const;
  template <class Visit>
  void for_each_right(std::span<const IdempotentJob> jobs, const Visit& visit) const;
  std::uint64_t bytes_of(std::span<const IdempotentJob> jobs) const;
  std::vector<std::byte> values_of(std::span<const IdempotentJob> jobs) const;

  const Sided& generators_;
  const Sides& sides_;
  unsigned threads_;
  std::uint64_t outside_ = 0;
  ByteReader saved_;
  bool restoring_ = false;
  SideOrbit left_;
  SideOrbit right_;
  bool left_known_ = false;
  bool right_known_ = false;
  std::optional<DClasses> pieces_;
  bool classes_known_ = false;  // all but their idempotents
  bool regular_known_ = false;
  std::vector<Class> classes_;
  bool ways_;
};

/// count_structure by orbits. Throws InputError if the generators are not valid, or of a kind that has no sides
/// (sided.hpp). A run that is stopped gives a partial result.
StructureCount count_green(const Generators& generators, const StructureOptions& options, RunControl& run);

}  // namespace wreath::semigroup
