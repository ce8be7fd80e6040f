// SPDX-License-Identifier: MIT
#include "core/io/temporary_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "wreath/run.hpp"

namespace wreath {

TemporaryFolder::TemporaryFolder(const std::string& parent, const std::string& prefix, const std::string& advice)
    : path_(parent + "/" + prefix + "XXXXXX") {
  if (mkdtemp(path_.data()) != nullptr) return;
  const std::string end = advice.empty() ? "" : "; " + advice;
  throw ResourceError(fmt::format("{}: cannot create a folder there: {}{}", parent, std::strerror(errno), end));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace wreath
