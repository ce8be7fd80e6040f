// SPDX-License-Identifier: MIT
//
// The frame of a proof (docs/proofs.md), the same for every kind: the problem, the claim, steps in bytes, a checksum.
//
// The number of steps and of their bytes comes before the steps. So they are kept until commit(): in memory while they are few,
// then also in a nameless file in the folder of the proof, which needs as much space there as the proof itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/output_file.hpp"
#include "core/io/scratch_file.hpp"
#include "wreath/run.hpp"

namespace wreath {

/// Writes a proof, which appears whole or not at all. Throws InputError if the file cannot be made, ResourceError if the disk is
/// full.
class ProofFile {
 public:
  ProofFile(const std::string& path, std::string_view kind);

  /// A line of the problem, without its end.
  void line(std::string_view text) { problem_.append(text).append("\n"); }
  /// The answer, without the word `claim`.
  void claim(std::string_view text) { claim_ = text; }

  /// Begins a step; its numbers follow.
  void step() { ++steps_; }
  void number(std::uint64_t value) {
    if (end_ + kLongest > buffer_.size()) flush();
    for (; value > 127; value >>= 7) buffer_[end_++] = static_cast<std::byte>(value | 128);
    buffer_[end_++] = static_cast<std::byte>(value);
  }
  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t bytes() const noexcept { return flushed_.size() + end_; }

  /// Writes the file and gives it its name. Throws Stopped (stop_check.hpp) if the run is stopped first.
  void commit(RunControl* run = nullptr);

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 18;
  static constexpr std::size_t kLongest = 10;  // bytes of a number

  void flush();

  OutputFile file_;
  std::string kind_;
  std::string problem_;
  std::string claim_;
  std::vector<std::byte> buffer_;
  std::size_t end_ = 0;  // of what is in the buffer
  ScratchFile flushed_;  // what was in it before
  std::uint64_t steps_ = 0;
};

}  // namespace wreath
