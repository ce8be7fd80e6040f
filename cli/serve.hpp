// SPDX-License-Identifier: MIT
#pragma once

namespace wreath::cli {

/// wreath serve: calls of the C API by messages on the standard input and output, for programs that cannot load the library. Not
/// among the commands that help lists, since only programs use it. Returns the exit code.
int serve();

}  // namespace wreath::cli
