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
    if (!name.starts_with(prefix)) continue;
    pid_t process = 0;
    const char* const last = name.data() + name.size();
    const auto [end, error] = std::from_chars(name.data() + prefix.size(), last, process);
    const std::string_view ending(end, last);
    // Open MPI tests locks with a file of its own beside one that ranks open together, and a rank may die meanwhile.
    const bool is_number = error == std::errc() && process > 0 && (ending == ".tmp" || ending.starts_with(".tmp.locktest."));
    if (is_number && !is_running(process)) unlink(entry.path().c_str());
  }
}

}  // namespace wreath
