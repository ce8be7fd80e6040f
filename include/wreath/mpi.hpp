// SPDX-License-Identifier: MIT
//
// Whether this process is one of several that mpirun started, and the beginning and the end of such a run. No MPI header is
// needed to ask, and no MPI library unless there are ranks. A wreath that was built without MPI has none: start() throws then.
//
//     if (wreath::mpi::launch().launched) {
//       wreath::mpi::Communicator& ranks = wreath::mpi::start();
//       wreath::perm::multiply_files(x, y, "z.npy", {.cluster = &ranks});  // by all ranks together
//       wreath::mpi::finish(ranks);
//     }
#pragma once

#include <functional>
#include <string>

namespace wreath::mpi {

class Communicator;

/// What the launcher put in the environment: Open MPI, Slurm and MPICH's family use different names.
struct Launch {
  bool launched = false;
  int rank = 0;
  int size = 0;  // 0: it did not say
};
Launch launch();

/// Joins the other ranks; once in a process. Throws ResourceError if wreath's MPI library is not found or does not
/// start.
Communicator& start();
/// Throws InputError, on all ranks, where they were started with different commands.
void require_equal_commands(Communicator& ranks, const std::string& command);

int rank_of(const Communicator& ranks);
int size_of(const Communicator& ranks);

/// Runs body, which does not communicate; an error of one rank becomes the error of all.
void together(Communicator& ranks, const std::function<void()>& body);

/// How a rank ends: together with the others if all know of it (a result, or an error that `together` shared), and otherwise by
/// ending the whole job, which must not wait for this rank forever.
bool ends_together(const Communicator& ranks);
void finish(Communicator& ranks);
void abort(Communicator& ranks, int code) noexcept;

/// For `wreath doctor`: where wreath's MPI library is, or nothing.
std::string plugin_path();

}  // namespace wreath::mpi
