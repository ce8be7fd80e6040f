// SPDX-License-Identifier: MIT
//
// A stack of marks on which every letter is cheap, also where walks are long: reduction in linear time.
//
// The problem: u*(g*v)^k, where v = g^-1 and multiplying by g changes all of the long word u, makes a plain stack rewrite u
// again and again, to and fro between the same two normal forms. So the lower part of the stack is cut into *blocks* of
// kBlock marks that never change. A block knows the block below it, and equal blocks upon the same block are one: a block stands
// for the whole word that ends with it. What a walk that enters a block from above with a given set makes of it (another block,
// and the state of the multiplier at its end) is remembered, so the same walk is never gone twice. Only the topmost letters are
// kept plainly.
//
// Cost. Each letter costs at most 2*kBlock steps at the top, and kBlock for each (block, set) that is met for the first time. In
// a hyperbolic group these are linear in number: the blocks are the ancestors, in the tree of normal forms, of the points of the
// path that the word describes. Ancestors that are far apart at their level are not both met without going from near one to near
// the other, and of those that are near each other there are boundedly many at each level. In other groups there can be
// quadratically many: in b^n*a^n, in the free abelian group, each a makes new blocks. shared_stack.hpp is for these.
//
// Memory: 4 bytes a mark of every block that was met, and some 50 bytes a block. Where there are many more blocks than the word
// has, all that are not part of it are forgotten, so that the memory is linear in any group. Short blocks make the top cheap.
#pragma once

#include <array>
#include <vector>

#include "core/run/stop_check.hpp"
#include "word/automata/dfa.hpp"
#include "word/reduction/walk.hpp"

namespace wreath::word {

class BlockStack {
 public:
  explicit BlockStack(const MachineRef& machine, StopCheck stop = {});

  /// The normal form times a letter. Throws Stopped.
  void push(std::uint32_t g);
  /// The same where the product is a normal form and its last mark is known.
  void append(Mark mark) {
    top_[++size_] = mark;
    if (size_ == 2 * kBlock) freeze();
  }
  std::size_t size() const noexcept { return level_ * kBlock + size_; }
  /// use(i, mark) for each letter of the normal form, in any order.
  template <class Use>
  void for_each_mark(const Use& use) const {
    std::size_t begin = level_ * kBlock;
    for (std::uint32_t i = 0; i < size_; ++i) use(begin + i, top_[i + 1]);
    for (Block block = block_; block != 0; block = below(block)) {
      begin -= kBlock;
      for (std::uint32_t i = 0; i < kBlock; ++i) use(begin + i, marks(block)[i]);
    }
  }

  /// How many steps of walks were made, for tests of the cost.
  std::uint64_t steps() const noexcept { return steps_; }
  /// How many blocks are known.
  std::size_t blocks() const noexcept { return blocks_.size(); }

 private:
  static constexpr std::uint32_t kBlock = 8;
  using Block = std::uint32_t;  // 0: none, the bottom

  struct Rewritten {
    Block block = 0;
    std::uint32_t state = 0;  // of the multiplier, at its end
  };

  Block below(Block block) const { return blocks_[block - 1][0]; }
  /// Until the next block is interned.
  const Mark* marks(Block block) const { return blocks_[block - 1].data() + 1; }
  Mark last_mark(Block block) const { return block == 0 ? 0 : marks(block)[kBlock - 1]; }
  Block intern(Block upon, const Mark* marks);
  void freeze();
  void thaw();
  void forget();
  void walk(std::uint32_t g);
  Rewritten rewrite(Block block, Set set, std::uint32_t g);
  Rewritten rewrite_from(Block block, const Set* sets, std::uint32_t kept, Block upon, Pair pair, std::uint32_t g);

  MachineRef machine_;
  StopCheck stop_;
  Block block_ = 0;                         // the highest
  std::size_t level_ = 0;                   // how many lie upon each other
  std::array<Mark, 2 * kBlock + 2> top_{};  // top_[0] is the last mark of the highest block; above it are size_ letters
  std::uint32_t size_ = 0;
  std::array<Set, 2 * kBlock + 1> log_{};
  std::uint64_t steps_ = 0;

  automata::KeyTable blocks_;  // block b is key b-1: the block below it, and its marks
  automata::KeyTable asked_;   // (block, set) pairs, and ...
  std::vector<Rewritten> answers_;
};

}  // namespace wreath::word
