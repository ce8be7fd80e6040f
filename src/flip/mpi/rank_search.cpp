// SPDX-License-Identifier: MIT
//
// A search by several ranks.
//
// Every rank walks by itself, with a pool of its own and random numbers that no other rank has. Now and then, after half a second
// or after every batch of a search of given steps, the ranks that have the best rank of all send some schemes of that rank that
// they have not sent before, and every rank takes them into its pool: walks that are idle restart from them. That is all that
// travels, some kilobytes, so that ranks walk at the speed of processes that know nothing of one another. A search of given
// steps on a given number of ranks repeats exactly.
//
// Rank 0 has the files. What another rank finds reaches it in the next exchange, and is written there; so a checkpoint holds the
// best schemes of all ranks, the counts of all, and the walks of rank 0. In a run that continues from it the others start from
// what rank 0 sends.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "core/data/hash.hpp"
#include "core/mpi/communicator.hpp"
#include "core/mpi/exchange.hpp"
#include "core/text/units.hpp"
#include "flip/backend.hpp"
#include "flip/search/pool.hpp"

namespace wreath::flip {

namespace {

constexpr double kRound = 0.5;           // seconds between two exchanges
constexpr std::size_t kAtOnce = 16;      // schemes that a rank sends
constexpr std::size_t kKnown = 1 << 20;  // hashes that are remembered

std::uint64_t hash_of(const Scheme& scheme) {
  std::uint64_t hash = 0;  // of a set: summands have no order
  for (const Summand& summand : scheme.summands) hash += mix64(hash_bytes(std::as_bytes(std::span(&summand, 1))));
  return hash;
}

class RankSearch final : public ClusterBackend {
 public:
  explicit RankSearch(mpi::Communicator& ranks) : ranks_(ranks) {}

  SearchOptions share(SearchOptions options, RunFiles& kept) override;
  void together(const std::function<void()>& body) override { mpi::together(ranks_, body); }
  void run(Search& search, RunControl& run, const std::function<void(const RankTotals&)>& take_others) override;

 private:
  /// Some schemes of the best rank of all that this rank has not sent, as bytes.
  std::vector<std::byte> new_schemes(const Search& search, std::size_t best_of_all);
  void exchange_schemes(Search& search);

  mpi::Communicator& ranks_;
  std::unordered_set<std::uint64_t> known_;  // hashes of schemes that were sent or received
};

SearchOptions RankSearch::share(SearchOptions options, RunFiles& kept) {
  const unsigned threads = mpi::fair_threads(ranks_);
  if (options.machine.threads == 0) options.machine.threads = threads;
  if (ranks_.rank() != 0) {
    options.seed ^= mix64(static_cast<std::uint64_t>(ranks_.rank()));
    options.files.output.clear();
    options.files.folder.clear();
    kept = {};
  }
  return options;
}

void RankSearch::run(Search& search, RunControl& run, const std::function<void(const RankTotals&)>& take_others) {
  using Clock = std::chrono::steady_clock;
  struct Standing {
    bool more;
    bool reached;
    StopReason stop;
    RankTotals own;
  };
  RankTotals others;  // as the search's result has them
  run.note_choice("ranks", std::to_string(ranks_.size()),
                  fmt::format("of {}", plural(search.settings().machine.threads, "thread")));
  const bool by_steps = search.settings().steps != 0;
  for (;;) {
    bool more = false;
    mpi::together(ranks_, [&] {
      const auto end = Clock::now() + std::chrono::duration<double>(kRound);
      more = !run.should_stop() && search.advance(&run);
      while (!by_steps && more && !run.should_stop() && Clock::now() < end) more = search.advance(&run);
    });
    exchange_schemes(search);
    run.should_stop();
    const SearchResult& result = search.result();
    const RankTotals own{result.walks - others.walks, result.flips - others.flips, result.restarts - others.restarts};
    const auto all = mpi::all_of(ranks_, Standing{more, result.reached, run.stop_reason(), own});
    others = {};
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (r == static_cast<std::size_t>(ranks_.rank())) continue;
      others.walks += all[r].own.walks;
      others.flips += all[r].own.flips;
      others.restarts += all[r].own.restarts;
    }
    take_others(others);
    const auto stopped = std::ranges::find_if(all, [](const Standing& rank) { return rank.stop != StopReason::none; });
    if (stopped != all.end() && run.stop_reason() == StopReason::none) run.request_stop(stopped->stop);
    const bool reached = std::ranges::any_of(all, &Standing::reached);
    if (reached || stopped != all.end() || std::ranges::none_of(all, &Standing::more)) break;
  }
}

std::vector<std::byte> RankSearch::new_schemes(const Search& search, std::size_t best_of_all) {
  ByteWriter bytes;
  if (search.result().bests.back().scheme.rank() > best_of_all) return {};
  const auto is_new = [&](const Scheme& scheme) { return known_.insert(hash_of(scheme)).second; };
  for (const Scheme& scheme : search.kept(0, is_new, kAtOnce)) bytes.put_items<Summand>(scheme.summands);
  return bytes.take();
}

void RankSearch::exchange_schemes(Search& search) {
  const Shape shape = search.result().bests.back().scheme.shape;
  const std::size_t best = mpi::smallest_of(ranks_, search.result().bests.back().scheme.rank());
  if (known_.size() > kKnown) known_.clear();
  std::vector<std::byte> mine;
  mpi::together(ranks_, [&] { mine = new_schemes(search, best); });
  const std::vector<std::uint64_t> sizes = mpi::all_of(ranks_, std::uint64_t{mine.size()});
  std::vector<std::vector<std::byte>> received(sizes.size());
  std::vector<mpi::Slice> send(sizes.size(), {mine.data(), mine.size()});
  std::vector<mpi::Slice> receive(sizes.size());
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    received[r].resize(sizes[r]);
    receive[r] = {received[r].data(), received[r].size()};
  }
  mpi::exchange(ranks_, send, receive);
  mpi::together(ranks_, [&] {
    std::vector<Scheme> schemes;
    for (std::size_t r = 0; r < received.size(); ++r) {
      if (r == static_cast<std::size_t>(ranks_.rank())) continue;
      for (ByteReader left(received[r]); !left.at_end();) {
        Scheme scheme{shape, take_summands(left, best)};
        if (known_.insert(hash_of(scheme)).second) schemes.push_back(std::move(scheme));
      }
    }
    search.add_to_pool(schemes);
  });
}

}  // namespace

std::unique_ptr<ClusterBackend> make_cluster_backend(mpi::Communicator& ranks) {
  return std::make_unique<RankSearch>(ranks);
}

}  // namespace wreath::flip
