// SPDX-License-Identifier: MIT
//
// A search of the flip graph between two batches: what it knows, and the steps of which a batch is made. search.cpp says how they
// go together.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/data/rng.hpp"
#include "flip/backend.hpp"
#include "flip/scheme/reflection.hpp"
#include "flip/scheme/symmetry.hpp"
#include "flip/search/files.hpp"
#include "flip/search/pool.hpp"
#include "flip/search/starts.hpp"

namespace wreath::flip {

using SearchClock = std::chrono::steady_clock;

inline double seconds_since(SearchClock::time_point start) {
  return std::chrono::duration<double>(SearchClock::now() - start).count();
}

class Search::State {
 public:
  State(const Shape& shape, SearchOptions options, RunControl& run, RunFiles kept = {});

  bool advance(RunControl& run);

  void listen(std::function<void(const Discovery&)> on_best);

  bool finished() const { return result_.reached || (settings_.steps != 0 && result_.steps >= settings_.steps); }
  bool complete() const { return result_.reached || (settings_.target == 0 && finished()); }
  const SearchResult& result() const { return result_; }
  const SearchOptions& settings() const { return settings_; }

  std::vector<Scheme> kept(std::size_t above, const std::function<bool(const Scheme&)>& wanted, std::size_t most) const;

  std::size_t add_to_pool(std::span<const Scheme> schemes);

  std::vector<std::byte> save() const;
  void restore(std::span<const std::byte> state, RunControl& run);

  SearchKeeper& keeper() { return keeper_; }
  void finish_lifts(RunControl& run) { result_.lifts = keeper_.finish_lifts(run); }

  /// What the result has besides the walks here.
  void set_others(const RankTotals& totals);

  /// Whether it still makes starts.
  bool makes_starts() const { return automatic_starts_ && !automatic_starts_->done(); }
  /// Continues another search of the shape on this machine: its bests, its files and who listens to it are this one's from now
  /// on.
  void take_over(State& other);

 private:
  void restore_batches(ByteReader& state);

  /// With every default filled in, and the starts that files hold.
  SearchOptions completed(SearchOptions options, RunControl& run);

  std::size_t best_calls_ = 0;  // of the last best, with prefer_recursive
  std::size_t best_rank() const { return result_.bests.back().scheme.rank(); }
  bool reaches_target() const { return settings_.target_ring ? keeper_.has_lifted_target() : best_rank() <= settings_.target; }

  /// How far above the best the pool reaches. A symmetric scheme falls by orbits.
  std::size_t unit() const { return orbit_size(settings_.symmetry); }
  std::size_t window() const { return (*settings_.restart_above + settings_.restart_ranks - 1) * unit(); }

  /// In summands, or orbits.
  std::size_t size_of(const Scheme& scheme) const {
    if (settings_.symmetry == Symmetry::none) return scheme.rank();
    return split_into_orbits(scheme, group_of(settings_)).orbits.size();
  }
  /// Of a scheme that is known to have the symmetry.
  std::size_t size_of_kept(const Scheme& scheme) const;
  std::size_t largest(const std::vector<Scheme>& schemes) const;

  /// Walks with room for schemes of that size.
  struct Walks {
    std::unique_ptr<Backend> backend;
    std::size_t size = 0;
  };
  Walks make_walks(std::size_t size, RunControl& run) const;
  void use_walks(Walks walks);

  /// The starts in turn; those of low rank are the first of the pool.
  void place_starts();

  /// A batch of the walks that make starts; after the last one the search begins from all of them.
  void make_starts(RunControl& run);
  void use_automatic_starts();

  /// Walks change their fixed summands only for a rank that is worth it.
  void aim();

  /// As many as the machine can have under way.
  void begin_batches();

  void finish_batch();

  /// Walks whose restart took effect with the batch that was just finished.
  void arrive();

  /// Takes the schemes of walks with a new best: the pool's, and perhaps a best of all.
  void collect();

  void discover(const Scheme& scheme);
  /// With the option prefer_recursive: the number of recursive calls; otherwise 0.
  std::size_t calls_of(const Scheme& scheme) const;

  void keep(Pool::Entry entry) {
    if (entry.scheme.rank() > best_rank() + window()) return;
    keeper_.offer(entry.scheme, best_rank());
    pool_.add(std::move(entry));
  }

  RandomStream batch_random() const {
    return {settings_.seed, std::numeric_limits<std::uint64_t>::max() - generation_, result_.steps << 24};
  }

  void restart_idle_walks();

  /// Those of the pool that walks restart from.
  std::vector<std::size_t> restart_ranks() const;

  /// From one of the ranks at random, or, where few schemes have that rank, from the next above with enough of them.
  const Scheme& draw_from_pool(const std::vector<std::size_t>& ranks, RandomStream& random) const;

  /// With the next batch that begins; those under way end as they would have.
  void place(const std::vector<Placement>& placements);

  /// Where all schemes of the pool have become much smaller than the walks have room for, new walks with less room are faster.
  /// They are made while the last batch of the old ones is under way.
  void shrink(RunControl& run);

  void report(RunControl& run) const;

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
  SearchClock::time_point batch_start_;
  std::function<void(const Discovery&)> on_best_;
};

}  // namespace wreath::flip
