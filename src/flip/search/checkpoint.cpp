// SPDX-License-Identifier: MIT
//
// The state of a search as bytes, from which it continues.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/option.hpp"
#include "flip/scheme/bytes.hpp"
#include "flip/search/state.hpp"

namespace wreath::flip {

std::vector<std::byte> Search::State::save() const {
  std::vector<std::byte> state;
  put_value<std::uint8_t>(state, gpu_);
  if (automatic_starts_) put_bytes<std::byte>(state, automatic_starts_->save());
  put_value<std::uint64_t>(state, size_);
  put_value(state, generation_);
  put_value(state, earlier_flips_ + others_.flips);
  put_value(state, result_.steps);
  put_value(state, result_.flips);
  put_value(state, result_.restarts);
  put_value(state, result_.walk_seconds);
  put_value<std::uint64_t>(state, result_.bests.size());
  for (const Discovery& best : result_.bests) {
    put_value(state, best.seconds);
    put_value(state, best.flips);
    put_value<std::uint64_t>(state, best.scheme.rank());
    put_bytes<Summand>(state, best.scheme.summands);
  }
  put_value<std::uint64_t>(state, last_best_.size());
  put_bytes<std::uint32_t>(state, last_best_);
  put_value<std::uint64_t>(state, under_way_.size());
  for (const std::uint32_t steps : under_way_) put_value(state, steps);
  put_value<std::uint64_t>(state, moving_.size());
  for (const Restarts& restarts : moving_) {
    put_value(state, restarts.batches);
    put_list(state, restarts.walks);
  }
  put_bytes<std::byte>(state, pool_.save());
  put_bytes<std::byte>(state, backend_->save());
  return state;
}

void Search::State::restore(std::span<const std::byte> state, RunControl& run) {
  if ((take_value<std::uint8_t>(state) != 0) != gpu_) throw InputError("the search state is of walks on another machine");
  if (automatic_starts_) {
    automatic_starts_->restore(state);
    use_automatic_starts();
  }
  const auto size = take_value<std::uint64_t>(state);
  generation_ = take_value<std::uint32_t>(state);
  earlier_flips_ = take_value<std::uint64_t>(state);
  others_ = {};
  backend_.reset();
  use_walks(make_walks(size, run));
  result_.steps = take_value<std::uint64_t>(state);
  result_.flips = take_value<std::uint64_t>(state);
  result_.restarts = take_value<std::uint64_t>(state);
  result_.walk_seconds = take_value<double>(state);
  result_.bests.clear();
  for (auto left = take_value<std::uint64_t>(state); left != 0; --left) {
    Discovery best;
    best.seconds = take_value<double>(state);
    best.flips = take_value<std::uint64_t>(state);
    best.scheme = {shape_, take_bytes<Summand>(state, take_value<std::uint64_t>(state))};
    if (settings_.ring == Ring::f2) require_valid(best.scheme, "the checkpoint's scheme");
    if (!is_valid_over(best.scheme, settings_.ring))
      throw InputError("the checkpoint's scheme is not valid: the file is damaged");
    result_.bests.push_back(std::move(best));
  }
  if (result_.bests.empty() || take_value<std::uint64_t>(state) != last_best_.size()) {
    throw InputError(fmt::format("the checkpoint was written with another number of walks than the {} here; set {}",
                                 last_best_.size(), option("walks")));
  }
  result_.seconds = std::max(result_.walk_seconds, result_.bests.back().seconds);  // about; a checkpoint does not have it
  last_best_ = take_bytes<std::uint32_t>(state, last_best_.size());
  restore_batches(state);
  pool_.restore(state, shape_);
  for (const std::size_t rank : pool_.ranks()) {
    for (std::size_t k = 0; k < pool_.count(rank); ++k) keeper_.offer(pool_.at(rank, k), best_rank());
  }
  backend_->restore(state);
  result_.reached = best_rank() <= settings_.target;
}

void Search::State::restore_batches(std::span<const std::byte>& state) {
  for (auto left = take_value<std::uint64_t>(state); left != 0; --left) {
    under_way_.push_back(take_value<std::uint32_t>(state));
  }
  for (auto left = take_value<std::uint64_t>(state); left != 0; --left) {
    Restarts restarts{take_value<std::uint32_t>(state), {}};
    restarts.walks = take_list<Restart>(state);
    for (const Restart& restart : restarts.walks) {
      if (restart.walk >= is_moving_.size()) throw InputError("the search state is damaged: it names a walk that does not exist");
      is_moving_[restart.walk] = true;
    }
    moving_.push_back(std::move(restarts));
  }
}

}  // namespace wreath::flip
