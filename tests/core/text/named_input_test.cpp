// SPDX-License-Identifier: MIT
#include "core/text/named_input.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

TEST(NamedInput, IsWhicheverExists) {
  const test::TestFolder folder;
  const std::string file = folder.file("sl2z");
  EXPECT_FALSE(means_file(file, false, "group"));
  EXPECT_FALSE(means_file(file, true, "group"));
  test::write_text(file, "<a>");
  EXPECT_TRUE(means_file(file, false, "group"));
  EXPECT_FALSE(means_file("builtin:" + file, true, "group"));
  EXPECT_FALSE(means_file(std::string(100'000, 'a'), false, "group"));  // too long for a file's name
}

TEST(NamedInput, BothAreRefusedAndNamed) {
  const test::TestFolder folder;
  const std::string file = folder.file("sl2z");
  test::write_text(file, "<a>");
  EXPECT_EQ(test::message_of<InputError>([&] { means_file(file, true, "group"); }),
            "'" + file + "' is both a file and a built-in group: write ./" + file + " for the file or builtin:" + file +
                " for the group");
}

TEST(NamedInput, FoldersCountWhereTheyAreRead) {
  const test::TestFolder folder;
  EXPECT_FALSE(means_file(folder.path(), true, "scheme"));
  EXPECT_TRUE(means_file(folder.path(), false, "scheme", Accepts::files_and_folders));
  EXPECT_THROW(means_file(folder.path(), true, "scheme", Accepts::files_and_folders), InputError);
}

TEST(NamedInput, ThePrefixIsNotPartOfTheName) {
  EXPECT_EQ(without_builtin("builtin:surface:2"), "surface:2");
  EXPECT_EQ(without_builtin("surface:2"), "surface:2");
  EXPECT_EQ(without_builtin("builtin"), "builtin");
}

}  // namespace
}  // namespace wreath
