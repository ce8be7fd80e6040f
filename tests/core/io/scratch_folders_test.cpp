// SPDX-License-Identifier: MIT
#include "core/io/scratch_folders.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

using test::message_of;

class ScratchFoldersTest : public testing::Test {
 protected:
  ScratchFoldersTest() {
    for (const std::string& path : {a_, b_}) std::filesystem::create_directory(path);
  }
  static std::string lock_in(const std::string& folder) { return folder + "/.wreath-scratch.lock"; }

  test::TestFolder folder_;
  std::string a_ = folder_.file("a");
  std::string b_ = folder_.file("b");
};

TEST_F(ScratchFoldersTest, EachIsLookedFor) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(scratch_folder_list({a_, b_}, ""), (Names{a_, b_}));
  EXPECT_EQ(scratch_folder_list({a_ + "/../b"}, ""), Names{b_});
  EXPECT_EQ(scratch_folder_list({}, a_), Names{a_});
  EXPECT_EQ(scratch_folder_list({}, ""), Names{std::filesystem::canonical(std::filesystem::temp_directory_path()).string()});
  EXPECT_NE(message_of<InputError>([&] {
              scratch_folder_list({a_, a_ + "/none"}, "");
            }).find(a_ + "/none: no such"),
            std::string::npos);
}

TEST_F(ScratchFoldersTest, AreLockedWhileTheyAreUsed) {
  {
    const ScratchFolders held({a_, b_}, "");
    EXPECT_TRUE(std::filesystem::exists(lock_in(a_)));
    EXPECT_NE(message_of<InputError>([&] { ScratchFolders({b_}, ""); }).find(b_ + ": another run has its scratch files there"),
              std::string::npos);
  }
  EXPECT_FALSE(std::filesystem::exists(lock_in(a_)));
  test::write_text(lock_in(b_), "");  // left by a run that was killed: it is a name only
  const ScratchFolders again({b_, a_}, "");
  EXPECT_EQ(again.paths().size(), 2U);
}

// What one folder of several cannot give must not stay locked.
TEST_F(ScratchFoldersTest, NothingStaysLockedWhereOneIsInUse) {
  const ScratchFolders held({b_}, "");
  EXPECT_THROW((ScratchFolders({a_, b_}, "")), InputError);
  const ScratchFolders free({a_}, "");
  EXPECT_THROW((ScratchFolders({b_, b_}, "")), InputError);  // twice the same
}

TEST_F(ScratchFoldersTest, FoldersOfOneDiskShareItsSpace) {
  const ScratchFolders folders({a_, b_}, "");
  folders.require_space(1000);
  const std::uint64_t free = std::filesystem::space(a_).available;
  EXPECT_NE(message_of<ResourceError>([&] { folders.require_space(free + free / 2); }).find("of scratch space in " + b_),
            std::string::npos);
}

}  // namespace
}  // namespace wreath
