// SPDX-License-Identifier: MIT
//
// The enumeration of a monoid: one method, or both in turns.
//
// Like that of cosets (enumeration.cpp), the automatic method gives HLT most of the steps and Felsch a share, doubles the turns
// from round to round, and takes the table that is closed first. Turns are counted in steps, so that no clock decides.
#include <algorithm>

#include "core/algebra/integer_rows.hpp"
#include "core/run/given_run.hpp"
#include "core/text/names.hpp"
#include "coset/monoid/enumerator.hpp"
#include "coset/monoid/tuning.hpp"

namespace wreath::coset {

using monoid::Enumerator;

namespace {

constexpr Named<MonoidMethod> kMethodNames[] = {
    {MonoidMethod::automatic, "auto"}, {MonoidMethod::hlt, "hlt"}, {MonoidMethod::felsch, "felsch"}};

}  // namespace

std::string_view to_string(MonoidMethod method) noexcept {
  return name_of<MonoidMethod>(method, kMethodNames);
}

MonoidMethod parse_monoid_method(std::string_view name) {
  return value_of<MonoidMethod>(name, kMethodNames, "method");
}

namespace {

/// The same problem, if it is one.
MonoidProblem checked(MonoidProblem problem) {
  const auto is_empty = [](const word::Equation& pair) { return pair.first.empty() || pair.second.empty(); };
  if (problem.monoid.is_semigroup && std::ranges::any_of(problem.pairs, is_empty))
    throw InputError("a side of a pair is 1, which a semigroup does not have: write monoid<...>");
  return problem;
}

}  // namespace

struct MonoidEnumeration::State {
  State(MonoidProblem given, const MonoidOptions& chosen, StopCheck stop)
      : problem(checked(std::move(given))), options(chosen), relations(monoid::prepare(problem, stop)) {
    const bool felsch_fits = monoid::BackwardTrie::size_for(relations) <= monoid::tuning::kMostBackwardStates;
    if (options.method == MonoidMethod::felsch && !felsch_fits)
      throw InputError("the relations are too long for felsch; choose another method");
    if (options.method != MonoidMethod::felsch)
      enumerators.push_back(std::make_unique<Enumerator>(relations, MonoidMethod::hlt, stop));
    if (options.method != MonoidMethod::hlt && felsch_fits)
      enumerators.push_back(std::make_unique<Enumerator>(relations, MonoidMethod::felsch, stop));
  }

  std::uint64_t memory() const {
    std::uint64_t sum = 0;
    for (const auto& each : enumerators) sum += each->graph().memory();
    return sum;
  }

  void set_limits(RunControl& run) {
    const std::uint64_t most = run.memory_left() + memory();
    for (const auto& each : enumerators) each->set_limits(most / enumerators.size(), options.max_nodes);
  }

  void step(RunControl& run) {
    Enumerator& each = *enumerators[current];
    const bool has_share = enumerators.size() > 1 && each.method() == MonoidMethod::felsch;
    switch (each.turn(has_share ? turn / monoid::tuning::kFelschShare : turn, run)) {
      case Enumerator::End::complete: finish(run); return;
      case Enumerator::End::stopped: ending = Ending::stopped; return;
      case Enumerator::End::full:
        if (enumerators.size() == 1) {
          ending = each.why_full();
          return;
        }
        enumerators.erase(enumerators.begin() + static_cast<std::ptrdiff_t>(current));  // the other has its memory
        set_limits(run);
        break;
      case Enumerator::End::budget: ++current; break;
    }
    if (current < enumerators.size()) return;
    current = 0;
    turn = std::min(2 * turn, monoid::tuning::kLongestTurn);
  }

  /// The winner stays; its table is verified.
  void finish(RunControl& run) {
    const auto timer = run.phase("monoid verification");
    std::swap(enumerators.front(), enumerators[current]);
    enumerators.resize(1);
    current = 0;
    live = enumerators.front()->graph().live();
    maximum = enumerators.front()->graph().maximum();
    total = enumerators.front()->graph().total();
    bytes = memory();
    const bool is_verified = unless_stopped([&] {
      if (!table) table.emplace(problem, enumerators.front()->take_entries(StopCheck(run)));
      const Verification found = verify(*table, options.machine.threads, &run);
      if (!found.verified) throw InternalError("the finished table is wrong: " + found.problem + "; please report this");
    });
    ending = is_verified ? Ending::complete : Ending::stopped;
  }

  MonoidProblem problem;
  MonoidOptions options;
  monoid::Relations relations;
  std::vector<std::unique_ptr<Enumerator>> enumerators;
  std::size_t current = 0;
  std::uint64_t turn = monoid::tuning::kFirstTurn;
  Ending ending = Ending::none;
  std::optional<MonoidTable> table = {};
  std::uint64_t live = 0;  // of the finished graph, like those that follow
  std::uint64_t maximum = 0;
  std::uint64_t total = 0;
  std::uint64_t bytes = 0;
};

MonoidEnumeration::MonoidEnumeration(MonoidProblem problem, const MonoidOptions& options, RunControl* run) {
  or_limit_reached([&] { state_ = std::make_unique<State>(std::move(problem), options, stop_check(run)); });
}
MonoidEnumeration::~MonoidEnumeration() = default;
MonoidEnumeration::MonoidEnumeration(MonoidEnumeration&& other) noexcept = default;
MonoidEnumeration& MonoidEnumeration::operator=(MonoidEnumeration&& other) noexcept = default;

bool MonoidEnumeration::run(RunControl* given) {
  GivenRun run(given);
  if (complete()) return true;
  const auto timer = run->phase("monoid enumeration");
  state_->ending = Ending::none;
  state_->set_limits(run);
  if (state_->table) state_->finish(run);
  while (ending() == Ending::none) state_->step(run);
  if (complete() && state_->options.method == MonoidMethod::automatic)
    run->note_choice("coset method", std::string(to_string(method())), "it was the first to finish");
  return complete();
}

Ending MonoidEnumeration::ending() const noexcept {
  return state_->ending;
}

const MonoidTable& MonoidEnumeration::table() const {
  if (!complete()) throw InputError("there is no table: the enumeration is not complete");
  return *state_->table;
}

const MonoidProblem& MonoidEnumeration::problem() const noexcept {
  return state_->problem;
}

MonoidMethod MonoidEnumeration::method() const noexcept {
  return state_->enumerators.front()->method();
}

std::uint64_t MonoidEnumeration::live() const noexcept {
  return state_->table ? state_->live : state_->enumerators.front()->graph().live();
}

std::uint64_t MonoidEnumeration::maximum() const noexcept {
  return state_->table ? state_->maximum : state_->enumerators.front()->graph().maximum();
}

std::uint64_t MonoidEnumeration::total() const noexcept {
  return state_->table ? state_->total : state_->enumerators.front()->graph().total();
}

std::uint64_t MonoidEnumeration::memory() const noexcept {
  return state_->table ? state_->bytes : state_->memory();
}

// Words to which a map into the integers under addition gives the same sums on both sides of all relations and pairs have classes
// that it separates. If there is such a map that is not 0 everywhere, a power of some letter has infinitely many values.
std::string why_infinite(const MonoidProblem& problem) {
  const word::Alphabet& alphabet = problem.monoid.alphabet;
  std::vector<word::Equation> equations = problem.monoid.equations;
  equations.insert(equations.end(), problem.pairs.begin(), problem.pairs.end());
  const auto rows = exponent_rows(alphabet.inverses, equations);
  for (std::size_t x = 0; rows && x < alphabet.size(); ++x) {
    if (alphabet.inverses[x] <= x) continue;
    IntegerRows::Row row(alphabet.size());
    row[x] = 1;
    const auto rest = rows->reduced(std::move(row));
    if (rest && IntegerRows::first_nonzero(*rest) < alphabet.size())
      return "all powers of " + alphabet.names[x] + " are different: no relation bounds them in the abelianization";
  }
  return {};
}

}  // namespace wreath::coset
