// SPDX-License-Identifier: MIT
//
// A search for a target if the machine is left open: the cores begin at once, since a GPU takes 0.2 s to start and many searches
// end before. After a moment the GPU is started in the background. When it is ready, its search takes over what the cores have
// found, and they walk on beside it: from their own starts they may be the first after all. They rest once the GPU has been level
// with them for a while.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "flip/search/state.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

class Search::Race {
 public:
  /// Makes the other search, or returns null if there is no GPU. Runs in a thread of its own.
  using Make = std::function<std::unique_ptr<State>(RunControl&)>;

  /// `delay`: seconds until the other search is made, by a thread that shorter searches do not start.
  explicit Race(Make make, double delay = tuning::kRaceDelay) : make_(std::move(make)), delay_(delay) {}
  ~Race();
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  /// If the other search is ready, it takes the place of `state`, which walks on in the background.
  void join(std::unique_ptr<State>& state, RunControl& run);
  /// Brings what the search in the background has found since the last call. Throws what it threw.
  void exchange(State& state);

 private:
  /// What the thread that makes the other search shares with this one, which may end before it.
  struct Late {
    std::mutex mutex;
    RunControl run;  // of the search that is made
    bool is_cancelled = false;
    bool is_over = false;
    std::unique_ptr<State> state;
    std::string problem;  // if it could not be made
  };
  static void make_late(Late& late, const Make& make);

  void walk_on();

  SearchClock::time_point start_ = SearchClock::now();
  Make make_;  // until it is called
  double delay_;
  std::shared_ptr<Late> late_ = std::make_shared<Late>();
  std::thread maker_;

  std::unique_ptr<State> beside_;  // in the background
  SearchClock::time_point joined_;
  std::thread walker_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;           // of what follows
  RankTotals totals_;          // of the search in the background
  std::size_t best_ = 0;       // its rank
  std::vector<Scheme> found_;  // that have not been brought
  bool makes_starts_ = false;
  std::exception_ptr failed_;
};

}  // namespace wreath::flip
