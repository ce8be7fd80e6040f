// SPDX-License-Identifier: MIT
#include "core/run/names.hpp"

#include <fmt/ranges.h>

namespace wreath {

UnknownName::UnknownName(std::string_view name, std::string_view what, std::vector<std::string> choices)
    : InputError(fmt::format("'{}' is not a valid {}: choose one of {}", name, what, fmt::join(choices, ", "))),
      choices_(std::make_shared<const std::vector<std::string>>(std::move(choices))) {}

UnknownName::~UnknownName() = default;

}  // namespace wreath
