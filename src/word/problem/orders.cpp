// SPDX-License-Identifier: MIT
//
// The order of an element without an automatic structure. A conjugate has the same order, so the word is reduced cyclically
// first.
//
// A finite order n is proven from both sides: a power is brought to the empty word, so the order divides n; and it is a multiple
// of the orders of the images in abelian and finite groups. Forms that are canonical show both sides at once.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/run/given_run.hpp"
#include "core/words/words.hpp"
#include "word/problem/state.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

using Kind = ElementOrder::Kind;

ElementOrder finite(std::uint64_t order, std::string proof) {
  return {Kind::finite, order, std::move(proof)};
}
ElementOrder infinite(std::string proof) {
  return {Kind::infinite, 0, std::move(proof)};
}

/// Cancels letters at both ends as well.
void reduce_cyclically(Word& word, std::span<const Letter> inverses) {
  reduce_freely(word, inverses);
  std::size_t begin = 0;
  std::size_t end = word.size();
  while (end - begin > 1 && word[begin] == inverses[word[end - 1]]) ++begin, --end;
  word = Word(word.begin() + static_cast<std::ptrdiff_t>(begin), word.begin() + static_cast<std::ptrdiff_t>(end));
}

/// The least power up to `most` that is brought to the empty word; 0 if there is none.
std::uint64_t least_trivial_power(const FormsOfWords& forms, const Word& word, std::uint64_t most, RunControl& run) {
  Word power;
  for (std::uint64_t k = 1; k <= most && power.size() <= tuning::kMostCheapLetters; ++k) {
    if (run.should_stop()) throw LimitReached("the run was stopped before the order of the element was found");
    power.insert(power.end(), word.begin(), word.end());
    power = forms.of(power, run);
    if (power.empty()) return k;
  }
  return 0;
}

std::optional<ElementOrder> order_by_forms(const FormsOfWords& forms, const Word& word, std::uint64_t multiple_of,
                                           RunControl& run) {
  // A finite group is searched to the end.
  const std::uint64_t most = forms.by == EqualityProof::enumeration ? ~std::uint64_t{0} : tuning::kPowersBeforeStructure;
  try {
    const Word form = forms.of(word, run);
    if (forms.canonical && forms.keeps_powers && forms.keeps_powers(form))
      return infinite(fmt::format("all its powers are normal forms: {}", forms.name));
    const std::uint64_t power = least_trivial_power(forms, form, most, run);
    if (power == 0) return std::nullopt;
    if (forms.canonical) return finite(power, fmt::format("power {} is 1, and no smaller power is: {}", power, forms.name));
    if (power == multiple_of)
      return finite(power, fmt::format("power {} is 1, by {}, and its images in abelian and finite groups have that order", power,
                                       forms.name));
  } catch (const LimitReached&) {
    if (run.should_stop()) throw;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ElementOrder> WordProblem::State::order_cheaply(Word word, RunControl& run) {
  const auto& inverses = presentation.alphabet.inverses;
  reduce_cyclically(word, inverses);
  if (word.empty()) return finite(1, "it reduces freely to 1");
  if (presentation.equations.empty()) {  // a free product of groups that letters generate
    if (word.size() == 1 && inverses[word[0]] == word[0]) return finite(2, "it is conjugate to a letter that is its own inverse");
    return infinite("it is conjugate to a word whose powers are reduced, and the group has no other relators");
  }
  const std::optional<std::uint64_t> abelian_order = abelian().order_of(word);
  if (abelian_order == 0) return infinite("its image in the abelianised group has infinite order");
  if (const KnownGroup* known = recognised()) {
    try {
      ElementOrder order = known->order_of(word, run);
      if (order.kind != Kind::unknown) return order;
    } catch (const LimitReached&) {
      if (run.should_stop()) throw;
    } catch (const ResourceError&) {  // exponents that are too large
    }
  }
  if (word.size() > tuning::kMostCheapLetters) return std::nullopt;
  std::uint64_t multiple_of = abelian_order.value_or(1);
  const std::vector<FormsOfWords>& ways = cheap_forms(run);
  if (ways.empty() || !ways.front().canonical) {
    for (const PermutationImage& image : images(run)) multiple_of = std::lcm(multiple_of, word::order_of(image.of(word)));
  }
  for (const FormsOfWords& forms : ways)
    if (auto order = order_by_forms(forms, word, multiple_of, run)) return order;
  for (const PermutationImage& image : images(run)) {
    if (run.should_stop()) break;
    if (image.shows_infinite_order(word)) {
      return infinite(fmt::format(
          "{} is an action on {} points, and a power that fixes a point has infinite order in the abelianised group of "
          "all elements that fix it",
          image.text(), image.points()));
    }
  }
  return std::nullopt;
}

std::vector<ElementOrder> WordProblem::orders(const std::vector<Word>& words, std::uint64_t powers,
                                              const ConjugacyOptions& geometry, const ReduceOptions& how, RunControl* its_run) {
  GivenRun run(its_run);
  State& known = *state_;
  known.require_group("orders of elements are found");
  std::vector<ElementOrder> orders(words.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < words.size(); ++i) {
    known.require(words[i]);
    std::optional<ElementOrder> order;
    const bool is_cheap = known.structure() == nullptr ? !known.from_file : known.recognised() != nullptr;
    if (is_cheap && !run->should_stop()) {
      try {
        order = known.order_cheaply(words[i], *run);
      } catch (const LimitReached&) {  // stopped
      }
    }
    if (order)
      orders[i] = std::move(*order);
    else
      open.push_back(i);
  }
  if (open.empty()) return orders;
  if (const Group* group = known.build(known.options.max_rules, *run)) {
    std::vector<Word> rest;
    for (const std::size_t i : open) rest.push_back(words[i]);
    std::vector<ElementOrder> found = decide_orders(*group, rest, powers, geometry, how, &*run);
    for (std::size_t k = 0; k < open.size(); ++k) orders[open[k]] = std::move(found[k]);
    return orders;
  }
  for (const std::size_t i : open) orders[i].proof = "no verified structure was found: " + known.why_unverified;
  return orders;
}

ElementOrder WordProblem::order_of(std::string_view word, std::uint64_t powers, RunControl* run) {
  return orders({text().read(word)}, powers, {}, {}, run).front();
}

}  // namespace wreath::word
