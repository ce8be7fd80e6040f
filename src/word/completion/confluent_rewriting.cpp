// SPDX-License-Identifier: MIT
//
// The word problem by rewriting, for groups and monoids that have no automatic structure (or none that was found).
//
// Where a completion becomes confluent, words are equal iff they reduce to the same word, whatever order of words it used. The
// order decides whether that happens: <a,t | t*a = a^2*t> and the Heisenberg group, which are not automatic, have infinite
// systems under shortlex and a handful of rules under a recursive path order with the right order of letters. So several orders
// are tried side by side: the presentation's own, and the recursive one with the generators as they stand and in reverse. Each
// gets as much work as the others, a few overlaps at a time, and the first that is confluent wins.
//
// Normal forms are those of the order that won, and may be exponentially long if it is recursive (t^n*a = a^(2^n)*t^n): a
// question may end without an answer, but never with a wrong one.
#include "word/completion/completion.hpp"
#include "word/tuning.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace wreath::word {

namespace {

std::vector<Letter> as_they_stand(const Alphabet& alphabet) {
  std::vector<Letter> letters(alphabet.size());
  std::iota(letters.begin(), letters.end(), Letter{0});
  return letters;
}

/// The generators in reverse, each still before its inverse.
std::vector<Letter> in_reverse(const Alphabet& alphabet) {
  std::vector<Letter> letters;
  const auto add = [&](Letter x) {
    if (x != kNoLetter && std::ranges::find(letters, x) == letters.end()) letters.push_back(x);
  };
  for (std::size_t i = alphabet.size(); i-- > 0;) {
    const auto x = static_cast<Letter>(i);
    add(std::min(x, alphabet.inverses[x]));  // kNoLetter is the greatest
    add(std::max(x, alphabet.inverses[x]));
  }
  return letters;
}

Word renamed(Word word, const std::vector<Letter>& names) {
  for (Letter& x : word) x = names[x];
  return word;
}

}  // namespace

ConfluentRewriting::ConfluentRewriting(Presentation presentation, std::vector<Letter> place, const CompletionLimits& limits,
                                       RunControl* run)
    : presentation_(std::move(presentation)), place_(std::move(place)), completion_(presentation_, limits, run) {}

ConfluentRewriting ConfluentRewriting::with_letters(const Presentation& given, Ordering ordering,
                                                    const std::vector<Letter>& letters, const CompletionLimits& limits,
                                                    RunControl* run) {
  std::vector<Letter> place(letters.size());
  for (std::size_t i = 0; i < letters.size(); ++i) place[letters[i]] = static_cast<Letter>(i);
  Presentation presentation{.name = given.name, .alphabet = {}, .equations = {}, .ordering = ordering, .weights = {}};
  for (const Letter x : letters) {
    const Letter inverse = given.alphabet.inverses[x];
    presentation.alphabet.names.push_back(given.alphabet.names[x]);
    presentation.alphabet.inverses.push_back(inverse == kNoLetter ? kNoLetter : place[inverse]);
    if (ordering == given.ordering && !given.weights.empty()) presentation.weights.push_back(given.weights[x]);
  }
  for (const auto& [u, v] : given.equations) presentation.equations.emplace_back(renamed(u, place), renamed(v, place));
  return {std::move(presentation), std::move(place), limits, run};
}

ConfluentRewriting ConfluentRewriting::find_or_partial(const Presentation& presentation, const CompletionLimits& limits,
                                                       RunControl& run) {
  const auto timer = run.phase("completion");
  const std::vector<Letter> forward = as_they_stand(presentation.alphabet);
  std::vector<ConfluentRewriting> tries;
  tries.push_back(with_letters(presentation, presentation.ordering, forward, limits, &run));
  if (presentation.ordering != Ordering::recursive)
    tries.push_back(with_letters(presentation, Ordering::recursive, forward, limits, &run));
  tries.push_back(with_letters(presentation, Ordering::recursive, in_reverse(presentation.alphabet), limits, &run));
  std::vector<ConfluentRewriting*> active;
  for (ConfluentRewriting& one : tries) active.push_back(&one);
  for (std::uint64_t work = tuning::kFirstWork; !active.empty(); work *= 2) {
    for (auto one = active.begin(); one != active.end();) {
      Completion& completion = (*one)->completion_;
      bool more = true;
      while (more && completion.work() < work) more = completion.advance(tuning::kPairsATime, run);
      if (completion.confluent()) return std::move(**one);
      if (run.should_stop()) return std::move(tries.front());
      run.report({"rewriting", completion.pairs(), 0, "equations"});
      one = more ? one + 1 : active.erase(one);
    }
  }
  return std::move(tries.front());
}

std::optional<ConfluentRewriting> ConfluentRewriting::find(const Presentation& presentation, const CompletionLimits& limits,
                                                           RunControl& run) {
  ConfluentRewriting found = find_or_partial(presentation, limits, run);
  if (!found.confluent()) return std::nullopt;
  return found;
}

std::optional<Word> ConfluentRewriting::normal_form(const Word& word, RunControl& run, std::uint64_t most_letters) const {
  Word form = renamed(word, place_);
  if (!completion_.system().reduce(form, run, most_letters)) return std::nullopt;
  std::vector<Letter> names(place_.size());
  for (std::size_t x = 0; x < place_.size(); ++x) names[place_[x]] = static_cast<Letter>(x);
  return renamed(std::move(form), names);
}

/// Read again and again, the word leads to a state where it was before: no rule matched until then, and none will.
bool ConfluentRewriting::keeps_powers(const Word& word) const {
  if (word.empty()) return false;
  const RuleIndex& index = completion_.system().index();
  std::set<RuleIndex::State> seen;
  for (RuleIndex::State state = RuleIndex::kStart; seen.insert(state).second;) {
    for (const Letter x : word) {
      state = index.next(state, place_[x]);
      if (index.match(state) != kNoRule) return false;
    }
  }
  return true;
}

std::optional<bool> ConfluentRewriting::equal(const Word& u, const Word& v, RunControl& run) const {
  const auto first = normal_form(u, run);
  const auto second = normal_form(v, run);
  if (!first || !second || (*first != *second && !confluent())) return std::nullopt;
  return *first == *second;
}

}  // namespace wreath::word
