// SPDX-License-Identifier: MIT
//
// The record of a run: enough to repeat it and to quote it. One JSON object; docs/program.md lists its fields.
#pragma once

#include <cstdint>
#include <string>

#include "core/io/output_file.hpp"
#include "core/run/json.hpp"
#include "wreath/run.hpp"

namespace wreath {

struct RunDescription {
  std::string command;  // as typed
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::string gpu;  // its name, where the run could use one
};

/// "done", or why the run stopped early. A request to stop that came when the work was done changes nothing.
std::string ending(const RunControl& run, bool complete);

/// The machine as it goes into records and into `wreath doctor --json`.
Json machine_to_json();

/// `results` is what the command prints with --json; `series` maps a name to an array of numbers or of points.
Json make_record(const RunDescription& description, const RunControl& run, bool complete, const Json& results,
                 const Json& series);

/// Writes it to the file and commits that.
void write_json(OutputFile& file, const Json& json);

}  // namespace wreath
