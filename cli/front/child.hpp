// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::cli {

/// Where a program lies on the PATH; empty if it was not found.
std::string find_program(const std::string& name);

struct ChildResult {
  int code = 0;  // that it exited with; 128 and more after a signal
  std::string output;
};

/// Runs a program to its end and takes in its standard output. A stop of the run ends it, too: throws LimitReached. Throws
/// ResourceError if it cannot be started.
ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments, RunControl& run);

}  // namespace wreath::cli
