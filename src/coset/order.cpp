// SPDX-License-Identifier: MIT
#include "wreath/coset/order.hpp"

#include <algorithm>
#include <numeric>

#include "core/data/natural.hpp"
#include "core/run/given_run.hpp"
#include "coset/relators.hpp"
#include "wreath/coset/subgroup.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kMostRewritten = 20'000;  // cosets from which a subgroup is presented
constexpr unsigned kDeepest = 16;                 // subgroups in a chain

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
std::uint64_t order_on_cosets(const Table& table, const Word& word, std::uint64_t enough) {
  std::vector<bool> seen(table.index());
  std::uint64_t multiple = 1;
  for (std::uint64_t c = 0; c < table.index() && multiple % enough != 0; ++c) {
    std::uint64_t length = 0;
    for (auto at = static_cast<Coset>(c); !seen[at]; at = table.trace(word, at), ++length) seen[at] = true;
    if (length != 0) multiple = std::lcm(multiple, length);
  }
  return multiple;
}

/// The order of the cyclic subgroup of a table, or 0 if that cannot be read off.
std::uint64_t cyclic_order(const Table& table, const Word& generator) {
  const Word word = relator_of({generator, {}}, table.problem().group.alphabet.inverses);  // a conjugate
  if (word.empty()) return 1;
  const std::size_t period = root_length(word);
  const Word root(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(period));
  const std::uint64_t exponent = known_exponent(table.problem().group, root);
  if (exponent == 0) return 0;
  const std::uint64_t power = word.size() / period;
  const std::uint64_t most = exponent / std::gcd(exponent, power);
  return order_on_cosets(table, generator, most) % most == 0 ? most : 0;
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

class OrderSearch {
 public:
  OrderSearch(const Options& options, RunControl& run) : options_(options), run_(run) {}

  /// The factors of the order; false if a limit was reached.
  bool find(Problem problem, unsigned depth, std::vector<std::uint64_t>& factors) {
    if (problem.subgroup.empty()) problem.subgroup = chosen_subgroup(problem.group);
    Enumeration found(problem, options_);
    if (!is_finished(found)) return false;
    const std::uint64_t index = found.index();
    factors.push_back(index);
    if (problem.subgroup.empty()) return true;
    const Table table = found.take_table(&run_);
    if (problem.subgroup.size() == 1) {
      if (const std::uint64_t order = cyclic_order(table, problem.subgroup.front())) {
        factors.push_back(order);
        return true;
      }
    }
    if (index > 1 && index <= kMostRewritten && depth < kDeepest) {  // a subgroup that is the group tells nothing new
      const SubgroupPresentation subgroup = subgroup_presentation(table, {}, &run_);
      if (2 * subgroup.generators.size() <= word::kMaxLetters) return find_subgroup(as_problem(subgroup), depth + 1, factors);
    }
    factors.pop_back();
    return find_whole(problem, factors);
  }
  /// The limit that was reached.
  Ending ending() const { return ending_; }

 private:
  bool is_finished(Enumeration& found) {
    const bool complete = found.run(&run_);
    ending_ = found.ending();
    return complete;
  }

  bool find_subgroup(Problem problem, unsigned depth, std::vector<std::uint64_t>& factors) {
    if (problem.group.alphabet.size() == 0) return true;
    return find(std::move(problem), depth, factors);
  }

  bool find_whole(Problem problem, std::vector<std::uint64_t>& factors) {
    problem.subgroup.clear();
    Enumeration found(std::move(problem), options_);
    if (!is_finished(found)) return false;
    factors.push_back(found.index());
    return true;
  }

  const Options& options_;
  RunControl& run_;
  Ending ending_ = Ending::none;
};

}  // namespace

std::optional<GroupOrder> group_order(const Problem& problem, const Options& options, RunControl* given, Ending* ending) {
  GivenRun run(given);
  GroupOrder result;
  OrderSearch search(options, *run);
  bool found = false;
  try {
    found = search.find(problem, 0, result.factors);
    if (ending != nullptr) *ending = search.ending();
  } catch (const LimitReached&) {
    if (ending != nullptr) *ending = Ending::stopped;
  }
  if (!found) return std::nullopt;
  Natural order(1);
  for (const std::uint64_t factor : result.factors) order *= factor;
  result.order = order.text();
  return result;
}

}  // namespace wreath::coset
