// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath orbit` share.
#pragma once

#include <string>
#include <vector>

#include "cli/front/common.hpp"
#include "cli/front/ranks.hpp"
#include "wreath/orbit.hpp"

namespace wreath::cli {

struct OrbitOptions : CommonOptions {
  std::string input;
  std::vector<std::string> more;  // files with generators besides the input
  std::string start;
  orbit::InputOptions how;
  orbit::Method method = orbit::Method::automatic;
  bool keep_last = false;
  bool oracle = false;
  bool no_symmetry = false;
};

/// INPUT, --start, --metric, --inverse, --method.
void add_more_files(Command& command, OrbitOptions& options, const char* name = "FILES");
void add_input(Command& command, OrbitOptions& options, bool with_method = true);

orbit::Generators read_generators(const OrbitOptions& options, const std::string& input, RunControl& run);
orbit::Search open_search(const OrbitOptions& options, const std::string& input, RunControl& run);
/// The same on all ranks: an error of one becomes the error of all.
orbit::Search open_search(const OrbitOptions& options, const std::string& input, const Ranks& ranks, RunControl& run);

/// A line on stderr before a large search: what it is expected to take.
void announce(Session& session, const OrbitOptions& options, orbit::Search& search, const std::string& input);

void add_orbit_states(Program& program, Command& parent);  // word, path, solve, antipodes, oracle, info
void add_orbit_action(Program& program, Command& parent);  // action, subspaces

}  // namespace wreath::cli
