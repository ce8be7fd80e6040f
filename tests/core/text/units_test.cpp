// SPDX-License-Identifier: MIT
#include "core/text/units.hpp"

#include <gtest/gtest.h>

#include "wreath/run.hpp"

namespace wreath {
namespace {

TEST(ParseSize, ReadsPowersOf1024) {
  EXPECT_EQ(parse_size("4096"), 4096U);
  EXPECT_EQ(parse_size("1K"), 1024U);
  EXPECT_EQ(parse_size("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_size("8g"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_size("1.5T"), std::uint64_t{3} << 39);
  EXPECT_EQ(parse_size("18446744073709551615"), ~std::uint64_t{0});
}

TEST(ParseSize, RefusesWhatIsNoSize) {
  for (const char* text :
       {"", "3Q", "G", "-1", "1 G", "1GB", "0x10", "1.5", "1..5G", "18446744073709551616", "17179869184G", "1e9"}) {
    EXPECT_THROW(parse_size(text), InputError) << text;
  }
}

TEST(ParseCount, ReadsPowersOfTwo) {
  EXPECT_EQ(parse_count("2^27"), std::uint64_t{1} << 27);
  EXPECT_EQ(parse_count("2^0"), 1U);
  EXPECT_EQ(parse_count("10^6"), 1000000U);
  EXPECT_EQ(parse_count("1e9"), 1000000000U);
  EXPECT_EQ(parse_count("16M"), std::uint64_t{1} << 24);
  for (const char* text : {"2^64", "2^", "2^x", "3^4", "10^20", "1e20", "many"})
    EXPECT_THROW(parse_count(text), InputError) << text;
}

TEST(Format, WritesForPeople) {
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(std::uint64_t{3} << 29), "1.5 GiB");
  EXPECT_EQ(format_count(7505009), "7,505,009");
  EXPECT_EQ(format_count(12), "12");
  EXPECT_EQ(format_count(123), "123");
  EXPECT_EQ(format_count(1234), "1,234");
  EXPECT_EQ(group_digits("244823040"), "244,823,040");
  EXPECT_EQ(group_digits("infinite"), "infinite");
  EXPECT_EQ(group_digits("100000000000000000000000"), "100,000,000,000,000,000,000,000");
  EXPECT_EQ(format_rate(2.5e9, "points"), "2.50 G points/s");
  EXPECT_EQ(format_seconds(0.0000042), "4 us");
  EXPECT_EQ(format_seconds(0.0123), "12.3 ms");
  EXPECT_EQ(format_seconds(12.345), "12.35 s");
  EXPECT_EQ(format_seconds(125), "2 min 05 s");
  EXPECT_EQ(format_seconds(7260), "2 h 01 min");
}

}  // namespace
}  // namespace wreath
