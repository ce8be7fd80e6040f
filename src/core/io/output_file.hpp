// SPDX-License-Identifier: MIT
//
// Output that appears whole or not at all.
//
// The file is written under no name (O_TMPFILE) in the folder of its target and gets the name only at `commit`: a run that
// is killed leaves the old file or the new one, and nothing else. On file systems without O_TMPFILE it has a hidden name
// beside the target, which goes away with the object. A run that means to be resumed writes to a file with a name of its own,
// which stays behind from the call of keep() on. Pipes and devices have no name to give: they are written in order, at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/io/direct_file.hpp"

namespace wreath {

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

class OutputFile {
 public:
  enum class Partial { fresh, resume };

  /// Throws InputError if the target cannot be made: no such folder, no right to write, a folder in its place.
  explicit OutputFile(const std::string& path);
  /// Writes to `partial` until `commit`: a fresh file, or the one that an earlier run left. Throws InputError if it is in use.
  OutputFile(const std::string& path, const std::string& partial, Partial kind);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Takes `bytes` of disk space now, so that a full disk shows before the work and not after. Throws ResourceError.
  void reserve(std::uint64_t bytes);
  void write(std::span<const std::byte> bytes) { write_at(position_, bytes); }  // after what was written last
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  /// The file as memory, once its space is reserved; valid until `commit`. Throws ResourceError.
  std::span<std::byte> map(std::uint64_t bytes);
  /// The file once more, to be written past the page cache where it is a file, and where all offsets are multiples of a page.
  DirectFile direct(bool aligned) const;
  /// What is there already of a file that is resumed.
  std::uint64_t size() const;
  std::string read_start(std::size_t bytes) const;
  void sync();
  /// From now on the partial file outlives a run that does not finish.
  void keep() noexcept { keep_ = true; }
  /// Gives the file its name, in place of what had that name before.
  void commit();

  const std::string& path() const noexcept { return path_; }

 private:
  [[noreturn]] void fail(const char* doing) const;
  void unmap() noexcept;
  void find_target();

  std::string path_;
  std::string temporary_;  // empty while the file has no name
  std::span<std::byte> mapped_;
  int descriptor_ = -1;
  std::uint64_t position_ = 0;
  unsigned mode_ = 0;    // of the file that is replaced; 0: there is none
  bool stream_ = false;  // a pipe or a device
  bool keep_ = false;
  bool committed_ = false;
};

/// A file with this content.
void write_whole(const std::string& path, std::string_view content);
/// A folder, with those above it, unless it exists. Throws ResourceError.
void make_folder(const std::string& folder);

}  // namespace wreath
