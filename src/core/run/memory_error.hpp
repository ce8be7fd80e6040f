// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath {

/// The memory that may be used is full, of the host or of a GPU: a search stops there and returns what it has. Other resources
/// that give out, such as a disk, are errors.
class MemoryError : public ResourceError {
 public:
  using ResourceError::ResourceError;
};

}  // namespace wreath
