// SPDX-License-Identifier: MIT
//
// wreath flip path.
#include "cli/flip_schemes.hpp"

namespace wreath::cli {

void add_flip_path(Program&, CLI::App&) {}

}  // namespace wreath::cli
