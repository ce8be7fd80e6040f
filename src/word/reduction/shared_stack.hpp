// SPDX-License-Identifier: MIT
//
// A stack of marks for words whose walks are long again and again, in any automatic group.
//
// The problem: in b^n*a^n, in the free abelian group, each a walks through the whole word, to turn a^k*b^n into a^(k+1)*b^n. A
// plain stack takes n^2 steps, and so does one with blocks (block_stack.hpp), whose blocks know what lies below them. But the
// walk is the run of a deterministic automaton, and what it does to a part of the word depends on that part and on two of its
// states:
//
//     back     set at the end of the part -> set at its beginning, or: the walk stops within the part, and what it makes of it
//     forward  set at the end, state and mark at the beginning    -> the part of the new word, state at the end
//
// So the stack is a word of shared_words.hpp, where equal parts are one group, and both functions are remembered for each group
// that was ever asked. A walk passes a known group in one step, and a power of a word in as many as its exponent has digits.
//
// Cost. A letter takes the groups that it meets for the first time, each times the logarithm of the length. b^n*a^n has some ten
// per letter. So has any word whose letters change the normal form in a few places, or shift what is between: u^i*v^j*w^k, a
// central letter that goes past a long word of any kind, words in direct products. In a group where each letter makes a new
// normal form that has no parts in common with the old ones the cost remains quadratic; no such group is known to us.
//
// Memory: some 60 bytes a group, and 60 a remembered walk. When there are many more than the word has letters, all are forgotten
// but the word.
#pragma once

#include <array>
#include <vector>

#include "core/run/stop_check.hpp"
#include "word/reduction/shared_words.hpp"
#include "word/reduction/walk.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

class SharedStack {
 public:
  explicit SharedStack(const MachineRef& machine, StopCheck stop = {});

  /// The normal form times a letter. Throws Stopped.
  void push(std::uint32_t g);
  /// The same where the product is a normal form and its last mark is known.
  void append(Mark mark) {
    top_[++size_] = mark;
    if (size_ == kMost) freeze();
  }
  std::uint64_t size() const { return words_.length(word_) + size_; }
  /// use(i, mark) for each letter of the normal form, in any order.
  template <class Use>
  void for_each_mark(const Use& use) const {
    std::size_t at = 0;
    words_.for_each(word_, 0, [&](Mark mark) { use(at++, mark); });
    for (std::uint32_t i = 0; i < size_; ++i) use(at++, top_[i + 1]);
  }

  /// How many steps were made, for tests of the cost.
  std::uint64_t steps() const noexcept { return steps_ + words_.steps(); }
  /// How many groups and walks are remembered.
  std::size_t remembered() const noexcept { return words_.size() + back_answers_.size() + forward_answers_.size(); }

 private:
  using Id = SharedWords::Id;
  static constexpr std::uint32_t kFew = 16;    // letters kept plainly where walks are long
  static constexpr std::uint32_t kMost = 512;  // and elsewhere
  static constexpr std::uint32_t kPlain = 16;  // letters of a group that is not taken apart

  struct Back {
    bool found = false;
    Set set = 0;              // before the word, if it was not found; otherwise ...
    Id word = 0;              // what becomes of it
    std::uint32_t state = 0;  // of the multiplier at its end
  };
  struct Forward {
    Id word = 0;
    std::uint32_t state = 0;
  };
  struct Part {
    Id id;
    Set set;  // at its end
  };
  /// A short word that is read mark by mark.
  struct Plain {
    std::array<Mark, kPlain> marks;
    std::array<Set, kPlain + 1> sets;  // sets[i]: before the i-th mark
    std::uint32_t size = 0;
    std::uint32_t kept = 0;  // marks before the place where the walk stops
    bool found = false;
  };

  void freeze();
  void thaw();
  void forget();
  void walk(std::uint32_t g);
  Forward rewrite_all(Set set);
  Plain read(Id id, Set set) const;
  Forward rewrite(Plain& plain, Pair pair);
  void take_apart(Id id);
  Back back(Id id, Set set);
  Forward forward(Id id, Set set, Pair pair);

  MachineRef machine_;
  StopCheck stop_;
  SharedWords words_;
  Id word_ = SharedWords::kEmpty;  // what lies below the top
  std::vector<Mark> top_;          // top_[0] is the last mark of that; above it are size_ letters
  std::uint32_t size_ = 0;
  std::vector<Set> log_;
  std::uint64_t steps_ = 0;
  std::size_t most_remembered_ = tuning::kMostShared;
  std::size_t per_group_ = tuning::kFewPerGroup;
  std::size_t letters_ = 0;  // since the last time that all was forgotten

  automata::KeyTable back_asked_, forward_asked_;
  std::vector<Back> back_answers_;
  std::vector<Forward> forward_answers_;
  std::vector<Id> ids_;  // scratch
  std::vector<Part> parts_;
};

}  // namespace wreath::word
