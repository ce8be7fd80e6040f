// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

namespace wreath::cli {
/// How --help looks.
std::shared_ptr<CLI::FormatterBase> help_formatter();
}  // namespace wreath::cli
