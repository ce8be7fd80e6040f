// SPDX-License-Identifier: MIT
//
// What those who work on files share.
#pragma once

#include <span>
#include <string>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "perm/files/map_source.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {

/// Work on files, and the plan by which it is carried out.
struct Request {
  const MapSource* x;  // null for a random permutation
  const MapSource* y;  // null where there is none
  std::string output;
  const FileOptions& options;
  RunControl& run;
  Plan plan = {};

  /// Of what was done: all of it, or nothing.
  FileReport report(bool whole) const { return {plan.task.source, whole ? plan.task.source : 0, plan.task.value_bytes, 0}; }
};

/// For arrays that are in memory.
inline Options array_options(const FileOptions& options) {
  return {.machine = options.machine, .method = options.method};
}

/// convert_file, of which format/ has the part that writes text.
FileReport convert_to_npy(const Map& x, unsigned point_bytes, const std::string& output, const FileOptions& options,
                          RunControl* run);
/// Writes x with points of task.value_bytes bytes, a slice at a time (convert.cpp).
FileReport convert_points(const Request& request);

/// The whole name of a file that need not be there.
std::string absolute_path(const std::string& path);
/// A number that no other run has, for the names of the files that it leaves unfinished.
std::uint64_t fresh_run_id();

/// The unfinished result of a run that can be resumed: beside the file that is to be written, also where its name is a link.
std::string partial_path(const std::string& output, std::uint64_t run_id);
/// The number by which the file system knows a file, which a file keeps when it is renamed; 0 where there is none.
std::uint64_t file_number(const std::string& path);
/// For a run that had finished its result, the partial file of this number, when it was killed: gives it its name, if it has not
/// got it. Throws InputError if it is gone; `checkpoint` is the file that refers to it.
void put_in_place(const std::string& output, const std::string& partial, std::uint64_t number, const std::string& checkpoint);

/// Writes bytes from `offset` on, a piece at a time, between which the run may stop: then throws Stopped.
inline void write_pieces(OutputFile& file, std::uint64_t offset, std::span<const std::byte> bytes, RunControl& run) {
  constexpr std::size_t kPiece = std::size_t{32} << 20;
  for (std::size_t done = 0; done < bytes.size(); done += kPiece) {
    StopCheck(run).look();
    file.write_at(offset + done, bytes.subspan(done, std::min(kPiece, bytes.size() - done)));
  }
}

/// Writes an array as .npy and gives the file its name. Throws Stopped.
template <class Value>
void write_array(OutputFile& file, char kind, std::span<const Value> values, RunControl& run) {
  const auto timer = run.phase("write");
  const std::uint64_t shape[] = {values.size()};
  const std::string header = make_npy_header(kind, sizeof(Value), shape);
  file.reserve(header.size() + values.size_bytes());
  file.write(bytes_of(header));
  write_pieces(file, header.size(), std::as_bytes(values), run);
  file.commit();
}

/// An .npy file between two steps of a computation; it goes away with the object. Its name goes away as soon as the next step has
/// opened it, and a file that is being written has none, so that a run that is killed leaves nothing.
class StepFile {
 public:
  /// In this folder, under a name of its own.
  explicit StepFile(const std::string& folder);
  /// A file that several ranks write and open: it keeps its name, the same on every rank, which follows from the output's.
  StepFile(const std::string& output, int number);
  ~StepFile();
  StepFile(const StepFile&) = delete;
  StepFile& operator=(const StepFile&) = delete;

  /// Where it is to be written.
  const std::string& path() const noexcept { return path_; }
  /// Once it is written.
  Map open();

 private:
  std::string path_;
  bool shared_ = false;
  int descriptor_ = -1;
};

}  // namespace wreath::perm
