// SPDX-License-Identifier: MIT
//
// Whether a name is the same file on every rank.
//
// Machines that share a file system see a file under one number, with one size and one time of change, and that is what is
// compared. Where these differ, the ranks may still have copies of one file: then each reads all of its own, and their
// fingerprints are compared. So a folder that only looks the same on all machines is an error and never a wrong answer.
#pragma once

#include <cstdint>
#include <string>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi {

/// Throws InputError on all ranks unless all see this file, or a file with the same bytes, under this name. Collective.
void require_same_file(Communicator& ranks, const std::string& path);
/// Throws InputError on all ranks unless all see the very file that rank 0 has made under this name. Collective.
void require_shared_file(Communicator& ranks, const std::string& path);
/// Throws InputError on all ranks unless all give the same fingerprint of what they have read from `name`. Collective.
void require_same(Communicator& ranks, const std::string& name, std::uint64_t fingerprint);

}  // namespace wreath::mpi
