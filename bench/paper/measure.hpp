// SPDX-License-Identifier: MIT
//
// What the experiments measure with.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bench/paper/experiment.hpp"
#include "core/run/machine.hpp"

namespace wreath::paper {

template <class Body>
double seconds_of(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Of a few runs; `prepare` is not timed.
template <class Prepare, class Body>
double least_seconds(int runs, const Prepare& prepare, const Body& body) {
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    prepare();
    least = std::min(least, seconds_of(body));
  }
  return least;
}

/// The slope of log y over log x by least squares: the power of x with which y grows. Nothing below two points.
inline std::optional<double> growth_exponent(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]);
    const double v = std::log(y[i]);
    sx += u;
    sy += v;
    sxx += u * u;
    sxy += u * v;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// A part of an experiment with a limit of its own on time, and perhaps on elements: it also stops when the whole is to stop,
/// which it learns of whenever the engine reports.
class PartRun {
 public:
  PartRun(RunControl& whole, double seconds, std::uint64_t most = ~std::uint64_t{0}) {
    part_.limit_time(seconds);
    part_.limit_memory(resident_memory() + kRounding + whole.memory_left() / 4 * 3);  // so that it alone ends at its limit
    part_.listen([this, &whole, most](const Progress& progress) {
      whole.report(progress);
      if (whole.should_stop()) part_.request_stop(whole.stop_reason());
      if (progress.done >= most) part_.request_stop(StopReason::target);
    });
  }
  RunControl& run() { return part_; }

 private:
  static constexpr std::uint64_t kRounding = std::uint64_t{16} << 20;  // what a run holds back of its memory
  RunControl part_;
};

}  // namespace wreath::paper
