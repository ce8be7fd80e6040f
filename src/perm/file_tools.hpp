// SPDX-License-Identifier: MIT
//
// What the file operations share.
#pragma once

#include <span>
#include <string>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "perm/files.hpp"
#include "perm/map_source.hpp"
#include "perm/scratch.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// Says which value of which file is no point of which other; `first` is the index of the slice's first point.
[[noreturn]] void throw_point_error(const PointError& error, const MapSource& x, const MapSource& y, std::uint64_t first);

/// Whether an operation that takes so much memory is done on disk.
bool goes_to_disk(const MapSource& x, const MapSource* y, std::uint64_t memory, const RunControl& run);

inline Options with_run(Options options, RunControl& run) {
  options.run = &run;
  return options;
}

/// Writes an array as .npy and gives the file its name.
template <class Value>
void write_array(OutputFile& file, char kind, std::span<const Value> values, RunControl& run) {
  const auto timer = run.phase("write");
  const std::uint64_t shape[] = {values.size()};
  const std::string header = make_npy_header(kind, sizeof(Value), shape);
  file.reserve(header.size() + values.size_bytes());
  file.write(bytes_of(header));
  file.write(std::as_bytes(values));
  file.commit();
}

}  // namespace wreath::perm
