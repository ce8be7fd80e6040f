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

/// What the run was about: its experiment, its group, its semigroup, its shape; often nothing.
std::string subject(const Record& record);
/// "Neoverse-V1, 2 cores", "H200": where it was measured.
std::string machine_name(const Record& record);
/// What tells each record from the others, as short as will do; empty where there is only one.
std::vector<std::string> labels_of(const std::vector<Record>& records);

/// For each record all that is known to be worth drawing, the most telling first; with `rows` the comparisons with a paper, which
/// otherwise come only where there is nothing else.
std::vector<std::vector<Figure>> known_figures(const std::vector<Record>& records, bool rows);

/// For each record the figures of one table.
std::vector<std::vector<Figure>> table_figures(const std::vector<Record>& records, const TableView& view);

}  // namespace wreath::cli::plot
