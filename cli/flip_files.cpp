// SPDX-License-Identifier: MIT
#include "cli/flip_common.hpp"

namespace wreath::cli {

void add_flip_files(Program&, CLI::App&) {}

}  // namespace wreath::cli
