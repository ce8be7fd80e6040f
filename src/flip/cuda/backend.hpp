// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "flip/backend.hpp"

namespace wreath::flip {

/// Throws ResourceError if no kernel has room for schemes of `largest` summands, or the device fails.
std::unique_ptr<Backend> make_cuda_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                           std::size_t largest);

}  // namespace wreath::flip
