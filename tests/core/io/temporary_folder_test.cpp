// SPDX-License-Identifier: MIT
#include "core/io/scratch_folders.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "wreath/run.hpp"

namespace wreath {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, GoesAwayWithWhatIsInIt) {
  std::string path;
  {
    const TemporaryFolder folder(fs::temp_directory_path().string(), "wreath-test-");
    const TemporaryFolder other(fs::temp_directory_path().string(), "wreath-test-");
    path = folder.path();
    EXPECT_NE(path, other.path());
    EXPECT_TRUE(fs::path(path).filename().string().starts_with("wreath-test-"));
    fs::create_directory(fs::path(path) / "inner");
    std::ofstream(fs::path(path) / "inner" / "file") << "text";
    EXPECT_TRUE(fs::exists(fs::path(path) / "inner" / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, TellsWhereNoneCanBeMade) {
  const std::string nowhere = (fs::temp_directory_path() / "wreath-test-no-such-folder" / "inner").string();
  try {
    const TemporaryFolder folder(nowhere, "x-", "name another");
    FAIL() << "made " << folder.path();
  } catch (const ResourceError& error) {
    EXPECT_NE(std::string(error.what()).find(nowhere), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("name another"), std::string::npos);
  }
}

}  // namespace
}  // namespace wreath
