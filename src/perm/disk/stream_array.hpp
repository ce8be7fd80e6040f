// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/io/slices.hpp"
#include "perm/disk/disk_map.hpp"
#include "wreath/run.hpp"

namespace wreath::perm::disk {

/// Writes an .npy file from front to back: fill(first, to) puts the values first, first+1, ... False where the run was asked to
/// stop; there is then no file.
template <class Value, class Fill>
bool stream_array(const std::string& output, char kind, std::uint64_t points, const char* phase, RunControl& run,
                  const Fill& fill) {
  constexpr std::size_t kSlice = std::size_t{1} << 18;  // a multiple of kDiskBlock
  constexpr unsigned kBehind = 4;
  const auto timer = run.phase(phase);
  OutputFile file(output);
  const std::uint64_t shape[] = {points};
  const std::string header = make_npy_header(kind, sizeof(Value), shape);
  file.reserve(header.size() + disk_ceiling(points * sizeof(Value)));
  file.write_at(0, bytes_of(header));
  {
    const DirectFile direct = file.direct(header.size() % kDiskBlock == 0);
    AsyncIo io(kBehind);
    SliceWriter writer(io, direct, header.size(), kSlice * sizeof(Value), kBehind);
    for (std::uint64_t first = 0; first < points; first += kSlice) {
      if (run.should_stop()) return false;
      const std::size_t count = std::min<std::uint64_t>(kSlice, points - first);
      fill(first, as_points<Value>(writer.buffer()).first(count));
      writer.write(count * sizeof(Value));
      run.report({phase, first + count, points, "points"});
    }
    writer.finish();
  }
  file.commit();
  return true;
}

}  // namespace wreath::perm::disk
