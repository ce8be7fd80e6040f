// SPDX-License-Identifier: MIT
#include <map>

#include "semigroup/mpi/orbit_share.hpp"
#include "semigroup/mpi/rank_commands.hpp"

namespace wreath::semigroup::ranks {

namespace {

class Server {
 public:
  Server(mpi::Communicator& ranks, unsigned threads, RunControl* run) : ranks_(ranks), threads_(threads), run_(run) {}

  void serve() {
    for (;;) {
      ranks_.forget_failure();
      const Command wanted = mpi::all_of(ranks_, Command{})[0];
      if (wanted.kind == Kind::end) return ranks_.agree(nullptr);
      try {
        take_part(wanted);
      } catch (...) {
        if (!ranks_.failed_together()) throw;
        if (wanted.kind == Kind::expand) shares_.erase(wanted.enumeration);  // rank 0 does not ask it again
      }
    }
  }

 private:
  void take_part(const Command& wanted) {
    if (wanted.kind == Kind::start) {
      shares_[wanted.enumeration] = start_share(ranks_, {}, threads_, run_).share;
      return;
    }
    if (wanted.kind == Kind::drop) {
      shares_.erase(wanted.enumeration);
      return;
    }
    if (wanted.kind == Kind::orbits) {
      orbits_.reset();
      const std::vector<std::byte> bytes = broadcast<std::byte>(ranks_, {});
      orbits_ = std::make_unique<OrbitShare>(form_of_bytes(bytes).generators, wanted.want_results, threads_, run_);
      return;
    }
    if (wanted.kind == Kind::transversals) {
      std::vector<IdempotentJob> jobs = broadcast<IdempotentJob>(ranks_, {});
      const std::vector<std::byte> values = broadcast<std::byte>(ranks_, {});
      const bool counted =
          orbits_->count(jobs, values, static_cast<std::size_t>(ranks_.rank()), static_cast<std::size_t>(ranks_.size()));
      share_jobs(ranks_, jobs, counted);
      return;
    }
    Share& share = *shares_.at(wanted.enumeration);
    switch (wanted.kind) {
      case Kind::expand: share.expand(wanted.candidates, wanted.want_results, nullptr); break;
      case Kind::rows: share.read_rows(wanted.first, wanted.last, {}, {}); break;
      case Kind::find: share.find(broadcast<Point>(ranks_, {})); break;
      case Kind::idempotents: share.count_idempotents(wanted.first, wanted.last); break;
      case Kind::memory: sum_of(ranks_, share.memory()); break;
      default: throw InternalError("a rank got a command that it does not know");
    }
  }

  mpi::Communicator& ranks_;
  unsigned threads_;
  RunControl* run_;
  std::unique_ptr<OrbitShare> orbits_;
  std::map<std::uint32_t, std::unique_ptr<Share>> shares_;
};

}  // namespace

void serve(mpi::Communicator& ranks, unsigned threads, RunControl* run) {
  Server(ranks, threads, run).serve();
}

}  // namespace wreath::semigroup::ranks
