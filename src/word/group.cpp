// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>

#include "core/run/given_run.hpp"
#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "word/automata/operations.hpp"
#include "word/automatic/normal_forms.hpp"
#include "word/automatic/structure_file.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/internals.hpp"
#include "word/proof/automatic.hpp"
#include "word/reduction/reducer.hpp"

namespace wreath::word {

namespace {

void require_letters(std::span<const Letter> word, const Alphabet& alphabet) {
  const auto bad = std::ranges::find_if(word, [&](Letter x) { return x >= alphabet.size(); });
  if (bad != word.end()) {
    throw InputError(fmt::format("{} at index {} is not a letter: {} (0..{})", *bad, bad - word.begin(),
                                 there_are(alphabet.size(), "letter"), alphabet.size() - 1));
  }
}

/// Throws before the memory is full: a ball is soon larger than any.
void require_room(const automata::Dfa& acceptor, std::size_t radius, RunControl& run) {
  constexpr std::uint64_t kBytes = 128;  // an element as a string, here and once more where the caller has strings of its own
  const std::uint64_t most = run.memory_left() / kBytes;
  automata::CountsByLength counts(acceptor);
  Natural elements;
  for (std::size_t length = 0; length <= radius && !counts.exhausted(); ++length) {
    elements += counts.next({.run = &run});
    if (elements > most) {
      throw ResourceError(
          fmt::format("the memory suffices for {} elements, but {} elements have length at most {}: choose a smaller radius",
                      most, elements.text(), length));
    }
  }
}

constexpr Named<Origin> kOrigins[] = {
    {Origin::built, "built"}, {Origin::cache, "cache"}, {Origin::file, "file"}, {Origin::none, "none"}};
constexpr Named<BuildEnding> kEndings[] = {{BuildEnding::max_rules, "the limit on rules was reached"},
                                           {BuildEnding::max_states, "the limit on states was reached"},
                                           {BuildEnding::max_length, "an equation exceeded the limit on lengths"},
                                           {BuildEnding::not_found, "no structure was found"},
                                           {BuildEnding::unverified_file, "the structure in the file is not verified"},
                                           {BuildEnding::not_built, "it was not built"}};

}  // namespace

std::string_view to_string(Origin origin) noexcept {
  return name_of<Origin>(origin, kOrigins);
}

/// What copies of a group share.
struct Group::State {
  State(AutomaticStructure its_structure, Origin its_origin, const BuildReport& its_report,
        std::shared_ptr<const AutomaticProof> its_proof)
      : structure(std::move(its_structure)),
        origin(its_origin),
        report(its_report),
        proof(std::move(its_proof)),
        text(structure.presentation.alphabet) {}

  const AutomaticStructure& proven() const {
    if (!structure.verified) throw InputError("the structure is not verified and cannot be used: " + why_unverified());
    return structure;
  }
  /// The tables by which words are reduced, or nothing where they would be too large. Throws LimitReached if the run is to
  /// stop first: another call then starts over.
  const Reducer* tables(RunControl* run, const TableOptions& options = {}) {
    if (is_ready) return reducer ? &*reducer : nullptr;
    const std::scoped_lock lock(mutex);
    if (is_ready) return reducer ? &*reducer : nullptr;
    try {
      reducer.emplace(structure.view(), automata::Limits{.run = run, .states = options.max_states});
    } catch (const LimitReached& limit) {
      if (run != nullptr && run->should_stop()) throw;
      why_not = limit.message();
    }
    is_ready = true;
    return reducer ? &*reducer : nullptr;
  }
  /// The same; notes the reason in the run if there are none.
  const Reducer* tables_or_note(RunControl* run, const TableOptions& options = {}) {
    const Reducer* made = tables(run, options);
    if (made == nullptr && run != nullptr) run->note_choice("method", "plain", why_not);
    return made;
  }

  std::string why_unverified() const {
    return report.ending == BuildEnding::stopped ? fmt::format("stopped ({})", to_string(report.stop_reason))
                                                 : std::string(name_of<BuildEnding>(report.ending, kEndings));
  }

  const AutomaticStructure structure;
  const Origin origin;
  const BuildReport report;
  const std::shared_ptr<const AutomaticProof> proof;  // if one was asked for
  const WordText text;

  std::atomic<bool> uses_cache{false};
  std::mutex mutex;
  std::atomic<bool> is_ready{false};
  std::optional<Reducer> reducer;
  std::string why_not;  // the reason if there are no tables
};

Group::Group(std::shared_ptr<State> state) : state_(std::move(state)) {}

// --- for the library itself

Group Internals::make_group(AutomaticStructure structure, Origin origin, const BuildReport& report,
                            std::shared_ptr<const AutomaticProof> proof) {
  return Group(std::make_shared<Group::State>(std::move(structure), origin, report, std::move(proof)));
}

const AutomaticStructure& Internals::structure(const Group& group) noexcept {
  return group.state_->structure;
}

void Internals::let_use_cache(const Group& group) noexcept {
  group.state_->uses_cache = true;
}

bool Internals::uses_cache(const Group& group) noexcept {
  return group.state_->uses_cache;
}

const AutomaticStructure& Internals::proven(const Group& group) {
  return group.state_->proven();
}

const Reducer& Internals::reducer(const Group& group, RunControl* run) {
  Group::State& state = *group.state_;
  state.proven();
  const Reducer* tables = state.tables(run);
  if (tables == nullptr)
    throw ResourceError(fmt::format("the tables for reducing words of this group would be too large: {}", state.why_not));
  return *tables;
}

// --- files

Group Group::load(const std::filesystem::path& path) {
  AutomaticStructure structure = read_structure(path);
  const BuildEnding ending = structure.verified ? BuildEnding::verified : BuildEnding::unverified_file;
  return Internals::make_group(std::move(structure), Origin::file, {.ending = ending});
}

void Group::save(const std::filesystem::path& path) const {
  write_structure(path, state_->structure);
}

bool Group::write_proof(const std::string& path, RunControl* its_run) const {
  const AutomaticStructure& structure = state_->proven();
  if (state_->proof == nullptr) throw InputError("nothing was kept for a proof: ask for it before the build begins");
  GivenRun run(its_run);
  return write_automatic_proof(path, structure, *state_->proof, *run);
}

// --- what it is

bool Group::verified() const noexcept {
  return state_->structure.verified;
}

std::string Group::why_unverified() const {
  return state_->why_unverified();
}

const BuildReport& Group::report() const noexcept {
  return state_->report;
}

Origin Group::origin() const noexcept {
  return state_->origin;
}

bool Group::confluent() const noexcept {
  return state_->structure.confluent;
}

std::string Group::name() const {
  return name_of(state_->structure.presentation);
}

std::string Group::presentation() const {
  return print_presentation(state_->structure.presentation);
}

const Alphabet& Group::alphabet() const noexcept {
  return state_->structure.presentation.alphabet;
}

const WordText& Group::text() const noexcept {
  return state_->text;
}

std::vector<std::string> Group::letters() const {
  return alphabet().names;
}

std::vector<Letter> Group::inverses() const {
  return alphabet().inverses;
}

std::uint32_t Group::word_acceptor_states() const {
  return state_->proven().acceptor.states();
}

std::uint32_t Group::general_multiplier_states() const {
  return state_->proven().multiplier.dfa.states();
}

std::size_t Group::word_differences() const {
  return state_->proven().multiplier.differences.size();
}

StructureSizes Group::sizes() const noexcept {
  const AutomaticStructure& its = state_->structure;
  return {its.acceptor.states(), its.multiplier.dfa.states(), its.multiplier.differences.size(), its.rules.size()};
}

// --- words

void Group::prepare(const TableOptions& options, RunControl* run) const {
  state_->proven();
  state_->tables_or_note(run, options);
}

bool Group::is_ready() const noexcept {
  return state_->is_ready && state_->reducer.has_value();
}

Word Group::reduce_letters(std::span<const Letter> word, const ReduceOptions& options, RunControl* run) const {
  require_letters(word, alphabet());
  const StructureView view = state_->proven().view();
  const Reducer* tables = state_->tables_or_note(run);
  return tables == nullptr ? NormalForms(view).reduce(word, run) : tables->reduce(word, options, run);
}

std::size_t Group::reduce_words(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                                const ReduceOptions& options, RunControl* run) const {
  const StructureView view = state_->proven().view();
  if (words.size() == 0) return 0;
  if (const Reducer* tables = state_->tables_or_note(run)) return tables->reduce(words, out, lengths, options, run);
  std::size_t done = 0;
  try {
    for (; done < words.size(); ++done) {
      const Word form = NormalForms(view).reduce(words[done], run);
      std::ranges::copy(form, out.begin() + static_cast<std::ptrdiff_t>(words.offsets[done]));
      lengths[done] = form.size();
    }
  } catch (const LimitReached&) {  // what is done by then is the answer
  }
  return done;
}

Words Group::reduce_words(const WordsRef& words, const ReduceOptions& options, RunControl* run) const {
  Words forms;
  forms.letters.resize(words.letters.size());
  std::vector<std::uint64_t> lengths(words.size());
  if (reduce_words(words, forms.letters, lengths, options, run) < words.size())
    throw LimitReached("the run was stopped before all words were reduced");
  std::uint64_t end = 0;  // closes the gaps
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::memmove(forms.letters.data() + end, forms.letters.data() + words.offsets[i], lengths[i]);
    forms.offsets.push_back(end += lengths[i]);
  }
  forms.letters.resize(end);
  return forms;
}

void Group::require_words(std::span<const Letter> letters, std::span<const std::uint64_t> offsets) const {
  if (offsets.empty() || offsets[0] != 0) {
    throw InputError("the first offset must be 0, and there must be one more offset than words");
  }
  if (const auto at = std::ranges::is_sorted_until(offsets); at != offsets.end())
    throw InputError(fmt::format("offset {} at index {} is less than the one before it", *at, at - offsets.begin()));
  if (offsets.back() != letters.size()) {
    throw InputError(
        fmt::format("the last offset is {}, but {}: they must be equal", offsets.back(), there_are(letters.size(), "letter")));
  }
  require_letters(letters, alphabet());
}

std::size_t Group::reduce_many(std::span<const Letter> letters, std::span<const std::uint64_t> offsets, std::span<Letter> out,
                               std::span<std::uint64_t> lengths, const ReduceOptions& options, RunControl* run) const {
  require_words(letters, offsets);
  const WordsRef words{letters, offsets};
  if (out.size() < letters.size() || lengths.size() < words.size()) {
    throw InputError(fmt::format("the output arrays are too small: they need room for {} and {}",
                                 plural(letters.size(), "letter"), plural(words.size(), "length")));
  }
  return reduce_words(words, out, lengths, options, run);
}

Word Group::parse(std::string_view word) const {
  return text().read(word);
}

std::string Group::print(std::span<const Letter> word) const {
  require_letters(word, alphabet());
  return text().print(word);
}

std::string Group::reduce(std::string_view word, const ReduceOptions& options, RunControl* run) const {
  return print(reduce_letters(parse(word), options, run));
}

bool Group::equal(std::string_view u, std::string_view v, const ReduceOptions& options, RunControl* run) const {
  return reduce_letters(parse(u), options, run) == reduce_letters(parse(v), options, run);
}

std::string Group::multiply(std::string_view u, std::string_view v, const ReduceOptions& options, RunControl* run) const {
  Word product = parse(u);
  text().read(v, {}, 1, product);
  return print(reduce_letters(product, options, run));
}

std::string Group::inverse(std::string_view u, const ReduceOptions& options, RunControl* run) const {
  return print(reduce_letters(inverse_word(parse(u), alphabet()), options, run));
}

Word Group::multiply_letters(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& options,
                             RunControl* run) const {
  Word product(u.begin(), u.end());
  product.insert(product.end(), v.begin(), v.end());
  return reduce_letters(product, options, run);
}

ElementOrder Group::order_of(std::string_view word, std::uint64_t powers, const ReduceOptions& options, RunControl* run) const {
  return order_of_letters(parse(word), powers, options, run);
}

ElementOrder Group::order_of_letters(std::span<const Letter> word, std::uint64_t powers, const ReduceOptions& options,
                                     RunControl* run) const {
  require_letters(word, alphabet());
  return find_order(state_->structure, Internals::reducer(*this, run), word, powers, options, run);
}

// --- elements

std::vector<std::string> Group::ball(std::size_t radius, RunControl* run) const {
  constexpr std::size_t kPerLook = 4096;
  GivenRun control(run);
  require_room(state_->proven().acceptor, radius, *control);
  std::vector<std::string> elements;
  automata::for_each_word(state_->proven().acceptor, 0, radius, [&](const automata::SymbolWord& word) {
    if (elements.size() % kPerLook == 0 && control->should_stop()) throw LimitReached("the ball is not complete");
    elements.push_back(print(Word(word.begin(), word.end())));
    return true;
  });
  return elements;
}

Cardinal Group::order(RunControl* run) const {
  return automata::language_size(state_->proven().acceptor, {.run = run});
}

std::vector<Natural> Group::balls(std::size_t radius, RunControl* run) const {
  return ball_sizes(state_->proven().acceptor, radius, {.run = run});
}

}  // namespace wreath::word
