// SPDX-License-Identifier: MIT
//
// The rows of the atlas in files, and the pages made of them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/hash.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/text/units.hpp"
#include "orbit/atlas/atlas.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

namespace {

constexpr const char* kAtlasKind = "wreath orbit atlas 1";
// Of the tables whose last sizes families.cpp has, and the day on which they were read.
constexpr const char* kComparedCommit = "7355621";
constexpr const char* kComparedOn = "2026-11-19";

void write_text(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path.string());
  file.write(bytes_of(text));
  file.commit();
}

}  // namespace

std::uint64_t AtlasRow::states() const {
  return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
}

AtlasRows read_atlas_rows(const std::filesystem::path& path, const AtlasFamily& family) {
  AtlasRows rows;
  if (!std::filesystem::exists(path)) return rows;
  const Json file = parse_json(MappedFile(path.string()).text(), path.string());
  try {
    if (file.at("kind") != kAtlasKind || file.at("graph") != family.graph)
      throw InputError(fmt::format("{}: this is not a file of the atlas for {}", path.string(), family.graph));
    for (const Json& each : file.at("rows")) {
      AtlasRow row{.n = each.at("n"),
                   .graph = each.at("graph"),
                   .levels = each.at("levels").get<std::vector<std::uint64_t>>(),
                   .generators = each.at("generators"),
                   .method = each.at("method"),
                   .machine = each.at("machine"),
                   .seconds = each.at("seconds"),
                   .second = each.value("second_method", ""),
                   .expected = each.value("expected_diameter", ""),
                   .holds = {},
                   .date = each.at("date")};
      if (each.contains("expectation_holds")) row.holds = each.at("expectation_holds").get<bool>();
      if (row.levels.empty()) throw InputError(fmt::format("{}: the row of {} has no levels", path.string(), row.graph));
      rows.emplace(row.n, std::move(row));
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: this is not a file of the atlas: {}", path.string(), error.what()));
  }
  return rows;
}

void write_atlas_rows(const std::filesystem::path& path, const AtlasFamily& family, const AtlasRows& rows) {
  Json list = Json::array();
  for (const auto& [n, row] : rows) {
    Json each{{"n", n},
              {"graph", row.graph},
              {"states", row.states()},
              {"diameter", row.diameter()},
              {"last_level", row.levels.back()},
              {"mean", statistics(row.levels).mean},
              {"variance", statistics(row.levels).variance},
              {"generators", row.generators},
              {"beyond_published", is_beyond(family, n)},
              {"method", row.method},
              {"machine", row.machine},
              {"seconds", row.seconds}};
    if (!row.second.empty()) each["second_method"] = row.second;
    if (!row.expected.empty()) each["expected_diameter"] = row.expected;
    if (row.holds) each["expectation_holds"] = *row.holds;
    each["date"] = row.date;
    each["levels"] = row.levels;
    list.push_back(std::move(each));
  }
  const Json file{{"kind", kAtlasKind},          {"family", family.name},  {"graph", family.graph},
                  {"about", family.about},       {"start", family.start},  {"published_to", family.published},
                  {"expected", family.expected}, {"rows", std::move(list)}};
  write_text(path, to_text(file, 1) + "\n");
}

void write_atlas_lists(const std::filesystem::path& folder, const AtlasFamily& family, const AtlasRows& rows) {
  std::string diameters = fmt::format("# diameters of {}, n = {}, ...\n", family.graph, family.least);
  std::string antipodes = fmt::format("# states at the largest distance in {}, n = {}, ...\n", family.graph, family.least);
  std::string levels = fmt::format("# states at each distance in {}, read by rows n = {}, ...\n", family.graph, family.least);
  std::uint64_t index = 0;
  std::uint64_t expected = family.least;
  for (const auto& [n, row] : rows) {
    if (n != expected) break;  // a list has no gaps
    expected += family.step;
    const std::uint64_t place = family.step == 1 ? n : (n - family.least) / family.step + 1;
    diameters += fmt::format("{} {}\n", place, row.diameter());
    antipodes += fmt::format("{} {}\n", place, row.levels.back());
    for (const std::uint64_t level : row.levels) levels += fmt::format("{} {}\n", ++index, level);
  }
  const std::string name(family.name);
  write_text(folder / (name + ".diameters.txt"), diameters);
  write_text(folder / (name + ".antipodes.txt"), antipodes);
  write_text(folder / (name + ".levels.txt"), levels);
}

namespace {

/// Formulas and names are code.
std::string code(std::string_view text) {
  return fmt::format("`{}`", text);
}

std::string family_section(const AtlasFamily& family, const AtlasRows& rows) {
  std::string text = fmt::format("## {}\n\n{}: {}.", family.name, code(family.graph), family.about);
  if (family.published != 0) text += fmt::format(" CayleyPy's tables end at n = {}.", family.published);
  if (!family.expected.empty()) {
    std::vector<std::uint64_t> fails;
    for (const auto& [n, row] : rows) {
      if (row.holds == false) fails.push_back(n);
    }
    text += fails.empty() ? fmt::format(" The diameter is {} for all n in the table.", code(family.expected))
                          : fmt::format(" The diameter is {} except for n = {}.", code(family.expected), fmt::join(fails, ", "));
  }
  text +=
      "\n\n| n | states | diameter | last level | mean | methods that agree | seconds | |\n|---|---|---|---|---|---|---|---|\n";
  for (const auto& [n, row] : rows) {
    text += fmt::format("| {} | {} | {} | {} | {:.4f} | {} | {:.2f} | {} |\n", n, format_count(row.states()), row.diameter(),
                        format_count(row.levels.back()), statistics(row.levels).mean,
                        row.second.empty() ? row.method + " alone" : row.method + "; " + row.second, row.seconds,
                        is_beyond(family, n) ? "new" : "");
  }
  return text + "\n";
}

}  // namespace

std::string atlas_page(const std::vector<std::pair<const AtlasFamily*, AtlasRows>>& families,
                       const std::vector<std::string>& left_out) {
  std::string sections;
  std::vector<std::string> machines;
  std::uint64_t rows_in_all = 0;
  std::uint64_t fresh = 0;
  std::uint64_t agreeing = 0;
  std::string last_date;
  for (const auto& [family, rows] : families) {
    if (rows.empty()) continue;
    sections += family_section(*family, rows);
    rows_in_all += rows.size();
    for (const auto& [n, row] : rows) {
      if (is_beyond(*family, n)) {
        ++fresh;
        agreeing += row.second.empty() ? 0 : 1;
      }
      last_date = std::max(last_date, row.date);
      if (std::ranges::find(machines, row.machine) == machines.end()) machines.push_back(row.machine);
    }
  }
  std::string text = "# Atlas of growth\n\n";
  text += fmt::format(
      "The levels of {} Cayley graphs and orbits, each to the largest size that was searched, made by `wreath orbit atlas` on "
      "{}; "
      "the last row is of {}. Every row is a complete search, whose levels add up to the number of states if that is known "
      "before. Rows marked *new* are beyond the tables of CayleyPy as they were on {} (commit {}): {}, of which {} "
      "were found by two methods whose levels agree. Whether somebody has published them elsewhere is not known.\n\n",
      rows_in_all, fmt::join(machines, "; "), last_date, kComparedOn, kComparedCommit, fresh, agreeing);
  text +=
      "`NAME.json` has all levels, `NAME.diameters.txt`, `NAME.antipodes.txt` and `NAME.levels.txt` are lists as in the OEIS "
      "(b-files). "
      "The seconds are those of the first method.\n\n";
  text += sections;
  if (!left_out.empty()) {
    text += "## What was left out\n\n";
    for (const std::string& each : left_out) text += "- " + each + "\n";
  }
  return text;
}

}  // namespace wreath::orbit
