// SPDX-License-Identifier: MIT
//
// What runs on the other ranks: their shares of enumerations, and of counts by orbits.
#include <map>
#include <numeric>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/loops.hpp"
#include "semigroup/green/sides/kernel_code.hpp"
#include "semigroup/mpi/rank_commands.hpp"

namespace wreath::semigroup::ranks {

namespace {

/// Candidates of a piece at most: all ranks have a bitmap of them, and four words for each.
constexpr std::size_t kMostInPiece = std::size_t{1} << 21;

/// Adds the keys of one list; those that are not wanted are passed over. Returns their numbers.
std::vector<Index> take_keys(ByteReader& values, KeyList& keys, bool wanted) {
  std::vector<Index> numbers;
  for (std::uint64_t left = values.number(); left > 0; --left) {
    const std::span<const std::byte> key = values.array<std::byte>();
    if (!wanted) continue;
    numbers.push_back(keys.size());
    keys.push_back(key);
  }
  return numbers;
}

/// The sides of elements, as a rank that helps another has them (semigroup/count_peers.hpp). An error, or too little memory, is
/// kept: such a rank counts nothing.
class OrbitShare {
 public:
  OrbitShare(Generators generators, bool pairs, unsigned threads, RunControl* run)
      : run_(run == nullptr ? own_ : *run), generators_(std::move(generators)), threads_(resolve_threads(threads)) {
    unless_failed([&] {
      auto certificate = pairs ? certify_pairs(generators_, StopCheck(run_)) : std::nullopt;
      if (pairs && !certificate) throw InternalError("a rank found no certificate for pairs");
      sides_ =
          pairs ? make_map_sides(generators_, make_pair_code(std::move(*certificate), generators_)) : make_sides(generators_);
    });
  }

  /// Counts jobs first, first + step, ...; false if it cannot.
  bool count(std::span<IdempotentJob> jobs, std::span<const std::byte> values, std::size_t first, std::size_t step) {
    if (ready_) unless_failed([&] { count_own(jobs, values, first, step); });
    return ready_;
  }

 private:
  void count_own(std::span<IdempotentJob> jobs, std::span<const std::byte> values, std::size_t first, std::size_t step) {
    ByteReader from(values);
    KeyList left(sides_->left().key_bytes());
    KeyList right(sides_->right().key_bytes());
    const auto is_own = [&](std::size_t j) { return j % step == first; };
    std::vector<std::vector<Index>> rights;
    std::vector<std::size_t> right_of(jobs.size());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      if (j == 0 || jobs[j].right != jobs[j - 1].right) rights.push_back(take_keys(from, right, true));
      right_of[j] = rights.size() - 1;
    }
    std::vector<std::vector<Index>> lefts;
    for (std::size_t j = 0; j < jobs.size(); ++j) lefts.push_back(take_keys(from, left, is_own(j)));
    std::vector<std::unique_ptr<IdempotentSearch>> searches;
    for (unsigned i = 0; i < threads_; ++i) searches.push_back(sides_->search(left, right, StopCheck(run_)));
    parallel_chunks(jobs.size(), 1, threads_, [&](Range, std::size_t j, unsigned thread) {
      if (is_own(j)) jobs[j].found = searches[thread]->count(lefts[j], rights[right_of[j]]);
    });
  }
  template <class Work>
  void unless_failed(const Work& work) {
    try {
      work();
    } catch (const std::exception&) {  // the first rank counts without this one
      ready_ = false;
    } catch (const Stopped&) {
      ready_ = false;
    }
  }

  RunControl own_;
  RunControl& run_;
  Generators generators_;
  unsigned threads_;
  std::unique_ptr<Sides> sides_;
  bool ready_ = true;
};

class Server {
 public:
  Server(mpi::Communicator& ranks, unsigned threads, RunControl* run) : ranks_(ranks), threads_(threads), run_(run) {}

  void serve() {
    for (;;) {
      ranks_.forget_failure();
      const Command wanted = mpi::all_of(ranks_, Command{})[0];
      if (wanted.kind == CommandKind::end) return ranks_.agree(nullptr);
      try {
        take_part(wanted);
      } catch (...) {
        if (!ranks_.failed_together()) throw;
        if (wanted.kind == CommandKind::expand) shares_.erase(wanted.enumeration);  // rank 0 does not ask it again
      }
    }
  }

 private:
  void take_part(const Command& wanted) {
    if (wanted.kind == CommandKind::start) {
      shares_[wanted.enumeration] = start_share(ranks_, {}, threads_, run_).share;
      return;
    }
    if (wanted.kind == CommandKind::drop) {
      shares_.erase(wanted.enumeration);
      return;
    }
    if (wanted.kind == CommandKind::orbits) {
      orbits_.reset();
      const std::vector<std::byte> bytes = broadcast<std::byte>(ranks_, {});
      orbits_ = std::make_unique<OrbitShare>(form_of_bytes(bytes).generators, wanted.want_results, threads_, run_);
      return;
    }
    if (wanted.kind == CommandKind::transversals) {
      std::vector<IdempotentJob> jobs = broadcast<IdempotentJob>(ranks_, {});
      const std::vector<std::byte> values = broadcast<std::byte>(ranks_, {});
      const bool counted =
          orbits_->count(jobs, values, static_cast<std::size_t>(ranks_.rank()), static_cast<std::size_t>(ranks_.size()));
      share_jobs(ranks_, jobs, counted);
      return;
    }
    Share& share = *shares_.at(wanted.enumeration);
    switch (wanted.kind) {
      case CommandKind::expand: share.expand(wanted.candidates, wanted.want_results, nullptr); break;
      case CommandKind::rows: share.read_rows(wanted.first, wanted.last, {}, {}); break;
      case CommandKind::find: share.find(broadcast<Point>(ranks_, {})); break;
      case CommandKind::idempotents: share.count_idempotents(wanted.first, wanted.last); break;
      case CommandKind::memory: sum_of(ranks_, share.memory()); break;
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

// --- What both have.

std::vector<std::byte> bytes_of_form(const ShareForm& form) {
  ByteWriter bytes;
  bytes.put(form.generators.degree);
  bytes.put(form.generators.monoid);
  bytes.put(form.generators.kind);
  bytes.put_all(std::span<const Point>(form.generators.images));
  bytes.put_all(std::span<const Point>(form.tracked));
  bytes.put(form.method);
  bytes.put(form.gpu);
  return bytes.take();
}

ShareForm form_of_bytes(std::span<const std::byte> bytes) {
  ByteReader from(bytes);
  ShareForm form;
  form.generators.degree = from.number();
  form.generators.monoid = from.value<bool>();
  form.generators.kind = from.value<ElementKind>();
  from.array_into<Point>(form.generators.images);
  from.array_into<Point>(form.tracked);
  form.method = from.value<Method>();
  form.gpu = from.value<bool>();
  return form;
}

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

bool share_jobs(mpi::Communicator& ranks, std::span<IdempotentJob> jobs, bool counted) {
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

void serve(mpi::Communicator& ranks, unsigned threads, RunControl* run) {
  Server(ranks, threads, run).serve();
}

}  // namespace wreath::semigroup::ranks
