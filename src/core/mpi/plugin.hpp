// SPDX-License-Identifier: MIT
//
// What the program looks for in libwreath_mpi.so.
#pragma once

namespace wreath::mpi {

class Communicator;

inline constexpr int kInterface = 5;  // to be raised whenever communicator.hpp changes
inline constexpr const char* kPluginFile = "libwreath_mpi.so";
inline constexpr const char* kStartFunction = "wreath_mpi_start";

/// Starts MPI and returns the world, which lives as long as the process; null where `interface` is another than the library's.
using StartFunction = Communicator* (*)(int interface);

}  // namespace wreath::mpi
