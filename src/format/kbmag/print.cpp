// SPDX-License-Identifier: MIT
//
// Automata as kbmag writes them: its programs want the fields in this order.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "format/kbmag/kbmag.hpp"
#include "format/kbmag/names.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

namespace {

using word::Letter;
using word::Word;

constexpr std::size_t kColumns = 76;

/// Text in lines of a bearable length: breaks come between items only.
class Lines {
 public:
  void add(std::string_view text) {
    text_ += text;
    columns_ += text.size();
  }
  void line(std::string_view text = {}) {
    text_ += '\n';
    text_ += text;
    columns_ = text.size();
  }
  /// The items with commas between them.
  template <class Items, class Show>
  void list(const Items& items, Show show) {
    add("[");
    bool first = true;
    for (const auto& item : items) {
      if (!first) add(",");
      first = false;
      if (columns_ > kColumns) line("      ");
      add(show(item));
    }
    add("]");
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t columns_ = 0;
};

std::string quoted(const std::string& text) {
  return fmt::format("\"{}\"", text);
}

std::string identifiers(const std::vector<std::string>& names) {
  return fmt::format("rec(type := \"identifiers\", size := {}, format := \"dense\", names := [{}])", names.size(),
                     fmt::join(names, ","));
}

void check(const KbmagAutomaton& automaton) {
  const bool labelled = automaton.label_kind != KbmagLabels::none;
  if (labelled && automaton.labels.size() != automaton.states)
    throw InternalError("an automaton to be written does not have a label for each state");
  std::uint32_t last = 0;
  for (const auto& transition : automaton.transitions) {
    if (transition.source < last) throw InternalError("the transitions to be written are not sorted by source");
    last = transition.source;
  }
  if (last >= automaton.states && !automaton.transitions.empty())
    throw InternalError("a transition to be written does not start at a state");
}

void add_alphabet(Lines& out, const KbmagAutomaton& automaton) {
  const std::size_t n = automaton.letters.size();
  if (automaton.tapes == 1) return out.line("  alphabet := " + identifiers(automaton.letters) + ",");
  out.line(fmt::format("  alphabet := rec(type := \"product\", size := {}, arity := 2, padding := _,", (n + 1) * (n + 1) - 1));
  out.line("    base := " + identifiers(automaton.letters) + "),");
}

std::string word_list(const std::vector<Word>& words, const std::vector<std::string>& letters) {
  std::vector<std::string> texts;
  texts.reserve(words.size());
  for (const Word& word : words) texts.push_back(kbmag_word(word, letters));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

void add_words(Lines& out, const KbmagAutomaton& automaton) {
  out.line(fmt::format("  states := rec(type := \"words\", size := {}, alphabet := [{}], format := \"sparse\",", automaton.states,
                       fmt::join(automaton.letters, ",")));
  out.line("    names := [");
  for (std::size_t state = 0; state < automaton.labels.size(); ++state) {
    if (automaton.labels[state].size() != 1) throw InternalError("a word difference to be written is not one word");
    const char* separator = state == 0 ? "" : ",";
    out.add(separator);
    out.line(fmt::format("      [{},{}]", state + 1, kbmag_word(automaton.labels[state].front(), automaton.letters)));
  }
  out.add("]),");
}

void add_word_lists(Lines& out, const KbmagAutomaton& automaton) {
  std::map<std::vector<Word>, std::size_t> numbers;  // each label once, in the order in which states have them
  std::vector<std::string> names;
  std::vector<std::pair<std::size_t, std::size_t>> labelled;
  for (std::size_t state = 0; state < automaton.labels.size(); ++state) {
    const std::vector<Word>& words = automaton.labels[state];
    if (words.empty()) continue;
    const auto [found, fresh] = numbers.try_emplace(words, numbers.size() + 1);
    if (fresh) names.push_back(fmt::format("[{},{}]", found->second, word_list(words, automaton.letters)));
    labelled.emplace_back(state + 1, found->second);
  }
  out.line(fmt::format("  states := rec(type := \"labeled\", size := {},", automaton.states));
  out.line(fmt::format("    labels := rec(type := \"list of words\", size := {}, alphabet := [{}], format := \"sparse\",",
                       numbers.size(), fmt::join(automaton.letters, ",")));
  out.line("      names := ");
  out.list(names, [](const std::string& name) { return name; });
  out.add("),");
  out.line("    format := \"sparse\", setToLabels := ");
  out.list(labelled, [](const auto& pair) { return fmt::format("[{},{}]", pair.first, pair.second); });
  out.add("),");
}

void add_states(Lines& out, const KbmagAutomaton& automaton) {
  switch (automaton.label_kind) {
    case KbmagLabels::none: return out.line(fmt::format("  states := rec(type := \"simple\", size := {}),", automaton.states));
    case KbmagLabels::words: return add_words(out, automaton);
    case KbmagLabels::word_lists: return add_word_lists(out, automaton);
  }
}

void add_state_list(Lines& out, std::string_view field, const std::vector<std::uint32_t>& states, std::uint32_t all) {
  out.line(fmt::format("  {} := ", field));
  if (states.size() == all && all > 1) return out.add(fmt::format("[1..{}],", all));
  out.list(states, [](std::uint32_t state) { return std::to_string(state + 1); });
  out.add(",");
}

void add_table(Lines& out, const KbmagAutomaton& automaton, RunControl* run) {
  const bool dense = automaton.tapes == 1 && automaton.is_deterministic();
  const std::size_t with_padding = automaton.letters.size() + 1;
  out.line(fmt::format("  table := rec(format := \"{}\", numTransitions := {},", dense ? "dense deterministic" : "sparse",
                       automaton.transitions.size()));
  out.line("    transitions := [");
  auto next = automaton.transitions.begin();
  for (std::uint32_t state = 0; state < automaton.states; ++state) {
    check_row(state, run);
    std::vector<std::int64_t> targets(dense ? automaton.letters.size() : 0);
    std::vector<std::string> pairs;
    for (; next != automaton.transitions.end() && next->source == state; ++next) {
      const std::size_t symbol = automaton.tapes == 1 ? next->left : next->left * with_padding + next->right;
      if (dense) targets.at(symbol) = next->rule != 0 ? -std::int64_t{next->rule} : std::int64_t{next->target} + 1;
      if (!dense) pairs.push_back(fmt::format("[{},{}]", symbol + 1, next->target + 1));
    }
    if (state > 0) out.add(",");
    out.line("      ");
    if (dense) out.list(targets, [](std::int64_t target) { return std::to_string(target); });
    if (!dense) out.list(pairs, [](const std::string& pair) { return pair; });
  }
  out.add("])");
}

}  // namespace

std::string print_kbmag(const KbmagAutomaton& automaton, RunControl* run) {
  check(automaton);
  Lines out;
  out.add(fmt::format("{} := rec(", automaton.name));
  out.line("  isFSA := true,");
  add_alphabet(out, automaton);
  add_states(out, automaton);
  out.line("  flags := ");
  out.list(automaton.flags, quoted);
  out.add(",");
  add_state_list(out, "initial", automaton.initial, 0);
  add_state_list(out, "accepting", automaton.accepting, automaton.states);
  add_table(out, automaton, run);
  out.line(");");
  out.line();
  return out.take();
}

}  // namespace wreath::format
