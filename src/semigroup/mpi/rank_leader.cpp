// SPDX-License-Identifier: MIT
//
// What runs on rank 0 beside an enumeration: counting by the other ranks, and the end of all.
#include "core/text/units.hpp"
#include "semigroup/mpi/rank_backend.hpp"
#include "semigroup/mpi/rank_commands.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

namespace {

using namespace ranks;

class RankPeers final : public CountPeers {
 public:
  explicit RankPeers(mpi::Communicator& ranks) : ranks_(ranks) {}

  std::size_t ranks() const override { return static_cast<std::size_t>(ranks_.size()); }
  void prepare(const Generators& generators, bool pairs) override {
    command({.kind = Kind::orbits, .want_results = pairs}, [&] {
      broadcast<std::byte>(ranks_, bytes_of_form({generators, {}}));
    });
  }
  bool count(std::span<IdempotentJob> jobs, std::span<const std::byte> values,
             FunctionRef<void(std::size_t, std::size_t)> own) override {
    std::exception_ptr failure;
    bool all = false;
    command({.kind = Kind::transversals}, [&] {
      broadcast(ranks_, std::span<const IdempotentJob>(jobs));
      broadcast(ranks_, values);
      try {
        own(0, ranks());
      } catch (...) {
        failure = std::current_exception();
      }
      all = share_jobs(ranks_, jobs, !failure);
    });
    if (failure) std::rethrow_exception(failure);
    return all;
  }

 private:
  template <class Body>
  void command(const Command& wanted, const Body& body) {
    try {
      mpi::all_of(ranks_, wanted);
      body();
    } catch (...) {
      throw BrokenCommand(std::current_exception());
    }
  }

  mpi::Communicator& ranks_;
};

}  // namespace

std::unique_ptr<CountPeers> make_rank_peers(mpi::Communicator& ranks) {
  return std::make_unique<RankPeers>(ranks);
}

void note_ranks(const mpi::Communicator& ranks, unsigned threads, RunControl& run) {
  run.note_choice("ranks", std::to_string(ranks.size()), "of " + counted(threads, "thread"));
}

bool lead_or_serve(mpi::Communicator& ranks, const Options& options, const std::function<void(const Options&)>& body,
                   RunControl* run) {
  Options shared = options;
  const unsigned fair = mpi::fair_threads(ranks);
  if (shared.machine.threads == 0) shared.machine.threads = fair;
  mpi::together(ranks, [&] {
    if (options.machine.backend == BackendChoice::cuda) require_gpu();
  });
  if (ranks.rank() != 0) {
    serve(ranks, shared.machine.threads, run);
    return false;
  }
  if (ranks.size() == 1) shared.machine.cluster = {};
  std::exception_ptr failure;
  try {
    body(shared);
  } catch (const BrokenCommand& broken) {
    broken.rethrow();
  } catch (...) {
    failure = std::current_exception();
  }
  mpi::all_of(ranks, Command{.kind = Kind::end});
  ranks.agree(failure);
  return true;
}

}  // namespace wreath::semigroup
