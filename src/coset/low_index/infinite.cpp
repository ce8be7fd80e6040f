// SPDX-License-Identifier: MIT
#include "coset/low_index/infinite.hpp"

#include <algorithm>

#include "coset/low_index/tuning.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

namespace {

Problem without_subgroup(const Problem& problem) {
  Problem group = problem;
  group.subgroup.clear();
  return group;
}

}  // namespace

InfiniteIndexSearch::InfiniteIndexSearch(const Problem& problem) : group_(without_subgroup(problem)), invariants_(problem) {
  next_index();
}

/// The next search also finds what the one before found.
void InfiniteIndexSearch::next_index() {
  done_ = problem_.rows;
  if (done_ == tuning::kMostInfiniteIndex || invariants_.letters() > tuning::kMostLettersToProve) return;
  problem_ = prepare_search(group_, std::min(tuning::kMostInfiniteIndex, done_ + 1 + done_ / 4), false);
  left_.assign(1, {});
}

std::uint32_t InfiniteIndexSearch::run(std::uint64_t work, RunControl& run) {
  const std::uint64_t cost = 1 + invariants_.letters() / tuning::kLettersOfAChoice;
  std::uint64_t spent = 0;
  while (index_ == 0 && spent < work && !run.should_stop()) {
    if (left_.empty()) next_index();
    if (left_.empty()) break;
    LowIndexSearch<std::uint8_t> search(problem_);
    const SearchTask task = std::move(left_.back());
    left_.pop_back();
    const std::uint64_t most = std::min((work - spent + cost - 1) / cost, tuning::kChoicesAtOnce);
    std::uint64_t choices = most;
    const std::vector<SearchTask> rest = search.run(
        task, choices,
        [&](const FoundTable<std::uint8_t>& table) {
          if (index_ != 0 || table.index <= done_) return true;
          spent += invariants_.work(table.index);
          if (invariants_.shows_infinite_index(table.index, [&](Coset c, Letter x) { return table.image(c, x); }))
            index_ = table.index;
          return true;
        },
        [&] { return run.should_stop(); });
    spent += (most - choices) * cost;
    left_.insert(left_.end(), rest.rbegin(), rest.rend());
  }
  return index_;
}

}  // namespace wreath::coset
