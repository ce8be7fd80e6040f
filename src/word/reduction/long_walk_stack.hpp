// SPDX-License-Identifier: MIT
//
// The stack of a word that has shown long walks: blocks (block_stack.hpp) as long as few of them are new, then shared words
// (shared_stack.hpp). In hyperbolic groups blocks are linear, and several times as fast; in others they can be quadratic.
#pragma once

#include <optional>

#include "word/reduction/block_stack.hpp"
#include "word/reduction/shared_stack.hpp"

namespace wreath::word {

class LongWalkStack {
 public:
  /// Of a word of at most this number of letters.
  LongWalkStack(const MachineRef& machine, std::uint64_t letters, StopCheck stop = {})
      : machine_(machine), stop_(stop), letters_(letters), blocks_(std::in_place, machine, stop) {}

  /// The normal form times a letter. Throws Stopped.
  void push(std::uint32_t g) {
    if (shared_) return shared_->push(g);
    blocks_->push(g);
    if (++pushed_ % kLettersPerLook == 0) look();
  }
  /// The same where the product is a normal form and its last mark is known.
  void append(Mark mark) { shared_ ? shared_->append(mark) : blocks_->append(mark); }
  std::uint64_t size() const { return shared_ ? shared_->size() : blocks_->size(); }
  /// use(i, mark) for each letter of the normal form, in any order.
  template <class Use>
  void for_each_mark(const Use& use) const {
    shared_ ? shared_->for_each_mark(use) : blocks_->for_each_mark(use);
  }
  /// How many steps were made, for tests of the cost.
  std::uint64_t steps() const { return steps_ + (shared_ ? shared_->steps() : blocks_->steps()); }

 private:
  static constexpr std::uint64_t kLettersPerLook = 32;

  /// Whether the word as a whole, and the last letters, took more steps than blocks are good for.
  void look() {
    const std::uint64_t lately = blocks_->steps() - seen_;
    seen_ += lately;
    if (lately > kLettersPerLook * tuning::kManyBlockSteps && seen_ > tuning::kBlockStepsPerLetter * letters_ &&
        letters_ < SharedWords::kLengths)
      share();
  }
  void share();

  MachineRef machine_;
  StopCheck stop_;
  std::uint64_t letters_;
  std::uint64_t pushed_ = 0;
  std::uint64_t seen_ = 0;  // steps at the last look
  std::uint64_t steps_ = 0;
  std::optional<BlockStack> blocks_;
  std::optional<SharedStack> shared_;  // instead of them
};

}  // namespace wreath::word
