// SPDX-License-Identifier: MIT
//
// Reading run records, and knowing what can be drawn from each kind.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/plot_figure.hpp"
#include "cli/plot_table.hpp"
#include "core/run/json.hpp"

namespace wreath::cli::plot {

struct Record {
  std::string path;
  std::shared_ptr<const Json> json;
};

/// Throws InputError where the file cannot be read, is no JSON, or is no record.
Record read_record(const std::string& path);

/// "Neoverse-V1, 2 cores", "H200": where it was measured.
std::string machine_name(const Record& record);
/// What tells each record from the others, as short as will do; empty where there is only one.
std::vector<std::string> labels_of(const std::vector<Record>& records);

/// All that is known to be worth drawing from a record, the most telling first; without `rows` the comparisons with a paper come
/// only where there is nothing else.
std::vector<Figure> known_figures(const Record& record, bool rows);

}  // namespace wreath::cli::plot
