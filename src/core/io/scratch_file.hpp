// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/io/direct_file.hpp"

namespace wreath {

/// A file without a name in a folder, for data that does not fit in memory: it is gone with the object, and with the process
/// however that ends. It is made when first written to. Every failure is a ResourceError that names the folder.
class ScratchFile {
 public:
  /// `what` says in errors what the file holds.
  ScratchFile(std::string folder, std::string what);

  std::uint64_t size() const noexcept { return size_; }
  void append(std::span<const std::byte> bytes) { write_at(size_, bytes); }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void read_at(std::uint64_t offset, std::span<std::byte> into) const;
  /// Drops all bytes from `size` on, and gives their space back.
  void truncate(std::uint64_t size);

 private:
  std::string folder_;
  std::string what_;
  std::optional<DirectFile> file_;  // none yet
  std::uint64_t size_ = 0;
};

/// The folder to use where none is named. Throws InputError if that folder does not exist or cannot be written to.
std::string scratch_folder(const std::string& asked);

}  // namespace wreath
