// SPDX-License-Identifier: MIT
//
// A folder of one's own for files that are soon done with: it and all that is in it go away with the object.
#pragma once

#include <string>

namespace wreath {

class TemporaryFolder {
 public:
  /// In the folder `parent`; its name begins with `prefix`. Throws ResourceError, with `advice` at the end, where none can be
  /// made.
  TemporaryFolder(const std::string& parent, const std::string& prefix, const std::string& advice = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace wreath
