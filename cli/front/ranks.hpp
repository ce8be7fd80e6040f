// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "wreath/machine.hpp"

namespace wreath::cli {

/// The ranks that this process is one of, if mpirun or a similar launcher started it. Only rank 0 prints.
class Ranks {
 public:
  /// Finds the others; from then on only rank 0 prints. Does nothing in a process that was started alone.
  void join(const std::string& command_line);
  /// Empty in a process that was started alone.
  Cluster world() const noexcept { return world_; }
  bool several() const;
  bool is_first() const;

  /// Runs body, which does not communicate; an error of one rank becomes the error of all.
  void together(const std::function<void()>& body) const;

  /// The end of a run that all ranks came to, and of one that failed: the process's exit code.
  int end(int code);
  int fail(const std::string& message, int code) noexcept;

 private:
  Cluster world_;
};

/// Throws WrongUsage if several ranks were started to do what one process does.
void require_cluster_command(const Ranks& ranks, const std::string& command);

}  // namespace wreath::cli
