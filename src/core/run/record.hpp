// SPDX-License-Identifier: MIT
//
// The record of a run: enough to repeat it and to quote it. One JSON object; see docs/records.md for its fields.
#pragma once

#include <cstdint>
#include <string>

#include "core/run/json.hpp"
#include "wreath/run.hpp"

namespace wreath {

struct RunDescription {
  std::string command;  // as typed
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::string gpu;  // its name, where the run could use one
};

/// "done", or why the run stopped early.
std::string ending(const RunControl& run);

/// The machine as it goes into records and into `wreath doctor --json`.
Json machine_to_json();

/// `results` is what the command prints with --json; `series` maps a name to an array of numbers or of points.
Json make_record(const RunDescription& description, const RunControl& run, const Json& results, const Json& series);

/// Writes it beside its target and renames it.
void write_json(const std::string& path, const Json& json);

}  // namespace wreath
