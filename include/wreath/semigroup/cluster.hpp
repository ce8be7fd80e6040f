// SPDX-License-Identifier: MIT
//
// Enumerations whose elements are spread over the ranks of a cluster.
#pragma once

#include <functional>

#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup {

/// All ranks of options.machine.cluster call it together (wreath/mpi.hpp). On the first rank it calls body with the options that
/// enumerations by all ranks take; the other ranks keep their shares of the elements, and take part in what those enumerations
/// do, until body has returned; so none of these enumerations may outlive it. If it throws, all ranks throw the same error. `run`
/// limits the memory of each rank; whether to stop is decided on the first. Returns whether this is the rank that called body.
/// Without a cluster it calls body.
bool with_ranks(const Options& options, const std::function<void(const Options&)>& body, RunControl* run = nullptr);

}  // namespace wreath::semigroup
