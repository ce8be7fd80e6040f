// SPDX-License-Identifier: MIT
//
// An atlas of growth: the levels of many families of graphs, each to the largest size that the machine can search.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/report.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

/// A series of graphs, one for each size n.
struct AtlasFamily {
  std::string_view name;        // of its files: "topspin-4"
  std::string_view graph;       // "topspin:#,4", where # is n
  std::string_view start;       // "0^1^": words of n/2 zeros and n/2 ones; empty: the start of the graph
  std::string_view states;      // how many: a formula in n with ! for factorials, such as "n!/2" or "C(n,n/2)"
  std::uint64_t least = 0;      // n
  std::uint64_t step = 1;       // to the next n
  std::uint64_t published = 0;  // the last n of CayleyPy's tables; 0: they have none of this family
  std::string_view expected;    // the diameter, a formula in n; empty: none is known
  std::string_view about;       // one line
};
/// The families of the atlas, in its order.
std::span<const AtlasFamily> atlas_families();

struct AtlasOptions {
  Machine machine = {};
  std::uint64_t most_states = 0;           // graphs with more are left out
  double check_seconds = 5;                // a graph is searched by a second method if that is expected to take no longer
  std::vector<std::string> families = {};  // names of the families; empty: all
  bool beyond = false;                     // only rows beyond CayleyPy's tables
};

/// Rows are kept in a folder, one file for each family (NAME.json), and graphs that have a row are not searched again. Beside
/// them are the pages made of them: atlas.md, and for each family lists as in the OEIS, of diameters (NAME.diameters.txt), of the
/// states of the last level (NAME.antipodes.txt) and of the levels, row by row (NAME.levels.txt).
class Atlas {
 public:
  /// Reads the rows that the folder has, which is made if there is none. Throws InputError if a file in it is not an atlas's.
  Atlas(std::filesystem::path folder, const AtlasOptions& options);
  ~Atlas();
  Atlas(Atlas&& other) noexcept;
  Atlas& operator=(Atlas&& other) noexcept;

  /// Searches the graphs that have no row, those that cost least first, until none is left or the run is stopped; writes each row
  /// when it is found. A graph that does not fit the memory, or is expected to take longer than `seconds` more, is left out.
  /// Whether all graphs that were asked for have a row.
  bool run(RunControl* run = nullptr, double seconds = 1e9);
  /// Writes the pages.
  void write_pages() const;
  /// The families, their last sizes and verdicts.
  Report report() const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace wreath::orbit
