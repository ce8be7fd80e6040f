// SPDX-License-Identifier: MIT
//
// What an engine asks of its ranks (wreath/mpi.hpp) where it does not exchange data with them. Defined in core/mpi,
// or in no_ranks.cpp.
#pragma once

#include "wreath/mpi.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {

/// Whether there are others than this one.
bool are_several(Cluster ranks);
/// Whether a rank was asked to stop; then all are. Collective.
bool stop_together(Communicator& ranks, RunControl& run);
/// What the first rank gave. Collective.
bool first_says(Communicator& ranks, bool mine);

}  // namespace wreath::mpi
