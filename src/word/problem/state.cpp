// SPDX-License-Identifier: MIT
#include "word/problem/state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/words/words.hpp"
#include "word/automatic/build.hpp"
#include "word/internals.hpp"
#include "word/subgroup/coset_tree.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

WordProblem::State::State(const Options& its_options, Presentation its_presentation, std::optional<Group> its_group,
                          bool is_from_file)
    : options(its_options),
      presentation(std::move(its_presentation)),
      from_file(is_from_file),
      group(std::move(its_group)),
      text(presentation.alphabet),
      name(group ? group->name() : name_of(presentation)) {
  if (from_file && !group->verified()) why_unverified = group->why_unverified();
}

void WordProblem::State::require(std::span<const Letter> word) const {
  const std::size_t letters = presentation.alphabet.size();
  const auto bad = std::ranges::find_if(word, [&](Letter x) { return x >= letters; });
  if (bad != word.end())
    throw InputError(fmt::format("{} at index {} is not a letter: there are {}", *bad, bad - word.begin(), letters));
}

void WordProblem::State::require_group(const char* what) const {
  if (!is_group())
    throw InputError(fmt::format("{}: {} for groups, and this is a monoid: some letter has no inverse", name, what));
}

std::string WordProblem::State::shown(const Word& word) const {
  constexpr std::size_t kMost = 40;
  return word.size() > kMost ? fmt::format("a word of {} letters", word.size()) : text.print(word);
}

const KnownGroup* WordProblem::State::recognised() {
  if (!was_recognised_) known_ = recognise(presentation);
  was_recognised_ = true;
  return known_.get();
}

const AbelianImage& WordProblem::State::abelian() {
  if (!abelian_) abelian_.emplace(presentation);
  return *abelian_;
}

const std::vector<PermutationImage>& WordProblem::State::images(RunControl& run) {
  if (!images_ || !has_all_images_) {
    const auto timer = run.phase("quotients");
    images_ = find_images(presentation, run);
    has_all_images_ = !run.should_stop();
  }
  return *images_;
}

namespace {

std::string name_of_order(const Presentation& presentation) {
  const auto name = [&] {
    switch (presentation.ordering) {
      case Ordering::shortlex: return "shortlex";
      case Ordering::weighted_lex: return "by weight and then by letters";
      case Ordering::recursive: return "recursive order";
      case Ordering::recursive_from_left: return "recursive order from the left";
      case Ordering::wreath_product: return "wreath product order";
    }
    return "";
  };
  return fmt::format("{}, {}", name(), fmt::join(presentation.alphabet.names, " < "));
}

FormsOfWords forms_of_rules(ConfluentRewriting found) {
  const auto rules = std::make_shared<const ConfluentRewriting>(std::move(found));
  FormsOfWords forms;
  forms.canonical = rules->confluent();
  forms.by = forms.canonical ? EqualityProof::confluent_rules : EqualityProof::rules;
  forms.name =
      forms.canonical ? "confluent rules: " + name_of_order(rules->presentation()) : "rules that follow from the relations";
  const std::uint64_t most = forms.canonical ? ~std::uint64_t{0} : tuning::kLettersOfPartial;
  forms.of = [rules, most](const Word& word, RunControl& run) {
    auto form = rules->normal_form(word, run, most + (most == ~std::uint64_t{0} ? 0 : word.size()));
    if (!form) throw LimitReached("the form of a word grows too long, or the run was stopped");
    return std::move(*form);
  };
  if (forms.canonical) forms.keeps_powers = [rules](const Word& word) { return rules->keeps_powers(word); };
  return forms;
}

FormsOfWords forms_of_elements(CosetTree found) {
  const auto elements = std::make_shared<const CosetTree>(std::move(found));
  return {.by = EqualityProof::enumeration,
          .name = fmt::format("enumeration of the {} elements of the group", elements->size()),
          .canonical = true,
          .of = [elements](const Word& word, RunControl&) {
            std::uint32_t element = 0;
            for (const Letter x : word) element = elements->step(element, x);
            return elements->word(element);
          }};
}

FormsOfWords forms_of_family(const KnownGroup& known) {
  return {.by = EqualityProof::known_group,
          .name = std::string(known.method()),
          .canonical = true,
          .of = [&known](const Word& word, RunControl& run) { return known.normal_form(word, run); },
          .equal = [&known](const Word& u, const Word& v, RunControl& run) { return known.equal(u, v, run); }};
}

FormsOfWords forms_of_structure(const Group& group) {
  return {.by = EqualityProof::normal_forms,
          .name = "normal forms of the automatic structure",
          .canonical = true,
          .of = [group](const Word& word, RunControl& run) { return group.reduce_letters(word, {}, &run); }};
}

}  // namespace

const std::vector<FormsOfWords>& WordProblem::State::cheap_forms(RunControl& run) {
  if (cheap_forms_ && !cheap_forms_->empty()) return *cheap_forms_;
  cheap_forms_.emplace();
  if (const KnownGroup* known = recognised()) cheap_forms_->push_back(forms_of_family(*known));
  if (!cheap_forms_->empty()) return *cheap_forms_;
  const CompletionLimits few{std::min(options.max_rules, tuning::kRulesBeforeStructure), options.max_length,
                             tuning::kWorkBeforeStructure};
  FormsOfWords rules = forms_of_rules(ConfluentRewriting::find_or_partial(presentation, few, run));
  if (run.should_stop()) return *cheap_forms_;
  if (!rules.canonical && is_group()) {
    auto elements = enumerate_tree(presentation, {}, tuning::kFewRows, run);
    if (run.should_stop()) return *cheap_forms_;
    if (elements) cheap_forms_->push_back(forms_of_elements(std::move(*elements)));
  }
  if (cheap_forms_->empty()) cheap_forms_->push_back(std::move(rules));
  return *cheap_forms_;
}

std::vector<FormsOfWords> WordProblem::State::forms(RunControl& run) {
  if (const Group* known = structure()) return {forms_of_structure(*known)};
  return cheap_forms(run);
}

const FormsOfWords* WordProblem::State::confluent_forms(std::size_t most_rules, RunControl& run) {
  if (confluent_forms_) return &*confluent_forms_;
  auto found = ConfluentRewriting::find(presentation, {.rules = most_rules, .length = options.max_length}, run);
  if (!found) return nullptr;
  confluent_forms_ = forms_of_rules(std::move(*found));
  return &*confluent_forms_;
}

const Group* WordProblem::State::build(std::size_t max_rules, RunControl& run) {
  if (const Group* known = structure()) return known;
  if (from_file) return nullptr;
  Options how = options;
  how.max_rules = std::min(how.max_rules, max_rules);
  if (group && how.max_rules <= built_with_) return nullptr;
  Group found = group ? group->build_further(how, &run) : build_group(presentation, how, {}, {}, &run);
  why_unverified = found.verified() ? "" : found.why_unverified();
  if (found.verified() || !run.should_stop()) {  // else a later question tries again
    group = std::move(found);
    built_with_ = how.max_rules;
  }
  return structure();
}

std::size_t most_searched(std::size_t length, std::size_t moves) {
  constexpr std::size_t kBeyond = 8;  // letters by which forms get longer, at a guess
  if (length > tuning::kMostCheapLetters || moves == 0) return 0;
  return std::min(tuning::kMostSearched, tuning::kLettersOfSearch / (moves * (length + kBeyond)));
}

}  // namespace wreath::word
