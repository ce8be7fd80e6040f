// SPDX-License-Identifier: MIT
#include "word/subgroup/coset_verify.hpp"

#include <algorithm>

#include "word/automata/boolean.hpp"
#include "word/automata/language.hpp"
#include "word/automata/two_tape.hpp"
#include "word/automatic/composite.hpp"
#include "word/words.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::State;
using automata::Symbol;

namespace {

constexpr std::size_t kMissingAtOnce = 24;  // for one letter

/// The pairs (w,wx) with both words in the language, in which all states accept.
Dfa append_relation(const Dfa& acceptor, Letter x) {
  Dfa result = automata::diagonal(acceptor);
  const automata::PairSymbols pairs{acceptor.symbols};
  const State end = result.states();
  Dfa relation{.symbols = pairs.count(), .table = {}, .labels = std::vector<automata::Label>(end + 1, 0)};
  relation.labels[end] = 1;
  for (State state = 0; state < end; ++state) {
    for (std::size_t i = 0; i < result.table.row_size(state); ++i)
      relation.table.add(result.table.symbols(state)[i], result.table.targets(state)[i]);
    if (acceptor.step(state, x) != automata::kNoState) relation.table.add(pairs.pair(pairs.pad(), x), end);
    relation.table.close_row();
  }
  relation.table.close_row();
  return relation;
}

/// The empty word or u, moved by the letters of the word.
std::optional<Word> moved(const CosetAutomata& parts, Word u, std::span<const Letter> word) {
  Word v;
  for (const Letter x : word) {
    if (!find_partner(parts.letters[x], u, v)) return std::nullopt;
    std::swap(u, v);
  }
  return u;
}

}  // namespace

std::vector<MissingCosetProduct> find_missing_coset_products(const CosetAutomata& parts, const automata::Limits& limits) {
  std::vector<MissingCosetProduct> missing;
  const Dfa& acceptor = parts.acceptor;
  if (std::ranges::find(acceptor.labels, automata::Label{0}) != acceptor.labels.end())
    throw InternalError("the coset word acceptor is not closed under prefixes");
  for (Letter x = 0; x < parts.letters.size(); ++x) {
    const Dfa first = automata::project(parts.letters[x], automata::Tape::first, limits);
    if (automata::first_outside(first, acceptor, limits) ||
        automata::first_outside(automata::project(parts.letters[x], automata::Tape::second, limits), acceptor, limits)) {
      throw InternalError("a coset multiplier accepts a word that the coset word acceptor does not");
    }
    if (automata::first_outside(append_relation(acceptor, x), parts.letters[x], limits))
      throw InternalError("a coset multiplier does not know the product of a word and its last letter");
    const Dfa without = automata::difference(acceptor, first, limits);
    std::size_t found = 0;
    automata::for_each_word(without, 0, SIZE_MAX, [&](const automata::SymbolWord& word) {
      missing.push_back({Word(word.begin(), word.end()), x});
      return ++found < kMissingAtOnce;
    });
  }
  std::ranges::stable_sort(missing, [](const auto& a, const auto& b) { return a.word.size() < b.word.size(); });
  return missing;
}

std::optional<Equation> find_broken_coset_axiom(const Presentation& presentation, std::span<const Word> generators,
                                                const CosetAutomata& parts, const automata::Limits& limits) {
  const Alphabet& alphabet = presentation.alphabet;
  const auto must_move = [&](const Word& u, std::span<const Letter> word) {
    const auto to = moved(parts, u, word);
    if (!to) throw InternalError("a coset normal form has no product with a letter");
    return *to;
  };
  for (const Word& h : generators) {
    if (Word to = must_move({}, h); !to.empty()) return Equation{std::move(to), {}};
  }
  const Dfa diagonal = automata::diagonal(parts.acceptor);
  for (Letter x = 0; x < alphabet.size(); ++x) {
    if (auto broken = find_outside(parts.letters[x], parts.letters[alphabet.inverses[x]], diagonal, {{1, 1, 1}}, limits))
      return broken->pair;
  }
  Composites composite(
      parts.acceptor, [&](Letter x) { return parts.letters[x]; }, limits);
  for (const auto& [u, v] : presentation.equations) {
    if (auto broken = find_broken(quotient(u, v, alphabet), alphabet, composite, limits))
      return Equation{broken->pair.second, must_move(broken->pair.first, broken->target)};
  }
  return std::nullopt;
}

}  // namespace wreath::word
