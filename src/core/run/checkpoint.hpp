// SPDX-License-Identifier: MIT
//
// Checkpoints: the state of a long run, to resume it after a stop or a crash.
//
// A file is: 8 bytes of magic, the length of the header, the header (JSON text: wreath's version, the kind of run, its
// problem), the length of the payload, the payload (the engine's own bytes), and a hash of all that precedes it. It is
// written beside its target, flushed to disk and renamed: there is always one whole checkpoint. A reader that finds another
// kind, another problem, another format or a wrong hash says which, and changes nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/io/byte_writer.hpp"
#include "core/io/mapped_file.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/text/json.hpp"

namespace wreath {

/// When the next checkpoint of a run is due: the first one two seconds after the start, so that a file is there soon, and each of
/// the others an interval after the one before it was written.
class CheckpointTimer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `seconds` is the interval; 0: a minute. Throws InputError if it is not a number of seconds.
  explicit CheckpointTimer(double seconds, Clock::time_point now = Clock::now());
  bool is_due(Clock::time_point now = Clock::now()) const noexcept { return now >= next_; }
  /// A checkpoint was written.
  void restart(Clock::time_point now = Clock::now()) noexcept { next_ = now + interval_; }

 private:
  Clock::duration interval_;
  Clock::time_point next_;
};

/// `kind` names the engine's command and its payload format, such as "perm multiply 1"; `problem` holds what the answer
/// depends on (inputs, sizes, options), one key each, so that a mismatch can be named.
void write_checkpoint(const std::string& path, const std::string& kind, const Json& problem, std::span<const std::byte> payload);
/// The same, of a payload that is written piece by piece: save(writer) is called twice, first to count the bytes, and must put
/// the same both times. Nothing is copied.
void write_checkpoint(const std::string& path, const std::string& kind, const Json& problem, FunctionRef<void(ByteWriter&)> save);

/// Throws InputError if a checkpoint cannot be written there: no such folder, or a file that is not a checkpoint.
void require_checkpoint_target(const std::string& path);

/// The payload. Throws InputError if the file is not a checkpoint, is damaged, or belongs to another kind or problem.
/// It is mapped, not copied.
class OpenCheckpoint {
 public:
  OpenCheckpoint(const std::string& path, const std::string& kind, const Json& problem);
  std::span<const std::byte> payload() const noexcept { return payload_; }

 private:
  MappedFile file_;
  std::span<const std::byte> payload_;
};
/// A copy of it.
std::vector<std::byte> read_checkpoint(const std::string& path, const std::string& kind, const Json& problem);

/// Whether a file is one that OpenCheckpoint takes.
bool is_checkpoint_of(const std::string& path, const std::string& kind, const Json& problem);
/// The payload of a checkpoint of this kind, whatever its problem; nothing where the file is not a whole one.
std::optional<std::vector<std::byte>> peek_checkpoint(const std::string& path, const std::string& kind);

}  // namespace wreath
