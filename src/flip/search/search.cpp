// SPDX-License-Identifier: MIT
//
// The search of the flip graph.
//
// Many walks flip at random, each by itself, and go up by a plus when they have been without a new best for a while (Arai,
// Ichikawa, Hukushima: the adaptive flip graph algorithm). In batches, all walks at once: what they found goes into a pool, rank
// by rank, and a walk that has been idle for long restarts from a scheme of one of the best ranks there. That matters more
// than the speed of walking: schemes of the best ranks are often dead ends, and most walks never come near them by themselves.
//
// Everything that depends on more than one walk happens here, between batches, in the order of the walks: the search is a
// function of its settings, the number of walks and the batches (one that the limit of steps cuts short counts), on any machine.
// A GPU does not wait for that: while the engine looks at what batch k brought, batch k + 1 is under way, and walks that restart
// do so with batch k + 2.
// A scheme is verified before it counts as a best, and before it is given out.
#include <fmt/format.h>

#include <algorithm>

#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/text/names.hpp"
#include "flip/search/race.hpp"
#include "flip/search/starts.hpp"
#include "flip/search/state.hpp"
#include "flip/walk/moves.hpp"
#include "wreath/flip/equivalence.hpp"
#include "wreath/flip/tensor.hpp"
#include "wreath/gpu.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

namespace {

// The last is of CPU walks, and nobody asks for it by its name.
constexpr Named<Method> kMethodNames[] = {
    {Method::automatic, "auto"}, {Method::thread, "thread"}, {Method::warp, "warp"}, {Method::pairs, "pairs"}};

}  // namespace

std::string_view to_string(Method method) noexcept {
  return name_of<Method>(method, kMethodNames);
}

Method parse_method(std::string_view name) {
  return value_of<Method>(name, std::span(kMethodNames).first(3), "method");
}

Search::State::State(const Shape& shape, SearchOptions options, RunControl& run, RunFiles kept)
    : shape_(shape),
      keeper_(shape, options, std::move(kept)),
      gpu_(choose_gpu(options, run)),
      settings_(completed(std::move(options), run)),
      mirror_(shape, settings_.symmetry == Symmetry::c2 ? group_of(settings_).swaps : Swaps{}),
      pool_(
          settings_.pool, [this](const Scheme& scheme) { return size_of_kept(scheme); },
          [this](const Scheme& scheme) {
            return settings_.different ? basis_invariant(modulo_2(scheme, settings_.ring)) : fingerprint(scheme);
          }) {
  use_walks(make_walks(largest(settings_.starts), run));
  place_starts();
  keeper_.set_problem(settings_, result_.walks, run);
  if (const auto state = keeper_.restored()) restore(*state, run);
  result_.earlier_output = keeper_.rank_in_output();
  result_.output_written = keeper_.take(result_.bests.back().scheme, best_calls_);
}

bool Search::State::advance(RunControl& run) {
  if (finished()) return false;
  batch_start_ = SearchClock::now();
  if (makes_starts()) {
    make_starts(run);
  } else {
    begin_batches();
    finish_batch();
    collect();
    restart_idle_walks();
    shrink(run);
    report(run);
    if (settings_.target_ring) result_.reached = reaches_target();
  }
  result_.seconds += seconds_since(batch_start_);
  return !finished();
}

void Search::State::listen(std::function<void(const Discovery&)> on_best) {
  on_best_ = std::move(on_best);
  if (!on_best_) return;
  for (const Discovery& best : result_.bests) on_best_(best);
}

std::vector<Scheme> Search::State::kept(std::size_t above, const std::function<bool(const Scheme&)>& wanted,
                                        std::size_t most) const {
  std::vector<Scheme> schemes;
  for (const std::size_t rank : pool_.ranks()) {
    if (rank > best_rank() + above) break;
    for (std::size_t k = 0; k < pool_.count(rank) && schemes.size() < most; ++k) {
      const Scheme& scheme = pool_.at(rank, k);
      if ((!wanted || wanted(scheme)) && is_valid_over(scheme, settings_.ring)) schemes.push_back(scheme);
    }
  }
  return schemes;
}

std::size_t Search::State::add_to_pool(std::span<const Scheme> schemes) {
  batch_start_ = SearchClock::now();
  std::size_t added = 0;
  for (const Scheme& scheme : schemes) {
    if (scheme.shape != shape_) {
      throw InputError(
          fmt::format("a {} scheme cannot be added to a pool of {} schemes", to_string(scheme.shape), to_string(shape_)));
    }
    if (settings_.ring == Ring::f2) require_valid(scheme, "a scheme for the pool");
    if (!is_valid_over(scheme, settings_.ring))
      throw InputError(fmt::format("a scheme for the pool is not valid over {}", describe(settings_.ring)));
    const std::size_t size = size_of(scheme);
    if (scheme.rank() < best_rank()) discover(scheme);
    if (size > size_ || scheme.rank() > best_rank() + window()) continue;  // walks have no room or no use for it
    added += pool_.add(pool_.entry(scheme)) ? 1 : 0;
  }
  pool_.forget_above(best_rank() + window());
  return added;
}

void Search::State::set_others(const RankTotals& totals) {
  result_.walks += totals.walks - others_.walks;
  result_.flips += totals.flips - others_.flips;
  result_.restarts += totals.restarts - others_.restarts;
  others_ = totals;
}

SearchOptions Search::State::completed(SearchOptions options, RunControl& run) {
  options = keeper_.with_starts(std::move(options), result_.skipped_starts, run);
  gpu_ = gpu_ && stays_on_gpu(shape_, options, run);
  automatic_starts_ = AutomaticStarts::of(shape_, options, gpu_);
  if (automatic_starts_) {
    DerivedStarts derived = automatic_starts_->starts();
    result_.derived_starts = derived.summary();
    options.starts = std::move(derived.schemes);
    options.start_names = std::move(derived.names);
  }
  // From the standard scheme of 7 terms by 7, walks over F3 ended at rank 20, and remainders give 19.
  if (options.starts.empty() && options.ring == Ring::f3 && !options.files.keep_lifting) {
    if (const auto polynomial = polynomial_start(shape_, options.ring)) {
      DerivedStarts derived;
      derived.add(to_walk_scheme(*polynomial, options.ring, to_string(shape_)), "Chinese remainders");
      result_.derived_starts = derived.summary();
      options.starts = std::move(derived.schemes);
      options.start_names = std::move(derived.names);
    }
  }
  const std::vector<Scheme> given = options.starts;
  SearchOptions settings = complete_settings(shape_, std::move(options), gpu_);
  for (std::size_t k = 0; settings.symmetry == Symmetry::c6 && k < given.size(); ++k) {
    const std::size_t rank = settings.starts[k].rank();
    if (rank > given[k].rank()) result_.raised_starts.push_back({settings.start_names[k], given[k].rank(), rank});
  }
  return settings;
}

std::size_t Search::State::size_of_kept(const Scheme& scheme) const {
  if (settings_.symmetry != Symmetry::c2) return size_of(scheme);
  const auto halves = std::ranges::count_if(scheme.summands, [&](const Summand& summand) { return mirror_.keeps(summand); });
  return (scheme.rank() + static_cast<std::size_t>(halves)) / 2;
}

std::size_t Search::State::largest(const std::vector<Scheme>& schemes) const {
  std::size_t largest = 0;
  for (const Scheme& scheme : schemes) largest = std::max(largest, size_of(scheme));
  return largest;
}

Search::State::Walks Search::State::make_walks(std::size_t size, RunControl& run) const {
  const Schedule schedule{static_cast<std::uint32_t>(settings_.plus_after), static_cast<std::uint32_t>(settings_.margin)};
  SearchOptions options = settings_;
  options.seed += std::uint64_t{generation_} << 48;
  return {make_backend(shape_, options, schedule, size, gpu_, run), size};
}

void Search::State::use_walks(Walks walks) {
  backend_ = std::move(walks.backend);
  size_ = walks.size;
  result_.walks = backend_->walks() + others_.walks;
  last_best_.assign(backend_->walks(), 0);
  is_moving_.assign(backend_->walks(), false);
  moving_.clear();
  under_way_.clear();
}

void Search::State::place_starts() {
  std::vector<Placement> placements;
  const std::size_t count = settings_.starts.size();
  const std::uint32_t walks = backend_->walks();
  // If there are more starts than walks, some of each kind: they come in order.
  for (std::uint32_t walk = 0; walk < walks; ++walk) {
    const Scheme& start = settings_.starts[count > walks ? walk * count / walks : walk % count];
    placements.push_back({walk, &start});
    last_best_[walk] = static_cast<std::uint32_t>(start.rank());
  }
  backend_->place(placements);
  const auto least = std::ranges::min_element(settings_.starts, {}, &Scheme::rank);
  if (result_.bests.empty()) result_.bests.push_back({*least, 0, 0});
  if (least->rank() < best_rank()) discover(*least);
  best_calls_ = calls_of(result_.bests.back().scheme);
  for (const Scheme& start : settings_.starts) keep(pool_.entry(start));
  result_.reached = reaches_target();
}

void Search::State::make_starts(RunControl& run) {
  const bool more = automatic_starts_->advance();
  result_.flips = automatic_starts_->flips() + others_.flips;
  result_.walk_seconds = result_.seconds + seconds_since(batch_start_);
  if (const Scheme* best = automatic_starts_->best(); best != nullptr && best->rank() < best_rank()) discover(*best);
  run.report({"starts", result_.flips, 0, "flips", fmt::format("rank {}", best_rank())});
  if (more) return;
  use_automatic_starts();
  earlier_flips_ = automatic_starts_->flips();
  pool_.forget_above(0);
  use_walks(make_walks(largest(settings_.starts), run));
  place_starts();
}

void Search::State::use_automatic_starts() {
  DerivedStarts starts = automatic_starts_->starts();
  result_.derived_starts = starts.summary();
  settings_.starts = std::move(starts.schemes);
  settings_.start_names = std::move(starts.names);
}

void Search::State::take_over(State& other) {
  std::swap(keeper_, other.keeper_);
  keeper_.continue_as(other.keeper_);
  on_best_ = std::exchange(other.on_best_, {});
  result_.bests = other.result_.bests;
  best_calls_ = other.best_calls_;
  result_.seconds = other.result_.seconds;
  result_.derived_starts = other.result_.derived_starts;
  result_.earlier_output = other.result_.earlier_output;
  result_.output_written = other.result_.output_written;
  result_.reached = other.result_.reached;
  set_others({other.result_.walks, other.result_.flips, other.result_.restarts});
  add_to_pool(other.kept(window(), {}, SIZE_MAX));
  add_to_pool(std::span(&result_.bests.back().scheme, 1));  // the walks that make starts have it, not the pool
}

void Search::State::aim() {
  const std::size_t worth = settings_.free_cubes    ? shape_.n * shape_.n * shape_.n * 2
                            : settings_.target != 0 ? settings_.target
                                                    : best_rank() - 1;
  backend_->aim_at(static_cast<std::uint32_t>(worth));
}

void Search::State::begin_batches() {
  while (under_way_.size() < backend_->depth()) {
    std::uint64_t begun = result_.steps;
    for (const std::uint32_t steps : under_way_) begun += steps;
    if (settings_.steps != 0 && begun >= settings_.steps) break;
    const std::uint64_t left = settings_.steps == 0 ? std::numeric_limits<std::uint64_t>::max() : settings_.steps - begun;
    // On the cores a small target is found within a fraction of a batch. With a limit of steps a search repeats, batch by batch.
    const bool is_short = !gpu_ && settings_.target != 0 && settings_.steps == 0;
    const std::uint64_t most = is_short ? std::max(tuning::kFirstSteps, begun) : left;
    const auto steps = static_cast<std::uint32_t>(std::min({std::uint64_t{backend_->batch()}, left, most}));
    aim();
    backend_->begin(steps, static_cast<std::uint32_t>(best_rank() + window()));
    under_way_.push_back(steps);
  }
}

void Search::State::finish_batch() {
  const auto start = SearchClock::now();
  result_.walk_seconds += backend_->finish();
  result_.steps += under_way_.front();
  under_way_.pop_front();
  statuses_ = backend_->statuses();
  result_.flips = earlier_flips_ + others_.flips;
  for (const WalkStatus& status : statuses_) result_.flips += status.flips;
  arrive();
  result_.phases.wait += seconds_since(start);
}

void Search::State::collect() {
  const auto start = SearchClock::now();
  std::size_t least = best_rank();
  for (const WalkStatus& status : statuses_) least = std::min<std::size_t>(least, status.best);
  std::vector<std::uint32_t> chosen;
  std::vector<std::size_t> taken(window() + 1);
  for (std::uint32_t walk = 0; walk < statuses_.size(); ++walk) {
    const std::uint32_t best = statuses_[walk].best;
    if (best >= last_best_[walk]) continue;
    last_best_[walk] = best;
    if (best <= least + window() && taken[best - least]++ < tuning::kIntake) chosen.push_back(walk);
  }
  std::vector<Scheme> schemes = backend_->bests(chosen);
  std::vector<Pool::Entry> entries(schemes.size());
  parallel_ranges(schemes.size(), settings_.machine.threads, std::max<std::size_t>(1, tuning::kSchemeGrain / (least * least)),
                  [&](Range range, unsigned) {
                    for (std::size_t k = range.begin; k < range.end; ++k) {
                      if (settings_.ring != Ring::f2) {
                        schemes[k] = with_usual_signs(std::move(schemes[k]));
                      } else if (settings_.symmetry == Symmetry::none) {
                        reduce_dependences(schemes[k].summands);
                      }
                      entries[k] = pool_.entry(std::move(schemes[k]));
                    }
                  });
  for (Pool::Entry& entry : entries) {
    const bool has_more_calls = entry.scheme.rank() == best_rank() && calls_of(entry.scheme) > best_calls_;
    if (entry.scheme.rank() < best_rank() || has_more_calls) discover(entry.scheme);
    keep(std::move(entry));
  }
  pool_.forget_above(best_rank() + window());
  result_.phases.collect += seconds_since(start);
}

std::size_t Search::State::calls_of(const Scheme& scheme) const {
  return settings_.prefer_recursive ? same_calls_of(scheme, settings_.ring) : 0;
}

void Search::State::discover(const Scheme& scheme) {
  if (!is_valid_over(scheme, settings_.ring))
    throw InternalError("a walk left the flip graph: its scheme is not a decomposition");
  result_.bests.push_back({scheme, result_.seconds + seconds_since(batch_start_), result_.flips});
  result_.reached = reaches_target();
  best_calls_ = calls_of(scheme);
  result_.output_written |= keeper_.take(scheme, best_calls_);
  if (on_best_) on_best_(result_.bests.back());
}

void Search::State::report(RunControl& run) const {
  const double rate = static_cast<double>(result_.flips - others_.flips) / std::max(1e-9, result_.walk_seconds);
  std::string ranks;
  for (const std::size_t rank : pool_.ranks()) {
    ranks += fmt::format(" {}:{}", rank, pool_.count(rank));
  }
  const std::string note = fmt::format("rank {}, {:.2g} flips/s, pool{}", best_rank(), rate, ranks);
  run.report({"search", result_.steps, settings_.steps, "steps", note});
}

Search::Search(const Shape& shape, SearchOptions options, RunControl* given) {
  GivenRun run(given);
  const TakenFiles files(run);
  RunFiles kept = *files;
  const auto make = [&] { state_ = std::make_unique<State>(shape, std::move(options), run, std::move(kept)); };
  if (begins_on_cores(options, kept)) {
    SearchOptions on_gpu = options;
    on_gpu.machine.backend = BackendChoice::cuda;
    on_gpu.files = {.starts = options.files.starts};
    options.machine.backend = BackendChoice::cpu;
    make();
    run->note_choice("backend", "cpu", "the cores begin at once, and a GPU, if there is one, joins them when it has started");
    race_ = std::make_unique<Race>(
        [shape, on_gpu](RunControl& own) { return has_gpu() ? std::make_unique<State>(shape, on_gpu, own) : nullptr; });
    return;
  }
  if (!options.machine.cluster) {
    make();
    return;
  }
  const auto ranks = make_cluster_backend(options.machine.cluster.ranks());
  options = ranks->share(std::move(options), kept);
  ranks->together(make);
}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

void Search::listen(std::function<void(const Discovery&)> on_best) {
  state_->listen(std::move(on_best));
}
bool Search::run(RunControl* given) {
  GivenRun run(given);
  if (settings().machine.cluster) {
    const auto ranks = make_cluster_backend(settings().machine.cluster.ranks());
    state_->set_others({});
    ranks->run(*this, *run, [&](const RankTotals& totals) { state_->set_others(totals); });
    ranks->together([&] { save_files(); });
  } else {
    bool more = true;
    if (run->resumes()) {  // a batch whatever the time is: runs that are short come forward, too
      const RunControl::Untimed untimed(*run);
      more = !run->should_stop() && advance(&*run);
    }
    while (more && !run->should_stop()) more = advance(&*run);
    save_files();
  }
  state_->finish_lifts(run);
  if (!result().reached && settings().target != 0) run->request_stop(StopReason::steps);
  return complete();
}
bool Search::advance(RunControl* given) {
  GivenRun run(given);
  if (race_) race_->join(state_, run);
  state_->advance(run);
  if (race_) race_->exchange(*state_);
  if (state_->keeper().is_due()) save_files();
  return !state_->finished();
}
void Search::save_files() {
  state_->keeper().save(*this);
}
bool Search::complete() const {
  return state_->complete();
}
const SearchResult& Search::result() const {
  return state_->result();
}
const SearchOptions& Search::settings() const {
  return state_->settings();
}
std::vector<Scheme> Search::kept(std::size_t above, const std::function<bool(const Scheme&)>& wanted, std::size_t most) const {
  return state_->kept(above, wanted, most);
}
std::size_t Search::add_to_pool(std::span<const Scheme> schemes) {
  return state_->add_to_pool(schemes);
}
std::vector<std::byte> Search::save() const {
  return state_->save();
}
void Search::restore(std::span<const std::byte> state, RunControl* given) {
  GivenRun run(given);
  state_->restore(state, run);
}

}  // namespace wreath::flip
