// SPDX-License-Identifier: MIT
#include "core/io/output_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

using test::message_of;
using test::read_text;
using test::TestFolder;
using test::write_text;

TEST(OutputFile, AppearsWholeOrNotAtAll) {
  const TestFolder folder;
  const std::string path = folder.file("out");
  {
    OutputFile file(path);
    file.write(bytes_of("half"));
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_EQ(folder.entries(), 0U);  // abandoned: nothing stays behind
  {
    OutputFile file(path);
    file.write(bytes_of("who"));
    file.write(bytes_of("le"));
    file.commit();
  }
  EXPECT_EQ(read_text(path), "whole");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, KeepsTheOldFileUntilTheNewOneIsWhole) {
  const TestFolder folder;
  const std::string path = folder.file("out");
  write_text(path, "old");
  OutputFile file(path);
  file.write(bytes_of("new"));
  EXPECT_EQ(read_text(path), "old");
  file.commit();
  EXPECT_EQ(read_text(path), "new");
}

TEST(OutputFile, ReplacesWhatALinkLeadsTo) {
  const TestFolder folder;
  write_text(folder.file("target"), "old");
  std::filesystem::create_symlink(folder.file("target"), folder.file("link"));
  OutputFile file(folder.file("link"));
  file.write(bytes_of("new"));
  file.commit();
  EXPECT_EQ(read_text(folder.file("target")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
}

TEST(OutputFile, MakesWhatALinkLeadsToAndRefusesLoops) {
  const TestFolder folder;
  std::filesystem::create_symlink("second", folder.file("first"));
  std::filesystem::create_symlink("target", folder.file("second"));
  {
    OutputFile file(folder.file("first"));
    file.write(bytes_of("new"));
    file.commit();
  }
  EXPECT_EQ(read_text(folder.file("target")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("second")));
  std::filesystem::create_symlink("round", folder.file("and"));
  std::filesystem::create_symlink("and", folder.file("round"));
  EXPECT_NE(message_of<InputError>([&] { OutputFile(folder.file("and")); }).find("symbolic links"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("and")));
}

TEST(OutputFile, RefusesTargetsThatCannotBe) {
  const TestFolder folder;
  EXPECT_NE(message_of<InputError>([&] { OutputFile(folder.file("none/out")); }).find("No such file"), std::string::npos);
  EXPECT_NE(message_of<InputError>([&] { OutputFile file(folder.path()); }).find("this is a folder"), std::string::npos);
  EXPECT_THROW(OutputFile(""), InputError);
  EXPECT_THROW(OutputFile("-"), InputError);
}

TEST(OutputFile, SaysWhenTheDiskIsTooSmall) {
  const TestFolder folder;
  OutputFile file(folder.file("out"));
  const std::string message = message_of<ResourceError>([&] { file.reserve(std::uint64_t{1} << 60); });
  EXPECT_NE(message.find("this needs 1.0 EiB of disk space"), std::string::npos) << message;
}

TEST(OutputFile, ReportsAFullDevice) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  OutputFile file("/dev/full");
  EXPECT_NE(message_of<ResourceError>([&] { file.write(bytes_of("x")); }).find("No space left"), std::string::npos);
}

TEST(OutputFile, PartialFilesStayOnceTheyAreToBeKept) {
  const TestFolder folder;
  const std::string path = folder.file("out");
  const std::string partial = folder.file("out.1.partial");
  EXPECT_THROW(OutputFile(path, partial, OutputFile::Partial::resume), InputError);
  { OutputFile(path, partial, OutputFile::Partial::fresh).write_at(0, bytes_of("AB")); }
  EXPECT_EQ(folder.entries(), 0U);
  {
    OutputFile file(path, partial, OutputFile::Partial::fresh);
    file.write_at(0, bytes_of("AB"));
    file.keep();
    EXPECT_THROW(OutputFile(path, partial, OutputFile::Partial::resume), InputError);  // in use
  }
  EXPECT_EQ(read_text(partial), "AB");
  EXPECT_THROW(OutputFile(path, partial, OutputFile::Partial::fresh), InputError);  // not over an earlier one
  OutputFile file(path, partial, OutputFile::Partial::resume);
  EXPECT_EQ(file.size(), 2U);
  EXPECT_EQ(file.read_start(1), "A");
  file.write_at(2, bytes_of("CD"));
  file.commit();
  EXPECT_EQ(read_text(path), "ABCD");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, KeepsTheRightsOfTheFileItReplaces) {
  const TestFolder folder;
  write_text(folder.file("out"), "old");
  std::filesystem::permissions(folder.file("out"), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  OutputFile file(folder.file("out"));
  file.commit();
  EXPECT_EQ(std::filesystem::status(folder.file("out")).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace
}  // namespace wreath
