// SPDX-License-Identifier: MIT
#include "core/run/checkpoint.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/data/hash.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/output_file.hpp"
#include "core/text/option.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

constexpr std::string_view kCheckpointMagic = "WREATHC1";
constexpr double kBetweenCheckpoints = 60;
constexpr double kBeforeTheFirst = 2;
constexpr double kNever = 1e9;  // past it the clock would overflow

CheckpointTimer::Clock::duration clock_duration(double seconds) {
  return std::chrono::duration_cast<CheckpointTimer::Clock::duration>(std::chrono::duration<double>(std::min(seconds, kNever)));
}

void append(std::string& out, std::uint64_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A value as a reader would write it.
std::string in_words(const Json& value) {
  constexpr std::size_t kMost = 40;  // characters of a list
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "none";
  if (!value.is_array()) return to_text(value);
  std::string text;
  for (const Json& item : value) {
    if (text.size() > kMost) return text + ", ...";
    text += (text.empty() ? "" : ", ") + in_words(item);
  }
  return text.empty() ? "none" : text;
}

/// A hash, or a time in nanoseconds: nothing to show. Numbers are known as such by their keys: "hash", "time ...".
bool is_opaque(const std::string& key, const Json& value) {
  if (value.is_number()) return key == "hash" || key.starts_with("time");
  if (!value.is_string()) return false;
  const std::string text = value.get<std::string>();
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Names the first thing in which two problems differ.
std::string difference(const Json& theirs, const Json& ours, const std::string& within = "") {
  for (const auto& [key, value] : ours.items()) {
    const std::string name = within + key;
    if (!theirs.contains(key)) return fmt::format("it does not record its {}", name);
    if (theirs[key] == value) continue;
    if (value.is_object() && theirs[key].is_object()) return difference(theirs[key], value, name + " ");
    if (value.is_boolean() && theirs[key].is_boolean()) {
      const bool with = value.get<bool>();
      return fmt::format("it was made {1} {0}, and this run is {2} {0}", name, with ? "without" : "with",
                         with ? "with" : "without");
    }
    const bool several = key.ends_with('s');
    if (is_opaque(key, value)) return fmt::format("the {} {} different", name, several ? "are" : "is");
    const std::string before = in_words(theirs[key]);
    const std::string now = in_words(value);
    if (!several) return fmt::format("its {} is {}, this run's is {}", name, before, now);
    if (value.is_number()) return fmt::format("it has {} {}, this run has {}", before, name, now);
    return fmt::format("its {} are {}, this run's are {}", name, before, now);
  }
  return "it has settings that this run does not have";
}

}  // namespace

CheckpointTimer::CheckpointTimer(double seconds, Clock::time_point now) {
  if (!(seconds >= 0)) {
    throw InputError(fmt::format("{}: give the seconds between two checkpoints, a number above 0",
                                 option("checkpoint-every", fmt::format("{}", seconds))));
  }
  if (seconds == 0) seconds = kBetweenCheckpoints;
  interval_ = clock_duration(seconds);
  next_ = now + clock_duration(std::min(seconds, kBeforeTheFirst));
}

void write_checkpoint(const std::string& path, const std::string& kind, const Json& problem, std::span<const std::byte> payload) {
  write_checkpoint(path, kind, problem, [&](ByteWriter& writer) { writer.put_items(payload); });
}

void write_checkpoint(const std::string& path, const std::string& kind, const Json& problem,
                      FunctionRef<void(ByteWriter&)> save) {
  ByteWriter count = ByteWriter::counting();
  save(count);
  const std::string header = to_text(Json{{"wreath", version()}, {"kind", kind}, {"problem", problem}});
  std::string front(kCheckpointMagic);
  append(front, header.size());
  front += header;
  append(front, count.size());
  ByteHash payload_hash(count.size(), hash_bytes(bytes_of(front)));
  OutputFile file(path);
  file.write(bytes_of(front));
  ByteWriter writer([&](std::span<const std::byte> piece) {
    payload_hash.add(piece);
    file.write(piece);
  });
  save(writer);
  writer.flush();
  if (writer.size() != count.size()) throw InternalError("a checkpoint was written that is not as long as it was counted");
  const std::uint64_t hash = payload_hash.value();
  file.write(std::as_bytes(std::span(&hash, 1)));
  file.sync();
  file.commit();
}

void require_checkpoint_target(const std::string& path) {
  const OutputFile probe(path);
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return;
  const MappedFile file(path);
  if (as_text(file.bytes()).substr(0, kCheckpointMagic.size()) == kCheckpointMagic) return;
  throw InputError(fmt::format("{}: this file exists and is not a checkpoint; choose another file", path));
}

namespace {

/// A whole checkpoint of some kind.
struct Checkpoint {
  Json problem;
  std::span<const std::byte> payload;  // of the file
};

/// The command of a kind, without the number of its format.
std::string command_of(const std::string& kind) {
  return kind.substr(0, std::min(kind.size(), kind.find_last_not_of("0123456789 ") + 1));
}

void require_kind(const Json& header, const std::string& path, const std::string& kind) {
  if (header["kind"] == kind) return;
  const std::string theirs = command_of(in_words(header["kind"]));
  const std::string ours = command_of(kind);
  if (theirs != ours) throw InputError(fmt::format("{}: this is a checkpoint of '{}', not of '{}'", path, theirs, ours));
  throw InputError(fmt::format(
      "{}: this checkpoint was written by another version of wreath ({}), and this one cannot read it; resume it with that "
      "version, or start again",
      path, in_words(header.value("wreath", Json()))));
}

Checkpoint read_whole(const MappedFile& file, const std::string& path, const std::string& kind) {
  ByteReader reader(file.bytes(), path, "checkpoint");
  if (file.bytes().size() < kCheckpointMagic.size() || as_text(reader.take(kCheckpointMagic.size())) != kCheckpointMagic) {
    throw InputError(fmt::format(
        "{}: {}", path, file.bytes().empty() ? "this file is empty: it is not a checkpoint" : "this is not a wreath checkpoint"));
  }
  const std::uint64_t header_length = reader.number();
  const auto header_bytes = reader.take(header_length);
  const auto payload = reader.take(reader.number());
  const std::uint64_t stored_hash = reader.number();
  std::uint64_t hash = hash_bytes(file.bytes().first(kCheckpointMagic.size() + 16 + header_length));
  hash = hash_bytes(payload, hash);
  if (hash != stored_hash || !reader.at_end()) {
    throw InputError(fmt::format("{}: the checkpoint is damaged (its checksum does not match)", path));
  }
  const Json header = parse_json_or_null(as_text(header_bytes));
  if (!header.is_object() || !header.contains("kind") || !header.contains("problem")) {
    throw InputError(fmt::format("{}: the checkpoint's header cannot be read", path));
  }
  require_kind(header, path, kind);
  return {header["problem"], payload};
}

const std::string& present(const std::string& path) {
  if (access(path.c_str(), F_OK) == 0 || errno != ENOENT) return path;
  throw InputError(
      fmt::format("{}: cannot open: there is no such file; most runs remove their checkpoint when they finish", path));
}

}  // namespace

OpenCheckpoint::OpenCheckpoint(const std::string& path, const std::string& kind, const Json& problem) : file_(present(path)) {
  const Checkpoint checkpoint = read_whole(file_, path, kind);
  const Json ours = parse_json(to_text(problem), path);  // as it looks after writing and reading
  if (checkpoint.problem != ours) {
    throw InputError(
        fmt::format("{}: this is a checkpoint of another run: {}. Give the input and the options of that run, or leave out {}",
                    path, difference(checkpoint.problem, ours), option("resume")));
  }
  payload_ = checkpoint.payload;
}

std::vector<std::byte> read_checkpoint(const std::string& path, const std::string& kind, const Json& problem) {
  const OpenCheckpoint checkpoint(path, kind, problem);
  return {checkpoint.payload().begin(), checkpoint.payload().end()};
}

bool is_checkpoint_of(const std::string& path, const std::string& kind, const Json& problem) {
  try {
    const OpenCheckpoint checkpoint(path, kind, problem);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::optional<std::vector<std::byte>> peek_checkpoint(const std::string& path, const std::string& kind) {
  try {
    const MappedFile file(path);
    const Checkpoint checkpoint = read_whole(file, path, kind);
    return std::vector<std::byte>(checkpoint.payload.begin(), checkpoint.payload.end());
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace wreath
