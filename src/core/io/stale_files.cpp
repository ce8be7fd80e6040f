// SPDX-License-Identifier: MIT
#include "core/io/stale_files.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <string_view>

namespace wreath {

bool is_running(pid_t process) {
  if (kill(process, 0) != 0 && errno == ESRCH) return false;
  std::ifstream status(fmt::format("/proc/{}/stat", process));
  std::string line;
  if (!std::getline(status, line)) return true;  // kill has seen it, and nothing says otherwise
  const auto name_end = line.rfind(')');         // "number (name) state ...", and a name may hold anything
  return name_end == std::string::npos || name_end + 2 >= line.size() ||
         std::string_view("ZXx").find(line[name_end + 2]) == std::string_view::npos;
}

void remove_stale_files(const std::filesystem::path& folder, const std::string& prefix) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.size() < prefix.size() + 4 || !name.starts_with(prefix) || !name.ends_with(".tmp")) continue;
    const std::string number = name.substr(prefix.size(), name.size() - prefix.size() - 4);
    pid_t process = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), process);
    const bool is_number = error == std::errc() && end == number.data() + number.size() && process > 0;
    if (is_number && !is_running(process)) unlink(entry.path().c_str());
  }
}

}  // namespace wreath
