// SPDX-License-Identifier: MIT
//
// One long word (the paper's Steps 2 to 4): pieces are reduced side by side, then joined in a tree.
//
// Also one thread gains by this, for it reduces four pieces at a time (batch.cpp). Where a joint has long walks (merge.hpp), all
// that has been reached so far is pushed onto a stack that remembers walks (long_walk_stack.hpp).
//
// Memory: a mark of 1 to 4 bytes for each letter, and what the result takes.

#include <algorithm>
#include <atomic>
#include <memory>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "word/reduction/long_walk_stack.hpp"
#include "word/reduction/merge.hpp"
#include "word/reduction/reducer.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

std::size_t choose_base(std::size_t letters, unsigned threads) {
  return std::clamp(letters / (4 * std::size_t{threads}) + 1, tuning::kShortestPiece, tuning::kLongestPiece);
}

template <class Cell>
class LongWord {
 public:
  LongWord(const ReductionMachine& machine, std::span<const Letter> word, Letter* out, std::size_t base, unsigned threads,
           RunControl* run)
      : machine_(machine),
        word_(word),
        out_(out),
        base_(base),
        threads_(threads),
        run_(run),
        pieces_(word.size() / base + (word.size() % base != 0)) {
    if (word.size() < tuning::kHugePages) {
      few_ = std::make_unique_for_overwrite<Cell[]>(word.size());
      cells_ = few_.get();
    } else {
      many_ = HugeArray<Cell>(word.size());
      cells_ = many_.data();
    }
  }

  std::optional<std::size_t> reduce() {
    timed("reduce pieces", [&] { reduce_pieces(); });
    bool joined = true;
    timed("join pieces", [&] {
      for (std::size_t width = 1; width < pieces_.size() && joined && !stopped(); width *= 2) joined = join_groups(width);
    });
    if (stopped()) return std::nullopt;
    std::size_t length = 0;
    timed("collect letters", [&] { length = joined ? collect() : push_all(); });
    return length;
  }

 private:
  bool stopped() const { return run_ != nullptr && run_->should_stop(); }

  template <class Work>
  void timed(const char* phase, const Work& work) {
    if (run_ == nullptr) return work();
    const auto timer = run_->phase(phase);
    work();
  }

  /// Each thread takes neighbouring pieces: the memory of marks is fresh, and threads that touch the same huge page for the
  /// first time all clear it.
  void reduce_pieces() {
    const std::size_t tasks = std::max((pieces_.size() + tuning::kPiecesPerTask - 1) / tuning::kPiecesPerTask,
                                       std::min<std::size_t>(threads_, pieces_.size()));
    parallel_chunks(tasks, 1, threads_, [&](Range, std::size_t task, unsigned) {
      if (stopped()) return;
      const Range range = piece_of(pieces_.size(), task, tasks);
      std::vector<std::uint64_t> offsets(range.size() + 1);
      std::vector<std::uint64_t> lengths(range.size());
      for (std::size_t i = 0; i <= range.size(); ++i) offsets[i] = std::min((range.begin + i) * base_, word_.size());
      reduce_to_marks<Cell>(machine_, {word_, offsets}, cells_, lengths.data(), stop_check(run_));
      for (std::size_t i = 0; i < range.size(); ++i) pieces_[range.begin + i] = {offsets[i], offsets[i] + lengths[i]};
    });
  }

  /// Joins each group of `width` pieces with the next one.
  bool join_groups(std::size_t width) {
    const std::size_t joints = (pieces_.size() + width - 1) / (2 * width);
    std::atomic<bool> joined = true;
    parallel_ranges(joints, threads_, 16, [&](Range range, unsigned) {
      std::vector<Set> log(tuning::kMaxJointDepth + 1);
      for (std::size_t i = range.begin; i < range.end && joined.load(std::memory_order_relaxed); ++i) {
        const std::size_t first = 2 * i * width;
        Joint<Cell, Set> joint(machine_.ref(), {cells_, pieces_.data(), base_}, log.data(), tuning::kMaxJointDepth,
                               tuning::kMaxJointSteps);
        if (!joint.join(first, first + width, std::min(first + 2 * width, pieces_.size()))) joined = false;
      }
    });
    return joined;
  }

  std::size_t collect() const {
    std::vector<std::size_t> begin(pieces_.size() + 1, 0);
    for (std::size_t i = 0; i < pieces_.size(); ++i) begin[i + 1] = begin[i] + pieces_[i].size();
    const auto mask = static_cast<Cell>(machine_.ref().letter_mask);
    parallel_ranges(pieces_.size(), threads_, 16, [&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Cell* const from = cells_ + pieces_[i].begin;
        Letter* const to = out_ + begin[i];
        const std::size_t size = pieces_[i].size();  // letters are bytes, and for all the compiler knows one of them
        for (std::size_t j = 0; j < size; ++j) to[j] = static_cast<Letter>(from[j] & mask);
      }
    });
    return begin.back();
  }

  std::size_t push_all() const {
    LongWalkStack stack(machine_.ref(), word_.size(), stop_check(run_));
    for (const WordPiece& piece : pieces_) {
      for (std::size_t i = piece.begin; i < piece.end; ++i) stack.push(machine_.ref().letter(cells_[i]));
    }
    stack.for_each_mark([&](std::size_t i, Mark mark) { out_[i] = static_cast<Letter>(machine_.ref().letter(mark)); });
    return stack.size();
  }

  const ReductionMachine& machine_;
  std::span<const Letter> word_;
  Letter* out_;
  std::size_t base_;
  unsigned threads_;
  RunControl* run_;
  std::vector<WordPiece> pieces_;
  std::unique_ptr<Cell[]> few_;
  HugeArray<Cell> many_;
  Cell* cells_;  // in one of these
};

}  // namespace

std::optional<std::size_t> reduce_long_word(const ReductionMachine& machine, std::span<const Letter> word, Letter* out,
                                            std::size_t base_length, unsigned threads, RunControl* run) try {
  if (word.empty()) return 0;
  threads = resolve_threads(threads);
  const std::size_t base = base_length != 0 ? base_length : choose_base(word.size(), threads);
  return dispatch_cell(machine.ref(),
                       [&]<class Cell>(Cell) { return LongWord<Cell>(machine, word, out, base, threads, run).reduce(); });
} catch (const Stopped&) {
  return std::nullopt;
}

}  // namespace wreath::word
