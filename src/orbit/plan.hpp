// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/algebra/stabilizer_chain.hpp"
#include "orbit/backend.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

struct Plan {
  Method method = Method::keys;
  std::string why = {};
  Bitmaps bitmaps = Bitmaps::both;
  bool disk = false;              // the rows of the method cells are on disk
  std::string symmetry = "none";  // by which fewer states are kept
  std::uint32_t symmetry_order = 1;
  std::uint64_t bytes = 0;                            // of the bitmaps
  Method refused = Method::keys;                      // the best method, if there is no memory for it; else keys
  std::uint64_t refused_bytes = 0;                    // that it needs
  std::optional<Natural> order = {};                  // of the group, if it was computed
  std::shared_ptr<const StabilizerChain> chain = {};  // of the group; null if it was not made
  std::optional<std::uint64_t> expected = {};         // the number of states, where it is known
  std::optional<CellSpace> cells = {};
  std::optional<ChainSpace> chain_space = {};
  std::optional<WordRanks> ranks = {};
};

/// Chooses the method. Throws Stopped if the run is asked to stop first.
Plan make_plan(const Generators& generators, const Start& start, const Options& options, RunControl& run);

/// What the backend needs besides, which may take long and much memory: the tables of cells. Throws Stopped.
void make_tables(Plan& plan, const Options& options, RunControl& run);

/// The backend for the plan, which must outlive it.
std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                                      RunControl& run);

/// Whether the search runs on a GPU, and why, which is noted in the run.
bool takes_gpu(const Plan& plan, std::size_t generators, const Options& options, RunControl& run);

/// What a search by this plan will take.
Forecast forecast_of(const Plan& plan, const Generators& generators, const Start& start, const Options& options, RunControl& run);
/// In which other ways a search can be made for which there is no memory, in words.
std::string what_fits(const Plan& plan, const Options& options, const RunControl& run);

struct Search::Body {
  Generators generators;
  Start start;
  Start origin;  // where the backend starts: at the identity if states have elements (families.hpp)
  Options options;
  Plan plan;
  bool planned = false;
  std::unique_ptr<Backend> backend;
  std::vector<std::uint64_t> levels{1};
  std::uint64_t states = 1;
  bool complete = false;
  bool inside_level = false;  // stopped while a level was made

  /// Makes the plan, once; and with it the backend. Throw Stopped.
  void choose(RunControl& run);
  void prepare(RunControl& run);
  void add_level(std::uint64_t found);
  void save(ByteWriter& into) const;
};

}  // namespace wreath::orbit
