// SPDX-License-Identifier: MIT
//
// What an engine asks of its ranks (wreath/mpi.hpp) where it does not exchange data with them. Defined in core/mpi,
// or in no_ranks.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "wreath/mpi.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {

/// Whether there are others than this one.
bool are_several(Cluster ranks);
/// Whether a rank was asked to stop; then all are. Collective.
bool stop_together(Communicator& ranks, RunControl& run);
/// What the first rank gave. Collective.
bool first_says(Communicator& ranks, bool mine);
/// Of same_file.hpp. Collective.
void require_same_file(Cluster ranks, const std::string& path);
void require_same(Cluster ranks, const std::string& name, std::uint64_t fingerprint);

}  // namespace wreath::mpi
