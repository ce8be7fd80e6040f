// SPDX-License-Identifier: MIT
#include "wreath/word/subgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <set>

#include "core/algebra/tietze.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "word/automata/operations.hpp"
#include "word/internals.hpp"
#include "core/words/words.hpp"
#include "word/reduction/reducer.hpp"
#include "word/subgroup/build_cosets.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

using automata::kNoState;
using automata::Label;

namespace {

/// Elements without repetitions, inverses and the identity, as normal forms.
class NewElements {
 public:
  NewElements(const Group& group, RunControl* run) : group_(group), run_(run) {}

  void add(const Word& word) {
    Word form = group_.reduce_letters(word, {}, run_);
    if (!seen_.insert(form).second) return;
    seen_.insert(group_.reduce_letters(inverse_word(form, group_.alphabet()), {}, run_));
    found_.push_back(std::move(form));
  }
  std::vector<Word> take() { return std::move(found_); }

 private:
  const Group& group_;
  RunControl* run_;
  std::set<Word> seen_{{}};
  std::vector<Word> found_;
};

}  // namespace

/// What copies of a subgroup share.
struct Subgroup::State {
  State(const Group& its_group, const std::vector<Word>& its_generators, CosetStructure its_cosets, OpenGroup how_to_open = {})
      : group(its_group), generators(its_generators), cosets(std::move(its_cosets)), open_group(std::move(how_to_open)) {}

  Group structured_group(RunControl* run, std::size_t max_rules = SIZE_MAX) const {
    if (group.verified() || !open_group) return group;
    const std::scoped_lock lock(mutex);
    if (built) return *built;
    Group found = open_group(run, max_rules);
    if (!found.verified()) throw LimitReached("no verified structure of the group was found: " + found.why_unverified());
    built = found;
    return found;
  }

  /// The tables by which cosets are found, made when they are first asked for.
  const Reducer& reducer(RunControl* run) const {
    const std::scoped_lock lock(mutex);
    if (!tables) {
      const automata::LabelledDfa& general = cosets.automata.general;
      const auto is_label_of = [&](Label set, std::uint32_t x) {
        return general.sets.contains(set, letter_label(static_cast<Letter>(x)));
      };
      tables.emplace(
          std::make_shared<const ReductionMachine>(group.alphabet(), general.dfa, is_label_of, automata::Limits{.run = run}));
    }
    return *tables;
  }

  const Group group;
  const std::vector<Word> generators;
  const CosetStructure cosets;
  const OpenGroup open_group;  // if the group was not built
  mutable std::optional<Group> built;
  mutable std::mutex mutex;
  mutable std::optional<Reducer> tables;
};

Subgroup::Subgroup(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Subgroup Subgroup::build(const Group& group, const std::vector<Word>& generators, const SubgroupOptions& options,
                         RunControl* run) {
  const AutomaticStructure& structure = Internals::proven(group);
  for (const Word& word : generators) static_cast<void>(group.print(word));  // throws if a letter is out of range
  GivenRun control(run);
  const CosetBuildLimits limits{.states = options.max_states, .vertices = options.max_vertices};
  return Subgroup(std::make_shared<const State>(group, generators, build_cosets(structure, generators, limits, *control)));
}

Subgroup Internals::make_subgroup(const Group& group, const std::vector<Word>& generators, CosetStructure cosets,
                                  OpenGroup open_group) {
  return Subgroup(std::make_shared<const Subgroup::State>(group, generators, std::move(cosets), std::move(open_group)));
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

Group Subgroup::structured_group(RunControl* run) const {
  return state_->structured_group(run);
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
  const auto& machine = proven().cosets.machine;
  return machine ? machine->size() : 0;
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
  const Group whole = structured_group(run);
  return Automaton(AutomatonParts{.letters = group().letters(),
                                  .tapes = 1,
                                  .dfa = make_subgroup_acceptor(Internals::proven(whole), its.cosets, its.generators,
                                                                {.run = run, .states = limits.max_states}),
                                  .labels = {}});
}

Cardinal Subgroup::index(RunControl* run) const {
  return automata::language_size(proven().cosets.automata.acceptor, {.run = run});
}

Cardinal Subgroup::order(RunControl* run) const {
  return word_acceptor({}, run).size(run);
}

namespace {

/// In a free group: the least word of a coset leads to a vertex of the folded graph, and from there into a tree. It is written to
/// out, which has room for as many letters as the word has and may be the word itself. Returns its length.
std::size_t write_folded_form(const CosetTree& graph, std::span<const Letter> inverses, std::span<const Letter> word,
                              Letter* out) {
  std::uint32_t vertex = 0;
  std::size_t in_tree = 0;  // letters, never more than were read
  for (const Letter x : word) {
    if (in_tree != 0 && out[in_tree - 1] == inverses[x]) {
      --in_tree;
    } else if (in_tree != 0 || graph.step(vertex, x) == CosetTree::kNoVertex) {
      out[in_tree++] = x;
    } else {
      vertex = graph.step(vertex, x);
    }
  }
  const std::size_t depth = graph.depth(vertex);
  std::copy_backward(out, out + in_tree, out + depth + in_tree);
  for (std::size_t k = depth; k > 0; vertex = graph.parent(vertex)) out[--k] = graph.last(vertex);
  return depth + in_tree;
}

}  // namespace

Word Subgroup::coset_form(std::span<const Letter> word, const ReduceOptions& options, RunControl* run) const {
  const std::uint64_t offsets[] = {0, word.size()};
  group().require_words(word, offsets);
  if (const auto& graph = proven().cosets.folded; graph && options.machine.backend != BackendChoice::cuda) {
    Word form(word.size());
    form.resize(write_folded_form(*graph, group().alphabet().inverses, word, form.data()));
    return form;
  }
  const Reducer& reducer = proven().reducer(run);
  if (word.size() < tuning::kLongCosetWord || !group().verified()) return reducer.reduce(word, options, run);
  return reducer.reduce(group().reduce_letters(word, options, run), options, run);
}

std::size_t Subgroup::coset_forms(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                                  const ReduceOptions& options, RunControl* run) const {
  group().require_words(words.letters, words.offsets);
  if (out.size() < words.letters.size() || lengths.size() < words.size()) {
    throw InputError(fmt::format("the output arrays are too small: they need room for {} and {}",
                                 plural(words.letters.size(), "letter"), plural(words.size(), "length")));
  }
  if (words.size() == 0) return 0;
  const auto& graph = proven().cosets.folded;
  if (!graph || options.machine.backend == BackendChoice::cuda)
    return proven().reducer(run).reduce(words, out, lengths, options, run);
  if (run != nullptr) {
    run->note_choice(
        "backend", "cpu",
        options.machine.backend == BackendChoice::cpu ? "asked for" : "a walk in the folded graph is fastest on the CPU");
  }
  constexpr std::size_t kAtOnce = 64;  // words
  std::vector<std::uint8_t> done(words.size() / kAtOnce + 1, 0);
  parallel_chunks(words.size(), kAtOnce, options.machine.threads, [&](Range range, std::size_t chunk, unsigned) {
    if (run != nullptr && run->should_stop()) return;
    for (std::size_t i = range.begin; i < range.end; ++i)
      lengths[i] = write_folded_form(*graph, group().alphabet().inverses, words[i], out.data() + words.offsets[i]);
    done[chunk] = 1;
  });
  const auto chunks = static_cast<std::size_t>(std::ranges::find(done, 0) - done.begin());
  return std::min(words.size(), chunks * kAtOnce);
}

bool Subgroup::contains(std::span<const Letter> word, const ReduceOptions& options, RunControl* run) const {
  return coset_form(word, options, run).empty();
}

std::vector<Word> Subgroup::transversal(std::uint64_t most, RunControl* run) const {
  const automata::Dfa& acceptor = proven().cosets.automata.acceptor;
  const auto size = automata::language_size(acceptor, {.run = run});
  if (!size) throw InputError("this subgroup has infinite index: there is no finite list of its cosets");
  if (*size > most) throw LimitReached(fmt::format("the subgroup has {} cosets, more than {}", size->text(), most));
  constexpr std::size_t kPerLook = 1024;
  std::vector<Word> words;
  automata::for_each_word(acceptor, 0, SIZE_MAX, [&](const automata::SymbolWord& word) {
    if (run != nullptr && words.size() % kPerLook == 0 && run->should_stop())
      throw LimitReached("the run was stopped before all cosets were listed");
    words.emplace_back(word.begin(), word.end());
    return true;
  });
  return words;
}

std::vector<std::vector<std::uint32_t>> Subgroup::permutations(std::uint64_t most, RunControl* run) const {
  constexpr std::size_t kPerLook = 1024;
  const std::size_t cosets = transversal(most, run).size();
  CosetGraph graph(state_->cosets.automata);
  std::vector<std::vector<std::uint32_t>> permutations(group().alphabet().size());
  for (std::uint32_t i = 0; i < cosets; ++i) {
    if (run != nullptr && i % kPerLook == 0 && run->should_stop())
      throw LimitReached("the run was stopped before the permutations were found");
    for (std::size_t x = 0; x < permutations.size(); ++x) permutations[x].push_back(graph.step(i, static_cast<Letter>(x)));
  }
  return permutations;
}

std::vector<Word> Subgroup::schreier_generators(std::uint64_t most, RunControl* run) const {
  const std::vector<Word> cosets = transversal(most, run);
  const auto moves = permutations(most, run);
  const Alphabet& alphabet = group().alphabet();
  const Group whole = structured_group(run);
  NewElements found(whole, run);
  for (std::size_t i = 0; i < cosets.size(); ++i) {
    for (std::size_t x = 0; x < moves.size(); ++x) {
      Word word = cosets[i];
      word.push_back(static_cast<Letter>(x));
      found.add(quotient(word, cosets[moves[x][i]], alphabet));
    }
  }
  return found.take();
}

namespace {

/// The generators and relators of H, with the structure of the group if that is known. Otherwise equal elements among Schreier's
/// generators have different names, which is fine for a few; if they are more, the structure is worth its time, if that is short,
/// and if they are many, in any case.
RewrittenSubgroup rewrite_with(const Group& group, const CosetStructure& cosets,
                               const std::function<Group(std::size_t max_rules)>& structured, const automata::Limits& limits) {
  const AutomaticStructure& structure = Internals::structure(group);
  if (structure.verified) return rewrite_subgroup(structure, cosets, limits);
  RewrittenSubgroup plain = rewrite_finite_subgroup(structure.presentation, cosets, limits);
  if (plain.generators.size() < tuning::kMoreGenerators) return plain;
  try {
    const std::size_t rules = plain.generators.size() < tuning::kManyGenerators ? tuning::kFewRules : SIZE_MAX;
    return rewrite_subgroup(Internals::proven(structured(rules)), cosets, limits);
  } catch (const LimitReached&) {
    if (limits.run->should_stop()) throw;
  }
  return plain;
}

}  // namespace

SubgroupPresentation Subgroup::presentation(const PresentationOptions& options, RunControl* given) const {
  GivenRun run(given);
  const State& its = proven();
  const RewrittenSubgroup rewritten =
      rewrite_with(its.group, its.cosets, [&](std::size_t rules) { return its.structured_group(&*run, rules); }, {.run = &*run});
  std::vector<std::uint64_t> lengths;
  for (const Word& generator : rewritten.generators) lengths.push_back(generator.size());
  Tietze tietze(rewritten.generators.size(), std::move(lengths));
  for (const GeneratorWord& relator : rewritten.relators) tietze.add(relator);
  SubgroupPresentation result;
  result.simplified = options.simplify && tietze.simplify(options.max_length, *run);
  const std::vector<std::int32_t> kept = tietze.generators();
  for (const std::int32_t name : kept) result.generators.push_back(rewritten.generators[static_cast<std::size_t>(name - 1)]);
  result.relators = tietze.relators(kept);
  return result;
}

/// Let c(s) be a shortest word from the state s to one that accepts. If x1..xn is accepted by way of s0, s1, ..., sn, then
/// x1..xi * c(si) is accepted for each i, and the quotient of two neighbours is c(s)^-1 * x * c(t) for an edge x from s to t:
/// these are elements of the subgroup, and their product is x1..xn.
std::vector<Word> generators_of(const Group& group, const Automaton& words, RunControl* run) {
  if (words.tapes() != 1 || words.letters() != group.letters())
    throw InputError("the words of a subgroup must be words over the letters of the group, in their order");
  const automata::Dfa dfa = automata::trim(words.parts().dfa);
  if (dfa.states() == 0 || dfa.labels[0] == 0)
    throw InputError("the words of a subgroup must include the empty word, its identity");
  std::vector<std::vector<std::pair<automata::State, Letter>>> edges_into(dfa.states());
  std::vector<automata::State> queue;
  std::vector<Word> completion(dfa.states());
  std::vector<bool> seen(dfa.states(), false);
  for (automata::State s = 0; s < dfa.states(); ++s) {
    for (const auto [symbol, target] : dfa.table.edges(s)) edges_into[target].emplace_back(s, static_cast<Letter>(symbol));
    seen[s] = dfa.labels[s] != 0;
    if (seen[s]) queue.push_back(s);
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const auto& [from, x] : edges_into[queue[at]]) {
      if (seen[from]) continue;
      seen[from] = true;
      completion[from] = completion[queue[at]];
      completion[from].insert(completion[from].begin(), x);
      queue.push_back(from);
    }
  }
  NewElements found(group, run);
  for (const automata::State t : queue) {
    for (const auto& [s, x] : edges_into[t]) {
      Word word = inverse_word(completion[s], group.alphabet());
      word.push_back(x);
      word.insert(word.end(), completion[t].begin(), completion[t].end());
      found.add(word);
    }
  }
  return found.take();
}

Subgroup intersect(const Subgroup& a, const Subgroup& b, const SubgroupOptions& options, RunControl* run) {
  if (a.group().presentation() != b.group().presentation() || a.group().letters() != b.group().letters())
    throw InputError("these are subgroups of different groups");
  const AutomatonLimits limits{.max_states = options.max_states};
  const Automaton words = intersect(a.word_acceptor(limits, run), b.word_acceptor(limits, run), limits, run);
  const Group whole = a.structured_group(run);
  return Subgroup::build(whole, generators_of(whole, words, run), options, run);
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
    try {
      words.push_back(text.read(list.substr(begin, i - begin), source));
    } catch (const InputError&) {  // once more, for the place in the whole list
      std::string blanked(list.substr(0, i));
      for (std::size_t k = 0; k < begin; ++k) blanked[k] = blanked[k] == '\n' ? '\n' : ' ';
      try {
        (void)text.read(blanked, source.empty() ? "" : fmt::format("{}, word {}", source, words.size() + 1));
      } catch (const InputError& error) {
        const std::string quoted = fmt::format("'{}'", TextReader::shown(blanked));
        const std::string_view message = error.what();
        if (!source.empty() || !message.starts_with(quoted)) throw;
        throw InputError(fmt::format("'{}'{}", TextReader::shown(list), message.substr(quoted.size())));
      }
      throw;
    }
    begin = i + 1;
  }
  return words;
}

}  // namespace wreath::word
