// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "flip/backend.hpp"

namespace wreath::flip {

/// Walks on the cores of this machine. The ranks in its statuses are those of the schemes, also with a symmetry, where the
/// schedule's margin counts orbits. Throws ResourceError if the schemes are too large for it.
std::unique_ptr<Backend> make_cpu_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                          std::size_t largest_start);

}  // namespace wreath::flip
