// SPDX-License-Identifier: MIT
//
// Threads that lift schemes, each one at a time, while their owner does its own work.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::flip {

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

}  // namespace wreath::flip
