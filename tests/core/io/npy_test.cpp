// SPDX-License-Identifier: MIT
#include "core/io/npy.hpp"

#include <gtest/gtest.h>

#include <array>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

using test::message_of;
using test::TestFolder;
using test::write_text;

std::string file_with(const std::string& dictionary, const std::string& data, char major = 1) {
  std::string text = std::string("\x93NUMPY") + major + '\0';
  text += static_cast<char>(dictionary.size() & 0xFF);
  text += static_cast<char>(dictionary.size() >> 8);
  if (major > 1) text += std::string(2, '\0');
  return text + dictionary + data;
}

NpyHeader parse(const std::string& file) {
  return parse_npy_header(std::as_bytes(std::span(file)), file.size(), "a.npy");
}

TEST(Npy, HeaderSurvivesTheRoundTrip) {
  const std::array<std::uint64_t, 2> shape{3, 5};
  const std::string header = make_npy_header('u', 2, shape);
  EXPECT_EQ(header.size() % 64, 0U);
  const NpyHeader parsed = parse(header + std::string(30, 'x'));
  EXPECT_EQ(parsed.type(), "<u2");
  EXPECT_EQ(parsed.shape, (std::vector<std::uint64_t>{3, 5}));
  EXPECT_FALSE(parsed.fortran_order);
  EXPECT_EQ(parsed.data_offset, header.size());
}

TEST(Npy, ReadsWhatNumpyWrites) {
  // numpy.save of numpy.arange(3), as bytes.
  const std::string dictionary = "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }" + std::string(60, ' ') + "\n";
  EXPECT_EQ(parse(file_with(dictionary, std::string(24, '\0'))).count(), 3U);
  EXPECT_EQ(parse(file_with(dictionary, std::string(24, '\0'), 2)).count(), 3U);
  EXPECT_EQ(parse(file_with("{\"shape\": (), \"descr\": \"|u1\", \"fortran_order\": True}", "x")).count(), 1U);
  EXPECT_EQ(parse(file_with("{'descr': '<u4', 'fortran_order': False, 'shape': (0, 7)}", "")).count(), 0U);
}

TEST(Npy, NamesWhatIsWrong) {
  const std::string good = "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }";
  const auto complaint = [](const std::string& file) { return message_of<InputError>([&] { parse(file); }); };
  EXPECT_EQ(complaint("P5 a picture"), "a.npy: this is not an .npy file (write one with numpy.save)");
  EXPECT_EQ(complaint(""), "a.npy: this is not an .npy file (write one with numpy.save)");
  EXPECT_EQ(complaint(file_with(good, "").substr(0, 11)), "a.npy: the .npy header is cut short");
  EXPECT_EQ(complaint(file_with(good, "").substr(0, 30)), "a.npy: the .npy header is cut short");
  EXPECT_EQ(complaint(file_with(good, std::string(12, 'x'), 9)),
            "a.npy: .npy format version 9.0 is not supported (1, 2 and 3 are)");
  EXPECT_EQ(complaint(file_with(good, std::string(11, 'x'))),
            "a.npy: the file is cut short: its shape (3) needs 12 bytes of data, but it has 11");
  EXPECT_EQ(complaint(file_with(good, std::string(13, 'x'))), "a.npy: 1 byte follows the end of the array");
}

TEST(Npy, RefusesBadDictionaries) {
  for (const char* dictionary :
       {"", "{", "{}", "[1]", "{'descr': '<u4'}", "{'descr': '<u4', 'fortran_order': False, 'shape': (3,)} x",
        "{'descr': '<u4', 'fortran_order': Maybe, 'shape': (3,)}", "{'descr': '<u4', 'fortran_order': False, 'shape': (-3,)}",
        "{'descr': '<u4', 'fortran_order': False, 'shape': 3}", "{'descr': '<u4', 'descr': '<u4', 'shape': (3,)}",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
        "{'descr': '<u4x', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': [('a', '<u4')], 'fortran_order': False, 'shape': (3,)}", "{'descr: '<u4'",
        "{'descr': '<u4', 'fortran_order': False, 'shape': (3,)"}) {
    EXPECT_THROW(parse(file_with(dictionary, std::string(12, 'x'))), InputError) << dictionary;
  }
}

TEST(NpyFile, AsksForIntegers) {
  const TestFolder folder;
  const std::string path = folder.file("a.npy");
  const auto complaint = [&](const std::string& type, const std::string& shape, std::size_t bytes,
                             const std::string& order = "False") {
    write_text(path, file_with("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + "}\n",
                               std::string(bytes, 'x')));
    return message_of<InputError>([&] { NpyFile(path, 1); });
  };
  EXPECT_NE(complaint("<f8", "(2,)", 16).find("an array of integers is needed, but this is an array of <f8"), std::string::npos);
  EXPECT_NE(complaint("<U1", "(2,)", 8).find("this is an array of text (<U1)"), std::string::npos);
  EXPECT_NE(complaint("<u4", "(2,)", 9).find("1 byte follows the end"), std::string::npos);
  EXPECT_NE(complaint("<u4", "(2, 1)", 8).find("1 dimension is needed, but this one has shape (2, 1)"), std::string::npos);
  EXPECT_NE(complaint("|V5", "(2,)", 10).find("integers"), std::string::npos);
  EXPECT_THROW(NpyFile(folder.file("none.npy"), 1), InputError);
  EXPECT_THROW(NpyFile(folder.path(), 1), InputError);
}

TEST(NpyFile, MapsTheData) {
  const TestFolder folder;
  const std::array<std::uint64_t, 1> shape{3};
  const std::array<std::uint16_t, 3> values{7, 0, 65535};
  write_text(folder.file("a.npy"), make_npy_header('u', 2, shape) + std::string(reinterpret_cast<const char*>(values.data()), 6));
  const NpyFile file(folder.file("a.npy"), 1);
  const auto data = file.data<std::uint16_t>();
  EXPECT_TRUE(std::equal(data.begin(), data.end(), values.begin(), values.end()));
}

TEST(NpyFile, TurnsBigEndianAndFortranOrderRound) {
  const TestFolder folder;
  const auto header = [](const char* type, const char* order, const char* shape) {
    std::string text = std::string("{'descr': '") + type + "', 'fortran_order': " + order + ", 'shape': " + shape + "}";
    return text.append((63 - (10 + text.size()) % 64) % 64, ' ') + "\n";  // so that the data is aligned
  };
  const std::string big("\0\1\0\2\0\3\1\0\1\1\1\2", 12);  // 1 2 3 256 257 258
  write_text(folder.file("a.npy"), file_with(header(">u2", "False", "(2, 3)"), big));
  write_text(folder.file("b.npy"), file_with(header(">u2", "True", "(2, 3)"), big));
  write_text(folder.file("c.npy"), file_with(header("|u1", "True", "(3,)"), "abc"));
  const auto read = [&]<class Value>(const char* name, unsigned dimensions, Value) {
    const NpyFile file(folder.file(name), dimensions);
    EXPECT_TRUE(file.header().is_native());
    const auto data = file.data<Value>();
    return std::vector<unsigned>(data.begin(), data.end());
  };
  EXPECT_EQ(read("a.npy", 2, std::uint16_t{}), (std::vector<unsigned>{1, 2, 3, 256, 257, 258}));
  EXPECT_EQ(read("b.npy", 2, std::uint16_t{}), (std::vector<unsigned>{1, 3, 257, 2, 256, 258}));
  EXPECT_EQ(read("c.npy", 1, std::uint8_t{}), (std::vector<unsigned>{'a', 'b', 'c'}));
}

}  // namespace
}  // namespace wreath
