// SPDX-License-Identifier: MIT
#include "word/completion/rewriting.hpp"

#include "wreath/run.hpp"

namespace wreath::word {

namespace {
constexpr std::size_t kLongest = std::size_t{1} << 26;
}

RuleId RewritingSystem::add(Word left, Word right) {
  const auto rule = static_cast<RuleId>(rules_.size());
  index_.add(left, rule);
  rules_.push_back({std::move(left), std::move(right)});
  ++alive_;
  return rule;
}

void RewritingSystem::remove(RuleId rule) {
  index_.remove(rules_[rule].left);
  rules_[rule] = {{}, {}, false};
  --alive_;
}

void RewritingSystem::reduce(Word& word) const {
  // Nothing to copy while nothing matches.
  states_.resize(word.size() + 1);
  states_[0] = RuleIndex::kStart;
  std::size_t done = 0;
  RuleId rule = kNoRule;
  for (; done < word.size(); ++done) {
    const RuleIndex::State state = index_.next(states_[done], word[done]);
    rule = index_.match(state);
    if (rule != kNoRule) break;
    states_[done + 1] = state;
  }
  letters_read_ += done;
  if (rule == kNoRule) return;

  input_.assign(word.rbegin(), word.rend() - static_cast<std::ptrdiff_t>(done));
  word.resize(done);
  states_.resize(done + 1);
  while (!input_.empty()) {
    const Letter x = input_.back();
    input_.pop_back();
    const RuleIndex::State state = index_.next(states_.back(), x);
    rule = index_.match(state);
    if (rule == kNoRule) {
      word.push_back(x);
      states_.push_back(state);
      continue;
    }
    const Rule& match = rules_[rule];
    word.resize(word.size() + 1 - match.left.size());
    states_.resize(word.size() + 1);
    letters_read_ += match.left.size() + match.right.size();
    input_.insert(input_.end(), match.right.rbegin(), match.right.rend());
    if (input_.size() + word.size() > kLongest)
      throw ResourceError("a word grows past 2^26 letters while it is rewritten; use the shortlex order");
  }
}

bool RewritingSystem::is_reduced(std::span<const Letter> word) const {
  RuleIndex::State state = RuleIndex::kStart;
  for (const Letter x : word) {
    state = index_.next(state, x);
    if (index_.match(state) != kNoRule) return false;
  }
  return true;
}

}  // namespace wreath::word
