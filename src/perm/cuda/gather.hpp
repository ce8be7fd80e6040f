// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "perm/backend.hpp"

namespace wreath::perm {

/// Sends y to the GPU, where it stays; pieces of x follow and the products come back.
template <class Point, class Value>
std::unique_ptr<Backend<Point, Value>> make_cuda_backend(std::span<const Value> y);

}  // namespace wreath::perm
