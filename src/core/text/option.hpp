// SPDX-License-Identifier: MIT
//
// An option named in a message.
//
// The library does not know how its users write options: --max-rules 100 in the program, max_rules=100 in Python. So the message
// of an error marks each option that it names, and Error::text writes them out in the style of a front end.
#pragma once

#include <string>
#include <string_view>

#include "wreath/run.hpp"

namespace wreath {

/// The option `name` ("max-rules"), perhaps with a value, as it stands in the message of an error.
std::string option(std::string_view name, std::string_view value = {});
/// A text that names options by option(), with each of them written out in this style.
std::string written_out(std::string_view text, OptionStyle style);

}  // namespace wreath
