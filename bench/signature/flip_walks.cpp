// SPDX-License-Identifier: MIT
//
// The walks of the GPU's design. A walk is a function of (seed, its number, start, design), so what a kernel does to walk number
// k the CPU can do as well, with the same code (host_walk.hpp). After each of a few batches, ranks, bests, idle steps, flips
// and best schemes are hashed: a walk that once draws another number has another count of flips soon after.
//
// The template arguments are those of the kernels that flip/cuda/walks chooses for these sizes;
// where one of them changes, walks change, and tests/flip/cuda/walks_test.cpp fails with the signature.
#include "bench/signature/flip_walks.hpp"

#include <numeric>

#include "bench/signature/host_walk.hpp"
#include "core/parallel/loops.hpp"
#include "flip/backend.hpp"
#include "flip/scheme/symmetry.hpp"

namespace wreath::bench {

namespace {

using flip::HostWalkState;
using flip::Scheme;
using flip::Symmetry;
using flip::SymmetryGroup;
using flip::WalkCodec;
using flip::WalkRules;
using flip::WalkStatus;

constexpr std::uint64_t kWalkSeed = 1;
constexpr std::uint32_t kWalks = 40;  // more than one warp
constexpr std::uint32_t kRounds[] = {1, 10, 500, 500};
constexpr flip::Schedule kSchedule{300, 3};
constexpr std::uint32_t kTradeDownTo = 1000;  // any rank is worth a trade with the cubes

/// Where walks begin, and how much room they have.
struct Start {
  Scheme scheme;
  SymmetryGroup group = Symmetry::none;
  std::uint32_t room = 0;  // a multiple of 8, as the GPU's backend has it

  /// The largest scheme for which that backend makes just this room: pluses come on top, with a mirror in half orbits.
  std::uint32_t largest() const { return room - kSchedule.margin * (has_mirror(group.kind) ? 2 : 1); }

  std::string name() const { return to_string(scheme.shape) + " " + std::string(to_string(group.kind)); }
};

/// Of one batch.
struct Outcome {
  std::vector<WalkStatus> statuses;
  std::vector<Scheme> bests;
};

void sign_outcome(const Outcome& outcome, Digest& digest) {
  for (const WalkStatus& status : outcome.statuses) {
    for (const std::uint64_t number :
         {std::uint64_t{status.rank}, std::uint64_t{status.best}, std::uint64_t{status.idle}, status.flips})
      digest.add(number);
  }
  for (const Scheme& best : outcome.bests) digest.add_bytes(std::as_bytes(std::span(best.summands)));
}

flip::SearchOptions options_of(const Start& start, const SignatureOptions& options) {
  flip::SearchOptions search;
  search.machine.backend = options.backend;
  search.machine.threads = options.threads;
  search.method = flip::Method::thread;
  search.seed = kWalkSeed;
  search.walks = kWalks;
  search.symmetry = start.group.kind;
  search.swaps = {start.group.swaps.begin(), start.group.swaps.end()};
  search.half_orbits = start.group.halves;
  search.free_cubes = start.group.kind == Symmetry::c3;
  return search;
}

/// The first kWalks of the walks that the GPU makes.
class DeviceWalks {
 public:
  DeviceWalks(const Start& start, const flip::SearchOptions& options, RunControl& run)
      : backend_(make_backend(start.scheme.shape, options, kSchedule, start.largest(), true, run)), followed_(kWalks) {
    std::iota(followed_.begin(), followed_.end(), 0U);
    backend_->aim_at(kTradeDownTo);
    std::vector<flip::Placement> placements;
    for (std::uint32_t walk = 0; walk < backend_->walks(); ++walk) placements.push_back({walk, &start.scheme});
    backend_->place(placements);
  }
  Outcome run(std::uint32_t rounds) {
    backend_->run(3 * rounds);
    const std::span<const WalkStatus> statuses = backend_->statuses().first(kWalks);
    return {{statuses.begin(), statuses.end()}, backend_->bests(followed_)};
  }

 private:
  std::unique_ptr<flip::Backend> backend_;
  std::vector<std::uint32_t> followed_;
};

/// The same walks on the host. `kOrbits`: among schemes with the turns of c3 or c6.
template <class Value, unsigned kWords, bool kOrbits, bool kMirrored, unsigned kPlanes>
class HostWalks {
 public:
  HostWalks(const Start& start, const flip::SearchOptions& options)
      : threads_(options.machine.threads),
        orbit_(orbit_size(start.group.kind)),
        codec_(start.scheme.shape, start.group, start.room),
        rules_{kSchedule.plus_after / 3,
               kSchedule.margin,
               start.room,
               kTradeDownTo,
               options.free_cubes ? 1U : 0U,
               codec_.mirror_shift(),
               start.group.halves ? 1U : 0U} {
    for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
      walks_.push_back(flip::start_walk<Value>(codec_, start.scheme, kWalkSeed, walk, rules_));
    }
  }
  Outcome run(std::uint32_t rounds) {
    parallel_ranges(walks_.size(), threads_, 1, [&](Range range, unsigned) {
      for (std::size_t walk = range.begin; walk < range.end; ++walk) advance(walks_[walk], rounds);
    });
    Outcome outcome;
    for (const HostWalkState<Value>& walk : walks_) {
      outcome.statuses.push_back({walk.counts.rank(orbit_), walk.counts.best, walk.counts.idle, walk.counts.flips});
      outcome.bests.push_back(scheme_of(codec_, walk.best, walk.best_counts));
    }
    return outcome;
  }

 private:
  void advance(HostWalkState<Value>& walk, std::uint32_t rounds) const {
    if constexpr (kOrbits) {
      flip::run_orbit_walk<Value, kWords, kPlanes, kMirrored>(walk, rules_, rounds);
    } else {
      flip::run_thread_walk<Value, kWords, kPlanes, kMirrored>(walk, rules_, rounds, flip::NoLog{});
    }
  }

  unsigned threads_;
  std::uint32_t orbit_;
  WalkCodec codec_;
  WalkRules rules_;
  std::vector<HostWalkState<Value>> walks_;
};

template <class Value, unsigned kWords, bool kOrbits, bool kMirrored, unsigned kPlanes = 12>
void sign_walks(const Start& start, const SignatureOptions& options, Digest& digest) {
  const flip::SearchOptions search = options_of(start, options);
  RunControl run;
  const auto sign_batches = [&](auto walks) {
    for (const std::uint32_t rounds : kRounds) {
      stop_check(options.run).look();
      sign_outcome(walks.run(rounds), digest);
    }
  };
  if (choose_gpu(search, run)) {
    sign_batches(DeviceWalks(start, search, run));
  } else {
    sign_batches(HostWalks<Value, kWords, kOrbits, kMirrored, kPlanes>(start, search));
  }
  digest.end_part("walks of " + start.name());
}

Start plain_start(const flip::Shape& shape, std::uint32_t room) {
  return {standard_scheme(shape), Symmetry::none, room};
}

Start orbit_start(unsigned n, const std::vector<unsigned>& split, const SymmetryGroup& group, std::uint32_t room) {
  return {expand(symmetric_start(n, split, group)), group, room};
}

}  // namespace

void sign_thread_walks(const Scheme& mirrored, const SignatureOptions& options, Digest& digest) {
  sign_walks<std::uint16_t, 1, false, false>(plain_start({3, 3, 3}, 32), options, digest);
  sign_walks<std::uint16_t, 2, false, false>(plain_start({4, 4, 4}, 64), options, digest);
  sign_walks<std::uint32_t, 4, false, false>(plain_start({4, 4, 5}, 88), options, digest);
  sign_walks<std::uint64_t, 4, false, false>(plain_start({2, 6, 6}, 80), options, digest);
  sign_walks<std::uint16_t, 2, false, true, 10>({mirrored, {Symmetry::c2, {1, 1, 1}}, 48}, options, digest);
  sign_walks<std::uint16_t, 3, true, false>(orbit_start(4, {4}, Symmetry::c3, 32), options, digest);
  sign_walks<std::uint32_t, 5, true, false>(orbit_start(5, {2, 2, 1}, Symmetry::c3, 48), options, digest);
  sign_walks<std::uint64_t, 8, true, false>(orbit_start(6, {2, 2, 2}, Symmetry::c3, 80), options, digest);
  sign_walks<std::uint16_t, 3, true, true>(orbit_start(4, {1, 2, 1}, {Symmetry::c6, {1, 1, 1}, true}, 24), options, digest);
  sign_walks<std::uint64_t, 6, true, true>(orbit_start(6, {2, 2, 2}, {Symmetry::c6, flip::kAllSwaps, false}, 48), options,
                                           digest);
}

}  // namespace wreath::bench
