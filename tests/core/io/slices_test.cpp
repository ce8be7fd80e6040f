// SPDX-License-Identifier: MIT
#include "core/io/slices.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace wreath {
namespace {

std::string counted_text(std::size_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>(i * 2654435761U >> 24);
  return text;
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Parts that begin and end anywhere, slices that divide them or not.
TEST(SliceReaderTest, ReadsAPartInOrder) {
  const test::TestFolder folder;
  const std::string text = counted_text(100001);
  test::write_text(folder.file("x"), text);
  const DirectFile file = DirectFile::for_reading(folder.file("x"));
  AsyncIo io(3);
  for (const std::uint64_t begin : {0UL, 1UL, 128UL, 4096UL, 50000UL}) {
    for (const std::uint64_t end : {50000UL, 50001UL, 98304UL, 100001UL}) {
      for (const std::size_t slice : {5UL, 4096UL, 5000UL, 200000UL}) {
        if (slice == 5 && end - begin > 60000) continue;
        SliceReader slices(io, {&file, begin, end}, slice, 3);
        std::string read;
        while (slices.has_next()) {
          const auto bytes = slices.next();
          EXPECT_EQ(bytes.size(), std::min<std::uint64_t>(slice, end - begin - read.size()));
          read += text_of(bytes);
        }
        EXPECT_TRUE(read == text.substr(begin, end - begin)) << begin << " " << end << " " << slice;
      }
    }
  }
}

TEST(SliceReaderTest, HoldsSlicesWhileOthersAreTaken) {
  const test::TestFolder folder;
  const std::string text = counted_text(50000);
  test::write_text(folder.file("x"), text);
  const DirectFile file = DirectFile::for_reading(folder.file("x"));
  AsyncIo io(2);
  constexpr unsigned kHeld = 4;
  SliceReader slices(io, {&file, 0, text.size()}, 1000, 2, kHeld);
  std::vector<std::span<const std::byte>> taken;
  while (slices.has_next()) {
    taken.push_back(slices.next());
    const std::size_t first = taken.size() > kHeld ? taken.size() - kHeld : 0;
    for (std::size_t slice = first; slice < taken.size(); ++slice)
      ASSERT_TRUE(text_of(taken[slice]) == text.substr(slice * 1000, 1000)) << slice;
  }
}

TEST(SliceWriterTest, WritesAFileOfAnyLength) {
  const test::TestFolder folder;
  for (const std::size_t size : {0UL, 1UL, 4096UL, 4097UL, 81920UL, 100000UL}) {
    const std::string text = counted_text(size);
    const std::string path = folder.file("x" + std::to_string(size));
    const DirectFile file = DirectFile::named(path, DirectFile::Named::fresh);
    AsyncIo io(2);
    SliceWriter writer(io, file, 0, 8192, 3);
    for (std::size_t at = 0; at < size; at += 8192) {
      const std::size_t bytes = std::min<std::size_t>(8192, size - at);
      const auto to = writer.buffer();
      std::copy_n(reinterpret_cast<const std::byte*>(text.data()) + at, bytes, to.begin());
      writer.write(bytes);
    }
    writer.finish();
    EXPECT_TRUE(test::read_text(path) == text) << size;
  }
}

}  // namespace
}  // namespace wreath
