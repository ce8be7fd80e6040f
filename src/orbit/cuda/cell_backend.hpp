// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "orbit/backend.hpp"
#include "orbit/plan.hpp"

namespace wreath::orbit {

/// Throws ResourceError if the bitmaps or the tables do not fit the GPU.
std::unique_ptr<Backend> make_cuda_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options);

}  // namespace wreath::orbit
