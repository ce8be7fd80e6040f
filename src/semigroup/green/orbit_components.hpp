// SPDX-License-Identifier: MIT
//
// The strongly connected components of an orbit, with their nodes. They are numbered by their first nodes, which represent them.
#pragma once

#include <span>

#include "core/data/growing_array.hpp"
#include "semigroup/backend.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::semigroup {

struct OrbitComponents {
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

/// edges[node * letters + letter] is where the letter leads. Throws Stopped if the run stops.
OrbitComponents find_components(std::span<const Index> edges, std::size_t nodes, std::size_t letters, StopCheck check = {});

}  // namespace wreath::semigroup
