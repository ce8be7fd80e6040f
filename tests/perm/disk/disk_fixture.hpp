// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/io/npy.hpp"
#include "perm/files/map_source.hpp"
#include "perm/plan/plan.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm {

using Values = std::vector<std::uint64_t>;

/// Small blocks, chunks and slices, so that a few thousand points make many of each.
inline constexpr DiskLayout kTiny{
    .always = true, .hold_whole = false, .block_bits = 12, .chunk_words = 4096, .slice_points = 4096};
/// On disk, though the memory would do, as the planner plans it.
inline constexpr DiskLayout kOnDisk{.always = true};

class DiskTest : public testing::Test {
 protected:
  /// An .npy file with values of `width` bytes, which start at a page or not.
  std::string save(const std::string& name, const Values& values, unsigned width, char kind = 'u', bool page = true) {
    std::string header = "{'descr': '" + (width == 5 ? std::string("|V5") : order_ + kind + std::to_string(width)) +
                         "', 'fortran_order': False, 'shape': (" + std::to_string(values.size()) + ",), }";
    const std::size_t start = page ? 4096 : 128;
    header.append(start - 10 - header.size() - 1, ' ');
    header += '\n';
    std::string text = "\x93NUMPY\x01";
    text += '\0';
    text += static_cast<char>(header.size() & 0xFF);
    text += static_cast<char>(header.size() >> 8);
    text += header;
    for (const std::uint64_t value : values) {
      text.append(reinterpret_cast<const char*>(&value), width);
      if (order_ == ">") std::reverse(text.end() - width, text.end());
    }
    wreath::test::write_text(folder_.file(name), text);
    return folder_.file(name);
  }
  static Values load(const std::string& path) {
    const NpyFile file = NpyFile::of_points(path);
    Values values(file.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::memcpy(&values[i], file.file().bytes().data() + file.header().data_offset + i * file.header().item_bytes,
                  file.header().item_bytes);
    }
    return values;
  }
  static Map open(const std::string& path) { return Map::from_file(path); }
  static Values permutation(std::size_t points, std::uint64_t seed) {
    std::vector<std::uint32_t> x(points);
    random(std::span<std::uint32_t>(x), seed);
    return {x.begin(), x.end()};
  }
  FileOptions how(unsigned threads = 0) const { return {.machine = {.threads = threads}, .disk = layout_}; }

  std::string order_ = "<";  // of the bytes that save writes
  wreath::test::TestFolder folder_;
  std::string out_ = folder_.file("z.npy");
  RunControl run_;
  DiskLayout layout_ = kTiny;
};

}  // namespace wreath::perm
