// SPDX-License-Identifier: MIT
#include "core/proof/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "core/proof/sha256.hpp"
#include "core/run/stop_check.hpp"

namespace wreath {

namespace {

/// Where steps wait that do not fit in the buffer: beside the proof, or, if that is a pipe or a device, with other scratch files.
std::string folder_for(const std::string& path) {
  std::error_code error;
  const auto about = std::filesystem::status(path, error);
  if (std::filesystem::exists(about) && !std::filesystem::is_regular_file(about)) return scratch_folder({});
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

std::string digest_of(std::string_view text) {
  Sha256 sha;
  sha.add(bytes_of(text));
  return sha.finish();
}

}  // namespace

ProofFile::ProofFile(const std::string& path, std::string_view kind)
    : file_(path), kind_(kind), buffer_(kBuffer), flushed_(folder_for(path), "the steps of a proof") {}

void ProofFile::flush() {
  flushed_.append(std::span(buffer_).first(end_));
  end_ = 0;
}

void ProofFile::commit(RunControl* run) {
  StopCheck check = stop_check(run);
  Sha256 sha;
  const auto write = [&](std::span<const std::byte> bytes) {
    check.look();
    sha.add(bytes);
    file_.write(bytes);
  };
  write(bytes_of(fmt::format("wreath proof 1\nkind {}\nby wreath {}\ninput {}\n{}claim {}\nsteps {} {}\n\n", kind_, version(),
                             digest_of(problem_), problem_, claim_, steps_, bytes())));
  if (flushed_.size() == 0) {
    write(std::span(buffer_).first(end_));
  } else {
    flush();
    for (std::uint64_t at = 0; at < flushed_.size();) {
      const auto piece =
          std::span(buffer_).first(static_cast<std::size_t>(std::min<std::uint64_t>(kBuffer, flushed_.size() - at)));
      flushed_.read_at(at, piece);
      write(piece);
      at += piece.size();
    }
  }
  file_.write(bytes_of(fmt::format("sha256 {}\n", sha.finish())));
  file_.commit();
}

}  // namespace wreath
