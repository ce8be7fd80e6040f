// SPDX-License-Identifier: MIT
//
// The schemes of a search that lift, found beside the search and kept in a folder, one for each ring.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>

#include "flip/lift_workers.hpp"
#include "wreath/flip/lift.hpp"

namespace wreath::flip {

/// Writes a lift to the folder of its ring, FOLDER/ZT, FOLDER/Z or FOLDER/Q. Returns the path.
std::string write_lifted(const std::string& folder, const std::string& name, const Lift& lift, const SchemeFileOptions& to = {});

class LiftKeeper {
 public:
  LiftKeeper(std::string folder, const LiftOptions& options);

  /// Lifts the scheme, unless it was offered before, on another thread.
  void offer(const Scheme& scheme);
  /// Waits until all are lifted or the run is to stop. Throws what a thread has thrown, such as ResourceError.
  void finish(RunControl& run);
  LiftCounts counts() const;

 private:
  std::string folder_;
  LiftOptions options_;
  std::set<std::uint64_t> offered_;
  mutable std::mutex mutex_;
  LiftCounts counts_;
  LiftWorkers workers_;  // the last: its threads use the others
};

}  // namespace wreath::flip
