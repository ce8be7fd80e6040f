// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace wreath::cli {
/// Where a program lies on the PATH, or nothing.
std::string find_program(const std::string& name);
}  // namespace wreath::cli
