// SPDX-License-Identifier: MIT
#include "wreath/word/subgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "word/automata/language.hpp"
#include "word/automaton_parts.hpp"
#include "word/internals.hpp"
#include "word/subgroup/build_cosets.hpp"
#include "word/subgroup/subgroup_acceptor.hpp"

namespace wreath::word {

using automata::kNoState;
using automata::Label;

/// What copies of a subgroup share.
struct Subgroup::State {
  Group group;
  std::vector<Word> generators;
  CosetStructure cosets;
};

Subgroup::Subgroup(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Subgroup Subgroup::build(const Group& group, const std::vector<Word>& generators, const SubgroupOptions& options,
                         RunControl* run) {
  const AutomaticStructure& structure = Internals::proven(group);
  for (const Word& word : generators) static_cast<void>(group.print(word));  // throws if a letter is out of range
  GivenRun control(run);
  const CosetBuildLimits limits{.states = options.max_states, .vertices = options.max_vertices};
  return Subgroup(std::make_shared<const State>(State{group, generators, build_cosets(structure, generators, limits, *control)}));
}

Subgroup Subgroup::build(const Group& group, std::string_view generators, const SubgroupOptions& options, RunControl* run) {
  return build(group, parse_words(group.text(), generators), options, run);
}

const Subgroup::State& Subgroup::proven() const {
  if (!state_->cosets.verified)
    throw InputError("the coset structure of this subgroup is not verified and cannot be used: " + state_->cosets.ending);
  return *state_;
}

const Group& Subgroup::group() const noexcept {
  return state_->group;
}

const std::vector<Word>& Subgroup::generators() const noexcept {
  return state_->generators;
}

bool Subgroup::verified() const noexcept {
  return state_->cosets.verified;
}

const std::string& Subgroup::ending() const noexcept {
  return state_->cosets.ending;
}

std::uint32_t Subgroup::coset_acceptor_states() const {
  return proven().cosets.automata.acceptor.states();
}

std::uint32_t Subgroup::coset_multiplier_states() const {
  return proven().cosets.automata.general.dfa.states();
}

std::size_t Subgroup::coset_differences() const {
  return proven().cosets.differences;
}

Automaton Subgroup::coset_acceptor() const {
  return Automaton(
      AutomatonParts{.letters = group().letters(), .tapes = 1, .dfa = proven().cosets.automata.acceptor, .labels = {}});
}

Automaton Subgroup::coset_multiplier() const {
  const automata::LabelledDfa& general = proven().cosets.automata.general;
  AutomatonParts parts{.letters = group().letters(), .tapes = 2, .dfa = general.dfa, .labels = {}};
  for (Label set = 1; set < general.sets.size(); ++set) {
    std::vector<Word>& words = parts.labels.emplace_back();
    for (const Label label : general.sets[set])
      words.push_back(label == kSameCoset ? Word{} : Word{static_cast<Letter>(label - letter_label(0))});
  }
  return Automaton(std::move(parts));
}

Automaton Subgroup::word_acceptor(const AutomatonLimits& limits, RunControl* run) const {
  const State& its = proven();
  return Automaton(AutomatonParts{.letters = group().letters(),
                                  .tapes = 1,
                                  .dfa = make_subgroup_acceptor(Internals::proven(its.group), its.cosets, its.generators,
                                                                {.run = run, .states = limits.max_states}),
                                  .labels = {}});
}

std::string Subgroup::index(RunControl* run) const {
  const auto number = automata::language_size(proven().cosets.automata.acceptor, {.run = run});
  return number ? number->text() : "infinite";
}

std::string Subgroup::order(RunControl* run) const {
  return word_acceptor({}, run).size(run);
}

Word Subgroup::coset_form(std::span<const Letter> word, const ReduceOptions& options, RunControl* run) const {
  constexpr std::size_t kPerLook = 1024;
  const CosetAutomata& parts = proven().cosets.automata;
  const Word reduced = state_->group.reduce_letters(word, options, run);
  // As long as the acceptor accepts, a letter is appended; otherwise the multiplier gives the form of the product.
  Word form;
  Word next;
  std::vector<automata::State> states{0};
  for (std::size_t i = 0; i < reduced.size(); ++i) {
    if (run != nullptr && i % kPerLook == 0 && run->should_stop())
      throw LimitReached("the run was stopped before the coset was found");
    const Letter x = reduced[i];
    if (const automata::State state = parts.acceptor.step(states.back(), x); state != kNoState) {
      form.push_back(x);
      states.push_back(state);
      continue;
    }
    if (!find_partner(parts.letters[x], form, next)) throw InternalError("a coset normal form has no product with a letter");
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(form, next).in1 - form.begin());
    states.resize(same + 1);
    for (std::size_t j = same; j < next.size(); ++j) states.push_back(parts.acceptor.step(states.back(), next[j]));
    std::swap(form, next);
  }
  return form;
}

bool Subgroup::contains(std::span<const Letter> word, const ReduceOptions& options, RunControl* run) const {
  return coset_form(word, options, run).empty();
}

std::vector<Word> Subgroup::transversal(std::uint64_t most, RunControl* run) const {
  const automata::Dfa& acceptor = proven().cosets.automata.acceptor;
  const auto size = automata::language_size(acceptor, {.run = run});
  if (!size) throw InputError("this subgroup has infinite index: there is no finite list of its cosets");
  if (*size > most) throw LimitReached(fmt::format("the subgroup has {} cosets, more than {}", size->text(), most));
  std::vector<Word> words;
  automata::for_each_word(acceptor, 0, SIZE_MAX, [&](const automata::SymbolWord& word) {
    words.emplace_back(word.begin(), word.end());
    return true;
  });
  return words;
}

std::vector<std::vector<std::uint32_t>> Subgroup::permutations(std::uint64_t most, RunControl* run) const {
  constexpr std::size_t kPerLook = 1024;
  const std::vector<Word> cosets = transversal(most, run);
  std::map<Word, std::uint32_t> number;
  for (const Word& word : cosets) number.emplace(word, static_cast<std::uint32_t>(number.size()));
  std::vector<std::vector<std::uint32_t>> permutations(group().alphabet().size());
  Word next;
  for (std::size_t x = 0; x < permutations.size(); ++x) {
    for (std::size_t i = 0; i < cosets.size(); ++i) {
      if (run != nullptr && i % kPerLook == 0 && run->should_stop())
        throw LimitReached("the run was stopped before the permutations were found");
      if (!find_partner(state_->cosets.automata.letters[x], cosets[i], next))
        throw InternalError("a coset normal form has no product with a letter");
      permutations[x].push_back(number.at(next));
    }
  }
  return permutations;
}

std::vector<Word> Subgroup::schreier_generators(std::uint64_t most, RunControl* run) const {
  const std::vector<Word> cosets = transversal(most, run);
  const auto moves = permutations(most, run);
  const Alphabet& alphabet = group().alphabet();
  std::set<Word> seen{{}};
  std::vector<Word> found;
  for (std::size_t i = 0; i < cosets.size(); ++i) {
    for (std::size_t x = 0; x < moves.size(); ++x) {
      Word word = cosets[i];
      word.push_back(static_cast<Letter>(x));
      const Word back = inverse_word(cosets[moves[x][i]], alphabet);
      word.insert(word.end(), back.begin(), back.end());
      const Word form = group().reduce_letters(word, {}, run);
      if (!seen.insert(form).second) continue;
      seen.insert(group().reduce_letters(inverse_word(form, alphabet), {}, run));
      found.push_back(form);
    }
  }
  return found;
}

std::vector<std::string> write_coset_automata(const Subgroup& subgroup, const std::string& name, RunControl* run) {
  std::vector<std::string> names{name + ".cos.wa", name + ".cos.gm"};
  write_automaton(subgroup.coset_acceptor(), names[0], run);
  write_automaton(subgroup.coset_multiplier(), names[1], run);
  return names;
}

std::vector<std::string> write_coset_permutations(const Subgroup& subgroup, const std::string& name, RunControl* run) {
  const auto moves = subgroup.permutations(std::uint64_t{1} << 24, run);
  const Alphabet& alphabet = subgroup.group().alphabet();
  std::vector<std::string> names;
  for (std::size_t x = 0; x < moves.size(); ++x) {
    if (alphabet.inverses[x] < x) continue;  // the inverse permutation says no more
    const std::uint64_t shape[] = {moves[x].size()};
    names.push_back(fmt::format("{}-{}.npy", name, alphabet.names[x]));
    OutputFile file(names.back());
    file.write(bytes_of(make_npy_header('u', 4, shape)));
    file.write(std::as_bytes(std::span(moves[x])));
    file.commit();
  }
  return names;
}

std::vector<Word> parse_words(const WordText& text, std::string_view list, std::string_view source) {
  std::vector<Word> words;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c != ',' || (depth > 0 && i < list.size())) continue;
    words.push_back(text.read(list.substr(begin, i - begin), source));
    begin = i + 1;
  }
  return words;
}

}  // namespace wreath::word
