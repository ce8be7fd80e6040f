// SPDX-License-Identifier: MIT
//
// Whether this process is one of several that mpirun started, and the beginning and the end of such a run. No MPI header is
// needed to ask, and no MPI library unless there are ranks. A wreath that was built without MPI has none: start() throws then.
//
//     if (wreath::mpi::launch().launched) {
//       const wreath::Cluster ranks = wreath::mpi::start();
//       wreath::perm::multiply_files(x, y, "z.npy", {.machine = {.cluster = ranks}});  // by all ranks together
//       wreath::mpi::finish(ranks);
//     }
#pragma once

#include <functional>
#include <string>

#include "wreath/machine.hpp"

namespace wreath::mpi {

/// What the launcher put in the environment: Open MPI, Slurm and MPICH's family use different names.
struct Launch {
  bool launched = false;
  int rank = 0;
  int size = 0;  // 0: it did not say
};
/// Reads the environment, and starts nothing. A wreath without MPI throws ResourceError if mpirun started several processes.
[[nodiscard]] Launch launch();

/// Joins the other ranks; once in a process. Throws ResourceError if wreath's MPI library is not found or does not
/// start.
Cluster start();
/// Throws InputError on all ranks if they were started with different commands.
void require_equal_commands(Cluster ranks, const std::string& command);

/// From now until finish() a thread watches the connection of this rank with the first, and that one's with all of them. If a
/// machine dies or its network fails, it calls `lost` on each rank that is left, within 10 seconds, with a sentence that names
/// the rank; `lost` must end the process, since MPI may wait for the other rank forever. Collective. Nothing happens if all
/// ranks are on one machine: the launcher notices the end of a process there.
void watch(Cluster ranks, std::function<void(const std::string& message)> lost);

/// The number of this process among the ranks, from 0. The cluster must not be empty.
[[nodiscard]] int rank_of(Cluster ranks);
/// The number of ranks. The cluster must not be empty.
[[nodiscard]] int size_of(Cluster ranks);

/// Runs body, which does not communicate; an error of one rank becomes the error of all.
void together(Cluster ranks, const std::function<void()>& body);

/// For a rank that fails: whether all ranks fail with the same error, because `together` shared it, and can call finish(). If
/// not, call abort(): the others would wait for this rank forever. A wreath without MPI returns true.
[[nodiscard]] bool ends_together(Cluster ranks);
/// Leaves MPI; all ranks call it together, after everything else. The cluster cannot be used afterwards.
void finish(Cluster ranks);
/// Ends all ranks at once, with the exit status `code`. Any rank may call it at any time.
void abort(Cluster ranks, int code) noexcept;

/// For `wreath doctor`: where wreath's MPI library is, or nothing.
[[nodiscard]] std::string plugin_path();

}  // namespace wreath::mpi
