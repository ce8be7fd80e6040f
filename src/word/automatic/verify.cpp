// SPDX-License-Identifier: MIT
#include "word/automatic/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "word/automata/dfa.hpp"
#include "word/automata/minimise.hpp"
#include "word/automata/two_tape.hpp"
#include "word/automatic/composite.hpp"
#include "word/words.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::kNoState;
using automata::State;
using automata::Symbol;

namespace {

constexpr std::size_t kMostMissing = 256;

/// Whether some pair of the relation has a word that is not in the language. (Its states must lie on the way to a pair: it is
/// minimised.)
bool leaves(const Dfa& relation, const Dfa& language) {
  const automata::PairSymbols pairs = automata::pair_symbols(relation);
  const auto step = [&](State w, std::uint32_t x) { return x == pairs.pad() ? w : language.step(w, static_cast<Symbol>(x)); };
  automata::KeyTable reached;
  reached.intern(std::array<std::uint32_t, 3>{0, 0, 0});
  for (std::uint32_t at = 0; at < reached.size(); ++at) {
    const std::array<State, 3> key{reached[at][0], reached[at][1], reached[at][2]};
    for (std::size_t i = 0; i < relation.table.row_size(key[0]); ++i) {
      const Symbol symbol = relation.table.symbols(key[0])[i];
      const State u = step(key[1], pairs.first(symbol));
      const State v = step(key[2], pairs.second(symbol));
      if (u == kNoState || v == kNoState) return true;
      reached.intern(std::array{relation.table.targets(key[0])[i], u, v});
    }
  }
  return false;
}

/// Whether a pair of different words has the label of the identity.
bool identifies_words(const Dfa& multiplier) {
  const automata::PairSymbols pairs = automata::pair_symbols(multiplier);
  std::vector<bool> reached(std::size_t{2} * multiplier.states());  // by equal words, by different ones
  std::vector<std::pair<State, bool>> todo{{0, false}};
  reached[0] = true;
  while (!todo.empty()) {
    const auto [s, different] = todo.back();
    todo.pop_back();
    if (different && multiplier.labels[s] == kIdentityLabel) return true;
    for (std::size_t i = 0; i < multiplier.table.row_size(s); ++i) {
      const Symbol symbol = multiplier.table.symbols(s)[i];
      const State target = multiplier.table.targets(s)[i];
      const bool now_different = different || pairs.first(symbol) != pairs.second(symbol);
      if (reached[2 * std::size_t{target} + now_different]) continue;
      reached[2 * std::size_t{target} + now_different] = true;
      todo.emplace_back(target, now_different);
    }
  }
  return false;
}

}  // namespace

std::optional<std::string> find_wrong_edge(const Dfa& acceptor, const Multiplier& multiplier, const Alphabet& alphabet) {
  if (std::ranges::find(acceptor.labels, 0U) != acceptor.labels.end()) return "the word acceptor is not closed under prefixes";
  const automata::PairSymbols pairs = automata::pair_symbols(multiplier.dfa);
  if (pairs.letters != acceptor.symbols) return "the word acceptor and the multiplier have different letters";
  if (leaves(multiplier.dfa, acceptor)) return "the multiplier accepts a word that the word acceptor rejects";
  if (identifies_words(multiplier.dfa)) return "the multiplier equates two different words";
  // Along the diagonal of W, (pad,x) must lead to x.
  automata::KeyTable reached;
  reached.intern(std::array<std::uint32_t, 2>{0, 0});
  for (std::uint32_t at = 0; at < reached.size(); ++at) {
    const State w = reached[at][0];
    const State m = reached[at][1];
    if (multiplier.dfa.labels[m] != kIdentityLabel) return "the multiplier does not accept a word beside itself";
    for (std::size_t i = 0; i < acceptor.table.row_size(w); ++i) {
      const Symbol x = acceptor.table.symbols(w)[i];
      const State product = multiplier.dfa.step(m, pairs.pair(pairs.pad(), x));
      if (product == kNoState || multiplier.dfa.labels[product] != multiplier.label[x]) {
        return fmt::format("the multiplier does not know that a word w*{} is the product of w and {}", alphabet.names[x],
                           alphabet.names[x]);
      }
      const State same = multiplier.dfa.step(m, pairs.pair(x, x));
      if (same == kNoState) return "the multiplier does not accept a word beside itself";
      reached.intern(std::array{acceptor.table.targets(w)[i], same});
    }
  }
  return std::nullopt;
}

std::vector<MissingProduct> find_missing_products(const Dfa& acceptor, const Multiplier& multiplier,
                                                  const automata::Limits& limits) {
  const automata::LabelledDfa known = automata::project_labelled(multiplier.dfa, automata::Tape::first, limits);
  std::vector<MissingProduct> missing;
  automata::KeyTable reached;
  std::vector<std::pair<std::uint32_t, Letter>> origins{{0, 0}};
  reached.intern(std::array<std::uint32_t, 2>{0, 0});
  for (std::uint32_t at = 0; at < reached.size() && missing.size() < kMostMissing; ++at) {
    const State w = reached[at][0];
    const State p = reached[at][1];
    const automata::Label products = p == kNoState ? 0 : known.dfa.labels[p];
    if (known.sets[products].size() != multiplier.labels) {
      Word word;
      for (std::uint32_t state = at; state != 0; state = origins[state].first) word.push_back(origins[state].second);
      std::ranges::reverse(word);
      for (Letter x = 0; x < acceptor.symbols; ++x)
        if (!known.sets.contains(products, multiplier.label[x])) missing.push_back({word, x});
    }
    if (p == kNoState) continue;
    for (std::size_t i = 0; i < acceptor.table.row_size(w); ++i) {
      const Symbol x = acceptor.table.symbols(w)[i];
      const std::array next{acceptor.table.targets(w)[i], known.dfa.step(p, x)};
      if (reached.intern(next) == origins.size()) origins.emplace_back(at, static_cast<Letter>(x));
    }
  }
  return missing;
}

std::optional<Equation> find_broken_axiom(const Presentation& presentation, const Dfa& acceptor, const Multiplier& multiplier,
                                          const automata::Limits& limits) {
  const Alphabet& alphabet = presentation.alphabet;
  // Inverses, and relators of three letters, are laws of the general multiplier itself.
  std::vector<TriangleLaw> laws;
  std::vector<Word> targets;
  for (Letter x = 0; x < alphabet.size(); ++x)
    laws.push_back({multiplier.label[x], multiplier.label[alphabet.inverses[x]], kIdentityLabel});
  targets.resize(laws.size());
  std::vector<Word> longer;
  for (const Equation& equation : presentation.equations) {
    const Word relator = quotient(equation.first, equation.second, alphabet);
    if (relator.size() != 3) {
      longer.push_back(relator);
      continue;
    }
    targets.push_back({alphabet.inverses[relator[2]]});
    laws.push_back({multiplier.label[relator[0]], multiplier.label[relator[1]], multiplier.label[targets.back()[0]]});
  }
  const auto equation_of = [](Equation pair, const Word& target) {  // u*t = w in the group
    pair.first.insert(pair.first.end(), target.begin(), target.end());
    return pair;
  };
  if (auto broken = find_outside(multiplier.dfa, multiplier.dfa, multiplier.dfa, laws, limits)) {
    for (std::size_t i = 0; i < laws.size(); ++i) {
      if (laws[i].first == broken->law.first && laws[i].second == broken->law.second && laws[i].whole == broken->law.whole)
        return equation_of(broken->pair, targets[i]);
    }
  }
  const auto of_letter = [&](Letter x) {
    return automata::minimise(automata::with_label(multiplier.dfa, multiplier.label[x]), limits);
  };
  Composites composite(acceptor, of_letter, limits);
  for (const Word& relator : longer) {
    if (auto broken = find_broken(relator, alphabet, composite, limits))
      return equation_of(std::move(broken->pair), broken->target);
  }
  return std::nullopt;
}

}  // namespace wreath::word
