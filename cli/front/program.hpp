// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/front/common.hpp"

namespace wreath::cli {

/// The whole of main(): adds the commands, reads the arguments, and runs what they ask for. Prints errors; returns the exit code.
int run_program(Program& program, const std::function<void(Program&)>& add_commands, std::vector<std::string> arguments);

}  // namespace wreath::cli
