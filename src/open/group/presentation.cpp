// SPDX-License-Identifier: MIT
#include "wreath/group/presentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/coset/files.hpp"
#include "wreath/coset/order.hpp"
#include "wreath/group/group.hpp"

namespace wreath::group {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 12;
// An enumeration ends without an answer at 100 cosets for each element that the permutations are known to have, but not before
// 100,000: smaller groups are soon proven by Sims' method. Beyond that many elements the memory is the limit.
constexpr std::uint64_t kCosetsPerElement = 100;
constexpr std::uint64_t kFewCosets = 100'000;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32;

/// The images under each letter.
std::vector<Permutation> letters_of(const Generators& generators, const word::Alphabet& alphabet, const std::string& name) {
  std::vector<Permutation> letters(alphabet.size());
  std::vector<bool> used(generators.images.size());
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const std::size_t inverse = alphabet.inverses[x];
    if (inverse == word::kNoLetter) throw InputError(fmt::format("{}: this presents a monoid, not a group", name));
    if (inverse < x) {
      letters[x].resize(generators.degree);
      for (std::size_t i = 0; i < generators.degree; ++i) letters[x][letters[inverse][i]] = static_cast<Point>(i);
      continue;
    }
    const auto found = std::ranges::find(generators.names, alphabet.names[x]);
    if (found == generators.names.end()) {
      throw InputError(fmt::format("{}: no generator of the group is named {}; the generators are {}", name, alphabet.names[x],
                                   fmt::join(generators.names, ", ")));
    }
    letters[x] = generators.images[static_cast<std::size_t>(found - generators.names.begin())];
    used[static_cast<std::size_t>(found - generators.names.begin())] = true;
  }
  const auto unused = std::ranges::find(used, false);
  if (unused != used.end()) {
    throw InputError(fmt::format("{}: the generator {} of the group is not a letter of the presentation", name,
                                 generators.names[static_cast<std::size_t>(unused - used.begin())]));
  }
  return letters;
}

/// Throws InputError if a point is moved differently by the two words.
void require_equation(const std::vector<Permutation>& letters, const word::Equation& equation, const word::Alphabet& alphabet,
                      const std::string& name, unsigned threads, RunControl* run) {
  const std::size_t degree = letters.empty() ? 0 : letters[0].size();
  std::atomic<std::size_t> first{degree};
  StopCheck check = stop_check(run);
  parallel_chunks(degree, kGrain, degree < kGrain ? 1 : threads, [&](Range range, std::size_t, unsigned thread) {
    if (thread == 0) check.look();
    std::vector<Point> left(range.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<Point>(range.begin + i);
    std::vector<Point> right = left;
    for (const word::Letter x : equation.first)
      for (Point& point : left) point = letters[x][point];
    for (const word::Letter x : equation.second)
      for (Point& point : right) point = letters[x][point];
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == right[i]) continue;
      std::size_t known = first;
      while (range.begin + i < known && !first.compare_exchange_weak(known, range.begin + i)) {
      }
      break;
    }
  });
  if (first == degree) return;
  const auto text = [&](const word::Word& w) {
    std::string made;
    for (const word::Letter x : w) made += (made.empty() ? "" : "*") + alphabet.names[x];
    return made.empty() ? std::string("1") : made;
  };
  throw InputError(fmt::format("{}: the permutations do not satisfy {} = {}: point {} is moved", name, text(equation.first),
                               text(equation.second), first.load() + 1));
}

}  // namespace

std::optional<Natural> presented_order(const Generators& generators, const std::string& presentation, const Machine& machine,
                                       RunControl* run) {
  GivenRun given(run);
  RunControl& control = given;
  const coset::Problem problem = coset::open_problem(presentation);
  const word::Alphabet& alphabet = problem.group.alphabet;
  const std::string name = "the presentation";
  const std::vector<Permutation> letters = letters_of(generators, alphabet, name);
  std::vector<word::Equation> equations = problem.group.equations;
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const auto letter = static_cast<word::Letter>(x);
    if (alphabet.inverses[x] == letter) equations.push_back({{letter, letter}, {}});
  }
  or_limit_reached([&] {
    for (const word::Equation& equation : equations)
      require_equation(letters, equation, alphabet, name, resolve_threads(machine.threads), &control);
  });
  const RunFiles files = control.files();  // those are for the chain
  control.keep_in({});
  // If the presented group is that of the permutations, its enumeration needs no more than some multiple of their number.
  Group known(generators, {.machine = machine, .proof = Proof::none}, &control);
  known.run(&control);
  const std::uint64_t elements = known.size().order.small().value_or(0);  // 0: too many for a limit
  const bool limited = elements != 0 && elements < kMostElements;
  const coset::Options how{.machine = machine, .max_cosets = limited ? std::max(elements * kCosetsPerElement, kFewCosets) : 0};
  const auto found = coset::group_order(problem, how, &control);
  control.keep_in(files);
  if (!found) return {};
  if (found->is_infinite())
    throw InputError(fmt::format("{}: the presented group is infinite, so its order is not a bound", name));
  return found->order.number();
}

}  // namespace wreath::group
