// SPDX-License-Identifier: MIT
//
// An enumeration: one strategy, or all of them in turns.
//
// No rule predicts the best strategy for sure, so the automatic one is what experts do by hand: try each with small limits, and
// double them. Tables are kept between turns. HLT, which ends most enumerations first, has most of the steps, except on a core or
// two where Felsch is likely to win. Turns are counted in table steps: which strategy wins depends on no clock.
#include "wreath/coset/enumeration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/byte_reader.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "coset/low_index/infinite.hpp"
#include "coset/proof/write.hpp"
#include "coset/save.hpp"
#include "coset/strategies/enumerator.hpp"
#include "wreath/gpu.hpp"
#include "wreath/natural.hpp"
#include "coset/tuning.hpp"

namespace wreath::coset {

namespace {

constexpr Named<Method> kMethodNames[] = {{Method::automatic, "auto"},
                                          {Method::hlt, "hlt"},
                                          {Method::felsch, "felsch"},
                                          {Method::mixed, "mixed"},
                                          {Method::sparse, "sparse"}};

}  // namespace

std::string_view to_string(Method method) noexcept {
  return name_of<Method>(method, kMethodNames);
}

Method parse_method(std::string_view name) {
  return value_of<Method>(name, kMethodNames, "method");
}

struct Enumeration::State {
  State(Problem given, const Options& chosen)
      : problem(std::move(given)), options(chosen), system(prepare(problem, options.as_is)) {
    if (options.machine.backend == BackendChoice::cuda) {
      if (options.method == Method::felsch || options.method == Method::mixed)
        throw InputError("only hlt and sparse run on a GPU; choose " + option("method", "hlt") + ", or omit " +
                         option("backend", "cuda"));
      require_gpu();
    }
    if (options.keeps_proof) require_provable(problem);
    if (options.keeps_proof && options.machine.backend == BackendChoice::cuda)
      throw InputError("a proof is kept on the CPU alone; leave out " + option("backend", "cuda"));
    if (options.method == Method::automatic) {
      for (const Method each : {Method::hlt, Method::felsch, Method::sparse}) add(each);
    } else {
      add(options.method);
    }
  }

  void add(Method method) {
    Grain grain;
    if (options.machine.backend == BackendChoice::cuda) grain.device_cosets = tuning::kLeastForDevice;
    if (options.machine.backend == BackendChoice::automatic) grain.device_cosets = tuning::kWorthADevice;
    enumerators.push_back(std::make_unique<Enumerator>(system, method, 1024, options.machine.threads, grain));
    if (options.machine.backend == BackendChoice::cuda) enumerators.back()->require_device();
    if (options.keeps_proof) enumerators.back()->keep_journal();
  }

  /// Whether Felsch's strategy is likely to be the fastest: on a core or two, for short relators without many powers. F2_7, Cam5,
  /// cfd0R7 and gap5764 are such cases, for which it takes 0.2 to 0.4 of the time of HLT on one core
  /// (bench/results/2026-11-18-coset-choices-neoverse-v1.json).
  bool suits_felsch() const {
    const auto is_power = [](const Relator& relator) { return relator.period < relator.length; };
    const auto powers = static_cast<std::size_t>(std::ranges::count_if(system.relators, is_power));
    std::size_t involutions = 0;
    for (unsigned x = 0; x < system.width; ++x) involutions += system.inverses[x] == x ? 1 : 0;
    const std::size_t generators = (system.width + involutions) / 2;
    return resolve_threads(options.machine.threads) <= 2 && 3 * powers <= system.relators.size() &&
           2 * involutions < generators &&
           std::ranges::all_of(system.relators, [](const Relator& relator) { return relator.length <= tuning::kShortRelators; });
  }

  /// How many rows each table may have. Of several, that of Felsch, which is slow to fill it, has an eighth of what the others
  /// have.
  void set_row_limits(RunControl& run) {
    std::uint64_t held = 0;
    for (const auto& each : enumerators) held += each->host_memory();
    const std::uint64_t bytes = run.memory_left() + held;
    const auto share_of = [](const Enumerator& each) { return each.method() == Method::felsch ? 1 : tuning::kFelschMemory; };
    std::uint64_t shares = 0;
    for (const auto& each : enumerators) shares += share_of(*each);
    for (const auto& each : enumerators) each->set_limits(bytes / shares * share_of(*each), options.max_cosets);
  }

  std::uint64_t budget_of(const Enumerator& each) const {
    if (enumerators.size() == 1) return tuning::kLongestTurn;
    const bool is_felsch = each.method() == Method::felsch;
    if (felsch_suits && (is_felsch ? each.steps() : felsch_steps()) < tuning::kFelschLeads)
      return is_felsch ? turn : turn / tuning::kOthersShare;
    if (each.method() == Method::hlt) return turn;
    const Enumerator& first = *enumerators.front();
    const bool is_short = turn <= tuning::kShortTurn;
    const std::uint64_t threads = first.table().threads();
    if (!is_felsch)
      return turn / (tuning::kOthersShare * (is_short ? std::clamp<std::uint64_t>(threads / 2, 1, tuning::kMostCores) : 1));
    const std::uint64_t cores = std::min(threads, is_short ? tuning::kMostCores : tuning::kMostCoresLater);
    const bool device = options.machine.backend == BackendChoice::cuda || first.is_on_device();
    return turn / (tuning::kOthersShare * (device ? tuning::kDeviceCores : cores));
  }

  std::uint64_t felsch_steps() const {
    for (const auto& each : enumerators) {
      if (each->method() == Method::felsch) return each->steps();
    }
    return tuning::kFelschLeads;
  }

  /// The turn of the enumerator whose turn it is, or `most` steps of it.
  void step(std::uint64_t most, RunControl& run) {
    Enumerator& each = *enumerators[current];
    if (turn_left == 0) turn_left = budget_of(each);
    const std::uint64_t before = each.steps();
    const Enumerator::End end = each.turn(std::min(turn_left, most), run);
    turn_left -= std::min(turn_left, each.steps() - before);
    switch (end) {
      case Enumerator::End::complete: finish(run); return;
      case Enumerator::End::stopped: ending = Ending::stopped; return;
      case Enumerator::End::full:
        if (enumerators.size() == 1) {
          ending = each.why_full();
          return;
        }
        steps_of_others += each.steps();
        enumerators.erase(enumerators.begin() + static_cast<std::ptrdiff_t>(current));  // the others have its memory
        set_row_limits(run);
        turn_left = 0;
        break;
      case Enumerator::End::budget:
        if (turn_left != 0) return;
        ++current;
        break;
    }
    if (current < enumerators.size()) return;
    current = 0;
    if (options.method == Method::automatic) look_for_infinity(run);
    turn = std::min(turn * 2, tuning::kLongestTurn);
  }

  void look_for_infinity(RunControl& run) {
    const auto timer = run.phase("coset subgroups of small index");
    if (!infinite) infinite = std::make_unique<InfiniteIndexSearch>(problem);
    if (infinite->run(turn / tuning::kStepsOfAChoice, run) != 0) ending = Ending::infinite;
  }

  /// The winner stays; its table is verified.
  void finish(RunControl& run) {
    std::swap(enumerators.front(), enumerators[current]);
    enumerators.resize(1);
    current = 0;
    const auto timer = run.phase("coset verification");
    std::string fault;
    try {
      fault = enumerators.front()->first_fault(run);
    } catch (const LimitReached&) {
      ending = Ending::stopped;
      return;
    }
    if (!fault.empty() && resumed)
      throw InputError(
          fmt::format("the checkpoint is damaged: the coset table that it led to is wrong: {}. Start again without {}", fault,
                      option("resume")));
    if (!fault.empty()) throw InternalError(fmt::format("the finished coset table is wrong: {}; please report this", fault));
    ending = Ending::complete;
    index = enumerators.front()->table().rows();
  }

  Problem problem;
  Options options;
  System system;
  std::vector<std::unique_ptr<Enumerator>> enumerators;
  bool felsch_suits = suits_felsch();
  std::size_t current = 0;
  std::uint64_t turn = tuning::kFirstTurn;
  std::uint64_t steps_of_others = 0;  // that are gone
  std::uint64_t turn_left = 0;        // of the current one; 0: it has not begun
  Ending ending = Ending::none;
  std::uint64_t index = 0;  // once it is complete
  std::unique_ptr<InfiniteIndexSearch> infinite;
  bool resumed = false;
};

Enumeration::Enumeration(Problem problem, const Options& options)
    : state_(std::make_unique<State>(std::move(problem), options)) {}
Enumeration::~Enumeration() = default;
Enumeration::Enumeration(Enumeration&& other) noexcept = default;
Enumeration& Enumeration::operator=(Enumeration&& other) noexcept = default;

void Enumeration::set_ending(Ending ending) noexcept {
  state_->ending = ending;
}

bool Enumeration::run_steps(std::uint64_t steps, RunControl* given) {
  GivenRun run(given);
  if (complete()) return true;
  const auto timer = run->phase("coset enumeration");
  state_->ending = Ending::none;
  state_->set_row_limits(run);
  const auto done = [&] {
    std::uint64_t sum = state_->steps_of_others;
    for (const auto& each : state_->enumerators) sum += each->steps();
    return sum;
  };
  const std::uint64_t before = done();
  for (std::uint64_t spent = 0; ending() == Ending::none && spent < steps; spent = done() - before)
    state_->step(steps - spent, run);
  if (state_->options.method == Method::automatic && complete())
    run->note_choice("coset method", std::string(to_string(method())), "it was the first to finish");
  return complete();
}

void Enumeration::set_max_cosets(std::uint64_t cosets) {
  state_->options.max_cosets = cosets;
  if (ending() == Ending::cosets) state_->ending = Ending::none;
}

Ending Enumeration::ending() const noexcept {
  return state_->ending;
}

std::uint64_t Enumeration::index() const {
  if (!complete()) throw InputError("the index is not known: the enumeration is not complete");
  return state_->index;
}

std::uint32_t Enumeration::index_of_proof() const noexcept {
  return state_->infinite ? state_->infinite->index() : 0;
}

bool Enumeration::resumed() const noexcept {
  return state_->resumed;
}

const Problem& Enumeration::problem() const noexcept {
  return state_->problem;
}

Method Enumeration::method() const noexcept {
  return state_->enumerators.front()->method();
}
std::uint64_t Enumeration::live() const noexcept {
  return state_->enumerators.front()->table().live();
}
std::uint64_t Enumeration::maximum() const noexcept {
  return state_->enumerators.front()->table().maximum();
}
std::uint64_t Enumeration::total() const noexcept {
  return state_->enumerators.front()->table().total();
}
std::uint64_t Enumeration::worked_through() const noexcept {
  return state_->enumerators.front()->worked_through();
}
std::uint64_t Enumeration::lookaheads() const noexcept {
  return state_->enumerators.front()->lookaheads();
}

std::uint64_t Enumeration::memory() const noexcept {
  std::uint64_t bytes = 0;
  for (const auto& each : state_->enumerators) bytes += each->memory();
  return bytes;
}

Table Enumeration::take_table(RunControl* given) {
  if (!complete()) throw InputError("the enumeration is not complete, so it has no coset table");
  GivenRun run(given);
  const auto timer = run->phase("coset numbering");
  return state_->enumerators.front()->take_table(state_->problem, state_->resumed, &*run);
}

void Enumeration::write_proof(const std::string& path, RunControl* given, std::uint64_t cyclic_order) const {
  if (!complete()) throw InputError("the index is not known, so that there is nothing to prove: the enumeration is not complete");
  const Journal* journal = state_->enumerators.front()->journal();
  if (journal == nullptr) throw InputError("nothing was kept for a proof: ask for it before the enumeration begins");
  GivenRun run(given);
  const auto timer = run->phase("proof");
  const std::uint64_t index = state_->index;
  write_table_proof(path, state_->problem, state_->system, *journal, index,
                    cyclic_order == 0 ? fmt::format("index {}", index) : "order " + (Natural(index) * cyclic_order).text(),
                    state_->options.prunes_proof, *run);
}

// --- checkpoints: the strategy, the state and the rows of each table

void EnumerationSaver::save(const Enumeration& enumeration, ByteWriter& into) {
  const Enumeration::State& state = *enumeration.state_;
  into.put(std::uint64_t{state.enumerators.size()});
  into.put(std::uint64_t{state.current});
  into.put(state.turn);
  into.put(state.turn_left);
  for (const auto& each : state.enumerators) {
    into.put(static_cast<std::uint64_t>(each->method()));
    into.put_all(std::span<const std::uint64_t>(each->saved_state()));
    each->save_rows(into);
  }
}

std::vector<std::byte> Enumeration::save() const {
  ByteWriter count = ByteWriter::counting();
  EnumerationSaver::save(*this, count);
  ByteWriter bytes;
  bytes.reserve(count.size());
  EnumerationSaver::save(*this, bytes);
  return bytes.take();
}

void Enumeration::restore(std::span<const std::byte> saved, bool more_words) {
  if (state_->options.keeps_proof)
    throw InputError("a proof needs the whole enumeration, and a checkpoint has none of what came before it; leave out " +
                     option("resume"));
  ByteReader reader(saved);
  const auto fail = [&] { reader.fail("the checkpoint does not hold a coset table of this group"); };
  State& state = *state_;
  const std::uint64_t count = reader.number();
  const std::uint64_t current = reader.number();
  if (count == 0 || count > 3 || current >= count) fail();
  state.current = current;
  state.turn = reader.number();
  state.turn_left = reader.number();
  if (state.turn < tuning::kFirstTurn || state.turn > tuning::kLongestTurn || state.turn_left > tuning::kLongestTurn) fail();
  state.enumerators.clear();
  state.ending = Ending::none;
  state.resumed = true;
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto method = static_cast<Method>(reader.number());
    if (method == Method::automatic || method > Method::sparse) fail();
    const Method asked = state.options.method;
    if (asked != Method::automatic && (count > 1 || asked != method)) {
      throw InputError(fmt::format("the checkpoint is of {}, and a table keeps its method; leave out {}",
                                   option("method", std::string(to_string(count > 1 ? Method::automatic : method))),
                                   option("method", std::string(to_string(asked)))));
    }
    state.add(method);
    Enumerator& each = *state.enumerators.back();
    if (!each.restore(reader)) fail();
    if (more_words) each.begin_again();
    if (state.options.max_cosets != 0 && each.table().live() > state.options.max_cosets)  // they would be lost
      throw InputError(fmt::format("the checkpoint has {} cosets: {} is less", each.table().live(),
                                   option("max-cosets", std::to_string(state.options.max_cosets))));
  }
}

}  // namespace wreath::coset
