// SPDX-License-Identifier: MIT
//
// Notices that another rank's machine has died.
//
// A rank that dies alone is noticed by the launcher, which ends the job. A machine that loses its power or its network is not:
// the other ranks wait in MPI for messages, as long as TCP repeats what it sends, a quarter of an hour and more. So every rank
// keeps one idle connection with rank 0, which the kernels probe each second (SO_KEEPALIVE): no rank need do anything for that,
// one that computes for hours, is stopped by a debugger or swaps answers all the same. A thread sleeps until a connection breaks.
// Where probes are not answered for some seconds, or a process has ended without a word and the launcher does not end the job,
// rank 0 reports it to all ranks that it still reaches, and each of them fails with the same error.
//
// Ranks find rank 0 at the addresses of its network interfaces, on a port of its own; a number drawn for the run shows that it
// is the right process. A rank that cannot connect, behind a firewall, is not watched, and nothing else changes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi {

class Watch {
 public:
  /// Called on the watching thread, once, with what happened; it must end the process.
  using Lost = std::function<void(const std::string& message)>;

  /// Collective. Nothing where all ranks are on one machine, since the launcher watches that.
  static std::unique_ptr<Watch> start(Communicator& ranks, Lost lost);
  /// The run ends: this rank takes its leave from the others.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  class Line;
  Watch();
  std::unique_ptr<Line> line_;
};

}  // namespace wreath::mpi
