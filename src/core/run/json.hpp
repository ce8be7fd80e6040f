// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace wreath {
/// JSON whose keys stay in the order in which they were written, so that people can read it.
using Json = nlohmann::ordered_json;
}  // namespace wreath
