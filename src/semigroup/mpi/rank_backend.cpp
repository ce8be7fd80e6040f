// SPDX-License-Identifier: MIT
#include "semigroup/mpi/rank_backend.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "core/closure/shard.hpp"
#include "semigroup/mpi/rank_commands.hpp"

namespace wreath::semigroup {

namespace {

using namespace ranks;

constexpr std::size_t kPointsAtOnce = std::size_t{1} << 24;  // that are read

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
      if (owners_.size() + batch.size() >= closure::kPending)
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
    if (const auto buffers = share_->exchange_buffers()) run.note_choice(buffers->what, buffers->name, buffers->why);
  }
  Exactness exactness() const override { return share_->exactness(); }
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

}  // namespace

std::unique_ptr<Backend> make_rank_backend(mpi::Communicator& ranks, ShareForm form, unsigned threads) {
  return std::make_unique<RankBackend>(ranks, std::move(form), threads);
}

}  // namespace wreath::semigroup
