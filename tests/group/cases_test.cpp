// SPDX-License-Identifier: MIT
//
// Groups whose orders and members GAP has computed: random ones, transitive ones, wreath products, PSL(2,q).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "wreath/group.hpp"

namespace wreath::group {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

class GroupCases : public testing::TestWithParam<int> {};

/// A quarter of the table in each test.
TEST_P(GroupCases, AgreeWithGap) {
  std::ifstream file(std::string(WREATH_TEST_DATA) + "/group_cases.tsv");
  std::string line;
  int number = 0;
  int seen = 0;
  while (std::getline(file, line)) {
    if (line.starts_with("#") || number++ % 4 != GetParam()) continue;
    ++seen;
    const std::vector<std::string> fields = split(line, '\t');
    ASSERT_EQ(fields.size(), 5U) << line;
    const std::uint64_t degree = std::stoull(fields[1]);
    Generators generators{.degree = degree};
    for (const std::string& text : split(fields[3], ';')) {
      generators.images.push_back(open_permutation(text, degree));
      generators.names.push_back("s" + std::to_string(generators.images.size()));
    }
    Group group(std::move(generators));
    ASSERT_TRUE(group.run());
    ASSERT_EQ(group.size().order.text(), fields[2]) << fields[0];
    ASSERT_TRUE(group.size().proven) << fields[0] << ": " << group.size().proof;
    for (const std::string& text : split(fields[4], ';')) {
      const Permutation x = open_permutation(text.substr(1), degree);
      ASSERT_EQ(group.contains(x), text[0] == 'y') << fields[0] << ": " << text;
      if (text[0] == 'y') {
        ASSERT_EQ(evaluate(*group.factor(x), group.generators()), x) << fields[0] << ": " << text;
      }
    }
  }
  EXPECT_GT(seen, 70);
}

INSTANTIATE_TEST_SUITE_P(Quarters, GroupCases, testing::Range(0, 4));

}  // namespace
}  // namespace wreath::group
