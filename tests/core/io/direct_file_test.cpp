// SPDX-License-Identifier: MIT
#include "core/io/direct_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/data/huge_array.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

// Past the cache only whole blocks can be read, so the rest of a block is read once more, which must come to an end.
TEST(DirectFileTest, AFileCutInsideABlockIsAnError) {
  const test::TestFolder folder;
  for (const std::size_t size : {0UL, 100UL, 4096UL, 4096UL + 100}) {
    const std::string path = folder.file("cut");
    std::ofstream(path, std::ios::binary) << std::string(size, 'x');
    const DirectFile file = DirectFile::for_reading(path);
    HugeArray<std::byte> memory(3 * kDiskBlock);
    const std::string message = test::message_of<ResourceError>([&] { file.read_at(0, memory.span(), 2 * kDiskBlock); });
    EXPECT_NE(message.find("at byte " + std::to_string(size) + ": the file ends there"), std::string::npos) << message;
    file.read_at(0, memory.span(), size);
    EXPECT_EQ(std::count(memory.begin(), memory.begin() + size, std::byte{'x'}), static_cast<std::ptrdiff_t>(size));
  }
}

}  // namespace
}  // namespace wreath
