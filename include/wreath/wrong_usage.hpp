// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath {

/// Options, or names of files, that cannot go together whatever the input: a program's command line is wrong.
class WrongUsage : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace wreath
