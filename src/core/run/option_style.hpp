// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "wreath/run.hpp"

namespace wreath {

/// A text that names options by option(), with each of them written out in this style.
std::string written_out(std::string_view text, OptionStyle style);

}  // namespace wreath
