// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/algebra/stabilizer_chain.hpp"
#include "orbit/cells.hpp"
#include "orbit/chain_space.hpp"
#include "orbit/word_ranks.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

/// Which bits the cell form and the chain form keep.
enum class Bitmaps {
  in_place,   // all generators are odd: one bit per state, the plane of one parity is set from the other
  one_plane,  // all generators are even: two bitmaps of the even states
  both,       // two bitmaps of all states
  one,        // sliding tiles: the blank changes between places of two colours, so that one bitmap is set in place
};

struct Plan {
  Method method = Method::keys;
  std::string why = {};
  Bitmaps bitmaps = Bitmaps::both;
  bool disk = false;              // the rows of the method cells are on disk
  std::string symmetry = "none";  // by which fewer states are kept
  std::uint32_t symmetry_order = 1;
  std::uint64_t bytes = 0;                            // of the bitmaps
  std::optional<Natural> order = {};                  // of the group, if it was computed
  std::shared_ptr<const StabilizerChain> chain = {};  // of the group; null if it was not made
  std::optional<std::uint64_t> expected = {};         // the number of states, where it is known
  std::optional<CellSpace> cells = {};
  std::optional<ChainSpace> chain_space = {};
  std::optional<WordRanks> ranks = {};
};

/// Chooses the method, and makes what it needs. Throws Stopped if the run is asked to stop first.
Plan make_plan(const Generators& generators, const Start& start, const Options& options, RunControl& run);

}  // namespace wreath::orbit
