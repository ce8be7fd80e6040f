// SPDX-License-Identifier: MIT
#include "core/mpi/same_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/data/hash.hpp"
#include "core/io/mapped_file.hpp"
#include "core/run/ranks.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {

namespace {

/// A file as a rank sees it. The number of its device is not here: every machine numbers devices for itself.
struct Sight {
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  std::int64_t error = 0;  // of the system; 0: the file is there

  bool operator==(const Sight&) const = default;
};

/// Opens the file: a network file system then asks its server, and does not answer from what it remembers.
Sight look_at(const std::string& path) {
  struct stat about {};
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {.error = errno};
  const bool known = fstat(descriptor, &about) == 0;
  const int error = errno;
  close(descriptor);
  if (!known) return {.error = error};
  return {about.st_ino, static_cast<std::uint64_t>(about.st_size), about.st_mtim.tv_sec, about.st_mtim.tv_nsec, 0};
}

/// Collective: what all ranks see. Throws on all where some see no file.
std::vector<Sight> sights_of(Communicator& ranks, const std::string& path) {
  const std::vector<Sight> all = all_of(ranks, look_at(path));
  const std::int64_t error = all[static_cast<std::size_t>(ranks.rank())].error;
  together(ranks, [&] {
    if (error == 0) return;
    throw InputError(
        fmt::format("{}: rank {} on {} cannot open it: {}; ranks on several machines need it in a folder that all of "
                    "them share",
                    path, ranks.rank(), ranks.host(), std::strerror(static_cast<int>(error))));
  });
  return all;
}

bool all_equal(const std::vector<Sight>& all) {
  return std::ranges::all_of(all, [&](const Sight& one) { return one == all.front(); });
}

/// Of all bytes.
std::uint64_t fingerprint_of(const std::string& path) {
  const MappedFile file(path);
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  ByteHash hash(file.bytes().size());
  std::vector<std::byte> piece(std::min(kPiece, file.bytes().size()));
  for (std::uint64_t at = 0; at < file.bytes().size(); at += piece.size()) {
    const auto now = std::span(piece).first(std::min<std::size_t>(piece.size(), file.bytes().size() - at));
    file.read_at(at, now);
    hash.add(now);
  }
  return hash.value();
}

}  // namespace

void require_same_file(Communicator& ranks, const std::string& path) {
  if (ranks.size() == 1 || all_equal(sights_of(ranks, path))) return;
  std::uint64_t fingerprint = 0;
  together(ranks, [&] { fingerprint = fingerprint_of(path); });
  require_same(ranks, path, fingerprint);
}

void require_same_file(Cluster ranks, const std::string& path) {
  require_same_file(ranks.ranks(), path);
}

void require_shared_file(Communicator& ranks, const std::string& path) {
  if (ranks.size() == 1) return;
  const Sight mine = look_at(path);
  const Sight first = all_of(ranks, mine)[0];
  together(ranks, [&] {
    if (mine == first) return;
    throw InputError(
        fmt::format("{}: rank {} on {} does not see this file, which rank 0 has made; ranks on several machines write to "
                    "a folder that all of them share",
                    path, ranks.rank(), ranks.host()));
  });
}

void require_same(Communicator& ranks, const std::string& name, std::uint64_t fingerprint) {
  const std::uint64_t first = all_of(ranks, fingerprint)[0];
  together(ranks, [&] {
    if (fingerprint == first) return;
    throw InputError(
        fmt::format("{}: rank {} on {} reads something else under this name than rank 0; ranks on several machines need "
                    "it in a folder that all of them share, or equal copies",
                    name, ranks.rank(), ranks.host()));
  });
}

void require_same(Cluster ranks, const std::string& name, std::uint64_t fingerprint) {
  require_same(ranks.ranks(), name, fingerprint);
}

}  // namespace wreath::mpi
