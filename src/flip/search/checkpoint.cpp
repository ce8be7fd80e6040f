// SPDX-License-Identifier: MIT
//
// The state of a search as bytes, from which it continues.
#include <fmt/format.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "flip/search/state.hpp"

namespace wreath::flip {

std::vector<std::byte> Search::State::save() const {
  ByteWriter state;
  state.put(std::uint8_t{gpu_});
  if (automatic_starts_) automatic_starts_->save(state);
  state.put(std::uint64_t{size_});
  state.put(generation_);
  for (const std::uint64_t number : {earlier_flips_ + others_.flips, result_.steps, result_.flips, result_.restarts})
    state.put(number);
  state.put(result_.walk_seconds);
  state.put(std::uint64_t{result_.bests.size()});
  for (const Discovery& best : result_.bests) {
    state.put(best.seconds);
    state.put(best.flips);
    state.put_all<Summand>(best.scheme.summands);
  }
  state.put_all<std::uint32_t>(last_best_);
  state.put(std::uint64_t{under_way_.size()});
  for (const std::uint32_t steps : under_way_) state.put(steps);
  state.put(std::uint64_t{moving_.size()});
  for (const Restarts& restarts : moving_) {
    state.put(restarts.batches);
    state.put_all<Restart>(restarts.walks);
  }
  pool_.save(state);
  state.put_items<std::byte>(backend_->save());
  return state.take();
}

void Search::State::restore(std::span<const std::byte> bytes, RunControl& run) {
  ByteReader state(bytes);
  if ((state.value<std::uint8_t>() != 0) != gpu_) throw InputError("the search state is of walks on another machine");
  if (automatic_starts_) {
    automatic_starts_->restore(state);
    use_automatic_starts();
  }
  const auto size = state.number();
  generation_ = state.value<std::uint32_t>();
  earlier_flips_ = state.number();
  others_ = {};
  backend_.reset();
  use_walks(make_walks(size, run));
  result_.steps = state.number();
  result_.flips = state.number();
  result_.restarts = state.number();
  result_.walk_seconds = state.value<double>();
  result_.bests.clear();
  for (auto left = state.number(); left != 0; --left) {
    Discovery best;
    best.seconds = state.value<double>();
    best.flips = state.number();
    best.scheme.shape = shape_;
    state.array_into<Summand>(best.scheme.summands);
    if (settings_.ring == Ring::f2) require_valid(best.scheme, "the checkpoint's scheme");
    if (!is_valid_over(best.scheme, settings_.ring))
      throw InputError("the checkpoint's scheme is not valid: the file is damaged");
    result_.bests.push_back(std::move(best));
  }
  const std::size_t walks = last_best_.size();
  state.array_into<std::uint32_t>(last_best_);
  if (result_.bests.empty() || last_best_.size() != walks) {
    throw InputError(
        fmt::format("the checkpoint was written with another number of walks than the {} here; set {}", walks, option("walks")));
  }
  result_.seconds = std::max(result_.walk_seconds, result_.bests.back().seconds);  // about; a checkpoint does not have it
  restore_batches(state);
  pool_.restore(state, shape_);
  for (const std::size_t rank : pool_.ranks()) {
    for (std::size_t k = 0; k < pool_.count(rank); ++k) keeper_.offer(pool_.at(rank, k), best_rank());
  }
  backend_->restore(state.take(state.left()));
  best_calls_ = calls_of(result_.bests.back().scheme);
  result_.reached = reaches_target();
}

void Search::State::restore_batches(ByteReader& state) {
  for (auto left = state.number(); left != 0; --left) {
    under_way_.push_back(state.value<std::uint32_t>());
  }
  for (auto left = state.number(); left != 0; --left) {
    Restarts restarts{state.value<std::uint32_t>(), {}};
    state.array_into<Restart>(restarts.walks);
    for (const Restart& restart : restarts.walks) {
      if (restart.walk >= is_moving_.size()) throw InputError("the search state is damaged: it names a walk that does not exist");
      is_moving_[restart.walk] = true;
    }
    moving_.push_back(std::move(restarts));
  }
}

}  // namespace wreath::flip
