// SPDX-License-Identifier: MIT
#include "word/reduction/block_stack.hpp"
#include "word/tuning.hpp"

#include <algorithm>

namespace wreath::word {

namespace {}  // namespace

BlockStack::BlockStack(const MachineRef& machine, StopCheck stop) : machine_(machine), stop_(stop) {}

BlockStack::Block BlockStack::intern(Block upon, const Mark* marks) {
  std::array<std::uint32_t, kBlock + 1> key;
  key[0] = upon;
  std::copy_n(marks, kBlock, key.begin() + 1);
  return 1 + blocks_.intern(key);
}

/// The lower half of the top becomes a block.
void BlockStack::freeze() {
  block_ = intern(block_, top_.data() + 1);
  ++level_;
  size_ -= kBlock;
  top_[0] = top_[kBlock];
  std::copy_n(top_.begin() + 1 + kBlock, size_, top_.begin() + 1);
}

/// The highest block becomes the top.
void BlockStack::thaw() {
  std::copy_n(marks(block_), kBlock, top_.begin() + 1);
  block_ = below(block_);
  --level_;
  size_ = kBlock;
  top_[0] = last_mark(block_);
}

/// All blocks but those of the word, and all answers.
void BlockStack::forget() {
  std::vector<std::array<Mark, kBlock>> kept(level_);
  std::size_t level = level_;
  for (Block block = block_; block != 0; block = below(block)) std::copy_n(marks(block), kBlock, kept[--level].begin());
  blocks_ = {};
  asked_ = {};
  answers_ = {};
  block_ = 0;
  for (const std::array<Mark, kBlock>& each : kept) block_ = intern(block_, each.data());
}

void BlockStack::push(std::uint32_t g) {
  const std::uint32_t action = machine_.action[top_[size_] << machine_.letter_bits | g];
  switch (static_cast<Effect>(action & 3U)) {
    case Effect::append: top_[++size_] = action >> 2; break;
    case Effect::replace: top_[size_] = action >> 2; break;
    case Effect::cancel: --size_; break;
    case Effect::walk: walk(g); break;
  }
  if (size_ == 0 && block_ != 0) thaw();
  if (size_ == 2 * kBlock) freeze();
  if (blocks_.size() > tuning::kMostBlocks && blocks_.size() / tuning::kMostPerBlock > level_) forget();
}

void BlockStack::walk(std::uint32_t g) {
  Mark* const top = top_.data() + size_;
  const WayBack way = walk_back(machine_, top, size_, g, log_.data());
  Pair pair;
  if (way.found) {
    const Mark mark = top[-static_cast<std::ptrdiff_t>(way.depth)];
    pair = {machine_.mark_state[mark], mark};
  } else {
    const Rewritten rewritten = rewrite(block_, log_[size_], g);
    block_ = rewritten.block;
    top_[0] = last_mark(block_);
    pair = {rewritten.state, top_[0]};
  }
  steps_ += way.depth;
  size_ += static_cast<std::uint32_t>(walk_forward(machine_, top, way.depth, g, log_.data(), pair));
}

/// What the walk that comes to the end of the block with this set makes of it. The set does not hold the state there.
BlockStack::Rewritten BlockStack::rewrite(Block block, Set set, std::uint32_t g) {
  struct Visit {
    Block block;
    std::uint32_t question;
    std::array<Set, kBlock + 1> sets;  // sets[i]: before the i-th mark
  };
  std::vector<Visit> visits;
  Rewritten rewritten;
  std::uint32_t kept = 0;  // marks of the last visited block that stay
  while (true) {
    const std::array<std::uint32_t, 2> question{block, set};
    const std::uint32_t number = asked_.intern(question);
    if (number < answers_.size() && answers_[number].block != 0) {
      rewritten = answers_[number];
      break;
    }
    answers_.resize(std::max<std::size_t>(answers_.size(), number + 1));
    Visit& visit = visits.emplace_back(Visit{block, number, {}});
    steps_ += kBlock;
    stop_.spend(4 * kBlock);  // on both ways, and for its key
    visit.sets[kBlock] = set;
    const Block under = below(block);
    bool found = false;
    for (kept = kBlock; kept != 0 && !found;) {
      set = machine_.back[set << machine_.letter_bits | machine_.letter(marks(block)[kept - 1])];
      visit.sets[--kept] = set;
      const Mark mark = kept == 0 ? last_mark(under) : marks(block)[kept - 1];
      found = machine_.contains(set, machine_.mark_state[mark]);
    }
    if (found) {
      const Mark mark = kept == 0 ? last_mark(under) : marks(block)[kept - 1];
      const Pair pair{machine_.mark_state[mark], mark};
      rewritten = rewrite_from(block, visit.sets.data(), kept, under, pair, g);
      answers_[visit.question] = rewritten;
      visits.pop_back();
      break;
    }
    if (under == 0) throw InternalError("a normal form has no product with a letter: the automatic structure is not verified");
    block = under;
  }
  for (; !visits.empty(); visits.pop_back()) {
    const Visit& visit = visits.back();
    const Pair pair{rewritten.state, last_mark(rewritten.block)};
    rewritten = rewrite_from(visit.block, visit.sets.data(), 0, rewritten.block, pair, g);
    answers_[visit.question] = rewritten;
  }
  return rewritten;
}

/// The block with all but `kept` of its marks rewritten, upon another.
BlockStack::Rewritten BlockStack::rewrite_from(Block block, const Set* sets, std::uint32_t kept, Block upon, Pair pair,
                                               std::uint32_t g) {
  std::array<Mark, kBlock> fresh;
  std::copy_n(marks(block), kept, fresh.begin());
  for (std::uint32_t i = kept; i < kBlock; ++i) {
    const NextLetter choice = machine_.choose(sets[i + 1], pair.state, machine_.letter(marks(block)[i]), g);
    pair = {choice.state(), machine_.after(pair.mark, choice.letter())};
    fresh[i] = pair.mark;
  }
  return {intern(upon, fresh.data()), pair.state};
}

}  // namespace wreath::word
