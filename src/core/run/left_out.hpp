// SPDX-License-Identifier: MIT
//
// For machines that this build leaves out. What an engine asks of a GPU or of ranks is defined in its folder cuda/ or mpi/; where
// that is not compiled, the engine's backend.cpp has functions of the same names that end here.
#pragma once

#include "wreath/gpu.hpp"
#include "wreath/run.hpp"

namespace wreath {

[[noreturn]] inline void throw_no_mpi() {
  throw ResourceError("wreath was built without MPI; rebuild it with MPI installed, or use a single process");
}

[[noreturn]] inline void throw_no_gpu() {
  require_gpu();
  throw InternalError("there is a GPU in a wreath that was built without CUDA");
}

}  // namespace wreath
