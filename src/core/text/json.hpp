// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/run/stop_check.hpp"

// Only this part of the library calls the parser and the writer of the JSON library: each file that does takes seconds to
// compile.
namespace wreath {
/// JSON whose keys stay in the order in which they were written, so that people can read it.
using Json = nlohmann::ordered_json;

/// As text; file names that are not UTF-8 lose their invalid bytes instead of failing.
std::string to_text(const Json& json, int indent = -1);

/// The value that this text describes. Throws InputError, with a message that begins with `name`, if it is not JSON.
Json parse_json(std::string_view text, std::string_view name, StopCheck stop = {});
/// The same, or null if it is not JSON.
Json parse_json_or_null(std::string_view text);
}  // namespace wreath
