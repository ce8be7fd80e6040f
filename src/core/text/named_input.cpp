// SPDX-License-Identifier: MIT
#include "core/text/named_input.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/text/text_reader.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

constexpr std::string_view kBuiltin = "builtin:";

}  // namespace

std::string_view without_builtin(std::string_view text) {
  return text.starts_with(kBuiltin) ? text.substr(kBuiltin.size()) : text;
}

bool means_file(const std::string& argument, bool is_name, std::string_view what, Accepts accepts) {
  if (argument.starts_with(kBuiltin)) return false;
  std::error_code unknown;  // what is too long for a name, say, is not a file
  const std::filesystem::file_status status = std::filesystem::status(argument, unknown);
  const bool is_folder = std::filesystem::is_directory(status);
  if (!std::filesystem::exists(status) || (is_folder && accepts == Accepts::files)) return false;
  if (!is_name) return true;
  const char* kind = is_folder ? "folder" : "file";
  throw InputError(fmt::format("'{0}' is both a {1} and a built-in {2}: write ./{0} for the {1} or builtin:{0} for the {2}",
                               TextReader::shown(argument), kind, what));
}

}  // namespace wreath
