// SPDX-License-Identifier: MIT
//
// What is found about graphs, as reports.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/natural.hpp"
#include "wreath/orbit/action.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/orbit/search.hpp"
#include "wreath/orbit/words.hpp"
#include "wreath/report.hpp"

namespace wreath::orbit {

/// The levels of a search. With a formula in the numbers of the graph, whether the diameter is what it gives.
Report growth_report(const Search& search, const NamedGraph& graph, const RunControl& run, const std::string& expected = "");

/// The levels of several graphs, one row each: add() the searches one after another.
class GrowthTable {
 public:
  /// A table without rows. `input` is the range as given, `expected` a formula for the diameter, or empty.
  GrowthTable(std::string input, std::string expected);
  /// Adds the row of a graph, which need not be searched completely.
  void add(const Search& search, const NamedGraph& graph, const RunControl& run);
  /// The number of rows added so far.
  std::size_t size() const noexcept { return rows_.size(); }
  /// All rows as one report. `range` has the graphs that were asked for and those that the family does not have.
  Report report(const GraphRange& range) const;

 private:
  std::string input_;
  std::string expected_;
  std::vector<Report> rows_;
  std::vector<std::vector<std::string>> cells_;
};

/// Whether a report of growth_report or GrowthTable shows that the diameter is not the one that was expected.
bool expectation_fails(const Report& growth);

/// The states that are farthest from the start: `listed` of them; all are in the file `output`, if there is one.
Report antipodes_report(const Search& search, const std::string& input, std::span<const State> listed, const std::string& output);
/// An oracle of `bytes` bytes that was written to `output`.
Report oracle_report(const Search& search, const std::string& input, std::uint64_t bytes, const std::string& output);
/// The graph, and the method that a search of it would take, and how long.
Report info_report(const Search& search, const Forecast& forecast, const std::string& input);
/// What a search is expected to take, in one or two sentences for its user.
std::string print_forecast(const Forecast& forecast, const Search& search, const std::string& input);
/// A search for antipodes or for an oracle (`verb` is "oracle") that was stopped.
Report stopped_report(const Search& search, const std::string& input, const char* verb, const std::string& output);
/// A shortest word to the target, that there is none, or, if the search was stopped, how many letters it has at least.
Report word_report(const WordSearch& found, const std::string& input, const Generators& generators, const Start& start,
                   const State& target);

/// The same with all states on the way. `output`: the file to which its moves were written, if there is one.
Report path_report(const WordSearch& found, const std::string& input, const Generators& generators, const Start& start,
                   const State& target, bool show_states, const std::string& output);
/// Shortest words to many states, or, with `distances_only`, their lengths. `output`: the file to which they were written.
Report solve_report(std::span<const std::optional<Word>> words, const std::string& input, const Generators& generators,
                    bool distances_only, const std::string& output);
/// One line for each state: its word or its distance, or "none".
[[nodiscard]] std::string print_words(std::span<const std::optional<Word>> words, const Generators& generators,
                                      bool distances_only);

/// Files that 'orbit action' writes; empty names for those that it does not.
struct ActionFiles {
  std::string permutations;
  std::string states;
  std::string words;
  std::string stabilizer;
};
/// An action, the order of the group if it is known, and the generators of the stabilizer, if they were found.
Report action_report(const Action& action, const std::string& input, const ActionFiles& files,
                     const std::optional<Natural>& order, const Generators* stabilizer);
/// The orbits of all subspaces of a dimension.
Report subspaces_report(const std::vector<SubspaceOrbit>& orbits, const Generators& generators, std::uint32_t dimension,
                        const std::string& input, const RunControl& run);

}  // namespace wreath::orbit
