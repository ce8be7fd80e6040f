// SPDX-License-Identifier: MIT
//
// The proof of an automatic structure: the multiplier with its differences, and for each relator p*q*s the composites of the
// multipliers of p, q and the inverse of s. The checker derives nothing: it is given each composite, and finds that it is large
// enough, and that the last one is a function.
#include "word/proof/automatic.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "core/words/words.hpp"
#include "word/automata/operations.hpp"
#include "word/proof/write.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::State;

MultiplierLemmas multiplier_lemmas(const DifferenceMachine& machine, const Multiplier& multiplier, bool backwards) {
  MultiplierLemmas made;
  made.backwards = backwards;
  std::vector<Difference> number(machine.size(), kNoDifference);
  const auto number_of = [&](Difference d) {
    if (number[d] == kNoDifference) {
      number[d] = static_cast<Difference>(made.differences.size());
      made.differences.push_back(machine[d]);
    }
    return number[d];
  };
  number_of(0);
  const std::size_t letters = machine.pairs().letters;
  for (Letter x = 0; x < letters; ++x) {
    made.of_letter.push_back(number_of(machine.generator(x)));
    made.letter_lemmas.push_back(machine.lemmas()->generator(x));
  }
  // A state of the minimal automaton may have one difference under several names.
  automata::KeyTable states;
  std::map<std::pair<Difference, automata::Symbol>, std::uint32_t> edges;
  states.intern(std::array<std::uint32_t, 2>{0, 0});
  for (std::uint32_t at = 0; at < states.size(); ++at) {
    const State state = states[at][0];
    const Difference d = states[at][1];
    made.states.push_back(number_of(d));
    made.steps.emplace_back();
    for (const auto [symbol, target] : multiplier.dfa.table.edges(state)) {
      const Difference e = machine.step(d, symbol);
      if (e == kNoDifference) throw InternalError("an edge of the multiplier has no difference; please report this");
      const auto [edge, is_new] = edges.emplace(std::pair(d, symbol), static_cast<std::uint32_t>(made.edges.size()));
      if (is_new) made.edges.push_back({number_of(d), symbol, number_of(e), machine.lemma(d, symbol)});
      made.steps.back().push_back({edge->second, states.intern(std::array{target, e})});
    }
  }
  return made;
}

namespace {

/// The composites that relators need, each once; numbers as in the proof: 0 is the identity, then come the letters.
class ProofComposites {
 public:
  ProofComposites(const Dfa& acceptor, const Multiplier& multiplier, const automata::Limits& limits)
      : acceptor_(acceptor), multiplier_(multiplier), limits_(limits) {}

  std::uint64_t number_of(const Word& word) {
    if (word.empty()) return 0;
    if (word.size() == 1) return 1 + std::uint64_t{word[0]};
    const auto known = numbers_.find(word);
    if (known != numbers_.end()) return known->second;
    const auto half = word.begin() + static_cast<std::ptrdiff_t>((word.size() + 1) / 2);
    const Word first(word.begin(), half);
    const Word second(half, word.end());
    const std::array factors{number_of(first), number_of(second)};
    made_.push_back({factors, automata::compose(dfa(first), dfa(second), limits_)});
    return numbers_[word] = acceptor_.symbols + made_.size();
  }

  std::uint64_t size() const { return made_.size(); }

  void write(ProofFile& file, StopCheck& check) const {
    for (const auto& [factors, dfa] : made_) {
      const automata::PairSymbols pairs = automata::pair_symbols(dfa);
      file.step();
      for (const std::uint64_t factor : factors) file.number(factor);
      file.number(dfa.states());
      for (State state = 0; state < dfa.states(); ++state) {
        check.spend(dfa.table.row_size(state));
        file.number(dfa.labels[state] != 0 ? 1 : 0);
        file.number(dfa.table.row_size(state));
        for (const auto [symbol, target] : dfa.table.edges(state))
          for (const std::uint32_t number : {pairs.first(symbol), pairs.second(symbol), target}) file.number(number);
      }
    }
  }

 private:
  struct Composite {
    std::array<std::uint64_t, 2> factors;
    Dfa dfa;
  };

  const Dfa& dfa(const Word& word) {
    if (word.size() > 1) return made_[numbers_.at(word) - acceptor_.symbols - 1].dfa;
    const auto known = letters_.find(word[0]);
    if (known != letters_.end()) return known->second;
    return letters_[word[0]] = automata::minimise(automata::with_label(multiplier_.dfa, multiplier_.label[word[0]]), limits_);
  }

  const Dfa& acceptor_;
  const Multiplier& multiplier_;
  automata::Limits limits_;
  std::map<Word, std::uint64_t> numbers_;
  std::map<Letter, Dfa> letters_;
  std::vector<Composite> made_;
};

void write_automata(ProofFile& file, const Dfa& acceptor, const MultiplierLemmas& made) {
  for (State state = 0; state < acceptor.states(); ++state) {
    file.step();
    file.number(acceptor.table.row_size(state));
    for (const auto [x, target] : acceptor.table.edges(state)) {
      file.number(x);
      file.number(target);
    }
  }
  for (State state = 0; state < made.states.size(); ++state) {
    file.step();
    file.number(made.states[state]);
    file.number(made.steps[state].size());
    for (const auto [edge, target] : made.steps[state]) {
      file.number(edge);
      file.number(target);
    }
  }
}

void write_differences(ProofFile& file, const MultiplierLemmas& made, const NeededLemmas& lemmas, automata::PairSymbols pairs) {
  for (const Word& word : made.differences) {
    file.step();
    file.number(word.size());
    for (const Letter x : word) file.number(x);
  }
  for (Letter x = 0; x < made.of_letter.size(); ++x) {
    file.step();
    file.number(made.of_letter[x]);
    file.number(made.differences[made.of_letter[x]] == Word{x} ? 0 : 1 + lemmas.number(made.letter_lemmas[x]));
  }
  for (const auto& [from, symbol, to, lemma] : made.edges) {
    file.step();
    for (const std::uint32_t number : {from, pairs.first(symbol), pairs.second(symbol), to}) file.number(number);
    file.number(1 + lemmas.number(lemma));
  }
}

}  // namespace

bool write_automatic_proof(const std::string& path, const AutomaticStructure& structure, const AutomaticProof& proof,
                           RunControl& run) {
  const MultiplierLemmas& made = proof.lemmas;
  const Presentation& presentation = structure.presentation;
  std::vector<LemmaId> needed = made.letter_lemmas;
  for (const auto& edge : made.edges) needed.push_back(edge.lemma);
  const NeededLemmas lemmas(proof.journal, needed);
  if (lemmas.need_assumption()) return false;

  ProofComposites composites(structure.acceptor, structure.multiplier, {.run = &run});
  std::vector<std::array<std::uint64_t, 3>> relators;
  for (const auto& [u, v] : presentation.equations) {
    const Word relator = quotient(u, v, presentation.alphabet);
    // The inverse of the last part is the shortest word: if it is a letter, its relation is known to be a function.
    const std::span<const Letter> letters(relator);
    const std::size_t first = (relator.size() + 2) / 3;
    const std::size_t second = (relator.size() - first + 1) / 2;
    const auto part = [&](std::size_t from, std::size_t count) {
      return Word(letters.begin() + from, letters.begin() + from + count);
    };
    relators.push_back({composites.number_of(part(0, first)), composites.number_of(part(first, second)),
                        composites.number_of(inverse_word(letters.subspan(first + second), presentation.alphabet))});
  }

  ProofFile file(path, "automatic");
  write_problem(file, presentation);
  file.claim(fmt::format("automatic {}", structure.acceptor.states()));
  or_limit_reached([&] {
    StopCheck check = stop_check(&run);
    file.step();
    for (const std::uint64_t count :
         {lemmas.count(), std::uint64_t{made.differences.size()}, std::uint64_t{made.edges.size()},
          std::uint64_t{structure.acceptor.states()}, std::uint64_t{made.states.size()}, composites.size()})
      file.number(count);
    file.number(made.backwards ? 1 : 0);
    lemmas.write(file, check);
    write_differences(file, made, lemmas, automata::pair_symbols(structure.multiplier.dfa));
    write_automata(file, structure.acceptor, made);
    composites.write(file, check);
    for (const auto& relator : relators) {
      file.step();
      for (const std::uint64_t number : relator) file.number(number);
    }
    file.commit(&run);
  });
  return true;
}

}  // namespace wreath::word
