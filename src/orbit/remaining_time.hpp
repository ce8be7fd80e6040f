// SPDX-License-Identifier: MIT
//
// How long the rest of a search takes.
//
// The time goes by levels and the states by their sizes, which are distributed much as a normal law: a search that has found a
// hundredth of the states has used a tenth of its time. So the part of the states is turned into the part of the time by the
// normal law, between the distances that are 3.3 deviations below and above the mean. Early in a search this means little, and
// the forecast counts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace wreath::orbit {

class RemainingTime {
 public:
  /// `forecast`: seconds of the whole search, if they are known; `states`: how many it has when the clock starts; of `all`.
  RemainingTime(std::optional<double> forecast, std::uint64_t states, std::uint64_t all)
      : forecast_(forecast), first_(time_part(states, all)), all_(all) {}

  /// Seconds that are left, when `seconds` have passed and there are these states; negative if nothing is known.
  double left(double seconds, std::uint64_t states) const {
    if (all_ == 0) return -1;
    const double part = time_part(states, all_);
    const double done = std::max(part - first_, 1e-3);
    const double by_rate = seconds * (1 - part) / done;
    if (!forecast_) return part < 0.1 ? -1 : by_rate;
    // The levels before take time as well, so that at most a quarter more than this part has passed: a bound for a forecast that
    // is too low, as on a machine with other work.
    const double most = std::min(done + 0.25, 1.0);
    const double early = std::max(*forecast_ * (1 - first_) - seconds, seconds * (1 - most) / most);
    const double weight = std::clamp((part - 0.1) / 0.4, 0.0, 1.0);
    return weight * by_rate + (1 - weight) * early;
  }

 private:
  static double time_part(std::uint64_t states, std::uint64_t all) {
    if (all == 0 || states >= all) return 1;
    constexpr double kDeviations = 3.3;
    constexpr double kLogistic = 1.702;  // of the logistic curve that is nearest to the normal law
    const double part = static_cast<double>(states) / static_cast<double>(all);
    const double at = std::log(part / (1 - part)) / kLogistic;
    return std::clamp((at + kDeviations) / (2 * kDeviations), 0.0, 1.0);
  }

  std::optional<double> forecast_;
  double first_;
  std::uint64_t all_;
};

}  // namespace wreath::orbit
