// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "wreath/perm/files.hpp"

namespace wreath::perm {

/// An .npy file between two steps of a computation; it goes away with the object. Its name goes away as soon as the next step has
/// opened it, and a file that is being written has none, so that a run that is killed leaves nothing.
class StepFile {
 public:
  /// In this folder, under a name of its own.
  explicit StepFile(const std::string& folder);
  /// A file that several ranks write and open: it keeps its name, the same on every rank, which follows from the output's.
  StepFile(const std::string& output, int number);
  ~StepFile();
  StepFile(const StepFile&) = delete;
  StepFile& operator=(const StepFile&) = delete;

  /// Where it is to be written.
  const std::string& path() const noexcept { return path_; }
  /// Once it is written.
  Map open();

 private:
  std::string path_;
  bool shared_ = false;
  int descriptor_ = -1;
};

}  // namespace wreath::perm
