// SPDX-License-Identifier: MIT
#include "core/io/distinct_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

TEST(DistinctFiles, AreToldApartByTheFileAndNotByItsName) {
  const test::TestFolder folder;
  const std::string a = folder.file("a");
  EXPECT_NO_THROW(require_distinct_files({{"one", a}, {"two", folder.file("b")}, {"none", ""}, {"nor", ""}}, {{"x", ""}}));
  EXPECT_NO_THROW(require_distinct_files({{"one", "/dev/null"}, {"two", "/dev/null"}}));
  EXPECT_THROW(require_distinct_files({{"one", a}}, {{"x", folder.path() + "/./a"}}), InputError);
  test::write_text(a, "");
  std::filesystem::create_symlink(a, folder.file("link"));
  EXPECT_EQ(test::message_of<InputError>([&] {
              require_distinct_files({{"one", a}, {"two", folder.file("link")}});
            }),
            a + ": one and two are the same file; name another");
}

}  // namespace
}  // namespace wreath
