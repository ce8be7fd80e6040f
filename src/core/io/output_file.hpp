// SPDX-License-Identifier: MIT
//
// Output that appears whole or not at all.
//
// The file is written under no name (O_TMPFILE) in the folder of its target and gets the name only at `commit`: a run that
// is killed leaves the old file or the new one, and nothing else. On file systems without O_TMPFILE it has a hidden name
// beside the target, which goes away with the object. A run that means to be resumed keeps what it has so far in a file
// with a name: TARGET.partial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace wreath {

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

class OutputFile {
 public:
  /// Throws InputError where the target cannot be made: no such folder, no right to write, a folder in its place.
  explicit OutputFile(std::string path) : OutputFile(std::move(path), Partial::none) {}
  /// Writes to PATH.partial, which stays until `commit`: `fresh` starts it, `resume` goes on with the one that is there.
  enum class Partial { none, fresh, resume };
  OutputFile(std::string path, Partial partial);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Takes so much disk space now, so that a full disk shows before the work and not after. Throws ResourceError.
  void reserve(std::uint64_t bytes);
  void write(std::span<const std::byte> bytes);  // after what was written last
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void sync();
  /// Gives the file its name, in place of what had that name before.
  void commit();

  const std::string& path() const noexcept { return path_; }

 private:
  [[noreturn]] void fail(const char* doing) const;

  std::string path_;
  std::string temporary_;  // empty while the file has no name
  bool keep_ = false;      // the temporary file outlives a run that does not finish
  int descriptor_ = -1;
  std::uint64_t position_ = 0;
  bool committed_ = false;
};

}  // namespace wreath
