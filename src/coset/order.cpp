// SPDX-License-Identifier: MIT
#include "wreath/coset/order.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

#include "core/algebra/integer_rows.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "coset/save.hpp"
#include "coset/words/relators.hpp"
#include "wreath/coset/subgroup.hpp"
#include "coset/tuning.hpp"

namespace wreath::coset {

namespace {

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
    const std::size_t period = word::period_of(relator);
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
      if (letters < tuning::kLettersBetweenAsks) continue;
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
  const std::size_t period = word::period_of(word);
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

  Natural index() const {
    Natural product(1);
    for (const std::uint64_t factor : factors) product *= factor;
    return product;
  }
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
    const std::size_t period = word.empty() ? 0 : word::period_of(word);
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

/// A step is a part of an enumeration, or what follows one. That cannot be saved: a checkpoint of the finished enumeration is
/// written before it.
class OrderSearch : public Resumable {
 public:
  OrderSearch(const Problem& problem, const Options& options, const std::string& proof, RunControl& run)
      : asked_(in_text(problem)),
        options_(options),
        proof_(proof),
        pace_(run.files()),
        resumed_(run.resumes()),
        first_resumed_(resumed_),
        stage_(first_stage(problem)) {
    options_.keeps_proof = !proof.empty();
    begin();
  }

  std::string kind() const override { return "coset order 2"; }
  Json problem() const override { return asked_; }
  bool done() const override { return order_ || (found_ && is_limit(found_->ending())); }
  bool worth_saving() const override { return found_.has_value(); }
  bool must_save() const override { return found_ && found_->complete() && !stage_.problem.subgroup.empty(); }

  void step(RunControl& run) override {
    const bool is_first = std::exchange(first_resumed_, false);
    if (!found_->complete()) {
      found_->run_steps(pace_.next(), &run);
      if (found_->ending() == Ending::infinite) order_ = infinite(found_->index_of_proof());
      // The first step of a resumed run is untimed: with what follows, the run gets further.
      if (!found_->complete() || (must_save() && !is_first)) return;
    }
    Enumeration enumeration = std::move(*found_);
    found_.reset();
    if (descend(enumeration, run)) return begin();
    order_ = GroupOrder{stage_.index(), stage_.factors, {}, resumed_};
  }

  void save(ByteWriter& into) const override {
    Json json = problem_to_json(stage_.problem);
    json["factors"] = stage_.factors;
    json["depth"] = stage_.depth;
    into.put_all(std::span<const char>(to_text(json)));
    EnumerationSaver::save(*found_, into);
  }
  void restore(ByteReader& from, RunControl&) override {
    const Json json = parse_json_or_null(from.text());
    try {
      stage_ = {problem_from_json(json), json.at("factors").get<std::vector<std::uint64_t>>(), json.at("depth").get<unsigned>()};
    } catch (const Json::exception&) {
      from.fail("the checkpoint is damaged: its group cannot be read");
    }
    found_.emplace(stage_.problem, options_);
    found_->restore(from.take(from.left()));
  }

  /// Nothing if a limit was reached.
  const std::optional<GroupOrder>& order() const { return order_; }
  /// At the limit that was reached.
  OrderProgress progress() {
    const bool is_stopped = !found_ || found_->ending() == Ending::none;
    return {is_stopped ? Ending::stopped : found_->ending(), stage_.factors, std::move(found_)};
  }

 private:
  /// The enumeration of a stage, unless the group is seen to be infinite.
  void begin() {
    if (const auto letter = letter_of_infinite_order({stage_.problem.group})) {
      order_ = infinite(1, *letter);
    } else {
      found_.emplace(stage_.problem, options_);
    }
  }

  static bool is_limit(Ending ending) { return ending != Ending::none && ending != Ending::complete; }

  /// By a subgroup of the group of this stage, which may be that group: then a letter shows it.
  GroupOrder infinite(std::uint32_t index, Letter letter = 0) const {
    if (!proof_.empty())
      throw InputError("the group is infinite, of which no proof can be written; leave out " + option("proof"));
    const Natural whole = stage_.index() * index;
    if (whole == Natural(1)) {
      const std::string& name = stage_.problem.group.alphabet.names[letter];
      return {Cardinal::infinite(), {}, fmt::format("{} has infinite order in the abelianization", name), resumed_, whole};
    }
    return {Cardinal::infinite(), stage_.factors,
            fmt::format("a subgroup of index {} has an infinite abelian quotient", whole.text()), resumed_, whole};
  }

  /// Whether there is more to enumerate, after a stage whose index is known: the subgroup, or else the whole group.
  bool descend(Enumeration& found, RunControl& run) {
    const std::uint64_t index = found.index();
    std::vector<Word>& generators = stage_.problem.subgroup;
    if (generators.empty()) {
      if (!proof_.empty()) found.write_proof(proof_, &run, 1);
      stage_.factors.push_back(index);
      return false;
    }
    const Table table = found.take_table(&run);
    if (generators.size() == 1) {
      if (const std::uint64_t order = cyclic_order(table, generators.front(), run)) {
        if (!proof_.empty()) found.write_proof(proof_, &run, order);
        stage_.factors.insert(stage_.factors.end(), {index, order});
        return false;
      }
    }
    if (proof_.empty() && index > 1 && index <= tuning::kMostRewritten &&
        stage_.depth < tuning::kDeepestChain) {  // a subgroup that is the group gives nothing new
      const SubgroupPresentation subgroup = subgroup_presentation(table, {}, &run);
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
  Options options_;
  std::string proof_;  // the file; empty: none is wanted
  CheckpointPace pace_;
  bool resumed_;
  bool first_resumed_;
  Stage stage_;
  std::optional<Enumeration> found_;  // none while something follows it
  std::optional<GroupOrder> order_;
};

}  // namespace

std::optional<GroupOrder> group_order(const Problem& problem, const Options& options, RunControl* given, OrderProgress* progress,
                                      const std::string& proof) {
  GivenRun run(given);
  OrderSearch search(problem, options, proof, run);
  drive(search, run);
  if (progress != nullptr && !search.order()) *progress = search.progress();
  return search.order();
}

// A proof that an index is infinite.
//
// If the group is made abelian, and the subgroup trivial, what is left is a quotient on which the cosets act: if it is infinite,
// so is the index. It is infinite exactly if the exponent sums of the relators and of the subgroup's generators span fewer
// dimensions than there are generators, and then some generator has infinite order in it.

std::optional<word::Letter> letter_of_infinite_order(const Problem& problem) {
  if (!problem.group.is_group()) return std::nullopt;
  const auto& inverses = problem.group.alphabet.inverses;
  const std::size_t letters = problem.group.alphabet.size();
  auto rows = exponent_rows(inverses, problem.group.equations);
  if (!rows) return std::nullopt;
  for (const word::Word& word : problem.subgroup) {
    IntegerRows::Row row(letters);
    add_exponent_sums(row, word, inverses, 1);
    if (!rows->add(std::move(row))) return std::nullopt;
  }
  for (std::size_t x = 0; x < letters; ++x) {
    if (inverses[x] <= x) continue;
    IntegerRows::Row row(letters);
    row[x] = 1;
    const auto rest = rows->reduced(std::move(row));
    if (rest && IntegerRows::first_nonzero(*rest) < letters) return static_cast<word::Letter>(x);
  }
  return std::nullopt;
}

}  // namespace wreath::coset
