// SPDX-License-Identifier: MIT
//
// The strongly connected components of an orbit under its generators.
//
// Pearce's form of Tarjan's algorithm ("A space-efficient algorithm for finding strongly connected components"): one number per
// node serves as index, as lowest index reached and, in the end, as component. Components are numbered by their first node,
// which is also their representative.
//
// Cost: one random access per edge; four bytes per node and the stacks while it runs, eight bytes per node kept.
#pragma once

#include <span>

#include "core/data/growing_array.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

struct Components {
  GrowingArray<Index> of;       // node -> component
  GrowingArray<Index> members;  // component after component, ascending in each
  GrowingArray<Index> starts;   // of a component in members, and the end

  std::size_t count() const { return starts.size() - 1; }
  std::span<const Index> nodes(Index component) const {
    return members.span().subspan(starts[component], starts[component + 1] - starts[component]);
  }
  Index representative(Index component) const { return members[starts[component]]; }
  std::size_t size(Index component) const { return starts[component + 1] - starts[component]; }
};

/// edges[node * letters + letter] is where the letter leads.
Components find_components(std::span<const Index> edges, std::size_t nodes, std::size_t letters);

}  // namespace wreath::semigroup
