// SPDX-License-Identifier: MIT
#include "perm/disk/disk_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/io/scratch_folders.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {
const std::string& path_of(const MapSource& source) {
  if (source.is_file()) return source.name();
  throw InputError(fmt::format("{}: only .npy files can be larger than memory; convert it to .npy first", source.name()));
}

/// Little-endian, in a file of its own.
DirectFile native_copy(const MapSource& source, const std::vector<std::filesystem::path>& scratch) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const auto folder = std::filesystem::absolute(source.name()).parent_path().string();
  DirectFile copy = DirectFile::nameless(scratch_folder_list(scratch, folder).front());
  const std::uint64_t bytes = source.size() * source.width();
  copy.reserve(disk_ceiling(bytes));
  HugeArray<std::byte> piece(kPiece);
  for (std::uint64_t done = 0; done < bytes; done += kPiece) {
    const std::size_t count = std::min<std::uint64_t>(kPiece, bytes - done);
    source.read_bytes(done, piece.span().first(count), 1);
    copy.write_at(done, piece.span().first(disk_ceiling(count)));
  }
  copy.truncate(bytes);
  return copy;
}

}  // namespace

DiskMap::DiskMap(const MapSource& source, const std::vector<std::filesystem::path>& scratch)
    : source_(source),
      file_(source.is_native() ? DirectFile::for_reading(path_of(source)) : native_copy(source, scratch)),
      begin_(source.is_native() ? source.data_offset() : 0),
      bytes_(file_.size()) {}

void DiskMap::require_unchanged() const {
  if (file_.size() == bytes_) return;
  throw InputError(fmt::format("{}: the file had {} bytes when the run began and has {} now: another program is writing to it",
                               source_.name(), bytes_, file_.size()));
}

}  // namespace wreath::perm
