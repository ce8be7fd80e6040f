// SPDX-License-Identifier: MIT
#include "open/word/kbmag_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "word/automata/operations.hpp"
#include "word/completion/completion.hpp"
#include "word/completion/rewriting.hpp"
#include "core/words/words.hpp"

namespace wreath::open {

using format::check_row;
using format::KbmagAutomaton;
using format::KbmagLabels;
using format::KbmagRewriting;
using word::Letter;
using word::Word;
using word::automata::Dfa;
using word::automata::Label;
using word::automata::PairSymbols;
using word::automata::State;
using word::automata::Symbol;

namespace {

/// The letters of tape one and two that a symbol stands for; letters are their own symbols on one tape.
KbmagAutomaton from_dfa(const Dfa& dfa, int tapes, const word::Alphabet& alphabet, std::string name, RunControl* run) {
  KbmagAutomaton automaton;
  automaton.name = std::move(name);
  automaton.letters = alphabet.names;
  automaton.tapes = tapes;
  automaton.states = dfa.states();
  automaton.initial = {0};
  automaton.flags = {"DFA", "BFS", "accessible", "trim"};
  const PairSymbols pairs{static_cast<std::uint32_t>(alphabet.size())};
  for (State s = 0; s < dfa.states(); ++s) {
    check_row(s, run);
    if (dfa.labels[s] != 0) automaton.accepting.push_back(s);
    for (const auto [symbol, target] : dfa.table.edges(s)) {
      const auto left = static_cast<Letter>(tapes == 1 ? symbol : pairs.first(symbol));
      const auto right = static_cast<Letter>(tapes == 1 ? 0 : pairs.second(symbol));
      automaton.transitions.push_back({s, target, left, right});
    }
  }
  return automaton;
}

/// The automaton over the alphabet's letters, with labels as they are given; every accepting state has one.
Dfa to_dfa(const KbmagAutomaton& automaton, int tapes, const word::Alphabet& alphabet, const std::vector<Label>& labels,
           std::string_view source) {
  if (automaton.tapes != tapes || !automaton.is_deterministic() || automaton.initial.size() > 1) {
    throw InputError(fmt::format("{}: expected a deterministic automaton on {}", source, tapes == 1 ? "one tape" : "two tapes"));
  }
  std::vector<Letter> letter = format::match_letters(automaton.letters, alphabet, source);
  letter.push_back(static_cast<Letter>(alphabet.size()));
  const PairSymbols pairs{static_cast<std::uint32_t>(alphabet.size())};
  const auto symbols = static_cast<std::uint32_t>(tapes == 1 ? alphabet.size() : pairs.count());
  if (automaton.initial.empty()) return word::automata::empty_language(symbols);

  // State 0 is the start: it changes places with the one that the file has there.
  const auto renumber = [&](State s) { return s == automaton.initial[0] ? 0 : s == 0 ? automaton.initial[0] : s; };
  std::vector<std::vector<std::pair<Symbol, State>>> rows(automaton.states);
  for (const auto& edge : automaton.transitions) {
    if (edge.rule != 0) continue;
    const auto symbol = tapes == 1 ? static_cast<Symbol>(letter[edge.left]) : pairs.pair(letter[edge.left], letter[edge.right]);
    rows[renumber(edge.source)].emplace_back(symbol, renumber(edge.target));
  }
  Dfa dfa{.symbols = symbols, .table = {}, .labels = std::vector<Label>(automaton.states, 0)};
  for (auto& row : rows) {
    std::ranges::sort(row);
    for (const auto& [symbol, target] : row) dfa.table.add(symbol, target);
    dfa.table.close_row();
  }
  for (const State s : automaton.accepting) dfa.labels[renumber(s)] = labels[s];
  return dfa;
}

void require_same(const Dfa& theirs, const Dfa& ours, std::string_view source, std::string_view what) {
  if (!word::automata::same_labels(theirs, ours))
    throw InputError(fmt::format("{}: this is not the {} of this group in the shortlex order of its letters", source, what));
}

}  // namespace

KbmagAutomaton kbmag_word_acceptor(const word::AutomaticStructure& structure, RunControl* run) {
  KbmagAutomaton automaton = from_dfa(structure.acceptor, 1, structure.presentation.alphabet, "_RWS.wa", run);
  // The multiplier is minimal among automata that tell its labels apart; kbmag means the language alone, without labels.
  automaton.flags.insert(automaton.flags.begin() + 1, "minimized");
  return automaton;
}

KbmagAutomaton kbmag_reduction(const KbmagRewriting& rewriting, RunControl* run) {
  const word::Alphabet& alphabet = rewriting.presentation.alphabet;
  const std::vector<word::Equation> rules = format::written_equations(rewriting);
  word::RuleIndex index(alphabet.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    check_row(i, run);
    index.add(rules[i].first, static_cast<word::RuleId>(i));
  }

  KbmagAutomaton automaton;
  automaton.name = "_RWS.reductionFSA";
  automaton.letters = alphabet.names;
  automaton.initial = {0};
  automaton.flags = {"DFA", "trim", "RWS"};
  std::vector<word::RuleIndex::State> found{word::RuleIndex::kStart};
  std::unordered_map<word::RuleIndex::State, std::uint32_t> number{{word::RuleIndex::kStart, 0}};
  for (std::uint32_t s = 0; s < found.size(); ++s) {
    check_row(s, run);
    for (Letter x = 0; x < alphabet.size(); ++x) {
      const word::RuleIndex::State next = index.next(found[s], x);
      const word::RuleId rule = index.match(next);
      if (rule != word::kNoRule) {
        automaton.transitions.push_back({.source = s, .target = 0, .left = x, .right = 0, .rule = rule + 1});
        continue;
      }
      const auto [state, fresh] = number.try_emplace(next, static_cast<std::uint32_t>(found.size()));
      if (fresh) found.push_back(next);
      automaton.transitions.push_back({.source = s, .target = state->second, .left = x});
    }
  }
  automaton.states = static_cast<std::uint32_t>(found.size());
  automaton.accepting.resize(found.size());
  std::iota(automaton.accepting.begin(), automaton.accepting.end(), 0U);
  return automaton;
}

KbmagAutomaton kbmag_multiplier(const word::AutomaticStructure& structure, RunControl* run) {
  const word::Multiplier& multiplier = structure.multiplier;
  KbmagAutomaton automaton = from_dfa(multiplier.dfa, 2, structure.presentation.alphabet, "_RWS.gm", run);
  automaton.label_kind = KbmagLabels::word_lists;
  automaton.labels.resize(automaton.states);
  for (State s = 0; s < automaton.states; ++s) {
    const Label label = multiplier.dfa.labels[s];
    if (label == word::kIdentityLabel) automaton.labels[s].push_back({});
    for (Letter x = 0; x < multiplier.label.size(); ++x)
      if (label != 0 && multiplier.label[x] == label) automaton.labels[s].push_back({x});
  }
  return automaton;
}

KbmagAutomaton kbmag_differences(const word::AutomaticStructure& structure, std::string name, RunControl* run) {
  const word::Alphabet& alphabet = structure.presentation.alphabet;
  const std::vector<Word>& words = structure.multiplier.differences;
  const auto by_shortlex = [](const Word& u, const Word& v) { return word::compare_shortlex(u, v) < 0; };
  KbmagAutomaton automaton;
  automaton.name = std::move(name);
  automaton.letters = alphabet.names;
  automaton.tapes = 2;
  automaton.states = static_cast<std::uint32_t>(words.size());
  automaton.initial = {0};
  automaton.accepting = {0};
  automaton.flags = {"DFA", "trim"};
  automaton.label_kind = KbmagLabels::words;
  word::NormalForms normal(structure.view());
  const auto pad = static_cast<std::uint32_t>(alphabet.size());
  for (std::uint32_t d = 0; d < words.size(); ++d) {
    automaton.labels.push_back({words[d]});
    for (std::uint32_t x = 0; x <= pad; ++x) {
      check_row(0, run);  // each x costs as many reductions as there are letters
      for (std::uint32_t y = 0; y <= pad; ++y) {
        if (x == pad && y == pad) continue;
        Word product;
        if (x != pad) product.push_back(alphabet.inverses[x]);
        product.insert(product.end(), words[d].begin(), words[d].end());
        if (y != pad) product.push_back(static_cast<Letter>(y));
        product = normal.reduce(product);
        const auto target = std::ranges::lower_bound(words, product, by_shortlex);
        if (target != words.end() && *target == product) {
          automaton.transitions.push_back(
              {d, static_cast<std::uint32_t>(target - words.begin()), static_cast<Letter>(x), static_cast<Letter>(y)});
        }
      }
    }
  }
  return automaton;
}

std::vector<Word> difference_words(const KbmagAutomaton& automaton, const word::Alphabet& alphabet, std::string_view source) {
  const std::vector<Letter> letter = format::match_letters(automaton.letters, alphabet, source);
  std::vector<Word> words;
  for (const auto& labels : automaton.labels) {
    for (Word word : labels) {
      for (Letter& x : word) x = letter[x];
      words.push_back(std::move(word));
    }
  }
  return words;
}

void require_same_acceptor(const KbmagAutomaton& automaton, const word::AutomaticStructure& structure, std::string_view source) {
  const std::vector<Label> labels(automaton.states, 1);
  require_same(to_dfa(automaton, 1, structure.presentation.alphabet, labels, source), structure.acceptor, source,
               "word acceptor");
}

void require_same_multiplier(const KbmagAutomaton& automaton, const word::AutomaticStructure& structure,
                             std::string_view source) {
  const std::vector<Letter> letter = format::match_letters(automaton.letters, structure.presentation.alphabet, source);
  std::vector<Label> labels(automaton.states, 0);
  for (const State s : automaton.accepting) {
    if (automaton.labels.empty() || automaton.labels[s].empty())
      throw InputError(fmt::format("{}: state {} accepts and has no label; expected a general multiplier", source, s + 1));
    const Word& word = automaton.labels[s].front();
    if (word.size() > 1) throw InputError(fmt::format("{}: a label of several letters; expected a general multiplier", source));
    labels[s] = word.empty() ? word::kIdentityLabel : structure.multiplier.label[letter[word[0]]];
  }
  require_same(to_dfa(automaton, 2, structure.presentation.alphabet, labels, source), structure.multiplier.dfa, source,
               "general multiplier");
}

}  // namespace wreath::open
