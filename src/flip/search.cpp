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
#include <chrono>
#include <deque>
#include <limits>

#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/names.hpp"
#include "core/run/option.hpp"
#include "core/run/rng.hpp"
#include "flip/backend.hpp"
#include "flip/bytes.hpp"
#include "flip/moves.hpp"
#include "flip/pool.hpp"
#include "flip/cluster_backend.hpp"
#include "flip/search_files.hpp"
#include "flip/settings.hpp"
#include "flip/starts.hpp"
#include "flip/symmetry.hpp"

namespace wreath::flip {

namespace {

// The last is of CPU walks, and nobody asks for it by its name.
constexpr Named<Design> kDesignNames[] = {
    {Design::automatic, "auto"}, {Design::thread, "thread"}, {Design::warp, "warp"}, {Design::pairs, "pairs"}};

constexpr std::size_t kEnough = 64;  // schemes at a rank that make it worth starting from
constexpr std::size_t kIntake = 64;  // schemes taken at one rank after one batch
constexpr std::size_t kRich = 512;   // schemes to restart from with which walks that are far behind need not wait
constexpr std::size_t kGrain = 16;   // schemes that are worth a thread
constexpr std::uint32_t kFresh = 1;  // of kFreshOf walks that restart, those that take a new automatic start
constexpr std::uint32_t kFreshOf = 4;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

std::string_view to_string(Design design) noexcept {
  return name_of<Design>(design, kDesignNames);
}

Design parse_design(std::string_view name) {
  return value_of<Design>(name, std::span(kDesignNames).first(3), "method");
}

class Search::State {
 public:
  State(const Shape& shape, SearchOptions options, RunControl& run)
      : shape_(shape),
        keeper_(shape, options.files),
        gpu_(choose_gpu(options, run)),
        settings_(completed(std::move(options), run)),
        mirror_(shape, settings_.symmetry == Symmetry::c2 ? group_of(settings_).swaps : Swaps{}),
        pool_(settings_.pool, [this](const Scheme& scheme) { return size_of_kept(scheme); }) {
    use_walks(make_walks(largest(settings_.starts), run));
    place_starts();
    keeper_.set_problem(settings_, result_.walks, run);
    if (const auto state = keeper_.restored()) restore(*state, run);
    result_.earlier_output = keeper_.rank_in_output();
    result_.output_written = keeper_.take(result_.bests.back().scheme);
  }

  bool advance(RunControl& run) {
    if (finished()) return false;
    batch_start_ = Clock::now();
    begin_batches();
    finish_batch();
    collect();
    restart_idle_walks();
    shrink(run);
    report(run);
    result_.seconds += seconds_since(batch_start_);
    return !finished();
  }

  void listen(std::function<void(const Discovery&)> on_best) {
    on_best_ = std::move(on_best);
    if (!on_best_) return;
    for (const Discovery& best : result_.bests) on_best_(best);
  }

  bool complete() const { return result_.reached || (settings_.target == 0 && finished()); }
  const SearchResult& result() const { return result_; }
  const SearchOptions& settings() const { return settings_; }

  std::vector<Scheme> kept(std::size_t above, const std::function<bool(const Scheme&)>& wanted, std::size_t most) const {
    std::vector<Scheme> schemes;
    for (const std::size_t rank : pool_.ranks()) {
      if (rank > best_rank() + above) break;
      for (std::size_t k = 0; k < pool_.count(rank) && schemes.size() < most; ++k) {
        const Scheme& scheme = pool_.at(rank, k);
        if ((!wanted || wanted(scheme)) && !first_wrong_entry(scheme)) schemes.push_back(scheme);
      }
    }
    return schemes;
  }

  std::size_t add_to_pool(std::span<const Scheme> schemes) {
    batch_start_ = Clock::now();
    std::size_t added = 0;
    for (const Scheme& scheme : schemes) {
      if (scheme.shape != shape_) {
        throw InputError(
            fmt::format("a {} scheme cannot be added to a pool of {} schemes", to_string(scheme.shape), to_string(shape_)));
      }
      require_valid(scheme, "a scheme for the pool");
      const std::size_t size = size_of(scheme);
      if (scheme.rank() < best_rank()) discover(scheme);
      if (size > size_ || scheme.rank() > best_rank() + window()) continue;  // walks have no room or no use for it
      added += pool_.add(pool_.entry(scheme)) ? 1 : 0;
    }
    pool_.forget_above(best_rank() + window());
    return added;
  }

  std::vector<std::byte> save() const;
  void restore(std::span<const std::byte> state, RunControl& run);

  SearchKeeper& keeper() { return keeper_; }

  /// What the result has besides the walks here.
  void set_others(const RankTotals& totals) {
    result_.walks += totals.walks - others_.walks;
    result_.flips += totals.flips - others_.flips;
    result_.restarts += totals.restarts - others_.restarts;
    others_ = totals;
  }

 private:
  void restore_batches(std::span<const std::byte>& state);

  /// With every default filled in, and the starts that files hold.
  SearchOptions completed(SearchOptions options, RunControl& run) {
    options = keeper_.with_starts(std::move(options), result_.skipped_starts, run);
    automatic_starts_ = AutomaticStarts::of(shape_, options, gpu_);
    if (automatic_starts_) {
      RandomStream random(options.seed, 0);
      DerivedStarts derived = automatic_starts_->first(random);
      result_.derived_starts = derived.summary();
      options.starts = std::move(derived.schemes);
      options.start_names = std::move(derived.names);
    }
    const std::vector<Scheme> given = options.starts;
    SearchOptions settings = complete_settings(shape_, std::move(options), gpu_);
    for (std::size_t k = 0; settings.symmetry == Symmetry::c6 && k < given.size(); ++k) {
      const std::size_t rank = settings.starts[k].rank();
      if (rank > given[k].rank()) result_.raised_starts.push_back({settings.start_names[k], given[k].rank(), rank});
    }
    return settings;
  }

  std::size_t best_rank() const { return result_.bests.back().scheme.rank(); }

  /// How far above the best the pool reaches. A symmetric scheme falls by orbits.
  std::size_t unit() const { return orbit_size(settings_.symmetry); }
  std::size_t window() const { return (*settings_.restart_above + settings_.restart_ranks - 1) * unit(); }

  bool finished() const { return result_.reached || (settings_.steps != 0 && result_.steps >= settings_.steps); }

  /// In summands, or orbits.
  std::size_t size_of(const Scheme& scheme) const {
    if (settings_.symmetry == Symmetry::none) return scheme.rank();
    return split_into_orbits(scheme, group_of(settings_)).orbits.size();
  }
  /// Of a scheme that is known to have the symmetry.
  std::size_t size_of_kept(const Scheme& scheme) const {
    if (settings_.symmetry != Symmetry::c2) return size_of(scheme);
    const auto halves = std::ranges::count_if(scheme.summands, [&](const Summand& summand) { return mirror_.keeps(summand); });
    return (scheme.rank() + static_cast<std::size_t>(halves)) / 2;
  }
  std::size_t largest(const std::vector<Scheme>& schemes) const {
    std::size_t largest = 0;
    for (const Scheme& scheme : schemes) largest = std::max(largest, size_of(scheme));
    return largest;
  }

  /// Walks with room for schemes of that size.
  struct Walks {
    std::unique_ptr<Backend> backend;
    std::size_t size = 0;
  };
  Walks make_walks(std::size_t size, RunControl& run) const {
    const Schedule schedule{static_cast<std::uint32_t>(settings_.plus_after), static_cast<std::uint32_t>(settings_.margin)};
    SearchOptions options = settings_;
    options.seed += std::uint64_t{generation_} << 48;
    return {make_backend(shape_, options, schedule, size, gpu_, run), size};
  }
  void use_walks(Walks walks) {
    backend_ = std::move(walks.backend);
    size_ = walks.size;
    result_.walks = backend_->walks() + others_.walks;
    last_best_.assign(backend_->walks(), 0);
    is_moving_.assign(backend_->walks(), false);
    moving_.clear();
    under_way_.clear();
  }

  /// The starts in turn; those of low rank are the first of the pool.
  void place_starts() {
    std::vector<Placement> placements;
    for (std::uint32_t walk = 0; walk < backend_->walks(); ++walk) {
      const Scheme& start = settings_.starts[walk % settings_.starts.size()];
      placements.push_back({walk, &start});
      last_best_[walk] = static_cast<std::uint32_t>(start.rank());
    }
    backend_->place(placements);
    const auto least = std::ranges::min_element(settings_.starts, {}, &Scheme::rank);
    result_.bests.push_back({*least, 0, 0});
    for (const Scheme& start : settings_.starts) keep(pool_.entry(start));
    result_.reached = best_rank() <= settings_.target;
  }

  /// Walks change their fixed summands only for a rank that is worth it.
  void aim() {
    const std::size_t worth = settings_.free_cubes    ? shape_.n * shape_.n * shape_.n * 2
                              : settings_.target != 0 ? settings_.target
                                                      : best_rank() - 1;
    backend_->aim_at(static_cast<std::uint32_t>(worth));
  }

  /// As many as the machine can have under way.
  void begin_batches() {
    while (under_way_.size() < backend_->depth()) {
      std::uint64_t begun = result_.steps;
      for (const std::uint32_t steps : under_way_) begun += steps;
      if (settings_.steps != 0 && begun >= settings_.steps) break;
      const std::uint64_t left = settings_.steps == 0 ? std::numeric_limits<std::uint64_t>::max() : settings_.steps - begun;
      const auto steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(backend_->batch(), left));
      aim();
      backend_->begin(steps, static_cast<std::uint32_t>(best_rank() + window()));
      under_way_.push_back(steps);
    }
  }

  void finish_batch() {
    const auto start = Clock::now();
    result_.walk_seconds += backend_->finish();
    result_.steps += under_way_.front();
    under_way_.pop_front();
    statuses_ = backend_->statuses();
    result_.flips = earlier_flips_ + others_.flips;
    for (const WalkStatus& status : statuses_) result_.flips += status.flips;
    arrive();
    result_.phases.wait += seconds_since(start);
  }

  /// Walks whose restart took effect with the batch that was just finished.
  void arrive() {
    for (; !moving_.empty() && moving_.front().batches == 0; moving_.pop_front()) {
      for (const auto& [walk, rank] : moving_.front().walks) {
        last_best_[walk] = rank;
        is_moving_[walk] = false;
      }
    }
    for (Restarts& restarts : moving_) --restarts.batches;
  }

  /// Takes the schemes of walks with a new best: the pool's, and perhaps a best of all.
  void collect() {
    const auto start = Clock::now();
    std::size_t least = best_rank();
    for (const WalkStatus& status : statuses_) least = std::min<std::size_t>(least, status.best);
    std::vector<std::uint32_t> chosen;
    std::vector<std::size_t> taken(window() + 1);
    for (std::uint32_t walk = 0; walk < statuses_.size(); ++walk) {
      const std::uint32_t best = statuses_[walk].best;
      if (best >= last_best_[walk]) continue;
      last_best_[walk] = best;
      if (best <= least + window() && taken[best - least]++ < kIntake) chosen.push_back(walk);
    }
    std::vector<Scheme> schemes = backend_->bests(chosen);
    std::vector<Pool::Entry> entries(schemes.size());
    parallel_ranges(schemes.size(), settings_.threads, kGrain, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        if (settings_.symmetry == Symmetry::none) reduce_dependences(schemes[k].summands);
        entries[k] = pool_.entry(std::move(schemes[k]));
      }
    });
    for (Pool::Entry& entry : entries) {
      if (entry.scheme.rank() < best_rank()) discover(entry.scheme);
      keep(std::move(entry));
    }
    pool_.forget_above(best_rank() + window());
    result_.phases.collect += seconds_since(start);
  }

  void discover(const Scheme& scheme) {
    if (first_wrong_entry(scheme)) throw InternalError("a walk left the flip graph: its scheme is not a decomposition");
    result_.bests.push_back({scheme, result_.seconds + seconds_since(batch_start_), result_.flips});
    result_.reached = scheme.rank() <= settings_.target;
    result_.output_written |= keeper_.take(scheme);
    if (on_best_) on_best_(result_.bests.back());
  }

  void keep(Pool::Entry entry) {
    if (entry.scheme.rank() <= best_rank() + window()) pool_.add(std::move(entry));
  }

  RandomStream batch_random() const {
    return {settings_.seed, std::numeric_limits<std::uint64_t>::max() - generation_, result_.steps << 24};
  }

  void restart_idle_walks() {
    const auto start = Clock::now();
    RandomStream random = batch_random();
    const std::vector<std::size_t> ranks = restart_ranks();
    std::vector<Placement> placements;
    std::deque<Scheme> fresh;
    std::size_t schemes = 0;
    for (const std::size_t rank : ranks) schemes += pool_.count(rank);
    const std::uint64_t patience = schemes < kRich ? settings_.restart_after : settings_.restart_after / 4;  // if far behind
    for (std::uint32_t walk = 0; walk < statuses_.size(); ++walk) {
      const bool is_behind = statuses_[walk].best > best_rank() + window();
      if (statuses_[walk].idle < (is_behind ? patience : settings_.restart_after) || is_moving_[walk]) continue;
      const bool is_fresh = automatic_starts_ && random.below(kFreshOf) < kFresh;
      placements.push_back(
          {walk, is_fresh ? &fresh.emplace_back(automatic_starts_->draw(random)) : &draw_from_pool(ranks, random)});
    }
    if (!placements.empty()) place(placements);
    result_.restarts += placements.size();
    result_.phases.place += seconds_since(start);
  }

  /// Those of the pool that walks restart from.
  std::vector<std::size_t> restart_ranks() const {
    std::vector<std::size_t> ranks = pool_.ranks();
    const auto first = std::ranges::lower_bound(ranks, best_rank() + *settings_.restart_above * unit());
    if (first != ranks.end()) ranks.erase(ranks.begin(), first);
    return ranks;
  }

  /// From one of the ranks at random, or, where few schemes have that rank, from the next above with enough of them.
  const Scheme& draw_from_pool(const std::vector<std::size_t>& ranks, RandomStream& random) const {
    std::size_t level = random.below(static_cast<std::uint32_t>(ranks.size()));
    while (level + 1 < ranks.size() && pool_.count(ranks[level]) < kEnough) ++level;
    return pool_.at(ranks[level], random.below(static_cast<std::uint32_t>(pool_.count(ranks[level]))));
  }

  /// With the next batch that begins; those under way end as they would have.
  void place(const std::vector<Placement>& placements) {
    backend_->place(placements);
    Restarts restarts{static_cast<std::uint32_t>(under_way_.size()), {}};
    for (const Placement& placement : placements) {
      restarts.walks.push_back({placement.walk, static_cast<std::uint32_t>(placement.scheme->rank())});
      is_moving_[placement.walk] = true;
    }
    moving_.push_back(std::move(restarts));
  }

  /// Where all schemes of the pool have become much smaller than the walks have room for, new walks with less room are faster.
  /// They are made while the last batch of the old ones is under way.
  void shrink(RunControl& run) {
    if (backend_->room() == 0 || pool_.count(pool_.ranks().back()) < kEnough) return;
    const std::size_t size = pool_.largest();
    if (size >= size_ || 5 * (size + settings_.margin) > 4 * backend_->room()) return;
    const auto start = Clock::now();
    ++generation_;
    Walks walks = make_walks(size, run);
    RandomStream random = batch_random();
    const std::vector<std::size_t> ranks = restart_ranks();
    std::vector<Placement> placements;
    std::vector<std::uint32_t> start_ranks;
    for (std::uint32_t walk = 0; walk < walks.backend->walks(); ++walk) {
      placements.push_back({walk, &draw_from_pool(ranks, random)});
      start_ranks.push_back(static_cast<std::uint32_t>(placements.back().scheme->rank()));
    }
    walks.backend->place(placements);
    result_.phases.shrink += seconds_since(start);
    while (!under_way_.empty()) {
      finish_batch();
      collect();
    }
    earlier_flips_ = result_.flips - others_.flips;
    use_walks(std::move(walks));
    last_best_ = std::move(start_ranks);
  }

  void report(RunControl& run) const {
    const double rate = static_cast<double>(result_.flips - others_.flips) / std::max(1e-9, result_.walk_seconds);
    std::string ranks;
    for (const std::size_t rank : pool_.ranks()) {
      ranks += fmt::format(" {}:{}", rank, pool_.count(rank));
    }
    const std::string note = fmt::format("rank {}, {:.2g} flips/s, pool{}", best_rank(), rate, ranks);
    run.report({"search", result_.steps, settings_.steps, "steps", note});
  }

  Shape shape_;
  SearchKeeper keeper_;
  bool gpu_;
  SearchResult result_;
  RankTotals others_;
  std::optional<AutomaticStarts> automatic_starts_;
  SearchOptions settings_;
  Reflection mirror_;  // of c2
  Pool pool_;
  std::unique_ptr<Backend> backend_;
  std::size_t size_ = 0;             // of the schemes that the walks have room for
  std::uint32_t generation_ = 0;     // of walks
  std::uint64_t earlier_flips_ = 0;  // of earlier generations, and of other ranks before a checkpoint
  std::span<const WalkStatus> statuses_;
  std::vector<std::uint32_t> last_best_;  // of each walk, when it was last looked at
  std::deque<std::uint32_t> under_way_;   // the steps of the batches that are

  struct Restart {
    std::uint32_t walk = 0;
    std::uint32_t rank = 0;
  };
  struct Restarts {
    std::uint32_t batches = 0;  // that end before these walks have restarted
    std::vector<Restart> walks;
  };
  std::deque<Restarts> moving_;
  std::vector<bool> is_moving_;  // whether a walk is among them
  Clock::time_point batch_start_;
  std::function<void(const Discovery&)> on_best_;
};

std::vector<std::byte> Search::State::save() const {
  std::vector<std::byte> state;
  put_value<std::uint64_t>(state, size_);
  put_value(state, generation_);
  put_value(state, earlier_flips_ + others_.flips);
  put_value(state, result_.steps);
  put_value(state, result_.flips);
  put_value(state, result_.restarts);
  put_value(state, result_.walk_seconds);
  put_value<std::uint64_t>(state, result_.bests.size());
  for (const Discovery& best : result_.bests) {
    put_value(state, best.seconds);
    put_value(state, best.flips);
    put_value<std::uint64_t>(state, best.scheme.rank());
    put_bytes<Summand>(state, best.scheme.summands);
  }
  put_value<std::uint64_t>(state, last_best_.size());
  put_bytes<std::uint32_t>(state, last_best_);
  put_value<std::uint64_t>(state, under_way_.size());
  for (const std::uint32_t steps : under_way_) put_value(state, steps);
  put_value<std::uint64_t>(state, moving_.size());
  for (const Restarts& restarts : moving_) {
    put_value(state, restarts.batches);
    put_list(state, restarts.walks);
  }
  put_bytes<std::byte>(state, pool_.save());
  put_bytes<std::byte>(state, backend_->save());
  return state;
}

void Search::State::restore(std::span<const std::byte> state, RunControl& run) {
  const auto size = take_value<std::uint64_t>(state);
  generation_ = take_value<std::uint32_t>(state);
  earlier_flips_ = take_value<std::uint64_t>(state);
  others_ = {};
  backend_.reset();
  use_walks(make_walks(size, run));
  result_.steps = take_value<std::uint64_t>(state);
  result_.flips = take_value<std::uint64_t>(state);
  result_.restarts = take_value<std::uint64_t>(state);
  result_.walk_seconds = take_value<double>(state);
  result_.bests.clear();
  for (auto left = take_value<std::uint64_t>(state); left != 0; --left) {
    Discovery best;
    best.seconds = take_value<double>(state);
    best.flips = take_value<std::uint64_t>(state);
    best.scheme = {shape_, take_bytes<Summand>(state, take_value<std::uint64_t>(state))};
    require_valid(best.scheme, "the checkpoint's scheme");
    result_.bests.push_back(std::move(best));
  }
  if (result_.bests.empty() || take_value<std::uint64_t>(state) != last_best_.size()) {
    throw InputError(fmt::format("the checkpoint was written with another number of walks than the {} here; set {}",
                                 last_best_.size(), option("walks")));
  }
  result_.seconds = std::max(result_.walk_seconds, result_.bests.back().seconds);  // about; a checkpoint does not have it
  last_best_ = take_bytes<std::uint32_t>(state, last_best_.size());
  restore_batches(state);
  pool_.restore(state, shape_);
  backend_->restore(state);
  result_.reached = best_rank() <= settings_.target;
}

void Search::State::restore_batches(std::span<const std::byte>& state) {
  for (auto left = take_value<std::uint64_t>(state); left != 0; --left) {
    under_way_.push_back(take_value<std::uint32_t>(state));
  }
  for (auto left = take_value<std::uint64_t>(state); left != 0; --left) {
    Restarts restarts{take_value<std::uint32_t>(state), {}};
    restarts.walks = take_list<Restart>(state);
    for (const Restart& restart : restarts.walks) {
      if (restart.walk >= is_moving_.size()) throw InputError("the search state is damaged: it names a walk that does not exist");
      is_moving_[restart.walk] = true;
    }
    moving_.push_back(std::move(restarts));
  }
}

Search::Search(const Shape& shape, SearchOptions options, RunControl* given) {
  GivenRun run(given);
  const auto make = [&] { state_ = std::make_unique<State>(shape, std::move(options), run); };
  if (options.cluster == nullptr) {
    make();
    return;
  }
  const auto ranks = make_cluster_backend(*options.cluster);
  options = ranks->share(std::move(options));
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
  if (settings().cluster != nullptr) {
    const auto ranks = make_cluster_backend(*settings().cluster);
    state_->set_others({});
    ranks->run(*this, *run, [&](const RankTotals& totals) { state_->set_others(totals); });
    ranks->together([&] { save_files(); });
  } else {
    while (!run->should_stop() && advance(&*run)) {
    }
    save_files();
  }
  if (!result().reached && settings().target != 0) run->request_stop(StopReason::steps);
  return complete();
}
bool Search::advance(RunControl* given) {
  GivenRun run(given);
  const bool more = state_->advance(run);
  if (state_->keeper().is_due()) save_files();
  return more;
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
