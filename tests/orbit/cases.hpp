// SPDX-License-Identifier: MIT
//
// The known answers of tests/data/orbit_cases.tsv.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/orbit.hpp"

namespace wreath::orbit::test {

struct Case {
  std::string name;
  std::string input;  // as the file has it
  std::uint64_t states = 0;
  std::vector<std::uint64_t> levels;
  std::string kind;  // quick, standard, ...
};

/// Matrices are packed entry by entry: this one takes ten seconds, and is not quick.
inline constexpr std::string_view kSlowCase = "heisenberg-8,3";

/// Those of one kind.
inline std::vector<Case> known_cases(const std::string& path, std::string_view kind) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // the heading
  std::vector<Case> cases;
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream columns(line);
    for (std::string field; std::getline(columns, field, '\t');) fields.push_back(field);
    if (fields.size() < 9) continue;
    Case found{.name = fields[0], .input = fields[1], .states = std::stoull(fields[2]), .levels = {}, .kind = fields[8]};
    if (found.name == kSlowCase) found.kind = "standard";
    std::istringstream levels(fields[5]);
    for (std::uint64_t level = 0; levels >> level;) found.levels.push_back(level);
    if (found.kind == kind) cases.push_back(std::move(found));
  }
  return cases;
}

inline std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name;
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
  return name;
}
inline void PrintTo(const Case& known, std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's name
  *out << known.input;
}

/// The input as the program takes it; empty for what no family is.
inline std::string family_of(std::string input) {
  static const std::map<std::string, std::string> kOthers{
      {"pyraminx with tips (face turns, rotations counted, as in the GAP file)", "pyraminx-tips"},
      {"GAP MathieuGroup(23) generators with inverses", "mathieu:23"},
      {"GAP MathieuGroup(24) generators with inverses", "mathieu:24"},
      {"sliding:3x3 blank in a corner", "sliding:3x3"},
      {"sliding:3x3 blank mid-side", "sliding:3x3,2"},
      {"sliding:3x3 blank in the centre", "sliding:3x3,5"},
      {"sl2 mod 9, fundamental roots", "sl:2,9"},
      {"sl2 mod 10, fundamental roots", "sl:2,10"},
      {"sl3 mod 4, fundamental roots", "sl:3,4"},
      {"sl3 mod 5, fundamental roots", "sl:3,5"},
      {"rubiks-ufo (not a group: bandaged)", ""},
      {"mastermorphix", ""}};
  if (const auto found = kOthers.find(input); found != kOthers.end()) return found->second;
  if (input.starts_with("heisenberg n,modulo = ")) return "heisenberg:" + input.substr(22);
  if (input.starts_with("M12 on 6-sets")) return "mathieu:12" + input.substr(13);
  if (input.starts_with("M24 on 8-sets")) return "mathieu:24" + input.substr(13);
  return input;
}

/// The search of the graph, not yet run; nothing if no family is that graph.
inline std::optional<Search> open_case(const Case& known, const Options& options) {
  std::istringstream words(family_of(known.input));
  std::string family;
  std::string start;
  InputOptions how;
  words >> family;
  for (std::string option, value; words >> option >> value;) {
    if (option == "--start") start = value;
    if (option == "--metric" && value == "half") how.metric = Metric::half;
  }
  if (family.empty()) return std::nullopt;
  const Generators generators = make_family(family, how);
  return Search(generators, parse_start(start, generators), options);
}

/// Searches all of the graph and compares.
inline void expect_known(Search& search, const Case& known, RunControl* run = nullptr) {
  EXPECT_TRUE(search.run(run));
  EXPECT_EQ(search.levels(), known.levels) << known.name;
  EXPECT_EQ(search.states(), known.states) << known.name;
}

/// Opens, searches and compares; false if no family is that graph.
inline bool agrees(const Case& known, const Options& options, RunControl* run = nullptr) {
  std::optional<Search> search = open_case(known, options);
  if (search) expect_known(*search, known, run);
  return search.has_value();
}

}  // namespace wreath::orbit::test
