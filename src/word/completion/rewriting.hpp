// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "word/completion/rule_index.hpp"

namespace wreath::word {

/// left -> right, with left greater in the order of words.
struct Rule {
  Word left;
  Word right;
  bool alive = true;
};

/// Rules, and rewriting by them: from the left, one look-up per letter read.
class RewritingSystem {
 public:
  explicit RewritingSystem(std::size_t letters) : index_(letters), letters_(letters) {}

  RuleId add(Word left, Word right);
  void remove(RuleId rule);
  /// A smaller right-hand side for a rule.
  void set_right(RuleId rule, Word right) { rules_[rule].right = std::move(right); }

  /// Rewrites until no left-hand side occurs. Throws ResourceError where the word grows past all reason (possible in orders
  /// other than shortlex).
  void reduce(Word& word) const;
  bool is_reduced(std::span<const Letter> word) const;
  /// How many letters were read by `reduce` so far: a clock that does not depend on the machine.
  std::uint64_t letters_read() const { return letters_read_; }

  const Rule& operator[](RuleId rule) const { return rules_[rule]; }
  /// All rules ever added, dead ones too: their ids are not given again.
  std::span<const Rule> rules() const { return rules_; }
  std::size_t alive() const { return alive_; }
  std::size_t letters() const { return letters_; }
  const RuleIndex& index() const { return index_; }

 private:
  RuleIndex index_;
  std::size_t letters_;
  std::vector<Rule> rules_;
  std::size_t alive_ = 0;
  mutable std::uint64_t letters_read_ = 0;
  mutable Word input_;  // reversed
  mutable std::vector<RuleIndex::State> states_;
};

}  // namespace wreath::word
