// SPDX-License-Identifier: MIT
#include "core/io/scratch_file.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

std::span<const std::byte> text(const std::string& characters) {
  return std::as_bytes(std::span(characters));
}

TEST(ScratchFileTest, GivesBackWhatWasWritten) {
  const test::TestFolder folder;
  ScratchFile file(folder.path(), "tests");
  EXPECT_EQ(file.size(), 0U);
  file.append(text("one"));
  file.append(text("two"));
  file.write_at(1, text("NE"));
  EXPECT_EQ(file.size(), 6U);
  std::string all(6, ' ');
  file.read_at(0, std::as_writable_bytes(std::span(all)));
  EXPECT_EQ(all, "oNEtwo");
  file.truncate(4);
  EXPECT_EQ(file.size(), 4U);
  file.append(text("!"));
  all.resize(5);
  file.read_at(0, std::as_writable_bytes(std::span(all)));
  EXPECT_EQ(all, "oNEt!");
  EXPECT_EQ(folder.entries(), 0U);  // it has no name
}

TEST(ScratchFileTest, FailuresNameTheFolder) {
  const test::TestFolder folder;
  ScratchFile file(folder.path(), "tests");
  file.append(text("four"));
  std::string more(5, ' ');
  const std::string message = test::message_of<ResourceError>([&] { file.read_at(0, std::as_writable_bytes(std::span(more))); });
  EXPECT_NE(message.find(folder.path()), std::string::npos) << message;
  EXPECT_NE(message.find("scratch file of tests"), std::string::npos) << message;
  EXPECT_NE(message.find("ends there"), std::string::npos) << message;
  ScratchFile nowhere(folder.file("missing"), "tests");
  EXPECT_THROW(nowhere.append(text("x")), ResourceError);
}

TEST(ScratchFileTest, TheFolderIsChecked) {
  const test::TestFolder folder;
  EXPECT_EQ(scratch_folder(folder.path()), folder.path());
  EXPECT_FALSE(scratch_folder("").empty());
  EXPECT_THROW(scratch_folder(folder.file("missing")), InputError);
}

}  // namespace
}  // namespace wreath
