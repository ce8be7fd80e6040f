// SPDX-License-Identifier: MIT
//
// Conjugacy without the geometry of the group. A yes is a conjugator that was shown to conjugate; a no is an image in which the
// two elements are not conjugate, or the whole class of one of them.
#include <fmt/format.h>

#include <algorithm>

#include "core/algebra/least_rotation.hpp"
#include "core/run/given_run.hpp"
#include "core/words/words.hpp"
#include "word/automata/operations.hpp"
#include "word/conjugacy/element_search.hpp"
#include "word/internals.hpp"
#include "word/problem/state.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

/// word = by * core * by^-1 freely, and no rotation of the core cancels; the core is its least rotation.
struct Core {
  Word core;
  Word by;
};

Core core_of(Word word, std::span<const Letter> inverses) {
  reduce_freely(word, inverses);
  std::size_t begin = 0;
  std::size_t end = word.size();
  while (end - begin > 1 && word[begin] == inverses[word[end - 1]]) ++begin, --end;
  const std::span<const Letter> middle = std::span<const Letter>(word).subspan(begin, end - begin);
  const std::size_t turn = middle.empty() ? 0 : least_rotation(middle);
  return {rotated(middle, turn), Word(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(begin + turn))};
}

ConjugacyAnswer no(std::string proof) {
  return {.conjugate = false, .conjugator = {}, .proof = std::move(proof)};
}

/// c times a power of u, which conjugates likewise, as short as possible while each step makes it shorter.
Word shortened_by_powers(const Word& u, Word c, std::span<const Letter> inverses) {
  const auto times = [&](const Word& factor) {
    Word product = joined(factor, c);
    reduce_freely(product, inverses);
    return product;
  };
  for (const Word& factor : {u, inverted(u, inverses)}) {
    for (Word next = times(factor); next.size() < c.size(); next = times(factor)) c = std::move(next);
  }
  return c;
}

/// c^-1 * u * c.
Word conjugated(const Word& u, const Word& c, std::span<const Letter> inverses) {
  Word word = inverted(c, inverses);
  word.insert(word.end(), u.begin(), u.end());
  word.insert(word.end(), c.begin(), c.end());
  return word;
}

}  // namespace

std::optional<ConjugacyAnswer> WordProblem::State::search_conjugator(const FormsOfWords& forms, const Word& u, const Word& v,
                                                                     std::size_t most, RunControl& run) {
  if (most == 0) return std::nullopt;
  const Alphabet& alphabet = presentation.alphabet;
  try {
    const auto form_of = [&](const Word& word) { return forms.of(word, run); };
    const Word from = form_of(u);
    const Word to = form_of(v);
    ElementSearch search(form_of, conjugations(alphabet), most, &run);
    if (search.explore(from, SIZE_MAX, &to)) {
      const std::vector<std::uint32_t> path = search.path();  // the moves are numbered as the letters
      Word c(path.begin(), path.end());
      if (forms.canonical && form_of(conjugated(u, c, alphabet.inverses)) != to)
        throw InternalError("a conjugator that was found does not conjugate the elements");
      return ConjugacyAnswer{
          .conjugate = true, .conjugator = std::move(c), .proof = "c^-1*u*c and v are brought to the same word: " + forms.name};
    }
    if (forms.canonical)
      return no(fmt::format("the first element has {} in all, and the second is not one of them: {}",
                            search.size() == 1 ? "1 conjugate" : fmt::format("{} conjugates", search.size()), forms.name));
  } catch (const LimitReached&) {
    if (run.should_stop()) throw;
  }
  return std::nullopt;
}

std::optional<ConjugacyAnswer> WordProblem::State::conjugate_cheaply(const Word& u, const Word& v, RunControl& run) {
  const auto& inverses = presentation.alphabet.inverses;
  const Core first = core_of(u, inverses);
  const Core second = core_of(v, inverses);
  const auto from_core = [&](const Word& c) {  // a conjugator of the words from one of the cores
    Word whole = joined(joined(first.by, c), inverted(second.by, inverses));
    reduce_freely(whole, inverses);
    return shortened_by_powers(u, std::move(whole), inverses);
  };
  if (abelian().order_of(first.core, second.core).value_or(1) != 1)
    return no("they differ in the abelianised group: their exponent sums differ by more than sums of those of the relators");
  const std::vector<FormsOfWords> ways = forms(run);
  for (const FormsOfWords& way : ways) {
    const auto same = compare(way, u, v, run);
    if (same && *same->equal)
      return ConjugacyAnswer{.conjugate = true,
                             .conjugator = {},
                             .proof = same->proof.starts_with("they are equal") ? same->proof : "they are equal: " + same->proof};
  }
  if (first.core == second.core)
    return ConjugacyAnswer{.conjugate = true, .conjugator = from_core({}), .proof = "c^-1*u*c reduces freely to v"};
  if (presentation.equations.empty())
    return no("in a free group, words that are cyclically reduced are conjugate only if they are rotations of each other");
  if (const KnownGroup* known = recognised()) {
    try {
      if (const auto found = known->conjugate(u, v, run)) {
        if (found->conjugate && !known->equal(conjugated(u, found->conjugator, inverses), v, run))
          throw InternalError("a conjugator that was found does not conjugate the elements");
        return ConjugacyAnswer{found->conjugate, found->conjugator,
                               found->conjugate ? fmt::format("c^-1*u*c and v are equal: {}", known->method()) : found->proof};
      }
    } catch (const ResourceError&) {  // exponents or sets that are too large
    }
  }
  if (first.core.size() + second.core.size() <= tuning::kMostCheapLetters) {
    for (const PermutationImage& image : images(run)) {
      if (cycle_type(image.of(first.core)) != cycle_type(image.of(second.core))) {
        return no(fmt::format("{} takes them to permutations of {} points with cycles of different lengths", image.text(),
                              image.points()));
      }
    }
  }
  for (const FormsOfWords& way : ways) {
    const std::size_t most = most_searched(std::max(first.core.size(), second.core.size()), presentation.alphabet.size());
    if (auto answer = search_conjugator(way, first.core, second.core, most, run)) {
      if (*answer->conjugate) answer->conjugator = from_core(answer->conjugator);
      return answer;
    }
  }
  return std::nullopt;
}

ConjugacyAnswer WordProblem::conjugate(std::span<const Letter> u, std::span<const Letter> v, const ConjugacyOptions& geometry,
                                       RunControl* its_run) {
  GivenRun run(its_run);
  State& known = *state_;
  known.require_group("conjugacy is decided");
  known.require(u);
  known.require(v);
  const Word first(u.begin(), u.end());
  const Word second(v.begin(), v.end());
  if (known.from_file && known.structure() == nullptr) return {.why_unverified = known.why_unverified};
  const auto shortened = [&](ConjugacyAnswer answer) {  // the conjugator is a normal form if these are known
    if (!answer.conjugate.value_or(false)) return answer;
    for (const FormsOfWords& forms : known.forms(*run)) {
      try {
        Word form = forms.of(answer.conjugator, *run);
        if (forms.by == EqualityProof::normal_forms || form.size() < answer.conjugator.size())
          answer.conjugator = std::move(form);
        break;
      } catch (const LimitReached&) {
        if (run->should_stop()) throw;
      }
    }
    return answer;
  };
  if (!run->should_stop()) {
    if (auto answer = known.conjugate_cheaply(first, second, *run)) return shortened(std::move(*answer));
  }
  const bool was_known = known.structure() != nullptr;
  const Group* group = known.build(known.options.max_rules, *run);
  if (group == nullptr) return {.why_unverified = known.why_unverified};
  if (!was_known) {
    if (auto answer = known.conjugate_cheaply(first, second, *run)) return shortened(std::move(*answer));
  }
  if (automata::is_finite(Internals::structure(*group).acceptor)) {
    if (auto answer = known.search_conjugator(known.forms(*run).front(), first, second, geometry.max_elements, *run))
      return shortened(std::move(*answer));
  }
  if (!known.conjugacy) known.conjugacy.emplace(*group, geometry, &*run);
  Conjugate found = known.conjugacy->decide(u, v, &*run);
  return {.conjugate = found.conjugate,
          .conjugator = std::move(found.conjugator),
          .proof = found.conjugate ? "c^-1*u*c and v have the same normal form" : std::move(found.proof),
          .thin_triangles = known.conjugacy->thinness()};
}

ConjugacyAnswer WordProblem::conjugate(std::string_view u, std::string_view v, RunControl* run) {
  return conjugate(text().read(u), text().read(v), {}, run);
}

}  // namespace wreath::word
