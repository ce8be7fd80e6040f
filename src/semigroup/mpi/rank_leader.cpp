// SPDX-License-Identifier: MIT
//
// What runs on rank 0: enumerations, counting with the other ranks, and the end of all.
#include <atomic>

#include "core/closure/shard.hpp"
#include "core/text/units.hpp"
#include "semigroup/mpi/rank_backend.hpp"
#include "semigroup/mpi/rank_commands.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

namespace {

using namespace ranks;

/// A failure of rank 0 in the middle of a command: if the others do not know of it, nothing can be sent to them any more.
class BrokenCommand final : public std::exception {
 public:
  explicit BrokenCommand(std::exception_ptr failure) : failure_(std::move(failure)) {}
  [[noreturn]] void rethrow() const { std::rethrow_exception(failure_); }
  const char* what() const noexcept override { return "a command to all ranks failed on the first"; }

 private:
  std::exception_ptr failure_;
};

/// Tells the others, and does it together with them.
template <class Body>
void tell(mpi::Communicator& ranks, const Command& wanted, const Body& body) {
  try {
    mpi::all_of(ranks, wanted);
    body();
  } catch (...) {
    throw BrokenCommand(std::current_exception());
  }
}

constexpr std::size_t kPointsAtOnce = std::size_t{1} << 24;  // that are read

class RankBackend final : public Backend {
 public:
  RankBackend(mpi::Communicator& ranks, const ShareForm& form, unsigned threads)
      : ranks_(ranks), letters_(form.generators.count()), columns_(form.tracked.size()), gpu_(form.gpu) {
    static std::atomic<std::uint32_t> last{0};
    number_ = ++last;
    owners_.push_back(0);
    Started started;
    command({.kind = CommandKind::start}, [&] { started = start_share(ranks, form, threads, nullptr); });
    share_ = std::move(started.share);
    piece_ = started.piece;
  }
  ~RankBackend() override {
    if (broken_) return;
    try {
      command({.kind = CommandKind::drop}, [] {});
    } catch (...) {  // the next command fails, too, and is not in a destructor
    }
  }
  RankBackend(const RankBackend&) = delete;
  RankBackend& operator=(const RankBackend&) = delete;

  Expansion expand(const Candidates& candidates, bool want_results) override {
    prefixes_.resize(0);
    new_letters_.resize(0);
    const std::size_t total = Batch::count(candidates, letters_);
    results_.resize(want_results ? total : 0);
    for (std::size_t begin = 0; begin < total;) {
      const std::size_t end = std::min(total, begin + piece_);
      const Batch batch(candidates, letters_, begin, end);
      if (owners_.size() + batch.size() >= closure::kPending)
        throw ResourceError("there are more than 4278190078 elements, which is the limit");
      const Lead lead{batch, owners_, prefixes_, new_letters_, want_results ? results_.data() + begin : nullptr};
      command({.kind = CommandKind::expand, .candidates = batch.size(), .want_results = want_results},
              [&] { share_->expand(batch.size(), want_results, &lead); });
      begin = end;
    }
    return {prefixes_.span(), new_letters_.span(), results_.span()};
  }

  std::size_t batch() const override { return std::max<std::size_t>(1, 4 * piece_ / letters_); }
  Index size() const override { return static_cast<Index>(owners_.size()); }
  void read_rows(Index first, Index last, std::span<Point> rows) const override {
    const auto at_once = static_cast<Index>(std::max<std::size_t>(1, kPointsAtOnce / columns_));
    while (first < last) {
      const Index end = first + std::min(at_once, last - first);
      const std::span<Point> here = rows.first((end - first) * columns_);
      command({.kind = CommandKind::rows, .first = first, .last = end},
              [&] { share_->read_rows(first, end, owners_.span().subspan(first, end - first), here); });
      rows = rows.subspan(here.size());
      first = end;
    }
  }
  std::optional<Index> find(std::span<const Point> row) const override {
    std::optional<Index> found;
    command({.kind = CommandKind::find}, [&] {
      broadcast(ranks_, row);
      found = share_->find(row);
    });
    return found;
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    std::uint64_t count = 0;
    command({.kind = CommandKind::idempotents, .first = first, .last = last},
            [&] { count = share_->count_idempotents(first, last); });
    return count;
  }
  std::uint64_t memory() const override {
    std::uint64_t memory = 0;
    command({.kind = CommandKind::memory}, [&] { memory = sum_of(ranks_, share_->memory()); });
    return memory + owners_.memory();
  }
  void report_steps(RunControl& run) override {
    for (const Phase& step : share_->take_steps()) run.add_phase(step.name, step.seconds);
    if (const auto buffers = share_->exchange_buffers()) run.note_choice(buffers->what, buffers->name, buffers->why);
  }
  Exactness exactness() const override { return share_->exactness(); }
  std::string_view name() const override { return gpu_ ? "cuda" : "cpu"; }

 private:
  /// A failure that the others know of leaves the enumeration as it is.
  template <class Body>
  void command(Command wanted, const Body& body) const {
    wanted.enumeration = number_;
    ranks_.forget_failure();
    try {
      tell(ranks_, wanted, body);
    } catch (const BrokenCommand& broken) {
      if (ranks_.failed_together()) broken.rethrow();
      broken_ = true;
      throw;
    }
  }

  mpi::Communicator& ranks_;
  std::size_t letters_;
  std::size_t columns_;
  bool gpu_;
  std::uint32_t number_ = 0;
  std::unique_ptr<Share> share_;
  std::size_t piece_ = 0;
  mutable bool broken_ = false;
  Owners owners_;
  // of the call
  GrowingArray<Index> prefixes_;
  GrowingArray<Letter> new_letters_;
  GrowingArray<Index> results_;
};

class RankPeers final : public CountPeers {
 public:
  explicit RankPeers(mpi::Communicator& ranks) : ranks_(ranks) {}

  std::size_t ranks() const override { return static_cast<std::size_t>(ranks_.size()); }
  void prepare(const Generators& generators, bool pairs) override {
    tell(ranks_, {.kind = CommandKind::orbits, .want_results = pairs}, [&] {
      broadcast<std::byte>(ranks_, bytes_of_form({generators, {}}));
    });
  }
  bool count(std::span<IdempotentJob> jobs, std::span<const std::byte> values,
             FunctionRef<void(std::size_t, std::size_t)> own) override {
    std::exception_ptr failure;
    bool all = false;
    tell(ranks_, {.kind = CommandKind::transversals}, [&] {
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
  mpi::Communicator& ranks_;
};

}  // namespace

std::unique_ptr<Backend> make_rank_backend(mpi::Communicator& ranks, ShareForm form, unsigned threads) {
  return std::make_unique<RankBackend>(ranks, std::move(form), threads);
}

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
  mpi::all_of(ranks, Command{.kind = CommandKind::end});
  ranks.agree(failure);
  return true;
}

}  // namespace wreath::semigroup
