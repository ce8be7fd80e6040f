// SPDX-License-Identifier: MIT
#include "core/io/byte_writer.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/data/hash.hpp"
#include "core/io/byte_reader.hpp"

namespace wreath {
namespace {

TEST(ByteWriter, CollectsCountsAndHandsOnTheSame) {
  std::vector<std::uint32_t> values(700001);
  std::iota(values.begin(), values.end(), 0U);
  const auto write = [&](ByteWriter& writer) {
    writer.put(std::uint8_t{7});
    writer.put_all(std::span<const std::uint32_t>(values));
    for (std::uint64_t i = 0; i < 300000; ++i) writer.put(i);
    writer.put_items(std::span<const std::uint32_t>(values).first(3));
  };
  ByteWriter all;
  write(all);
  const std::uint64_t size = all.size();
  const std::vector<std::byte> bytes = all.take();
  EXPECT_EQ(bytes.size(), size);
  ByteWriter count = ByteWriter::counting();
  write(count);
  EXPECT_EQ(count.size(), size);
  std::vector<std::byte> handed;
  ByteHash hash(size, 5);
  ByteWriter stream([&](std::span<const std::byte> piece) {
    handed.insert(handed.end(), piece.begin(), piece.end());
    hash.add(piece);
  });
  write(stream);
  stream.flush();
  EXPECT_EQ(handed, bytes);
  EXPECT_EQ(hash.value(), hash_bytes(bytes, 5));
  ByteReader reader(bytes, "a.ck");
  EXPECT_EQ(reader.value<std::uint8_t>(), 7);
  std::vector<std::uint32_t> again;
  reader.array_into<std::uint32_t>(again);
  EXPECT_EQ(again, values);
  reader.take(300000 * sizeof(std::uint64_t));
  EXPECT_THROW(reader.array<std::uint32_t>(), InputError) << "three more numbers are not an array";
}

TEST(ByteHash, PiecesOfAnyLength) {
  std::vector<std::byte> bytes(100);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + 1);
  for (std::size_t one = 0; one < 20; ++one) {
    for (std::size_t two = 0; two < 20; ++two) {
      ByteHash hash(bytes.size());
      hash.add(std::span(bytes).first(one));
      hash.add(std::span(bytes).subspan(one, two));
      hash.add(std::span(bytes).subspan(one + two));
      ASSERT_EQ(hash.value(), hash_bytes(bytes)) << one << " " << two;
    }
  }
}

}  // namespace
}  // namespace wreath
