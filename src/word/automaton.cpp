// SPDX-License-Identifier: MIT
//
// The toolbox over the automata of automata/: letters are matched by name, tapes are checked, results minimised.
#include "wreath/word/automaton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/text/units.hpp"
#include "word/automata/operations.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/internals.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::Label;
using automata::PairSymbols;
using automata::State;
using automata::Symbol;
using automata::SymbolWord;

namespace {

automata::Limits limits_of(const AutomatonLimits& limits, RunControl* run) {
  return {.run = run, .states = limits.max_states};
}

/// With 1 for every label: the language alone.
Dfa language_of(const Automaton& a) {
  return automata::relabel(a.parts().dfa, [](Label label) { return Label{label != 0}; });
}

std::uint32_t letter_count(const Automaton& a) {
  return static_cast<std::uint32_t>(a.letters().size());
}

/// The same letters and tapes with another language.
Automaton over_same(const Automaton& a, int tapes, const Dfa& dfa, const automata::Limits& limits) {
  return Automaton(AutomatonParts{.letters = a.letters(), .tapes = tapes, .dfa = automata::minimise(dfa, limits), .labels = {}});
}

void require_tapes(const Automaton& a, int tapes, std::string_view operation) {
  if (a.tapes() != tapes) {
    throw InputError(fmt::format("{} takes automata on {}, and this one has {}", operation, tapes == 1 ? "one tape" : "two tapes",
                                 tapes == 1 ? "two" : "one"));
  }
}

/// For each of `from` the number of the same name in `to`. Throws InputError if they are not the same names.
std::vector<Letter> letters_by_name(const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::vector<Letter> number;
  for (const std::string& name : from) {
    const auto found = std::ranges::find(to, name);
    if (found == to.end() || from.size() != to.size()) {
      throw InputError(
          fmt::format("these automata have different letters: {} and {}", fmt::join(to, ", "), fmt::join(from, ", ")));
    }
    number.push_back(static_cast<Letter>(found - to.begin()));
  }
  if (from.size() != to.size())
    throw InputError(fmt::format("these automata have different letters: {} and none", fmt::join(to, ", ")));
  return number;
}

/// The language of b in the letters of a.
Dfa language_in_letters_of(const Automaton& a, const Automaton& b) {
  if (a.tapes() != b.tapes())
    throw InputError("these automata have different numbers of tapes: one accepts words, the other pairs of words");
  Dfa dfa = language_of(b);
  if (a.letters() == b.letters()) return dfa;
  std::vector<Letter> letter = letters_by_name(b.letters(), a.letters());
  letter.push_back(static_cast<Letter>(letter.size()));
  const PairSymbols pairs{letter_count(a)};
  Dfa result{.symbols = dfa.symbols, .table = {}, .labels = std::move(dfa.labels)};
  automata::RowSorter row;
  for (State state = 0; state < result.labels.size(); ++state) {
    for (const auto [symbol, target] : dfa.table.edges(state)) {
      row.add(a.tapes() == 1 ? static_cast<Symbol>(letter[symbol])
                             : pairs.pair(letter[pairs.first(symbol)], letter[pairs.second(symbol)]),
              target);
    }
    row.close_row(result.table);
  }
  return result;
}

std::optional<AutomatonWord> split_if_any(const std::optional<SymbolWord>& word, const Automaton& a) {
  if (!word) return std::nullopt;
  return split_tapes(*word, a.tapes(), letter_count(a));
}

}  // namespace

AutomatonWord split_tapes(std::span<const Symbol> word, int tapes, std::uint32_t letters) {
  AutomatonWord result;
  const PairSymbols pairs{letters};
  for (const Symbol symbol : word) {
    if (tapes == 1) {
      result.first.push_back(static_cast<Letter>(symbol));
      continue;
    }
    if (pairs.first(symbol) != pairs.pad()) result.first.push_back(static_cast<Letter>(pairs.first(symbol)));
    if (pairs.second(symbol) != pairs.pad()) result.second.push_back(static_cast<Letter>(pairs.second(symbol)));
  }
  return result;
}

Automaton::Automaton(AutomatonParts parts) : parts_(std::make_shared<const AutomatonParts>(std::move(parts))) {}

Automaton Automaton::of_words(const std::vector<std::string>& letters, std::span<const Word> words) {
  for (std::size_t x = 0; x < letters.size(); ++x) {
    if (std::find(letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(x), letters[x]) !=
        letters.begin() + static_cast<std::ptrdiff_t>(x))
      throw InputError(fmt::format("the letter '{}' appears twice", letters[x]));
  }
  std::vector<SymbolWord> symbols;
  for (const Word& word : words) {
    for (const Letter x : word) {
      if (x >= letters.size())
        throw InputError(fmt::format("{} is not a letter: there are {}, numbered from 0", x, counted(letters.size(), "letter")));
    }
    symbols.emplace_back(word.begin(), word.end());
  }
  return Automaton(AutomatonParts{.letters = letters,
                                  .tapes = 1,
                                  .dfa = automata::finite_language(static_cast<std::uint32_t>(letters.size()), symbols),
                                  .labels = {}});
}

// --- what it is

const std::vector<std::string>& Automaton::letters() const noexcept {
  return parts_->letters;
}

int Automaton::tapes() const noexcept {
  return parts_->tapes;
}

std::uint32_t Automaton::states() const noexcept {
  return parts_->dfa.states();
}

std::size_t Automaton::transitions() const noexcept {
  return parts_->dfa.table.edges();
}

std::uint32_t Automaton::accepting_states() const noexcept {
  return static_cast<std::uint32_t>(std::ranges::count_if(parts_->dfa.labels, [](Label label) { return label != 0; }));
}

bool Automaton::has_labels() const noexcept {
  return !parts_->labels.empty();
}

WordText Automaton::text() const {
  Alphabet alphabet{letters(), std::vector<Letter>(letters().size(), kNoLetter)};
  for (std::size_t x = 0; x < alphabet.size(); ++x) {  // a letter's name may be x^-1
    const auto inverse = std::ranges::find(alphabet.names, alphabet.names[x] + "^-1");
    if (inverse == alphabet.names.end()) continue;
    const auto y = static_cast<Letter>(inverse - alphabet.names.begin());
    alphabet.inverses[x] = y;
    alphabet.inverses[y] = static_cast<Letter>(x);
  }
  return WordText(std::move(alphabet));
}

bool Automaton::accepts(std::span<const Letter> word) const {
  require_tapes(*this, 1, "this test of one word");
  return parts_->dfa.accepts(SymbolWord(word.begin(), word.end()));
}

bool Automaton::accepts(std::span<const Letter> first, std::span<const Letter> second) const {
  require_tapes(*this, 2, "this test of two words");
  const auto unknown = [&](Letter letter) { return letter >= letter_count(*this); };  // it would stand for another pair
  if (std::ranges::any_of(first, unknown) || std::ranges::any_of(second, unknown)) return false;
  return parts_->dfa.accepts(automata::pad(SymbolWord(first.begin(), first.end()), SymbolWord(second.begin(), second.end()),
                                           PairSymbols{letter_count(*this)}));
}

Cardinal Automaton::size(RunControl* run) const {
  return automata::language_size(parts_->dfa, {.run = run});
}

std::vector<Natural> Automaton::counts(std::size_t longest, RunControl* run) const {
  return automata::count_by_length(parts_->dfa, longest, {.run = run});
}

GrowthSeries Automaton::growth_series(RunControl* run) const {
  return automata::growth_series(parts_->dfa, {.run = run});
}

GrowthRate Automaton::growth_rate(RunControl* run) const {
  return automata::growth_rate(parts_->dfa, {.run = run});
}

std::vector<AutomatonWord> Automaton::words(std::uint64_t count, std::size_t shortest, std::size_t longest,
                                            RunControl* run) const {
  std::vector<AutomatonWord> found;
  const auto add = [&](const AutomatonWord& word) {
    found.push_back(word);
    return found.size() < count;
  };
  if (count != 0) for_each_word(add, shortest, longest, run);
  return found;
}

void Automaton::for_each_word(const std::function<bool(const AutomatonWord&)>& visit, std::size_t shortest, std::size_t longest,
                              RunControl* run) const {
  constexpr std::size_t kPerLook = 1024;
  std::size_t seen = 0;
  const auto take = [&](const SymbolWord& word) {
    if (run != nullptr && seen++ % kPerLook == 0 && run->should_stop()) return false;
    return visit(split_tapes(word, tapes(), letter_count(*this)));
  };
  try {
    automata::for_each_word(parts_->dfa, shortest, longest, take, {.run = run});
  } catch (const LimitReached&) {  // what was found by then is the answer
  }
}

// --- new automata

Automaton intersect(const Automaton& a, const Automaton& b, const AutomatonLimits& limits, RunControl* run) {
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, a.tapes(), automata::intersect(language_of(a), language_in_letters_of(a, b), most), most);
}

Automaton unite(const Automaton& a, const Automaton& b, const AutomatonLimits& limits, RunControl* run) {
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, a.tapes(), automata::unite(language_of(a), language_in_letters_of(a, b), most), most);
}

Automaton subtract(const Automaton& a, const Automaton& b, const AutomatonLimits& limits, RunControl* run) {
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, a.tapes(), automata::difference(language_of(a), language_in_letters_of(a, b), most), most);
}

Automaton complement(const Automaton& a, const AutomatonLimits& limits, RunControl* run) {
  const automata::Limits most = limits_of(limits, run);
  const Dfa all = a.tapes() == 1 ? automata::all_words(letter_count(a)) : automata::all_pairs(letter_count(a));
  return over_same(a, a.tapes(), automata::difference(all, language_of(a), most), most);
}

Automaton concatenate(const Automaton& a, const Automaton& b, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 1, "concatenate");
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, 1, automata::concatenate(language_of(a), language_in_letters_of(a, b), most), most);
}

Automaton star(const Automaton& a, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 1, "star");
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, 1, automata::star(language_of(a), most), most);
}

Automaton reverse(const Automaton& a, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 1, "reverse");
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, 1, automata::reverse(language_of(a), most), most);
}

Automaton exists(const Automaton& a, int tape, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 2, "exists");
  if (tape != 1 && tape != 2) throw InputError(fmt::format("{} is not a tape: the tapes are 1 and 2", tape));
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, 1, automata::project(language_of(a), tape == 1 ? automata::Tape::first : automata::Tape::second, most),
                   most);
}

Automaton swap(const Automaton& a, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 2, "swap");
  return over_same(a, 2, automata::swap_tapes(language_of(a)), limits_of(limits, run));
}

Automaton compose(const Automaton& a, const Automaton& b, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 2, "compose");
  const automata::Limits most = limits_of(limits, run);
  return over_same(a, 2, automata::compose(language_of(a), language_in_letters_of(a, b), most), most);
}

Automaton diagonal(const Automaton& a, const AutomatonLimits& limits, RunControl* run) {
  require_tapes(a, 1, "diagonal");
  return over_same(a, 2, automata::diagonal(language_of(a)), limits_of(limits, run));
}

Automaton minimise(const Automaton& a, bool keep_labels, const AutomatonLimits& limits, RunControl* run) {
  if (!keep_labels || !a.has_labels()) return over_same(a, a.tapes(), language_of(a), limits_of(limits, run));
  AutomatonParts parts = a.parts();
  parts.dfa = automata::minimise(parts.dfa, limits_of(limits, run));
  return Automaton(std::move(parts));
}

Automaton with_label(const Automaton& a, std::span<const Letter> label, const AutomatonLimits& limits, RunControl* run) {
  if (!a.has_labels()) throw InputError("the states of this automaton have no labels");
  const auto has_it = [&](Label number) {
    if (number == 0 || number > a.parts().labels.size()) return false;
    return std::ranges::any_of(a.parts().labels[number - 1], [&](const Word& word) { return std::ranges::equal(word, label); });
  };
  return over_same(a, a.tapes(), automata::relabel(a.parts().dfa, [&](Label number) { return Label{has_it(number)}; }),
                   limits_of(limits, run));
}

std::optional<AutomatonWord> first_difference(const Automaton& a, const Automaton& b, const AutomatonLimits& limits,
                                              RunControl* run) {
  return split_if_any(automata::first_disagreement(language_of(a), language_in_letters_of(a, b), limits_of(limits, run)), a);
}

std::optional<AutomatonWord> first_outside(const Automaton& a, const Automaton& b, const AutomatonLimits& limits,
                                           RunControl* run) {
  return split_if_any(automata::first_outside(language_of(a), language_in_letters_of(a, b), limits_of(limits, run)), a);
}

// --- groups

Automaton group_automaton(const Group& group, std::string_view kind, const AutomatonLimits& limits, RunControl* run) {
  const AutomaticStructure& structure = Internals::proven(group);
  const auto make = [&](int tapes, Dfa dfa) {
    return AutomatonParts{.letters = group.letters(), .tapes = tapes, .dfa = std::move(dfa), .labels = {}};
  };
  if (kind == "wa") return Automaton(make(1, structure.acceptor));
  if (kind == "gm") {
    AutomatonParts parts = make(2, structure.multiplier.dfa);
    parts.labels.resize(structure.multiplier.labels);
    parts.labels[kIdentityLabel - 1].emplace_back();
    for (Letter x = 0; x < structure.multiplier.label.size(); ++x) parts.labels[structure.multiplier.label[x] - 1].push_back({x});
    return Automaton(std::move(parts));
  }
  if (kind.starts_with("gm/")) {
    const Word letter = group.parse(kind.substr(3));
    if (letter.size() > 1) throw InputError(fmt::format("'{}' is not one letter of this group", kind.substr(3)));
    return with_label(group_automaton(group, "gm", limits, run), letter, limits, run);
  }
  if (kind == "geodesics" || kind == "geodesic-pairs") {
    const Hyperbolicity found = find_hyperbolicity(group, {}, run);
    require_geodesics(found);
    return kind == "geodesics" ? geodesic_acceptor(group, found) : geodesic_pairs(group, found);
  }
  throw InputError(
      fmt::format("'{}' is not an automaton of a group: choose wa, gm, gm/x for a letter x, geodesics or geodesic-pairs", kind));
}

Automaton geodesic_acceptor(const Group& group, const Hyperbolicity& found) {
  return Automaton(
      AutomatonParts{.letters = group.letters(), .tapes = 1, .dfa = complete_geodesics(found).acceptor, .labels = {}});
}

Automaton geodesic_pairs(const Group& group, const Hyperbolicity& found) {
  return Automaton(AutomatonParts{.letters = group.letters(), .tapes = 2, .dfa = complete_geodesics(found).pairs, .labels = {}});
}

}  // namespace wreath::word
