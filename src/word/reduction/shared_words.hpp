// SPDX-License-Identifier: MIT
//
// Words of which equal ones are one number, also where they are parts of others: a word's *tree* depends on its symbols alone,
// and equal trees are shared.
//
// The word is parsed level by level. At each level equal neighbours become one run, and runs are grouped: two neighbours belong
// to the same group if the hash of the left one's symbol is the lesser (on even levels) or the greater (on odd ones). A group is
// a symbol of the next level; a group of one symbol alone is that symbol. So a level is at most two thirds of the second one
// below it, a power w^k takes as much as w and one number k, and b^1000000 is one run.
//
// Whether two neighbours are grouped depends on these two alone, so
//   - a symbol within any word has the tree that its own word has, and
//   - the trees of x, y and x*y differ in a few groups per level, at the joint: join() and prefix() take O(log n) groups.
// A word that moves within another one, as w in z^k*w, therefore keeps its groups, which it would not in blocks of fixed lengths.
//
// The idea is that of Mehlhorn, Sundar and Uhrig (Maintaining dynamic sequences under equality tests in polylogarithmic time,
// 1997) and of Jez's recompression (2013), with this simple rule for groups. The hash of a group is made of those of its symbols,
// so trees do not depend on what else is known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "word/automata/dfa.hpp"

namespace wreath::word {

class SharedWords {
 public:
  using Id = std::uint32_t;  // of a word; those below `symbols` are the words of one symbol
  static constexpr Id kEmpty = 0xFFFFFFFFU;

  /// A power of a word.
  struct Run {
    Id id = kEmpty;
    std::uint32_t count = 0;
  };

  /// Words are shorter than this.
  static constexpr std::uint64_t kLengths = std::uint64_t{1} << 32;

  explicit SharedWords(std::uint32_t symbols) : symbols_(symbols) {}

  Id word(std::span<const std::uint32_t> symbols);
  Id join(Id x, Id y);
  Id prefix(Id x, std::uint64_t length);

  bool is_symbol(Id x) const { return x < symbols_; }
  std::uint64_t length(Id x) const { return x == kEmpty ? 0 : is_symbol(x) ? 1 : nodes_[x - symbols_].length; }
  std::uint32_t last(Id x) const { return is_symbol(x) ? x : nodes_[x - symbols_].last; }
  /// Appends the words that x consists of, two or more: the powers in its group, or the halves of its power.
  void append_parts(Id x, std::vector<Id>& parts);
  /// use(symbol) for each symbol from the position `from` on, in order.
  template <class Use>
  void for_each(Id x, std::uint64_t from, const Use& use) const {
    if (x == kEmpty) return;
    if (is_symbol(x)) {
      if (from == 0) use(x);
      return;
    }
    const std::span<const std::uint32_t> key = keys_[x - symbols_];
    for (std::size_t i = 1; i < key.size(); i += 2) {
      const std::uint64_t each = length(key[i]);
      for (std::uint32_t k = 0; k < key[i + 1]; ++k) {
        if (from >= each) {
          const std::uint64_t skipped = std::min<std::uint64_t>(from / each, key[i + 1] - k);
          from -= skipped * each;
          k += static_cast<std::uint32_t>(skipped - 1);
        } else {
          for_each(key[i], from, use);
          from = 0;
        }
      }
    }
  }

  /// Forgets all groups but those of x, and returns its new number.
  Id keep(Id x);

  /// How many groups are known.
  std::size_t size() const noexcept { return nodes_.size(); }
  /// How many symbols of groups were looked at, for tests of the cost.
  std::uint64_t steps() const noexcept { return steps_; }

 private:
  using Runs = std::vector<Run>;
  struct Node {
    std::uint64_t length;
    std::uint32_t last;
    std::uint32_t level;
    std::uint32_t hash;
  };
  /// What stands beside a joint, by levels: in the group there, all but what is nearer to it.
  struct Side {
    std::vector<Runs> levels;
    std::uint32_t used = 0;  // those above are empty

    void clear(std::uint32_t most);
  };

  std::uint32_t level(Id x) const { return is_symbol(x) ? 0 : nodes_[x - symbols_].level; }
  std::uint32_t hash(Id x) const { return is_symbol(x) ? scatter(x) : nodes_[x - symbols_].hash; }
  static std::uint32_t scatter(std::uint32_t x) {
    x = (x ^ x >> 16) * 0x7FEB352DU;
    x = (x ^ x >> 15) * 0x846CA68BU;
    return x ^ x >> 16;
  }
  /// Whether two neighbours, which differ, belong to one group.
  bool joins(std::uint32_t level, Id x, Id y) const { return (hash(x) < hash(y)) == (level % 2 == 0); }
  Id group(std::uint32_t level, const Run* first, const Run* last);
  Id power(Id x, std::uint32_t count);
  void parse(std::uint32_t level, const Runs& runs, Runs& groups);
  void open_left(Id x, std::uint64_t length);
  void open_right(Id x);
  void pull(Side& side, std::uint32_t level, bool left);
  Id close();

  std::uint32_t symbols_;
  automata::KeyTable keys_;  // of a group: its level, and its runs
  std::vector<Node> nodes_;
  std::uint64_t steps_ = 0;

  Side left_, right_;           // of the joint
  Runs middle_, runs_, taken_;  // what is between them, and scratch
  std::vector<std::uint32_t> key_;
};

}  // namespace wreath::word
