// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/text/json.hpp"
#include "wreath/orbit/atlas.hpp"

namespace wreath::orbit {

/// A graph that was searched completely.
struct AtlasRow {
  std::uint64_t n = 0;
  std::string graph;
  std::vector<std::uint64_t> levels;
  std::size_t generators = 0;
  std::string method;   // and symmetry
  std::string machine;  // "NVIDIA H200", or the processor and the threads
  double seconds = 0;
  std::string second;    // the other method whose levels agree; empty: none was affordable
  std::string expected;  // the diameter by the formula
  std::optional<bool> holds;
  std::string date;  // on which it was made

  std::uint64_t states() const;
  std::uint64_t diameter() const { return levels.size() - 1; }
};

/// The rows of a family, by n.
using AtlasRows = std::map<std::uint64_t, AtlasRow>;

double atlas_states(const AtlasFamily& family, std::uint64_t n);
std::string atlas_graph(const AtlasFamily& family, std::uint64_t n);
std::string atlas_start(const AtlasFamily& family, std::uint64_t n);
/// Whether the tables that were compared have the family, and end before n.
bool is_beyond(const AtlasFamily& family, std::uint64_t n);

AtlasRows read_atlas_rows(const std::filesystem::path& path, const AtlasFamily& family);
void write_atlas_rows(const std::filesystem::path& path, const AtlasFamily& family, const AtlasRows& rows);

/// The page of all families, and the lists of one.
std::string atlas_page(const std::vector<std::pair<const AtlasFamily*, AtlasRows>>& families,
                       const std::vector<std::string>& left_out);
void write_atlas_lists(const std::filesystem::path& folder, const AtlasFamily& family, const AtlasRows& rows);

}  // namespace wreath::orbit
