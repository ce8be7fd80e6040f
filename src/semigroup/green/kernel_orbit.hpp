// SPDX-License-Identifier: MIT
//
// The kernels of the elements under left multiplication, and how one of a component is brought to its representative.
//
// Elements that differ by left multiplication, back and forth, have kernels in one strongly connected component. A tree of
// generators leads from every kernel k of a component to its representative k0: some t with ker(t*x) = k0 for every x with ker x
// = k. The element t*x has the images of x at the points that t makes of k0's transversal; these points are kept for each k. An
// edge of the component beside the tree permutes the blocks of k0; these permutations generate the component's group.
#pragma once

#include <memory>
#include <vector>

#include "semigroup/green/action_orbit.hpp"
#include "semigroup/green/orbit_components.hpp"
#include "semigroup/green/kernel_code.hpp"
#include "core/algebra/stabilizer_chain.hpp"

namespace wreath::semigroup {

class KernelOrbit : public ActionOrbit {
 public:
  KernelOrbit(const Generators& generators, const KernelCode& code);

  /// Throws Stopped if the run was to stop, as does find_groups. Pauses between batches.
  void enumerate(unsigned threads, RunControl& run, Pause pause);
  /// To be called once, after enumerate; on one thread, while others work on other things.
  void find_components(RunControl& run);
  /// The groups of the components, and the points of each kernel. False where the code cannot show a group that there is.
  bool find_groups(unsigned threads, RunControl& run);

  /// Of what save wrote.
  void restore(ByteReader& saved, unsigned threads);

  std::span<const std::byte> key(Index kernel) const { return nodes_[kernel]; }
  std::optional<Index> find(std::span<const std::byte> key) const { return nodes_.find(key); }
  const KernelCode& code() const { return code_; }
  const OrbitComponents& components() const { return components_; }
  /// Where an element with this kernel is to be evaluated to get its twin over the representative, transversal point by point.
  std::span<const Point> points(Index kernel) const {
    return starts_.empty() ? points_.span().subspan(kernel, 1)
                           : points_.span().subspan(starts_[kernel], starts_[kernel + 1] - starts_[kernel]);
  }
  /// The component's group on positions of the transversal, or null where it is trivial.
  const StabilizerChain* group(Index component) const { return groups_[component].get(); }

 private:
  void lay_out_points(StopCheck check);
  bool settle(Index component, StopCheck& check);
  void carry_points(Index component, StopCheck& check);
  std::unique_ptr<StabilizerChain> loops(Index component, StopCheck& check) const;
  bool loops_are_trivial(Index component, StopCheck& check) const;
  std::span<Point> points_of(Index kernel) {
    const std::span<const Point> found = points(kernel);
    return {points_.data() + (found.data() - points_.data()), found.size()};
  }

  const Generators& generators_;
  const KernelCode& code_;
  OrbitComponents components_;
  GrowingArray<Point> points_;
  GrowingArray<std::size_t> starts_;  // of a kernel's points; empty where each has one
  std::vector<std::unique_ptr<StabilizerChain>> groups_;
};

}  // namespace wreath::semigroup
