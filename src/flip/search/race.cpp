// SPDX-License-Identifier: MIT
#include "flip/search/race.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/run/program_end.hpp"

namespace wreath::flip {

void Search::Race::make_late(Late& late, const Make& make) {
  std::unique_ptr<State> made;
  std::string problem;
  try {
    made = make(late.run);
    if (!made) problem = "there is no GPU";
  } catch (const std::exception& error) {
    problem = fmt::format("the GPU could not be used: {}", error.what());
  }
  const std::lock_guard lock(late.mutex);
  late.problem = std::move(problem);
  late.is_over = true;
  if (!late.is_cancelled) late.state = std::move(made);
}

Search::Race::~Race() {
  stop_ = true;
  if (walker_.joinable()) walker_.join();
  if (!maker_.joinable()) return;
  bool is_under_way = false;
  {
    const std::lock_guard lock(late_->mutex);
    late_->is_cancelled = true;
    is_under_way = !late_->is_over;
  }
  if (is_under_way) {
    leave_thread(std::move(maker_));
  } else {
    maker_.join();
  }
}

void Search::Race::join(std::unique_ptr<State>& state, RunControl& run) {
  if (make_) {
    if (seconds_since(start_) < delay_) return;
    maker_ = std::thread([late = late_, make = std::exchange(make_, {})] { make_late(*late, make); });
  }
  if (!maker_.joinable()) return;
  {
    const std::lock_guard lock(late_->mutex);
    if (!late_->is_over) return;
  }
  maker_.join();
  if (!late_->state) {
    run.note_choice("backend", "cpu", late_->problem);
    return;
  }
  for (const Choice& choice : late_->run.choices()) run.note_choice(choice.what, choice.name, choice.why);
  run.note_choice("backend", std::string(late_->run.choice("backend")),
                  "a GPU is available, which walks a thousand times as fast; the cores began before it had started");
  late_->state->take_over(*state);
  beside_ = std::exchange(state, std::move(late_->state));
  best_ = beside_->result().bests.back().scheme.rank();
  makes_starts_ = beside_->makes_starts();
  totals_ = {beside_->result().walks, beside_->result().flips, beside_->result().restarts};
  joined_ = SearchClock::now();
  walker_ = std::thread([this] { walk_on(); });
}

void Search::Race::walk_on() {
  RunControl run;
  try {
    bool more = true;
    while (more && !stop_) {
      more = beside_->advance(run);
      const SearchResult& result = beside_->result();
      const std::lock_guard lock(mutex_);
      totals_ = {result.walks, result.flips, result.restarts};
      makes_starts_ = beside_->makes_starts();
      const std::size_t best = result.bests.back().scheme.rank();
      if (best >= best_) continue;
      best_ = best;
      found_ = {result.bests.back().scheme};
      for (Scheme& scheme : beside_->kept(0, {}, SIZE_MAX)) found_.push_back(std::move(scheme));
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failed_ = std::current_exception();
  }
}

void Search::Race::exchange(State& state) {
  if (!beside_) return;
  std::vector<Scheme> found;
  {
    const std::lock_guard lock(mutex_);
    if (failed_) std::rethrow_exception(std::exchange(failed_, {}));
    found = std::exchange(found_, {});
    state.set_others(totals_);
    const bool is_level = state.result().bests.back().scheme.rank() <= best_;
    if (is_level && !makes_starts_ && seconds_since(joined_) > tuning::kRaceLevel) stop_ = true;
  }
  if (!found.empty()) state.add_to_pool(found);
}

}  // namespace wreath::flip
