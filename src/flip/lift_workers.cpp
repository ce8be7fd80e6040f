// SPDX-License-Identifier: MIT
#include "flip/lift_workers.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "core/parallel/loops.hpp"

namespace wreath::flip {

LiftWorkers::LiftWorkers(unsigned threads) {
  const unsigned count = resolve_threads(threads);
  for (unsigned k = 0; k < count; ++k) runs_.push_back(std::make_unique<RunControl>());
  threads_.reserve(count);
  try {
    for (const auto& run : runs_) threads_.emplace_back([this, own = run.get()] { work(*own); });
  } catch (const std::system_error& error) {
    stop_and_join();
    throw ResourceError(
        fmt::format("cannot start {} threads that lift schemes: {}; is the number of threads limited (ulimit -u)?", count,
                    error.code().message()));
  }
}

LiftWorkers::~LiftWorkers() {
  stop_and_join();
}

void LiftWorkers::stop_and_join() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    jobs_.clear();
    for (const auto& run : runs_) run->request_stop(StopReason::interrupted);
  }
  has_job_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void LiftWorkers::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  has_job_.notify_one();
}

bool LiftWorkers::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  const bool done = is_done_.wait_for(lock, time, [this] { return problem_ || (jobs_.empty() && under_way_ == 0); });
  if (problem_) std::rethrow_exception(problem_);
  return done;
}

void LiftWorkers::work(RunControl& run) {
  std::unique_lock lock(mutex_);
  while (true) {
    has_job_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (ends_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    ++under_way_;
    lock.unlock();
    std::exception_ptr problem;
    try {
      job(run);
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    --under_way_;
    if (problem && !problem_) problem_ = problem;
    if (problem_ || (jobs_.empty() && under_way_ == 0)) is_done_.notify_all();
  }
}

}  // namespace wreath::flip
