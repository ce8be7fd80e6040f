// SPDX-License-Identifier: MIT
//
// Automata in kbmag's files, and as pictures.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/io/output_file.hpp"
#include "format/kbmag/kbmag.hpp"
#include "open/input_text.hpp"
#include "word/automata/operations.hpp"
#include "word/internals.hpp"
#include "wreath/word/subgroup.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::Label;
using automata::PairSymbols;
using automata::State;
using automata::Symbol;

namespace {

constexpr std::uint32_t kMostDrawnStates = 2000;

/// The automaton as the file has it, with choices; the label of a state is the number of its list of words, from 1 on.
automata::Nfa nfa_of(const format::KbmagAutomaton& file, std::vector<std::vector<Word>>& labels) {
  const PairSymbols pairs{static_cast<std::uint32_t>(file.letters.size())};
  automata::Nfa nfa{.symbols = file.tapes == 1 ? pairs.letters : pairs.count(),
                    .starts = file.initial,
                    .table = {},
                    .labels = std::vector<Label>(file.states, 0),
                    .sets = {}};
  const bool labelled = file.label_kind == format::KbmagLabels::word_lists;
  std::map<std::vector<Word>, Label> numbers;
  for (const State state : file.accepting) {
    Label label = 1;
    if (labelled) {
      const auto [found, fresh] = numbers.try_emplace(file.labels[state], static_cast<Label>(numbers.size() + 1));
      if (fresh) labels.push_back(file.labels[state]);
      label = found->second;
    }
    nfa.labels[state] = nfa.sets.singleton(label);
  }
  automata::RowSorter row;
  auto next = file.transitions.begin();
  for (State state = 0; state < file.states; ++state) {
    for (; next != file.transitions.end() && next->source == state; ++next) {
      if (next->rule != 0) continue;
      row.add(file.tapes == 1 ? Symbol{next->left} : pairs.pair(next->left, next->right), next->target);
    }
    row.close_row(nfa.table);
  }
  return nfa;
}

/// The labels of the sets of labels that the subset construction made: the union of their lists.
std::vector<std::vector<Word>> united_labels(const automata::LabelSets& sets, const std::vector<std::vector<Word>>& labels) {
  std::vector<std::vector<Word>> united;
  for (Label set = 1; set < sets.size(); ++set) {
    std::vector<Word>& words = united.emplace_back();
    for (const Label label : sets[set]) words.insert(words.end(), labels[label - 1].begin(), labels[label - 1].end());
  }
  return united;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

Automaton parse_automaton(std::string_view text, std::string_view source, const AutomatonLimits& limits, RunControl* run) {
  const format::KbmagAutomaton file = format::parse_kbmag_automaton(text, source, run);
  const automata::Limits most{.run = run, .states = limits.max_states};
  std::vector<std::vector<Word>> labels;
  automata::LabelledDfa made = automata::determinise(automata::trim(nfa_of(file, labels)), most);
  AutomatonParts parts{.letters = file.letters, .tapes = file.tapes, .dfa = std::move(made.dfa), .labels = {}};
  if (labels.empty()) {
    parts.dfa = automata::relabel(std::move(parts.dfa), [](Label label) { return Label{label != 0}; });
  } else {
    parts.labels = united_labels(made.sets, labels);
  }
  if (file.tapes == 2)
    parts.dfa = automata::intersect(parts.dfa, automata::all_pairs(static_cast<std::uint32_t>(file.letters.size())), most);
  return Automaton(std::move(parts));
}

std::string print_automaton(const Automaton& automaton, RunControl* run) {
  const AutomatonParts& parts = automaton.parts();
  const Dfa& dfa = parts.dfa;
  const PairSymbols pairs{static_cast<std::uint32_t>(parts.letters.size())};
  format::KbmagAutomaton file;
  file.name = "_FSA";
  file.letters = parts.letters;
  file.tapes = parts.tapes;
  file.states = dfa.states();
  file.initial = {0};
  file.flags = {"DFA"};
  for (State state = 0; state < dfa.states(); ++state) {
    format::check_row(state, run);
    if (dfa.labels[state] != 0) file.accepting.push_back(state);
    for (std::size_t i = 0; i < dfa.table.row_size(state); ++i) {
      const Symbol symbol = dfa.table.symbols(state)[i];
      const auto left = static_cast<Letter>(parts.tapes == 1 ? symbol : pairs.first(symbol));
      const auto right = static_cast<Letter>(parts.tapes == 1 ? 0 : pairs.second(symbol));
      file.transitions.push_back({state, dfa.table.targets(state)[i], left, right});
    }
  }
  if (automaton.has_labels()) {
    file.label_kind = format::KbmagLabels::word_lists;
    for (const Label label : dfa.labels) file.labels.push_back(label == 0 ? std::vector<Word>{} : parts.labels[label - 1]);
  }
  return format::print_kbmag(file, run);
}

std::string automaton_dot(const Automaton& automaton) {
  const AutomatonParts& parts = automaton.parts();
  const Dfa& dfa = parts.dfa;
  if (dfa.states() > kMostDrawnStates) {
    throw InputError(fmt::format("an automaton of {} states is too large for a picture: at most {} are drawn", dfa.states(),
                                 kMostDrawnStates));
  }
  const PairSymbols pairs{static_cast<std::uint32_t>(parts.letters.size())};
  const auto name_of_letter = [&](std::uint32_t x) { return x < parts.letters.size() ? parts.letters[x] : std::string("_"); };
  const auto name_of_symbol = [&](Symbol symbol) {
    if (parts.tapes == 1) return name_of_letter(symbol);
    return fmt::format("({},{})", name_of_letter(pairs.first(symbol)), name_of_letter(pairs.second(symbol)));
  };
  const WordText words = automaton.text();
  std::string text = "digraph automaton {\n  rankdir=LR;\n  start [shape=point];\n  start -> 1;\n";
  for (State state = 0; state < dfa.states(); ++state) {
    std::string label = std::to_string(state + 1);
    if (automaton.has_labels() && dfa.labels[state] != 0) {
      for (const Word& word : parts.labels[dfa.labels[state] - 1]) label += " " + words.print(word);
    }
    text += fmt::format("  {} [shape={}, label=\"{}\"];\n", state + 1, dfa.labels[state] != 0 ? "doublecircle" : "circle",
                        escaped(label));
  }
  for (State state = 0; state < dfa.states(); ++state) {
    std::map<State, std::string> to;  // the symbols of parallel edges stand on one arrow
    for (std::size_t i = 0; i < dfa.table.row_size(state); ++i) {
      std::string& symbols = to[dfa.table.targets(state)[i]];
      symbols += (symbols.empty() ? "" : " ") + name_of_symbol(dfa.table.symbols(state)[i]);
    }
    for (const auto& [target, symbols] : to)
      text += fmt::format("  {} -> {} [label=\"{}\"];\n", state + 1, target + 1, escaped(symbols));
  }
  return text + "}\n";
}

Automaton open_automaton(const std::string& source, const Options& options, RunControl* run) {
  const AutomatonLimits limits{.max_states = options.max_states};
  const std::size_t colon = source.find(':');
  if (colon != std::string::npos) {
    const std::string kind = source.substr(0, colon);
    if (kind == "wa" || kind == "gm" || kind == "geodesics" || kind == "geodesic-pairs" || kind.starts_with("gm/")) {
      const Group group = Group::open(source.substr(colon + 1), options, run);
      if (!group.verified())
        throw LimitReached(fmt::format("{}: no verified structure was found: {}", source, group.why_unverified()));
      return group_automaton(group, kind, limits, run);
    }
  }
  const open::InputText input(source);
  return parse_automaton(input.text(), input.name(), limits, run);
}

void write_automaton(const Automaton& automaton, const std::filesystem::path& path, RunControl* run) {
  write_whole(path, path.extension() == ".dot" ? automaton_dot(automaton) : print_automaton(automaton, run));
}

std::vector<std::string> write_coset_automata(const Subgroup& subgroup, const std::string& name, RunControl* run) {
  std::vector<std::string> names{name + ".cos.wa", name + ".cos.gm"};
  write_automaton(subgroup.coset_acceptor(), names[0], run);
  write_automaton(subgroup.coset_multiplier(), names[1], run);
  return names;
}

}  // namespace wreath::word
