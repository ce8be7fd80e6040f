// SPDX-License-Identifier: MIT
//
// The schemes of a search that lift, found beside the search and kept in a folder, one for each ring.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "wreath/flip/lift.hpp"
#include "wreath/flip/tensor.hpp"
#include "wreath/flip/ternary.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

// Threads that lift schemes, each one at a time, while their owner does its own work.

class LiftWorkers {
 public:
  /// With a run of the thread's own, which is asked to stop when the workers are.
  using Job = std::function<void(RunControl& run)>;

  /// Throws ResourceError if a thread cannot be started.
  explicit LiftWorkers(unsigned threads);
  /// Drops the jobs that have not begun, and asks the others to stop.
  ~LiftWorkers();
  LiftWorkers(const LiftWorkers&) = delete;
  LiftWorkers& operator=(const LiftWorkers&) = delete;

  void add(Job job);
  /// Until all jobs are done (true) or the time is over. Throws what a job has thrown.
  bool wait(std::chrono::milliseconds time);

 private:
  void work(RunControl& run);
  void stop_and_join();

  std::mutex mutex_;
  std::condition_variable has_job_;
  std::condition_variable is_done_;
  std::deque<Job> jobs_;
  std::size_t under_way_ = 0;
  bool ends_ = false;
  std::exception_ptr problem_;
  std::vector<std::unique_ptr<RunControl>> runs_;
  std::vector<std::thread> threads_;
};

/// Writes a lift to the folder of its ring, FOLDER/ZT, FOLDER/Z or FOLDER/Q. Returns the path.
std::string write_lifted(const std::string& folder, const std::string& name, const Lift& lift, const SchemeFileOptions& to = {});

class LiftKeeper {
 public:
  /// The ring of the schemes: f2 or f3.
  LiftKeeper(std::string folder, Ring ring, const LiftOptions& options);

  /// Lifts the scheme, unless it was offered before, on another thread.
  void offer(const Scheme& scheme);
  /// Waits until all are lifted or the run is to stop. Throws what a thread has thrown, such as ResourceError.
  void finish(RunControl& run);
  LiftCounts counts() const;
  /// The lowest rank of the lifts to a ring, ternary, integers or rationals, so far; 0: there is none.
  std::size_t least_rank(Ring ring) const;

 private:
  std::string folder_;
  Ring ring_;
  LiftOptions options_;
  std::set<std::uint64_t> offered_;
  mutable std::mutex mutex_;
  LiftCounts counts_;
  std::array<std::size_t, static_cast<std::size_t>(Ring::rationals) + 1> least_{};  // by ring
  LiftWorkers workers_;                                                             // the last: its threads use the others
};

}  // namespace wreath::flip
