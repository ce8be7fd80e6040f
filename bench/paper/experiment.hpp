// SPDX-License-Identifier: MIT
//
// The experiments of the four papers that wreath began with, as they can be repeated: `wreath-paper NAME`.
//
// An experiment is a table or a figure of a paper. Its rows are the paper's rows: the number that is printed there, where there
// is one, beside the number of this machine. Nothing is invented on either side: a figure whose values are only drawn has no
// paper's value but what its text says; and what cannot be done here (no GPU, too little memory or disk, a size that takes
// weeks) has a note instead of a value.
//
// Where the sizes differ, because the paper's does not fit, the row is in time per point, and its note tells both sizes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/json.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath::paper {

/// Which way a number is better: the ratio of a row is above 1 where ours is.
enum class Better { less, more };

struct Row {
  std::string label;     // the row of the paper's table
  std::string quantity;  // and its column
  std::string unit;
  std::optional<double> paper;
  std::optional<double> ours;
  std::string note;
  Better better = Better::more;

  /// paper / ours for what should be small, ours / paper otherwise; nothing where a side is missing or zero.
  std::optional<double> ratio() const;
};

Row time_row(std::string label, std::string quantity, std::optional<double> paper, std::optional<double> ours,
             std::string note = {});
/// A number that has to be the same.
Row count_row(std::string label, std::string quantity, std::string unit, std::optional<double> paper, std::optional<double> ours,
              std::string note = {});

/// Seconds for each of the numbers of points: seconds if they are equal, and nanoseconds per point otherwise.
struct Timing {
  double seconds = 0;
  std::uint64_t points = 0;
};
Row timing_row(std::string label, std::string quantity, const Timing& paper, const std::optional<Timing>& ours,
               std::string note = {});

/// A line of a plot.
struct Series {
  std::string name;
  std::string x_name;
  std::string x_unit;
  std::string y_name;
  std::string y_unit;
  bool log_x = false;
  bool log_y = false;
  std::vector<double> x;
  std::vector<double> y;
  std::string source = "wreath";  // or "paper"

  void add(double x_value, double y_value) {
    x.push_back(x_value);
    y.push_back(y_value);
  }
};

struct Report {
  std::vector<Row> rows;
  std::vector<Series> series;

  void add(Row row) { rows.push_back(std::move(row)); }
  /// Where it has points.
  void add(Series line);
};

/// What an experiment may use.
struct Context {
  RunControl& run;  // asked between measurements whether to stop
  bool quick = false;
  unsigned threads = 1;  // as many as there are, or were asked for
  std::string gpu;       // its name; empty where there is none, or --backend cpu
  std::string scratch;   // a folder for files
  std::uint64_t seed = 1;

  bool has_gpu() const { return !gpu.empty(); }
  BackendChoice gpu_or_cpu() const { return has_gpu() ? BackendChoice::cuda : BackendChoice::cpu; }
  /// 1, 2, 4, ... up to `most` and to the threads there are.
  std::vector<unsigned> thread_counts(unsigned most) const;
  std::uint64_t free_disk() const;
};

struct Experiment {
  std::string name;     // words-figure-2
  std::string paper;    // who and what
  std::string what;     // in a line
  std::string machine;  // the paper's
  std::function<void(Context&, Report&)> run;
};

/// All of them, paper by paper.
const std::vector<Experiment>& experiments();
/// Null where there is none of that name.
const Experiment* find_experiment(std::string_view name);

/// {"experiment", "paper", "what", "paper_machine", "machine", "quick", "rows", "series"}.
Json to_json(const Experiment& experiment, const Report& report, const std::string& machine, bool quick);
/// A value and its unit as people read it: 3.21 ms, 7,505,009 elements, 5.86 GB/s.
std::string format_value(const std::optional<double>& value, const std::string& unit);
std::string format_ratio(const std::optional<double>& ratio);

// --- the papers, one or two files each
std::vector<Experiment> word_experiments();
std::vector<Experiment> semigroup_experiments();
std::vector<Experiment> permutation_disk_experiments();
std::vector<Experiment> permutation_ram_experiments();
std::vector<Experiment> flip_experiments();

}  // namespace wreath::paper
