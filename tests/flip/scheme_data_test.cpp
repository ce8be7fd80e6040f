// SPDX-License-Identifier: MIT
//
// Every file of data/schemes matches its name: SHAPE-RANK.txt, or SHAPE-RANK-RING....txt with a ring F2, ZT, Z or Q.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "wreath/flip/files.hpp"

namespace wreath::flip {
namespace {

TEST(SchemeData, FilesAreWhatTheirNamesSay) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WREATH_SCHEMES)) {
    const std::string name = entry.path().filename().string();
    if (name == "README.md") continue;
    SCOPED_TRACE(name);
    std::smatch parts;
    ASSERT_TRUE(std::regex_match(name, parts, std::regex(R"((\d+x\d+x\d+)-(\d+)(?:-(F2|ZT|Z|Q))?(?:-\w+)?\.(?:txt|json))")));
    const VerifiedScheme file = read_rational_scheme(entry.path().string());
    EXPECT_EQ(to_string(file.scheme.shape), parts[1].str());
    EXPECT_EQ(std::to_string(file.scheme.rank()), parts[2].str());
    if (parts[3].matched) {
      EXPECT_EQ(to_string(file.ring), parts[3].str());
    }
    if (file.ring != Ring::rationals) {
      EXPECT_NO_THROW((void)read_scheme(entry.path().string()));
    }
    ++files;
  }
  EXPECT_GE(files, 3u);
}

}  // namespace
}  // namespace wreath::flip
