// SPDX-License-Identifier: MIT
#include "word/automatic/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "word/automata/operations.hpp"
#include "core/words/words.hpp"

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
    for (const auto [symbol, target] : relation.table.edges(key[0])) {
      const State u = step(key[1], pairs.first(symbol));
      const State v = step(key[2], pairs.second(symbol));
      if (u == kNoState || v == kNoState) return true;
      reached.intern(std::array{target, u, v});
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
    for (const auto [symbol, target] : multiplier.table.edges(s)) {
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
    for (const auto [x, target] : acceptor.table.edges(w)) {
      const State product = multiplier.dfa.step(m, pairs.pair(pairs.pad(), x));
      if (product == kNoState || multiplier.dfa.labels[product] != multiplier.label[x]) {
        return fmt::format("the multiplier does not know that a word w*{} is the product of w and {}", alphabet.names[x],
                           alphabet.names[x]);
      }
      const State same = multiplier.dfa.step(m, pairs.pair(x, x));
      if (same == kNoState) return "the multiplier does not accept a word beside itself";
      reached.intern(std::array{target, same});
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
    for (const auto [x, target] : acceptor.table.edges(w)) {
      const std::array next{target, known.dfa.step(p, x)};
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

namespace {

// Words without a product, found from their ends.
//
// Let x be a letter. Backwards from the pairs that the multiplier labels with x, the states from which a suffix of u leads there
// form a set, which each letter of u changes in one way. u has a partner if the set of all of u contains the first state. So the
// word acceptor, read backwards, is followed beside these sets, which are numbered as they appear.

constexpr std::size_t kMostMissingBackwards = 256;

/// The edges that lead to a state: the letter that is read, and where they come from.
struct EdgeInto {
  std::uint32_t letter;
  State from;
};

/// By letter. Of the multiplier, by its first tape: a padding reads nothing, and is the letter after the last.
std::vector<std::vector<EdgeInto>> edges_into(const Dfa& dfa, bool of_pairs) {
  std::vector<std::vector<EdgeInto>> into(dfa.states());
  for (State state = 0; state < dfa.states(); ++state) {
    for (const auto [symbol, target] : dfa.table.edges(state)) {
      into[target].push_back({of_pairs ? automata::pair_symbols(dfa).first(symbol) : symbol, state});
    }
  }
  for (auto& edges : into) std::ranges::stable_sort(edges, {}, &EdgeInto::letter);
  return into;
}

/// Sets of states of the multiplier from which a suffix leads to the label, numbered; closed under edges that read nothing.
class BackwardSets {
 public:
  BackwardSets(const std::vector<std::vector<EdgeInto>>& into, std::uint32_t letters) : into_(into), letters_(letters) {}

  std::uint32_t start(const Dfa& multiplier, automata::Label label) {
    next_.clear();
    for (State state = 0; state < multiplier.states(); ++state)
      if (multiplier.labels[state] == label) next_.push_back(state);
    for (std::size_t i = 0; i < next_.size(); ++i) {  // paddings come last in a word, so nothing else needs them
      for (const EdgeInto& edge : edges(next_[i], letters_))
        if (std::ranges::find(next_, edge.from) == next_.end()) next_.push_back(edge.from);
    }
    return intern();
  }
  std::uint32_t step(std::uint32_t set, std::uint32_t letter) {
    std::uint32_t& known = steps_[std::size_t{set} * letters_ + letter];
    if (known != automata::KeyTable::kAbsent) return known;
    next_.clear();
    for (const State state : sets_[set])
      for (const EdgeInto& edge : edges(state, letter)) next_.push_back(edge.from);
    const std::uint32_t number = intern();
    return steps_[std::size_t{set} * letters_ + letter] = number;
  }
  bool has_start(std::uint32_t set) const { return !sets_[set].empty() && sets_[set][0] == 0; }
  std::size_t size() const { return sets_.size(); }

 private:
  std::ranges::subrange<std::vector<EdgeInto>::const_iterator> edges(State state, std::uint32_t letter) const {
    return std::ranges::equal_range(into_[state], letter, {}, &EdgeInto::letter);
  }
  std::uint32_t intern() {
    std::ranges::sort(next_);
    next_.erase(std::ranges::unique(next_).begin(), next_.end());
    const std::uint32_t number = sets_.intern(next_);
    steps_.resize(sets_.size() * letters_, automata::KeyTable::kAbsent);
    return number;
  }

  const std::vector<std::vector<EdgeInto>>& into_;
  std::uint32_t letters_;
  automata::KeyTable sets_;
  std::vector<std::uint32_t> steps_;
  std::vector<State> next_;
};

}  // namespace

std::vector<MissingProduct> find_missing_products_backwards(const Dfa& acceptor, const Multiplier& multiplier,
                                                            const automata::Limits& limits) {
  const auto into_words = edges_into(acceptor, false);
  const auto into_pairs = edges_into(multiplier.dfa, true);
  const std::size_t most = kMostMissingBackwards / std::max<std::size_t>(acceptor.symbols, 1) + 1;
  std::vector<MissingProduct> missing;
  for (Letter x = 0; x < acceptor.symbols; ++x) {
    BackwardSets sets(into_pairs, acceptor.symbols);
    automata::KeyTable reached;
    std::vector<std::pair<std::uint32_t, Letter>> origins;
    const std::uint32_t start = sets.start(multiplier.dfa, multiplier.label[x]);
    for (State w = 0; w < acceptor.states(); ++w) {
      reached.intern(std::array{w, start});
      origins.emplace_back(automata::KeyTable::kAbsent, 0);
    }
    std::size_t found = 0;
    for (std::uint32_t at = 0; at < reached.size() && found < most; ++at) {
      if (at % automata::kStatesPerCheck == 0) automata::check_limits(limits, reached.size());
      const State w = reached[at][0];
      const std::uint32_t set = reached[at][1];
      if (w == 0 && !sets.has_start(set)) {
        Word word;
        for (std::uint32_t i = at; origins[i].first != automata::KeyTable::kAbsent; i = origins[i].first)
          word.push_back(origins[i].second);
        missing.push_back({std::move(word), x});
        ++found;
      }
      for (const EdgeInto& edge : into_words[w]) {
        const std::array next{edge.from, sets.step(set, edge.letter)};
        if (reached.intern(next) == origins.size()) origins.emplace_back(at, static_cast<Letter>(edge.letter));
      }
    }
  }
  return missing;
}

}  // namespace wreath::word
