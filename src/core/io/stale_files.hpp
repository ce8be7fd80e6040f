// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace wreath {

/// Whether a process of this number runs on this machine. One that has ended and waits for its parent (a zombie) does not.
bool is_running(pid_t process);

/// Removes what killed runs left in a folder: files named `prefix`, the number of a process that does not run, and ".tmp".
void remove_stale_files(const std::filesystem::path& folder, const std::string& prefix);

}  // namespace wreath
