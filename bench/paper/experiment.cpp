// SPDX-License-Identifier: MIT
#include "bench/paper/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/text/units.hpp"

namespace wreath::paper {

namespace {

Json optional_json(const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  constexpr double kExact = 9007199254740992.0;  // whole numbers up to here stay whole
  if (std::abs(*value) < kExact && *value == std::floor(*value)) return static_cast<std::int64_t>(*value);
  return *value;
}

Json row_json(const Row& row) {
  return {{"label", row.label},
          {"quantity", row.quantity},
          {"unit", row.unit},
          {"paper", optional_json(row.paper)},
          {"ours", optional_json(row.ours)},
          {"ratio", optional_json(row.ratio())},
          {"note", row.note}};
}

Json series_json(const Series& line) {
  return {{"name", line.name},     {"x_name", line.x_name}, {"x_unit", line.x_unit}, {"y_name", line.y_name},
          {"y_unit", line.y_unit}, {"log_x", line.log_x},   {"log_y", line.log_y},   {"x", line.x},
          {"y", line.y},           {"source", line.source}};
}

std::string joined(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() ? one + other : one + "; " + other;
}

}  // namespace

std::optional<double> Row::ratio() const {
  if (!paper || !ours || *paper == 0 || *ours == 0) return std::nullopt;
  return better == Better::less ? *paper / *ours : *ours / *paper;
}

Row time_row(std::string label, std::string quantity, std::optional<double> paper, std::optional<double> ours, std::string note) {
  return {std::move(label), std::move(quantity), "s", paper, ours, std::move(note), Better::less};
}

Row count_row(std::string label, std::string quantity, std::string unit, std::optional<double> paper, std::optional<double> ours,
              std::string note) {
  return {std::move(label), std::move(quantity), std::move(unit), paper, ours, std::move(note), Better::more};
}

Row timing_row(std::string label, std::string quantity, const Timing& paper, const std::optional<Timing>& ours,
               std::string note) {
  if (!ours) return time_row(std::move(label), std::move(quantity), paper.seconds, std::nullopt, std::move(note));
  if (ours->points == paper.points)
    return time_row(std::move(label), std::move(quantity), paper.seconds, ours->seconds, std::move(note));
  const auto per_point = [](const Timing& timing) { return 1e9 * timing.seconds / static_cast<double>(timing.points); };
  const std::string sizes = fmt::format("the paper: {} s for {} points; ours: {} for {}", paper.seconds,
                                        format_count(paper.points), format_seconds(ours->seconds), format_count(ours->points));
  return {std::move(label), std::move(quantity), "ns/point",  per_point(paper),
          per_point(*ours), joined(sizes, note), Better::less};
}

void Report::add(Series line) {
  if (!line.x.empty()) series.push_back(std::move(line));
}

std::vector<unsigned> Context::thread_counts(unsigned most) const {
  std::vector<unsigned> counts;
  for (unsigned count = 1; count <= std::min(most, threads); count *= 2) counts.push_back(count);
  return counts;
}

std::uint64_t Context::free_disk() const {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(scratch, error);
  return error ? 0 : space.available;
}

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> list;
    for (const auto& part :
         {word_experiments, semigroup_experiments, permutation_disk_experiments, permutation_ram_experiments, flip_experiments}) {
      std::ranges::move(part(), std::back_inserter(list));
    }
    return list;
  }();
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

Json to_json(const Experiment& experiment, const Report& report, const std::string& machine, bool quick) {
  Json rows = Json::array();
  for (const Row& row : report.rows) rows.push_back(row_json(row));
  Json series = Json::array();
  for (const Series& line : report.series) series.push_back(series_json(line));
  return {{"experiment", experiment.name},
          {"paper", experiment.paper},
          {"what", experiment.what},
          {"paper_machine", experiment.machine},
          {"machine", machine},
          {"quick", quick},
          {"rows", rows},
          {"series", series}};
}

std::string format_value(const std::optional<double>& value, const std::string& unit) {
  if (!value) return "-";
  if (unit == "s") return *value >= 3600 ? fmt::format("{:.0f} s", *value) : format_seconds(*value);
  if (unit == "%") return fmt::format("{:.4g}%", *value);
  if (unit == "B/s") return fmt::format("{:.4g} MB/s", *value / 1e6);
  const bool whole = *value == std::floor(*value) || (*value >= 1000 && *value < 1e6);
  const std::string number = whole && *value >= 0 && *value < 1e15
                                 ? format_count(static_cast<std::uint64_t>(std::llround(*value)))
                                 : fmt::format("{:.3g}", *value);
  return unit.empty() ? number : number + " " + unit;
}

std::string format_ratio(const std::optional<double>& ratio) {
  if (!ratio) return "-";
  if (*ratio == 1) return "1";
  return *ratio >= 1000 ? fmt::format("{:.0f}", *ratio) : fmt::format("{:.3g}", *ratio);
}

}  // namespace wreath::paper
