// SPDX-License-Identifier: MIT
//
// Which walks of a search restart, and from what.
#include <algorithm>

#include "flip/search/state.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

void Search::State::arrive() {
  for (; !moving_.empty() && moving_.front().batches == 0; moving_.pop_front()) {
    for (const auto& [walk, rank] : moving_.front().walks) {
      last_best_[walk] = rank;
      is_moving_[walk] = false;
    }
  }
  for (Restarts& restarts : moving_) --restarts.batches;
}

void Search::State::restart_idle_walks() {
  const auto start = SearchClock::now();
  RandomStream random = batch_random();
  const std::vector<std::size_t> ranks = restart_ranks();
  std::vector<Placement> placements;
  std::deque<Scheme> fresh;
  for (std::uint32_t walk = 0; walk < statuses_.size(); ++walk) {
    if (statuses_[walk].idle < settings_.restart_after || is_moving_[walk]) continue;
    const bool is_fresh = automatic_starts_ && random.below(tuning::kFreshOf) < tuning::kFresh;
    placements.push_back(
        {walk, is_fresh ? &fresh.emplace_back(automatic_starts_->draw(random)) : &draw_from_pool(ranks, random)});
  }
  if (!placements.empty()) place(placements);
  result_.restarts += placements.size();
  result_.phases.place += seconds_since(start);
}

std::vector<std::size_t> Search::State::restart_ranks() const {
  std::vector<std::size_t> ranks = pool_.ranks();
  const auto first = std::ranges::lower_bound(ranks, best_rank() + *settings_.restart_above * unit());
  if (first != ranks.end()) ranks.erase(ranks.begin(), first);
  return ranks;
}

const Scheme& Search::State::draw_from_pool(const std::vector<std::size_t>& ranks, RandomStream& random) const {
  std::size_t level = random.below(static_cast<std::uint32_t>(ranks.size()));
  while (level + 1 < ranks.size() && pool_.count(ranks[level]) < tuning::kEnoughOfRank) ++level;
  return pool_.at(ranks[level], random.below(static_cast<std::uint32_t>(pool_.count(ranks[level]))));
}

void Search::State::place(const std::vector<Placement>& placements) {
  backend_->place(placements);
  Restarts restarts{static_cast<std::uint32_t>(under_way_.size()), {}};
  for (const Placement& placement : placements) {
    restarts.walks.push_back({placement.walk, static_cast<std::uint32_t>(placement.scheme->rank())});
    is_moving_[placement.walk] = true;
  }
  moving_.push_back(std::move(restarts));
}

void Search::State::shrink(RunControl& run) {
  if (backend_->room() == 0 || pool_.count(pool_.ranks().back()) < tuning::kEnoughOfRank) return;
  const std::size_t size = pool_.largest();
  if (size >= size_ || 5 * (size + settings_.margin) > 4 * backend_->room()) return;
  const auto start = SearchClock::now();
  ++generation_;
  Walks walks = make_walks(size, run);
  RandomStream random = batch_random();
  const std::vector<std::size_t> ranks = restart_ranks();
  std::vector<Placement> placements;
  std::vector<std::uint32_t> start_ranks;
  for (std::uint32_t walk = 0; walk < walks.backend->walks(); ++walk) {
    placements.push_back({walk, &draw_from_pool(ranks, random)});
    start_ranks.push_back(static_cast<std::uint32_t>(placements.back().scheme->rank()));
  }
  walks.backend->place(placements);
  result_.phases.shrink += seconds_since(start);
  while (!under_way_.empty()) {
    finish_batch();
    collect();
  }
  earlier_flips_ = result_.flips - others_.flips;
  use_walks(std::move(walks));
  last_best_ = std::move(start_ranks);
}

}  // namespace wreath::flip
