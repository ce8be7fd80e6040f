// SPDX-License-Identifier: MIT
//
// The record of a run: enough to repeat it and to quote it. One JSON object; docs/program.md lists its fields.
#pragma once

#include <cstdint>
#include <string>

#include "core/io/output_file.hpp"
#include "core/text/json.hpp"
#include "wreath/report.hpp"
#include "wreath/run.hpp"

namespace wreath {

struct RunDescription {
  std::string command;  // as typed
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::string gpu;  // its name, where the run could use one
};

/// "done", or why the run stopped early, in one word. A request to stop that came when the work was done changes nothing.
std::string ending(const RunControl& run, bool complete);

/// What the program prints as JSON: the report's fields between its format, by default the name of its form, and what is known of
/// every run.
std::string json_of(const Report& report, const RunControl& run, bool complete, std::string_view format = {});
/// The fields that every such object has besides those of its report: the first two come before it.
const ReportForm& common_fields();

/// What the program prints as JSON in place of an answer. kind: input, resource, usage or internal.
std::string error_json(std::string_view kind, std::string_view message, int exit_code);

/// The commit this was built from, with "-dirty" where files differed from it, or "unknown" outside a repository.
const char* build_commit() noexcept;

/// The machine as it goes into records and into `wreath doctor --json`.
Json machine_to_json();

/// The record as text; `results` has the fields of a report, or whatever a benchmark found.
std::string record_text(const RunDescription& description, const RunControl& run, bool complete, const Value& results,
                        const Value& series = Value::of_json("{}"));
/// The same for benchmarks; `series` maps a name to an array of numbers or of points.
Json make_record(const RunDescription& description, const RunControl& run, bool complete, const Json& results,
                 const Json& series);

/// Writes it to the file and commits that.
void write_json(OutputFile& file, const Json& json);
void write_json(OutputFile& file, const std::string& json);

}  // namespace wreath
