// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath {

/// For ranks in a wreath that was built without MPI.
[[noreturn]] inline void throw_no_mpi() {
  throw ResourceError("wreath was built without MPI; rebuild it with MPI installed, or use a single process");
}

}  // namespace wreath
