// SPDX-License-Identifier: MIT
#include "wreath/coset/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "wreath/natural.hpp"
#include "core/io/byte_reader.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/given_run.hpp"
#include "coset/relators.hpp"
#include "coset/save.hpp"
#include "wreath/coset/subgroup.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kMostRewritten = 20'000;  // cosets from which a subgroup is presented
constexpr unsigned kDeepest = 16;                 // subgroups in a chain
constexpr std::uint64_t kLettersBetweenAsks = std::uint64_t{1} << 22;

/// Exponents n of relators w^n, up to rotation and inversion, for a word w that is not a power: their greatest common divisor, or
/// 0.
std::uint64_t known_exponent(const word::Presentation& group, const Word& root) {
  const auto& inverses = group.alphabet.inverses;
  Word twice = root;
  twice.insert(twice.end(), root.begin(), root.end());
  std::uint64_t exponent = 0;
  for (const word::Equation& equation : group.equations) {
    const Word relator = relator_of(equation, inverses);
    if (relator.empty()) continue;
    const std::size_t period = root_length(relator);
    if (period != root.size()) continue;
    const Word own(relator.begin(), relator.begin() + static_cast<std::ptrdiff_t>(period));
    const Word other = inverted(own, inverses);
    for (const Word& each : {own, other}) {
      if (std::search(twice.begin(), twice.end(), each.begin(), each.end()) != twice.end())
        exponent = std::gcd(exponent, relator.size() / period);
    }
  }
  if (root.size() == 1 && inverses[root[0]] == root[0]) exponent = std::gcd(exponent, std::uint64_t{2});
  return exponent;
}

/// The order of a word as a permutation of the cosets, or a multiple of `enough`.
std::uint64_t order_on_cosets(const Table& table, const Word& word, std::uint64_t enough, RunControl& run) {
  std::vector<bool> seen(table.index());
  std::uint64_t multiple = 1;
  std::uint64_t letters = 0;
  for (std::uint64_t c = 0; c < table.index() && multiple % enough != 0; ++c) {
    std::uint64_t length = 0;
    for (AnyCoset at = c; !seen[at]; at = table.trace(word, at), ++length) {
      seen[at] = true;
      letters += word.size();
      if (letters < kLettersBetweenAsks) continue;
      letters = 0;
      if (run.should_stop()) throw LimitReached("stopped while cycles of a word were traced");
    }
    if (length != 0) multiple = std::lcm(multiple, length);
  }
  return multiple;
}

/// The order of the cyclic subgroup of a table, or 0 if that cannot be read off.
std::uint64_t cyclic_order(const Table& table, const Word& generator, RunControl& run) {
  const Word word = relator_of({generator, {}}, table.problem().group.alphabet.inverses);  // a conjugate
  if (word.empty()) return 1;
  const std::size_t period = root_length(word);
  const Word root(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(period));
  const std::uint64_t exponent = known_exponent(table.problem().group, root);
  if (exponent == 0) return 0;
  const std::uint64_t power = word.size() / period;
  const std::uint64_t most = exponent / std::gcd(exponent, power);
  return order_on_cosets(table, generator, most, run) % most == 0 ? most : 0;
}

/// The generator of the largest exponent that a relator names.
std::vector<Word> chosen_subgroup(const word::Presentation& group) {
  std::uint64_t largest = 1;
  std::vector<Word> subgroup;
  for (std::size_t x = 0; x < group.alphabet.size(); ++x) {
    const Word letter{static_cast<Letter>(x)};
    const std::uint64_t exponent = known_exponent(group, letter);
    if (exponent <= largest) continue;
    largest = exponent;
    subgroup = {letter};
  }
  return subgroup;
}

/// The presented subgroup as a group of its own.
Problem as_problem(const SubgroupPresentation& found) {
  Problem problem;
  word::Alphabet& alphabet = problem.group.alphabet;
  for (std::size_t k = 0; k < found.generators.size(); ++k) {
    alphabet.names.push_back("x" + std::to_string(k + 1));
    alphabet.names.push_back("X" + std::to_string(k + 1));
    alphabet.inverses.push_back(static_cast<Letter>(2 * k + 1));
    alphabet.inverses.push_back(static_cast<Letter>(2 * k));
  }
  for (const auto& relator : found.relators) {
    Word word;
    for (const std::int32_t name : relator) word.push_back(static_cast<Letter>(2 * (std::abs(name) - 1) + (name < 0 ? 1 : 0)));
    problem.group.equations.emplace_back(std::move(word), Word{});
  }
  return problem;
}

/// How far a search has come: the order sought is that of this group times the factors.
struct Stage {
  Problem problem;
  std::vector<std::uint64_t> factors = {};
  unsigned depth = 0;  // subgroups above it
};

Stage first_stage(const Problem& problem) {
  Stage stage{problem};
  if (problem.subgroup.empty() && !problem.names_trivial) stage.problem.subgroup = chosen_subgroup(problem.group);
  return stage;
}

/// What the answer depends on, as a reader would write it: a checkpoint of another problem is named by this.
Json in_text(const Problem& problem) {
  const word::Alphabet& alphabet = problem.group.alphabet;
  const bool single = std::ranges::all_of(alphabet.names, [](const std::string& name) { return name.size() == 1; });
  const auto text_of = [&](const Word& word) {
    const std::size_t period = word.empty() ? 0 : root_length(word);
    std::string root = period == 0 ? "1" : "";
    for (const Letter x : std::span(word).first(period)) root += (single || root.empty() ? "" : "*") + alphabet.names[x];
    if (period == word.size()) return root;
    return fmt::format("{}^{}", period == 1 ? root : "(" + root + ")", word.size() / period);
  };
  Json relators = Json::array();
  for (const word::Equation& equation : problem.group.equations)
    relators.push_back(text_of(relator_of(equation, alphabet.inverses)));
  Json subgroup = Json::array();
  for (const Word& word : problem.subgroup) subgroup.push_back(text_of(word));
  if (problem.names_trivial) subgroup.push_back("1");  // so that a run that chooses a subgroup is another one
  return {{"letters", alphabet.names}, {"inverses", alphabet.inverses}, {"relators", relators}, {"subgroup", subgroup}};
}

class OrderSearch {
 public:
  OrderSearch(const Problem& problem, const Options& options, const EnumerationFiles& files, RunControl& run)
      : asked_(in_text(problem)),
        options_(options),
        files_(files),
        checkpoint_(checkpoint_file(files.checkpoint, files.resume)),
        run_(run),
        stage_(first_stage(problem)) {
    if (!checkpoint_.empty()) require_checkpoint_target(checkpoint_);
  }

  /// Nothing if a limit was reached.
  std::optional<GroupOrder> find() {
    bool resumes = !files_.resume.empty();
    while (true) {
      std::optional<Enumeration>& found = progress_.enumeration;
      if (resumes) found = restored();
      if (const auto letter = letter_of_infinite_order({stage_.problem.group})) return infinite(*letter);
      if (!resumes) found.emplace(stage_.problem, options_);
      const bool complete = is_finished(*found);
      progress_.ending = found->ending();
      if (!complete) return std::nullopt;
      std::optional<RunControl::Untimed> untimed;  // no checkpoint has what follows
      if (resumes) untimed.emplace(run_);
      resumes = false;
      if (descend(*found)) continue;
      Natural order(1);
      for (const std::uint64_t factor : stage_.factors) order *= factor;
      return GroupOrder{order, stage_.factors, {}, !files_.resume.empty()};
    }
  }
  /// At the limit that was reached.
  OrderProgress progress() {
    progress_.factors = stage_.factors;
    return std::move(progress_);
  }

 private:
  static constexpr const char* kKind = "coset order 2";

  GroupOrder infinite(Letter letter) const {
    const bool resumed = !files_.resume.empty();
    if (stage_.factors.empty())
      return {Cardinal::infinite(),
              {},
              fmt::format("{} has infinite order in the abelianization", stage_.problem.group.alphabet.names[letter]),
              resumed};
    Natural index(1);
    for (const std::uint64_t factor : stage_.factors) index *= factor;
    return {Cardinal::infinite(), stage_.factors,
            fmt::format("a subgroup of index {} has an infinite abelian quotient", index.text()), resumed};
  }

  /// The stage, and its enumeration.
  Enumeration restored() {
    const OpenCheckpoint checkpoint(files_.resume, kKind, asked_);
    ByteReader reader(checkpoint.payload(), files_.resume);
    const auto text = reader.array<char>();
    const Json json = parse_json_or_null({reinterpret_cast<const char*>(text.data()), text.size()});
    try {
      stage_ = {problem_from_json(json), json.at("factors").get<std::vector<std::uint64_t>>(), json.at("depth").get<unsigned>()};
    } catch (const Json::exception&) {
      reader.fail("the checkpoint is damaged: its group cannot be read");
    }
    Enumeration found(stage_.problem, options_);
    found.restore(reader.take(reader.left()));
    return found;
  }

  bool is_finished(Enumeration& found) {
    if (checkpoint_.empty()) return found.run(&run_);
    Json json = problem_to_json(stage_.problem);
    json["factors"] = stage_.factors;
    json["depth"] = stage_.depth;
    const std::string text = to_text(json);
    const auto save = [&] {
      write_checkpoint(checkpoint_, kKind, asked_, [&](ByteWriter& into) {
        into.put_all(std::span<const char>(text));
        EnumerationSaver::save(found, into);
      });
    };
    const bool more_follows = !stage_.problem.subgroup.empty();  // which may be stopped
    return run_and_save(found, files_.checkpoint_every, more_follows, save, run_);
  }

  /// Whether there is more to enumerate, after a stage whose index is known: the subgroup, or else the whole group.
  bool descend(Enumeration& found) {
    const std::uint64_t index = found.index();
    std::vector<Word>& generators = stage_.problem.subgroup;
    if (generators.empty()) {
      stage_.factors.push_back(index);
      return false;
    }
    const Table table = found.take_table(&run_);
    if (generators.size() == 1) {
      if (const std::uint64_t order = cyclic_order(table, generators.front(), run_)) {
        stage_.factors.insert(stage_.factors.end(), {index, order});
        return false;
      }
    }
    if (index > 1 && index <= kMostRewritten && stage_.depth < kDeepest) {  // a subgroup that is the group gives nothing new
      const SubgroupPresentation subgroup = subgroup_presentation(table, {}, &run_);
      if (2 * subgroup.generators.size() <= word::kMaxLetters) {
        stage_.factors.push_back(index);
        Stage next = first_stage(as_problem(subgroup));
        std::swap(stage_.problem, next.problem);
        ++stage_.depth;
        return !subgroup.generators.empty();
      }
    }
    generators.clear();
    return true;
  }

  Json asked_;
  const Options& options_;
  const EnumerationFiles& files_;
  std::string checkpoint_;
  RunControl& run_;
  Stage stage_;
  OrderProgress progress_;
};

}  // namespace

std::optional<GroupOrder> group_order(const Problem& problem, const Options& options, RunControl* given, OrderProgress* progress,
                                      const EnumerationFiles& files) {
  GivenRun run(given);
  OrderSearch search(problem, options, files, *run);
  std::optional<GroupOrder> found;
  bool stopped = false;
  try {
    found = search.find();
  } catch (const LimitReached&) {
    stopped = true;
  }
  if (progress != nullptr && !found) {
    *progress = search.progress();
    if (stopped) {  // after an enumeration
      progress->ending = Ending::stopped;
      progress->enumeration.reset();
    }
  }
  return found;
}

}  // namespace wreath::coset
