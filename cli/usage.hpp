// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace wreath::cli {

/// Looks for the first word that is not a command, the first unknown option, and a missing command, and explains what was
/// likely meant. Returns nothing where all is well.
std::optional<std::string> usage_error(const Command& program, const std::vector<std::string>& arguments);

/// The deepest command that the arguments name: whose --help to point at.
const Command& named_command(const Command& program, const std::vector<std::string>& arguments);

}  // namespace wreath::cli
