// SPDX-License-Identifier: MIT
#include "semigroup/mpi/rank_backend.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <numeric>
#include <utility>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/run/counted.hpp"
#include "core/run/option.hpp"
#include "semigroup/cpu/table.hpp"
#include "semigroup/mpi/orbit_share.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

namespace {

/// Candidates of a piece at most: all ranks have a bitmap of them, and four words for each.
constexpr std::size_t kMostInPiece = std::size_t{1} << 21;
constexpr std::size_t kPointsAtOnce = std::size_t{1} << 24;  // that are read

enum class Kind : std::uint32_t { start, expand, rows, find, idempotents, memory, drop, orbits, transversals, end };

/// What rank 0 wants next, of which enumeration.
struct Command {
  Kind kind = Kind::end;
  std::uint32_t enumeration = 0;
  Index first = 0;
  Index last = 0;
  std::uint64_t candidates = 0;
  bool want_results = false;
};

/// A failure of rank 0 that the others do not know of, in the middle of a command: nothing can be sent to them any more.
class BrokenCommand final : public std::exception {
 public:
  explicit BrokenCommand(std::exception_ptr failure) : failure_(std::move(failure)) {}
  [[noreturn]] void rethrow() const { std::rethrow_exception(failure_); }
  const char* what() const noexcept override { return "a command to all ranks failed on the first"; }

 private:
  std::exception_ptr failure_;
};

/// Collective: the bytes of rank 0.
template <class T>
std::vector<T> broadcast(mpi::Communicator& ranks, std::span<const T> mine) {
  const auto* chars = reinterpret_cast<const char*>(mine.data());
  const std::string text = mpi::text_of(ranks, 0, std::string(chars, mine.size_bytes()));
  std::vector<T> items(text.size() / sizeof(T));
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(items.data()));
  return items;
}

std::vector<std::byte> bytes_of_form(const ShareForm& form) {
  ByteWriter bytes;
  bytes.put(form.generators.degree);
  bytes.put(form.generators.monoid);
  bytes.put_all(std::span<const Point>(form.generators.images));
  bytes.put_all(std::span<const Point>(form.tracked));
  bytes.put(form.keep);
  bytes.put(form.gpu);
  return bytes.take();
}

ShareForm form_of_bytes(std::span<const std::byte> bytes) {
  ByteReader from(bytes);
  ShareForm form;
  form.generators.degree = from.number();
  form.generators.monoid = from.value<bool>();
  from.array_into<Point>(form.generators.images);
  from.array_into<Point>(form.tracked);
  form.keep = from.value<Keep>();
  form.gpu = from.value<bool>();
  return form;
}

/// A share, and how many candidates all of them should get at once.
struct Started {
  std::unique_ptr<Share> share;
  std::size_t piece = 0;
};

/// Collective. `form` is looked at on rank 0 alone.
Started start_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run) {
  const std::vector<std::byte> bytes =
      broadcast<std::byte>(ranks, ranks.rank() == 0 ? bytes_of_form(form) : std::vector<std::byte>{});
  Started started;
  mpi::together(ranks, [&] { started.share = make_share(ranks, form_of_bytes(bytes), threads, run); });
  for (const std::size_t piece : mpi::all_of(ranks, started.share->piece())) started.piece += piece;
  started.piece = std::min(started.piece, kMostInPiece);
  return started;
}

std::uint64_t sum_of(mpi::Communicator& ranks, std::uint64_t mine) {
  const std::vector<std::uint64_t> all = mpi::all_of(ranks, mine);
  return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

/// Collective: the jobs of rank 0, and its counts of those of this rank, are shared; whether all ranks could count theirs.
bool share_jobs(mpi::Communicator& ranks, std::span<TransversalJob> jobs, bool counted) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto self = static_cast<std::size_t>(ranks.rank());
  const std::size_t each = (jobs.size() + size - 1) / size;
  std::vector<std::uint64_t> mine(each + 1, 0);
  mine[each] = counted ? 1 : 0;
  for (std::size_t j = self; j < jobs.size(); j += size) mine[j / size] = jobs[j].found;
  std::vector<std::uint64_t> all(mine.size() * size);
  ranks.allgather(std::as_bytes(std::span(std::as_const(mine))), std::as_writable_bytes(std::span(all)));
  bool good = true;
  for (std::size_t rank = 0; rank < size; ++rank) good = good && all[rank * mine.size() + each] != 0;
  for (std::size_t j = 0; j < jobs.size(); ++j) jobs[j].found = all[j % size * mine.size() + j / size];
  return good;
}

class RankPeers final : public CountPeers {
 public:
  explicit RankPeers(mpi::Communicator& ranks) : ranks_(ranks) {}

  std::size_t ranks() const override { return static_cast<std::size_t>(ranks_.size()); }
  void prepare(const Generators& generators, bool pairs) override {
    command({.kind = Kind::orbits, .want_results = pairs}, [&] {
      broadcast<std::byte>(ranks_, bytes_of_form({generators, {}}));
    });
  }
  bool count(std::span<TransversalJob> jobs, FunctionRef<void(std::size_t, std::size_t)> own) override {
    std::exception_ptr failure;
    bool all = false;
    command({.kind = Kind::transversals}, [&] {
      broadcast(ranks_, std::span<const TransversalJob>(jobs));
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

class RankBackend final : public Backend {
 public:
  RankBackend(mpi::Communicator& ranks, const ShareForm& form, unsigned threads)
      : ranks_(ranks), letters_(form.generators.count()), columns_(form.tracked.size()), gpu_(form.gpu) {
    static std::atomic<std::uint32_t> last{0};
    number_ = ++last;
    owners_.push_back(0);
    Started started;
    command({.kind = Kind::start}, [&] { started = start_share(ranks, form, threads, nullptr); });
    share_ = std::move(started.share);
    piece_ = started.piece;
  }
  ~RankBackend() override {
    if (broken_) return;
    try {
      command({.kind = Kind::drop}, [] {});
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
      if (owners_.size() + batch.size() >= kPending)
        throw ResourceError("there are more than 4278190078 elements, which is the limit");
      const Lead lead{batch, owners_, prefixes_, new_letters_, want_results ? results_.data() + begin : nullptr};
      command({.kind = Kind::expand, .candidates = batch.size(), .want_results = want_results},
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
      command({.kind = Kind::rows, .first = first, .last = end},
              [&] { share_->read_rows(first, end, owners_.span().subspan(first, end - first), here); });
      rows = rows.subspan(here.size());
      first = end;
    }
  }
  std::optional<Index> find(std::span<const Point> row) const override {
    std::optional<Index> found;
    command({.kind = Kind::find}, [&] {
      broadcast(ranks_, row);
      found = share_->find(row);
    });
    return found;
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    std::uint64_t count = 0;
    command({.kind = Kind::idempotents, .first = first, .last = last}, [&] { count = share_->count_idempotents(first, last); });
    return count;
  }
  std::uint64_t memory() const override {
    std::uint64_t memory = 0;
    command({.kind = Kind::memory}, [&] { memory = sum_of(ranks_, share_->memory()); });
    return memory + owners_.memory();
  }
  void report_steps(RunControl& run) override {
    for (const Phase& step : share_->take_steps()) run.add_phase(step.name, step.seconds);
  }
  std::string_view exactness() const override { return share_->exactness(); }
  std::string_view name() const override { return gpu_ ? "cuda" : "cpu"; }

 private:
  /// Tells the others, and does it together with them.
  template <class Body>
  void command(Command wanted, const Body& body) const {
    wanted.enumeration = number_;
    ranks_.forget_failure();
    try {
      mpi::all_of(ranks_, wanted);
      body();
    } catch (...) {
      if (ranks_.failed_together()) throw;
      broken_ = true;
      throw BrokenCommand(std::current_exception());
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

/// What the other ranks do.
class Server {
 public:
  Server(mpi::Communicator& ranks, unsigned threads, RunControl* run) : ranks_(ranks), threads_(threads), run_(run) {}

  /// Until rank 0 ends; throws what it failed with.
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
      std::vector<TransversalJob> jobs = broadcast<TransversalJob>(ranks_, {});
      const bool counted = orbits_->count(jobs, static_cast<std::size_t>(ranks_.rank()), static_cast<std::size_t>(ranks_.size()));
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
  if (shared.threads == 0) shared.threads = fair;
  mpi::together(ranks, [&] {
    if (options.backend == BackendChoice::cuda) require_gpu();
  });
  if (ranks.rank() != 0) {
    Server(ranks, shared.threads, run).serve();
    return false;
  }
  if (ranks.size() == 1) shared.cluster = nullptr;
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
