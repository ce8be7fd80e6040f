// SPDX-License-Identifier: MIT
//
// Proofs that two words are equal, or different.
//
// Two words are equal if they lead to one coset of the trivial subgroup, and that is shown by a table as an index is: the first
// rows are the vertices of the two words as paths, HLT works them through in their order, then what it defined around them, and
// so on. So the table grows around the two paths, until a van Kampen diagram between them lies in it, and folds.
#include <fmt/format.h>

#include <algorithm>

#include "core/algebra/integers.hpp"
#include "core/proof/file.hpp"
#include "core/data/rng.hpp"
#include "core/run/given_run.hpp"
#include "coset/proof/write.hpp"
#include "coset/strategies/enumerator.hpp"
#include "wreath/coset/enumeration.hpp"
#include "wreath/coset/proof.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kFirstTurn = 1 << 10;      // table steps
constexpr std::uint32_t kMostModulus = 1 << 10;    // of the cyclic groups that are tried
constexpr std::uint64_t kPowers = 5;               // orders of letters, from 2 on
constexpr std::uint64_t kAttempts = 1000;          // quotients that are tried
constexpr std::uint64_t kMostPoints = 20'000;      // of the tables
constexpr std::uint64_t kQuotientSteps = 200'000;  // table steps for each
}  // namespace

std::optional<bool> prove_by_cosets(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,
                                    const Options& options, RunControl* given) {
  GivenRun run(given);
  require_provable(problem, std::vector{u, v});
  const System system = prepare(problem, options.as_is);
  Enumerator enumerator(system, Method::hlt, 1024, options.machine.threads);
  enumerator.keep_journal();
  enumerator.set_limits(run->memory_left(), options.max_cosets);
  const auto timer = run->phase("proof");
  if (!enumerator.define_path(u) || !enumerator.define_path(v)) return std::nullopt;
  for (std::uint64_t turn = std::max<std::uint64_t>(kFirstTurn, u.size() + v.size());; turn += turn / 4) {
    if (enumerator.end_of(u) == enumerator.end_of(v)) break;
    const Enumerator::End end = enumerator.turn(turn, *run);
    if (end == Enumerator::End::budget) continue;
    if (end != Enumerator::End::complete) return std::nullopt;
    if (enumerator.end_of(u) == enumerator.end_of(v)) break;
    if (!system.subgroup.empty()) return std::nullopt;
    const Table table = enumerator.take_table(problem);
    write_quotient_proof(
        path, problem, table.index(), [&](Letter x, std::uint64_t i) { return table.image(i, x); }, u, v);
    return false;
  }
  write_path_proof(path, problem, system, *enumerator.journal(), u, v, *run);
  return true;
}

namespace {

/// Solutions modulo a prime of linear equations: for each unknown that no pivot has, the solution in which it is 1 and the others
/// of its kind are 0.
std::vector<std::vector<std::uint64_t>> solutions_of(std::vector<std::vector<std::uint64_t>> rows, std::size_t columns,
                                                     std::uint64_t prime) {
  std::vector<std::size_t> pivots;
  std::size_t rank = 0;
  for (std::size_t x = 0; x < columns && rank < rows.size(); ++x) {
    const auto pivot =
        std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(rank), rows.end(), [&](const auto& row) { return row[x] != 0; });
    if (pivot == rows.end()) continue;
    std::iter_swap(rows.begin() + static_cast<std::ptrdiff_t>(rank), pivot);
    const std::uint64_t inverse = inverse_modulo(rows[rank][x], prime);
    for (std::uint64_t& value : rows[rank]) value = value * inverse % prime;
    for (std::size_t other = 0; other < rows.size(); ++other) {
      const std::uint64_t factor = rows[other][x];
      if (other == rank || factor == 0) continue;
      for (std::size_t y = 0; y < columns; ++y) rows[other][y] = (rows[other][y] + (prime - factor) * rows[rank][y]) % prime;
    }
    pivots.push_back(x);
    ++rank;
  }
  std::vector<std::vector<std::uint64_t>> solutions;
  for (std::size_t x = 0; x < columns; ++x) {
    if (std::ranges::find(pivots, x) != pivots.end()) continue;
    std::vector<std::uint64_t>& solution = solutions.emplace_back(columns);
    solution[x] = 1;
    for (std::size_t k = 0; k < rank; ++k) solution[pivots[k]] = (prime - rows[k][x]) % prime;
  }
  return solutions;
}

/// How often each letter is in a word, minus its inverse, modulo a prime. A letter that is its own inverse is a generator of
/// order 2.
std::vector<std::uint64_t> sums_of(std::span<const Letter> word, std::span<const Letter> inverses, std::uint64_t prime) {
  std::vector<std::uint64_t> sums(inverses.size());
  for (const Letter x : word) {
    std::uint64_t& sum = sums[std::min(x, inverses[x])];
    sum = (sum + (x <= inverses[x] ? 1 : prime - 1)) % prime;
  }
  return sums;
}

/// By a homomorphism to a cyclic group of prime order.
bool differ_in_cyclic_group(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v) {
  const auto& inverses = problem.group.alphabet.inverses;
  const word::Word difference = relator_of({u, v}, inverses);
  for (std::uint64_t prime = 2; prime < kMostModulus; ++prime) {
    if (!is_prime(prime)) continue;
    std::vector<std::vector<std::uint64_t>> rows;
    for (const word::Equation& equation : problem.group.equations)
      rows.push_back(sums_of(relator_of(equation, inverses), inverses, prime));
    for (std::size_t x = 0; x < inverses.size(); ++x) {
      if (inverses[x] > x) continue;
      rows.emplace_back(inverses.size())[x] = inverses[x] == x ? 2 % prime : 1;  // inverse letters have no sum of their own
    }
    const std::vector<std::uint64_t> sums = sums_of(difference, inverses, prime);
    for (const auto& solution : solutions_of(std::move(rows), inverses.size(), prime)) {
      std::uint64_t value = 0;
      for (std::size_t x = 0; x < sums.size(); ++x) value = (value + sums[x] * solution[x]) % prime;
      if (value == 0) continue;
      const auto image = [&](Letter x, std::uint64_t i) { return (i + solution[x]) % prime; };
      write_quotient_proof(path, problem, prime, image, u, v);
      return true;
    }
  }
  return false;
}

/// More relators, which may make the group finite: first that all letters have one small order, then powers of some letters and
/// of short words.
std::vector<word::Equation> more_relators(std::uint64_t attempt, std::span<const Letter> inverses, RandomStream& rng) {
  std::vector<word::Equation> relators;
  const auto add_power = [&](const Word& root, std::uint64_t exponent) {
    Word power;
    for (std::uint64_t k = 0; k < exponent; ++k) power.insert(power.end(), root.begin(), root.end());
    relators.emplace_back(std::move(power), Word{});
  };
  for (std::size_t x = 0; x < inverses.size(); ++x) {
    if (inverses[x] <= x) continue;
    const bool all = attempt < kPowers;
    if (all || rng.below(3) != 0) add_power({static_cast<Letter>(x)}, 2 + (all ? attempt : rng.below64(kPowers)));
  }
  if (attempt < kPowers) return relators;
  for (std::uint64_t count = rng.below(4); count > 0; --count) {
    Word root;
    for (std::uint64_t length = 2 + rng.below(6); length > 0; --length)
      root.push_back(static_cast<Letter>(rng.below64(inverses.size())));
    add_power(root, 1 + rng.below(6));
  }
  return relators;
}

/// By a finite quotient, that of the group by some more relators.
bool differ_in_finite_group(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,
                            RunControl& run) {
  RandomStream rng(1, 0);
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    if (run.should_stop()) return false;
    Problem quotient{problem.group, {}, true};
    std::vector<word::Equation> more = more_relators(attempt, problem.group.alphabet.inverses, rng);
    if (more.empty()) continue;
    for (word::Equation& relator : more) quotient.group.equations.push_back(std::move(relator));
    Enumeration enumeration(std::move(quotient), {.machine = {.threads = 1}, .method = Method::hlt, .max_cosets = kMostPoints});
    if (!enumeration.run_steps(kQuotientSteps)) continue;
    const Table table = enumeration.take_table();
    if (table.trace(u) == table.trace(v)) continue;
    write_quotient_proof(
        path, problem, table.index(), [&](Letter x, std::uint64_t i) { return table.image(i, x); }, u, v);
    return true;
  }
  return false;
}

}  // namespace

bool prove_different(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,
                     RunControl* given) {
  GivenRun run(given);
  const auto timer = run->phase("proof");
  require_provable(problem, std::vector{u, v});
  if (relator_of({u, v}, problem.group.alphabet.inverses).empty()) return false;
  return differ_in_cyclic_group(path, problem, u, v) || differ_in_finite_group(path, problem, u, v, *run);
}

}  // namespace wreath::coset
