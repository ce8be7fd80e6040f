// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace wreath {
/// JSON whose keys stay in the order in which they were written, so that people can read it.
using Json = nlohmann::ordered_json;

/// As text; file names that are not UTF-8 lose their invalid bytes instead of failing.
std::string to_text(const Json& json, int indent = -1);
}  // namespace wreath
