// SPDX-License-Identifier: MIT
#include "word/subgroup/rewritten_subgroup.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "word/automata/boolean.hpp"
#include "word/automata/explore.hpp"
#include "word/automata/language.hpp"
#include "word/automata/minimise.hpp"
#include "word/automata/two_tape.hpp"
#include "word/words.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::kNoState;
using automata::State;

namespace {

/// Elements of H as generators 1, 2, ... and their inverses; 0 is the identity.
class NamedElements {
 public:
  /// form_of: a word of the same element; the normal form, if that is known.
  NamedElements(std::function<Word(const Word&)> form_of, const Alphabet& alphabet)
      : form_of_(std::move(form_of)), alphabet_(alphabet), names_{{Word{}, 0}} {}

  std::int32_t operator()(const Word& word) {
    const Word form = form_of_(word);
    if (const auto known = names_.find(form); known != names_.end()) return known->second;
    const Word inverse = form_of_(inverse_word(form, alphabet_));
    const bool is_less = compare_shortlex(inverse, form) >= 0;
    elements_.push_back(is_less ? form : inverse);
    const auto name = static_cast<std::int32_t>(elements_.size());
    names_[inverse] = is_less ? -name : name;
    names_[form] = is_less ? name : -name;
    if (inverse == form) squares_.insert({name, name});
    return names_[form];
  }
  RewrittenSubgroup finish(std::set<GeneratorWord> relators) const {
    relators.insert(squares_.begin(), squares_.end());
    return {elements_, {relators.begin(), relators.end()}};
  }

 private:
  std::function<Word(const Word&)> form_of_;
  const Alphabet& alphabet_;
  std::map<Word, std::int32_t> names_;
  std::vector<Word> elements_;
  std::set<GeneratorWord> squares_;
};

GeneratorWord times(GeneratorWord word, std::int32_t name) {
  append_reduced(word, name);
  return word;
}

/// The pairs (u,v) with u*x = h*v for one letter x and one element h.
struct LetterRelation {
  std::int32_t name;  // of h
  Dfa pairs;
  Dfa domain;
};

/// Cosets in regular languages.
class LanguageRewriter {
 public:
  LanguageRewriter(const CosetStructure& cosets, const std::vector<Word>& relators, NamedElements& name,
                   const automata::Limits& limits)
      : machine_(*cosets.machine),
        acceptor_(cosets.automata.acceptor),
        limits_(limits),
        is_used_(machine_.letter_count()),
        relations_(machine_.letter_count()) {
    for (const Word& relator : relators)
      for (const Letter x : relator) is_used_[x] = true;
    std::vector<CosetMachine::Element> starts(machine_.members().begin(), machine_.members().end());
    std::ranges::sort(starts);
    for (const CosetMachine::Element h : starts) add_relations(h, machine_[h], name);
  }

  /// The words in generators of H that a relator makes from all cosets.
  std::vector<GeneratorWord> rewrite(const Word& relator) const {
    std::map<GeneratorWord, Dfa> now;
    now.emplace(GeneratorWord{}, acceptor_);
    for (const Letter x : relator) {
      std::map<GeneratorWord, Dfa> next;
      for (const auto& [word, cosets] : now) {
        for (const LetterRelation& relation : relations_[x]) {
          const Dfa part = automata::intersect(cosets, relation.domain, limits_);
          if (automata::is_empty(part)) continue;
          const Dfa moved = automata::compose(automata::diagonal(automata::minimise(part, limits_)), relation.pairs, limits_);
          Dfa image = automata::project(moved, automata::Tape::second, limits_);
          const auto [place, fresh] = next.try_emplace(times(word, relation.name), image);
          if (!fresh) place->second = automata::minimise(automata::unite(place->second, image, limits_), limits_);
        }
      }
      now = std::move(next);
    }
    std::vector<GeneratorWord> words;
    for (const auto& [word, cosets] : now) words.push_back(word);
    return words;
  }

 private:
  /// All pairs that start with h, by the element at their end. One start leaves no choices.
  Dfa pairs_from(CosetMachine::Element h) const {
    const std::uint32_t letters = machine_.letter_count();
    const State ended = acceptor_.states();
    std::vector<bool> is_end(machine_.size(), false);
    for (std::uint32_t x = 0; x < letters; ++x) is_end[machine_.letter(static_cast<Letter>(x))] = true;
    is_end[0] = true;
    const auto step = [&](State state, std::uint32_t x) {
      return x == letters ? ended : acceptor_.step(state, static_cast<automata::Symbol>(x));
    };
    const auto expand = [&](automata::Key key, auto emit) {
      if (key[0] == ended || key[1] == ended) return;
      for (const auto& [symbol, target] : machine_.edges(key[2])) {
        const State u = step(key[0], machine_.pairs().first(symbol));
        const State v = step(key[1], machine_.pairs().second(symbol));
        if (u == kNoState || v == kNoState) continue;
        if (u != ended && v != ended) {
          emit(symbol, std::array<std::uint32_t, 3>{u, v, target});
        } else if (is_end[target]) {
          emit(symbol, std::array<std::uint32_t, 3>{ended, ended, target});
        }
      }
    };
    const auto label_of = [&](automata::Key key) { return automata::Label{is_end[key[2]] ? key[2] + 1 : 0}; };
    const std::array<std::uint32_t, 3> start{0, 0, h};
    return automata::trim(automata::explore(machine_.pairs().count(), start, expand, label_of, limits_));
  }

  void add_relations(CosetMachine::Element h, const Word& word, NamedElements& name) {
    const Dfa pairs = pairs_from(h);
    for (std::uint32_t x = 0; x < machine_.letter_count(); ++x) {
      const automata::Label wanted = machine_.letter(static_cast<Letter>(x)) + 1;
      if (std::ranges::find(pairs.labels, wanted) == pairs.labels.end()) continue;
      const std::int32_t its_name = name(word);  // some members are not needed
      if (!is_used_[x]) continue;
      Dfa relation = automata::minimise(
          automata::relabel(pairs, [&](automata::Label label) { return automata::Label{label == wanted}; }), limits_);
      Dfa domain = automata::project(relation, automata::Tape::first, limits_);
      relations_[x].push_back({its_name, std::move(relation), std::move(domain)});
    }
  }

  const CosetMachine& machine_;
  const Dfa& acceptor_;
  automata::Limits limits_;
  std::vector<bool> is_used_;                           // in a relator, by letter
  std::vector<std::vector<LetterRelation>> relations_;  // by letter
};

/// Finitely many cosets, in a table.
class TableRewriter {
 public:
  TableRewriter(const CosetStructure& cosets, const Alphabet& alphabet, NamedElements& name, const automata::Limits& limits)
      : letters_(static_cast<std::uint32_t>(alphabet.size())) {
    std::vector<Word> forms;
    std::map<Word, std::uint32_t> number;
    automata::for_each_word(cosets.automata.acceptor, 0, SIZE_MAX, [&](const automata::SymbolWord& word) {
      forms.emplace_back(word.begin(), word.end());
      number.emplace(forms.back(), static_cast<std::uint32_t>(number.size()));
      return true;
    });
    Word v;
    for (const Word& u : forms) {
      automata::check_limits(limits, edges_.size());
      for (std::uint32_t x = 0; x < letters_; ++x) {
        if (!find_partner(cosets.automata.letters[x], u, v))
          throw InternalError("a coset normal form has no product with a letter");
        Word h = u;
        h.push_back(static_cast<Letter>(x));
        edges_.push_back({number.at(v), name(quotient(h, v, alphabet))});
      }
    }
  }

  void rewrite(const Word& relator, std::set<GeneratorWord>& relators, const automata::Limits& limits) const {
    for (std::uint32_t c = 0; c < edges_.size() / letters_; ++c) {
      if (c % automata::kStatesPerCheck == 0) automata::check_limits(limits, relators.size());
      GeneratorWord word;
      std::uint32_t at = c;
      for (const Letter x : relator) {
        const Edge& edge = edges_[std::size_t{at} * letters_ + x];
        word = times(std::move(word), edge.name);
        at = edge.to;
      }
      relators.insert(std::move(word));
    }
  }

 private:
  struct Edge {
    std::uint32_t to;
    std::int32_t name;
  };
  std::uint32_t letters_;
  std::vector<Edge> edges_;
};

RewrittenSubgroup rewrite_by_table(const Presentation& group, const CosetStructure& cosets, NamedElements& name,
                                   const automata::Limits& limits) {
  std::set<GeneratorWord> relators;
  const TableRewriter rewriter(cosets, group.alphabet, name, limits);
  for (const auto& [u, v] : group.equations) rewriter.rewrite(quotient(u, v, group.alphabet), relators, limits);
  return name.finish(std::move(relators));
}

/// The edges of a folded graph outside its tree: a basis of a subgroup of a free group.
RewrittenSubgroup basis_of(const CosetTree& graph, const Alphabet& alphabet, NamedElements& name) {
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    for (std::uint32_t x = 0; x < graph.letters(); ++x) {
      const std::uint32_t j = graph.step(i, x);
      if (j == CosetTree::kNoVertex || graph.grows(i, x) || graph.grows(j, alphabet.inverses[x])) continue;
      Word h = graph.word(i);
      h.push_back(static_cast<Letter>(x));
      name(quotient(h, graph.word(j), alphabet));
    }
  }
  return name.finish({});
}

}  // namespace

RewrittenSubgroup rewrite_subgroup(const AutomaticStructure& structure, const CosetStructure& cosets,
                                   const automata::Limits& limits, CosetsFollowed how) {
  const Presentation& group = structure.presentation;
  NormalForms forms(structure.view());
  NamedElements name([&](const Word& word) { return forms.reduce(word); }, group.alphabet);
  if (cosets.folded) return basis_of(*cosets.folded, group.alphabet, name);
  if (cosets.machine == nullptr || (how == CosetsFollowed::automatic && automata::is_finite(cosets.automata.acceptor)))
    return rewrite_by_table(group, cosets, name, limits);
  std::set<GeneratorWord> relators;
  std::vector<Word> group_relators;
  for (const auto& [u, v] : group.equations) group_relators.push_back(quotient(u, v, group.alphabet));
  const LanguageRewriter rewriter(cosets, group_relators, name, limits);
  for (const Word& relator : group_relators)
    for (GeneratorWord& word : rewriter.rewrite(relator)) relators.insert(std::move(word));
  return name.finish(std::move(relators));
}

RewrittenSubgroup rewrite_finite_subgroup(const Presentation& group, const CosetStructure& cosets,
                                          const automata::Limits& limits) {
  const auto form_of = [&](Word word) {
    reduce_freely(word, group.alphabet);
    return word;
  };
  NamedElements name(form_of, group.alphabet);
  if (cosets.folded) return basis_of(*cosets.folded, group.alphabet, name);
  return rewrite_by_table(group, cosets, name, limits);
}

}  // namespace wreath::word
