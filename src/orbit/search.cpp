// SPDX-License-Identifier: MIT
//
// Breadth-first search of a Cayley graph or an orbit.
//
// Level 0 is the start. Level k+1 is what the generators make of level k, without the states of the levels before. How states are
// kept and a level is made is the backend's; the search counts, and compares the sum of the levels with the number of states
// where that is known before: the order of a group, or the number of words with given letters.
#include "wreath/orbit/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/hash.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/run/ranks.hpp"
#include "core/text/option.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/plan.hpp"
#include "orbit/remaining_time.hpp"

namespace wreath::orbit {

Search::Search(Generators generators, Start start, const Options& options) : body_(std::make_unique<Body>()) {
  require_valid(generators);
  name_generators(generators);
  body_->generators = std::move(generators);
  body_->start = std::move(start);
  body_->origin = origin_of(body_->start);
  body_->options = options;
}
Search::~Search() = default;
Search::Search(Search&& other) noexcept = default;
Search& Search::operator=(Search&& other) noexcept = default;

void Search::Body::prepare(RunControl& run) {
  if (backend) return;
  if (!mpi::are_several(options.machine.cluster)) {
    choose(run);
    make_tables(plan, options, run);
    backend = make_backend(plan, generators, origin, options, run);
    return;
  }
  mpi::together(options.machine.cluster, [&] {
    try {
      choose(run);
      make_tables(plan, options, run);
    } catch (const Stopped&) {
      return;
    }
    if (plan.method != Method::cells || options.keep_last || options.oracle)
      throw InputError(fmt::format(
          "several ranks search together only if the states are all permutations of {} to {} points, or all even ones, and "
          "neither the last level nor an oracle is kept; start one process",
          kLeastCellDegree, kMostCellDegree));
  });
  if (mpi::stop_together(options.machine.cluster.ranks(), run)) throw Stopped{};
  backend = make_backend(plan, generators, origin, options, run);
}

void Search::Body::choose(RunControl& run) {
  if (!planned) plan = make_plan(generators, origin, options, run);
  planned = true;
  run.note_choice("method", std::string(to_string(plan.method)), plan.why);
}

void Search::plan(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { body_->choose(run); });
}

Forecast Search::forecast(RunControl* given) {
  GivenRun run(given);
  plan(&*run);
  return forecast_of(body_->plan, body_->generators, body_->origin, body_->options, run);
}

void Search::Body::add_level(std::uint64_t found) {
  if (found != 0) levels.push_back(found);
  states += found;
  complete = found == 0 || states == plan.expected;
  if (plan.expected && (states > *plan.expected || (complete && states != *plan.expected))) {
    throw InternalError(fmt::format("the levels have {} states together, and there are {}", states, *plan.expected));
  }
}

/// A step is a level. A search that was stopped before its form was chosen has saved nothing.
class SearchJob : public Resumable {
 public:
  SearchJob(Search& search, Search::Body& body, std::uint64_t depth)
      : search_(search),
        body_(body),
        ranks_(mpi::are_several(body.options.machine.cluster) ? body.options.machine.cluster : Cluster{}),
        depth_(depth) {}

  std::string kind() const override { return "orbit growth 6"; }
  Json problem() const override {
    const Generators& generators = body_.generators;
    return {{"moves", static_cast<int>(generators.moves)},
            {"generators", generators.count()},
            {"degree", generators.degree},
            {"modulus", generators.modulus},
            {"over a field", generators.over_field},
            {"on places", generators.on_places},
            {"images", images_hash(generators)},
            {"start", print_state(body_.start.state, generators, body_.start)},
            {"last level", body_.options.keep_last},
            {"oracle", body_.options.oracle}};
  }
  /// Collective: a file of generators may be another on another machine.
  void require_same_problem() const {
    if (ranks_) mpi::require_same(ranks_, "the generators", hash_bytes(bytes_of(problem().dump())));
  }
  bool done() const override { return body_.complete || body_.levels.size() > depth_; }
  void step(RunControl& run) override {
    body_.prepare(run);
    const auto timer = run.phase("search");
    if (!remaining_) watch(run);
    try {
      body_.inside_level = true;
      const std::uint64_t found = body_.backend->expand(run);
      body_.inside_level = false;
      body_.add_level(found);
    } catch (const MemoryError& error) {
      if (ranks_) throw;
      run.note_choice("stop", "memory", error.what());
      run.request_stop(StopReason::memory);
      throw Stopped{};
    }
    report(run, {});
  }
  void save(ByteWriter& into) const override {
    if (body_.backend) body_.save(into);
  }
  void restore(ByteReader& from, RunControl& run) override {
    if (from.at_end()) return;
    try {
      search_.restore(from.take(from.left()), &run);
    } catch (const InputError& error) {
      from.fail(error.message());
    }
  }

  void open(const Keeper& keeper, RunControl& run) override {
    if (ranks_) mpi::require_same_file(ranks_, keeper.resume_path());  // every rank takes its part of it
    Resumable::open(keeper, run);
  }
  bool should_stop(RunControl& run) override { return ranks_ ? mpi::stop_together(ranks_.ranks(), run) : run.should_stop(); }
  bool agree(bool due) override { return ranks_ ? mpi::first_says(ranks_.ranks(), due) : due; }
  void on_first(FunctionRef<void()> body) override {
    if (!ranks_) return body();
    mpi::together(ranks_, [&] {  // an error of the first rank is one of all
      if (mpi::rank_of(ranks_) == 0) body();
    });
  }
  void write(FunctionRef<void()> write) override {
    if (body_.backend) body_.backend->gather();
    on_first(write);
  }

 private:
  /// The clock of what is left starts with the first level, and the parts of levels are reported from now on.
  void watch(RunControl& run) {
    started_ = run.seconds();
    const bool alone = !ranks_;
    remaining_.emplace(alone ? forecast_of(body_.plan, body_.generators, body_.origin, body_.options, run).seconds : std::nullopt,
                       body_.states, body_.plan.expected.value_or(0));
    body_.backend->listen(
        [this, &run](double part) { report(run, fmt::format("{:.0f}% of level {}", 100 * part, body_.levels.size())); });
  }
  void report(RunControl& run, const std::string& note) const {
    run.report({.phase = "search",
                .done = body_.states,
                .total = body_.plan.expected.value_or(0),
                .unit = "states",
                .note = note,
                .seconds_left = remaining_->left(run.seconds() - started_, body_.states)});
  }

  Search& search_;
  Search::Body& body_;
  std::optional<RemainingTime> remaining_;
  double started_ = 0;
  Cluster ranks_;  // several, or none
  std::uint64_t depth_;
};

bool Search::run_to(std::uint64_t depth, RunControl* given) {
  GivenRun run(given);
  if (mpi::are_several(body_->options.machine.cluster) && !run->files().empty() &&
      body_->options.machine.backend == BackendChoice::cuda) {
    mpi::together(body_->options.machine.cluster, [] {
      throw InputError("a search by several ranks on GPUs does not support checkpoints: leave out " + option("checkpoint"));
    });
  }
  SearchJob job(*this, *body_, depth);
  job.require_same_problem();
  drive(job, run);
  if (run->stop_reason() == StopReason::none) unless_stopped([&] { body_->prepare(run); });
  return body_->complete;
}

bool Search::run(RunControl* run) {
  return run_to(~std::uint64_t{0}, run);
}

std::vector<std::byte> Search::save() const {
  if (!body_->backend) throw InputError("a search is saved after run() or plan()");
  if (mpi::are_several(body_->options.machine.cluster))
    throw InputError("a search by several ranks is saved in the files of its run");
  ByteWriter bytes;
  body_->save(bytes);
  return bytes.take();
}

void Search::Body::save(ByteWriter& into) const {
  into.put(static_cast<std::uint64_t>(plan.method));
  into.put(static_cast<std::uint64_t>(plan.bitmaps));
  into.put(std::uint64_t{plan.symmetry_order});
  into.put(std::uint64_t{complete ? 1U : 0U});
  into.put_all(std::span<const std::uint64_t>(levels));
  backend->save(into);
}

void Search::restore(std::span<const std::byte> saved, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  Body& body = *body_;
  ByteReader reader(saved);
  const auto method = static_cast<Method>(reader.number());
  const auto bitmaps = static_cast<Bitmaps>(reader.number());
  const std::uint64_t symmetry_order = reader.number();
  if (method == Method::keys) body.options.method = Method::keys;
  try {
    body.prepare(run);
  } catch (const Stopped&) {
    throw LimitReached("the run was stopped before the checkpoint was read");
  }
  if (body.plan.method != method) {
    throw InputError(fmt::format("the checkpoint keeps states by the method {}, and this search by the method {}{}",
                                 to_string(method), to_string(body.plan.method),
                                 body.options.method == Method::automatic ? "" : ": leave out " + option("method")));
  }
  if (body.plan.symmetry_order != symmetry_order)
    throw InputError(fmt::format("the checkpoint was made {} symmetry, and this search is made {}: give or leave out {}",
                                 symmetry_order > 1 ? "with" : "without", symmetry_order > 1 ? "without" : "with",
                                 option("no-symmetry")));
  if (body.plan.bitmaps != bitmaps) reader.fail("the checkpoint does not fit this search");
  body.complete = reader.number() != 0;
  reader.array_into<std::uint64_t>(body.levels);
  body.states = std::accumulate(body.levels.begin(), body.levels.end(), std::uint64_t{0});
  body.backend->restore(reader);
}

bool Search::complete() const noexcept {
  return body_->complete;
}
const std::vector<std::uint64_t>& Search::levels() const noexcept {
  return body_->levels;
}
std::uint64_t Search::states() const noexcept {
  return body_->states;
}
std::optional<Natural> Search::group_order() const {
  return body_->plan.order;
}
std::optional<std::uint64_t> Search::expected_states() const {
  return body_->plan.expected;
}
const Generators& Search::generators() const noexcept {
  return body_->generators;
}
const Start& Search::start() const noexcept {
  return body_->start;
}
Method Search::method() const noexcept {
  return body_->plan.method;
}
const std::string& Search::why_method() const noexcept {
  return body_->plan.why;
}
bool Search::graded() const noexcept {
  const bool bitmaps = body_->plan.method == Method::cells || body_->plan.method == Method::chain;
  return bitmaps && (body_->plan.bitmaps == Bitmaps::in_place || body_->plan.bitmaps == Bitmaps::one);
}
std::string Search::symmetry() const {
  return body_->plan.method == Method::cells ? body_->plan.symmetry : "none";
}
std::uint64_t Search::memory() const {
  return body_->backend ? body_->backend->memory() : body_->plan.bytes;
}

DiskTraffic Search::traffic() const {
  return body_->backend ? body_->backend->traffic() : DiskTraffic{};
}

std::vector<State> Search::last_level(std::uint64_t most) const {
  const Body& body = *body_;
  std::vector<State> found;
  if (!body.backend || most == 0) return found;
  // Two bitmaps are compared, and one of them is being overwritten.
  if (body.inside_level && (body.plan.method == Method::cells || body.plan.method == Method::chain))
    throw InputError("the search was stopped while a level was made; continue it before its last level is listed");
  const auto visit = [&](const State& state) {
    found.push_back(has_elements(body.start) ? state_of(state, body.start) : state);
    return found.size() < most;
  };
  if (body.levels.size() == 1) {
    visit(body.origin.state);
  } else {
    body.backend->visit_last_level(visit);
  }
  std::ranges::sort(found);
  return found;
}

Statistics statistics(std::span<const std::uint64_t> levels) {
  double states = 0;
  double sum = 0;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    states += static_cast<double>(levels[k]);
    sum += static_cast<double>(k) * static_cast<double>(levels[k]);
  }
  Statistics found;
  if (states == 0) return found;
  found.mean = sum / states;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double off = static_cast<double>(k) - found.mean;
    found.variance += off * off * static_cast<double>(levels[k]) / states;
  }
  return found;
}

// Each level that is to come has a state at least, and together they have all that are left.

std::uint64_t diameter_at_least(const Search& search) {
  const auto all = search.expected_states();
  const bool more = !search.complete() && all && *all > search.states();
  return search.levels().size() - 1 + (more ? 1 : 0);
}

std::optional<bool> diameter_is(const Search& search, const std::string& expected) {
  std::uint64_t value = 0;
  const char* end = expected.data() + expected.size();
  const auto read = std::from_chars(expected.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return false;  // negative, or a fraction
  const std::uint64_t least = diameter_at_least(search);
  const auto all = search.expected_states();
  const std::uint64_t reached = search.levels().size() - 1;
  const std::uint64_t most = search.complete() ? reached : all ? reached + (*all - search.states()) : ~std::uint64_t{0};
  if (value < least || value > most) return false;
  return least == most ? std::optional(true) : std::nullopt;
}

}  // namespace wreath::orbit
