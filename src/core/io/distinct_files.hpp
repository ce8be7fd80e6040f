// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace wreath {

/// A file that a run is given: what it is for in messages, such as option("checkpoint") or "X", and its name.
struct FileRole {
  std::string what;
  std::string path;  // empty: there is none
};

/// Under whatever name, and whether it is there or not. Never of pipes and devices, which can be written to twice.
bool is_same_file(const std::string& one, const std::string& other);

/// Throws WrongUsage if two of the files that are written are the same, or one of them is one of `others`.
void require_distinct_files(const std::vector<FileRole>& written, const std::vector<FileRole>& others = {});

}  // namespace wreath
