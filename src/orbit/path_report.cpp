// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/text/units.hpp"
#include "wreath/orbit/report.hpp"

namespace wreath::orbit {

namespace {

const ReportForm kPath("orbit path", {{"input", "the graph, as given"},
                                      {"start", "where the path begins"},
                                      {"target", "where it leads"},
                                      {"states", "number of states that were looked at"},
                                      {"reachable", "whether a path leads there"},
                                      {"distance", "length of a shortest path"},
                                      {"word", "its word, unless the states are presentations"},
                                      {"path", "the states on it, the start and the target included"},
                                      {"output", "the file with its moves"},
                                      {"at_least", "of a stopped search: a bound on the length"}});

const ReportForm kSolve("orbit solve", {{"input", "the graph, as given"},
                                        {"states", "number of states that were given"},
                                        {"unreachable", "how many of them no word leads to"},
                                        {"distances", "lengths of shortest words, in the order of the states"},
                                        {"words", "shortest words, unless distances alone were asked for"},
                                        {"longest", "the largest of the distances"},
                                        {"mean", "their mean"},
                                        {"output", "the file that was written"}});

}  // namespace

Report path_report(const WordSearch& found, const std::string& input, const Generators& generators, const Start& start,
                   const State& target, bool show_states, const std::string& output) {
  const bool has_word = generators.moves != Moves::relators;
  Report report(kPath, input, print_state(start.state, generators, start), print_state(target, generators, start), found.states);
  if (found.complete) report.set("reachable", found.word.has_value());
  if (!found.word) {
    if (found.complete) return report.line("no path leads to this state");
    report.set("at_least", found.at_least).partial(": a path has at least {at_least step}");
    return report;
  }
  std::vector<std::string> states;
  for (const State& state : found.states_along) states.push_back(print_state(state, generators, start));
  report.set("distance", found.word->size()).set("path", states);
  if (has_word) report.set("word", print_word(*found.word, generators)).line("{word}");
  for (std::size_t i = 0; i < states.size() && (show_states || !has_word); ++i)
    report.line("  {}{}", {states[i], has_word && i != 0 ? "  " + generators.names[(*found.word)[i - 1]] : ""});
  report.line("  {distance step}, checked by making them");
  if (!output.empty()) report.set("output", output).line("{output}: the moves");
  return report;
}

std::string print_words(std::span<const std::optional<Word>> words, const Generators& generators, bool distances_only) {
  std::string text;
  for (const auto& word : words)
    text += (!word ? "none" : distances_only ? std::to_string(word->size()) : print_word(*word, generators)) + "\n";
  return text;
}

Report solve_report(std::span<const std::optional<Word>> words, const std::string& input, const Generators& generators,
                    bool distances_only, const std::string& output) {
  std::vector<std::uint64_t> levels;
  std::uint64_t unreachable = 0;
  for (const auto& word : words) {
    if (!word) {
      ++unreachable;
      continue;
    }
    if (levels.size() <= word->size()) levels.resize(word->size() + 1);
    ++levels[word->size()];
  }
  Report report(kSolve, input, words.size(), unreachable);
  const double mean = statistics(levels).mean;
  if (!levels.empty()) report.set("longest", levels.size() - 1).set("mean", mean);
  if (output.empty()) {
    std::vector<Value> distances;
    std::vector<std::string> texts;
    for (const auto& word : words) {
      distances.push_back(word ? Value(word->size()) : Value::null());
      texts.push_back(word ? print_word(*word, generators) : "none");
    }
    report.set("distances", distances);
    if (!distances_only) report.set("words", texts);
    report.block(print_words(words, generators, distances_only));
    return report;
  }
  report.set("output", output);
  report.line("{output}: {} of {states state}{}",
              {distances_only ? "distances" : "shortest words",
               unreachable == 0 ? "" : fmt::format(", {} of which cannot be reached", format_count(unreachable))});
  if (!levels.empty()) report.line("  the longest has {longest letter}; mean {}", {fmt::format("{:.4f}", mean)});
  return report;
}

}  // namespace wreath::orbit
