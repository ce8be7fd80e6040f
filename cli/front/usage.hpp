// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/front/command.hpp"

namespace wreath::cli {

/// Looks for the first word that is not a command, the first unknown option, and a missing command, and explains what was
/// likely meant. Returns nothing where all is well.
std::optional<std::string> usage_error(const Command& program, const std::vector<std::string>& arguments);

/// Puts a space before an argument that is a list and begins with a negative number or with what is undefined, '-1 0 2', '- 0 2'
/// or
/// '-inf 0', so that it is not taken for an option.
void keep_lists(std::vector<std::string>& arguments);

/// The deepest command that the arguments name: whose --help to point at.
const Command& named_command(const Command& program, const std::vector<std::string>& arguments);

}  // namespace wreath::cli
