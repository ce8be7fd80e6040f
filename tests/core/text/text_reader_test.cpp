// SPDX-License-Identifier: MIT
#include "core/text/text_reader.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

using test::message_of;

TEST(TextReader, TokensAndSpace) {
  TextReader reader("\xEF\xBB\xBF  name_1.x := # a comment\n -12 \\\n , \"a b\" .. ]", "f");
  EXPECT_EQ(reader.take_name(), "name_1.x");
  EXPECT_FALSE(reader.take("="));
  EXPECT_TRUE(reader.take(":="));
  EXPECT_EQ(reader.take_integer("it", 100), -12);
  EXPECT_TRUE(reader.take(","));
  EXPECT_EQ(reader.take_quoted("it"), "a b");
  EXPECT_EQ(reader.take_name(), "");
  EXPECT_TRUE(reader.take(".."));
  EXPECT_EQ(reader.peek(), ']');
  reader.advance();
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(reader.peek(), '\0');
  reader.advance();
  EXPECT_TRUE(reader.at_end());
}

TEST(TextReader, ErrorsHavePlaces) {
  TextReader reader("ab\n (c \x01", "f");
  EXPECT_EQ(reader.place(0), "1:1");
  EXPECT_EQ(reader.place(4), "2:2");
  EXPECT_EQ(message_of<InputError>([&] { reader.expect("(", "the call"); }), "f:1:1: expected '(' in the call, found 'a'");
  reader.go_to(7);
  EXPECT_EQ(message_of<InputError>([&] { reader.fail_expected("'x'"); }), "f:2:5: expected 'x', found the byte 0x01");
  reader.advance();
  EXPECT_EQ(message_of<InputError>([&] { reader.expect_close(')', 4, "the call"); }),
            "f:2:6: the text ends inside the call, whose '(' is at 2:2");
  EXPECT_EQ(message_of<InputError>([&] { TextReader("1234", "f").take_integer("it", 1000); }),
            "f:1:1: it is too large: it may be at most 1000");
  EXPECT_EQ(TextReader::shown("a\nb\xff"), "a?b?");
  EXPECT_EQ(TextReader::shown("\xc3\xa4-\xe2\x88\x9e\xf0\x9f\x8c\xb8"), "\xc3\xa4-\xe2\x88\x9e\xf0\x9f\x8c\xb8");  // UTF-8
  EXPECT_EQ(TextReader::shown("\xc3(\xc0\x80\xed\xa0\x80\xc2\x80\xe2\x88"), "?(?????????");                        // none
  EXPECT_EQ(message_of<InputError>([] { TextReader("\xc3\xa4", "f").fail_expected("it"); }),
            "f:1:1: expected it, found '\xc3\xa4'");
  EXPECT_EQ(TextReader::shown(std::string(40, 'x')), std::string(32, 'x') + "...");
}

}  // namespace
}  // namespace wreath
