// SPDX-License-Identifier: MIT
#include "word/automatic/structure_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "temporary_folder.hpp"
#include "wreath/word.hpp"

namespace wreath::word {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class StructureFile : public testing::Test {
 protected:
  wreath::test::TestFolder folder_;
  std::string path(const std::string& name) { return folder_.file(name); }
};

TEST_F(StructureFile, ComesBackTheSame) {
  for (const char* group : {"surface:2", "<x1,x2 | x1^2, x2^3, (x1*x2)^4>", "free:1"}) {
    Group::build(group).save(path("s"));
    EXPECT_TRUE(is_structure_file(path("s")));
    const AutomaticStructure first = read_structure(path("s"));
    write_structure(path("t"), first);
    EXPECT_EQ(content(path("s")), content(path("t")));
    EXPECT_TRUE(first.verified);
    EXPECT_EQ(Group::load(path("t")).balls(3), Group::build(group).balls(3));
  }
}

TEST_F(StructureFile, KeepsTheTrianglesOfTheGroup) {
  const Group group = Group::build("triangle:3,3,4");
  group.save(path("s"));
  AutomaticStructure structure = read_structure(path("s"));
  EXPECT_FALSE(structure.triangles);
  const ThinTriangles found = find_thin_triangles(group, find_hyperbolicity(group));
  structure.triangles = found;
  write_structure(path("t"), structure);
  EXPECT_EQ(content(path("s")).substr(0, 8), "WREATHW1");
  EXPECT_EQ(content(path("t")).substr(0, 8), "WREATHW2");

  const Group again = Group::load(path("t"));
  RunControl run;
  const Hyperbolicity hyperbolicity = find_hyperbolicity(again, {}, &run);
  const ThinTriangles kept = find_thin_triangles(again, hyperbolicity, {}, &run);
  EXPECT_EQ(std::ranges::count(run.phases(), "thin triangles", &Phase::name), 0);
  EXPECT_TRUE(kept.complete);
  EXPECT_EQ(kept.thinness, found.thinness);
  EXPECT_EQ(kept.differences, found.differences);
  EXPECT_EQ(kept.legs, found.legs);
  EXPECT_EQ(kept.rounds, found.rounds);
  EXPECT_FALSE(find_thin_triangles(again, hyperbolicity, {.rounds = 1}).complete) << "limits count, whatever is kept";
  again.save(path("u"));
  EXPECT_EQ(content(path("u")), content(path("t")));
  EXPECT_EQ(Conjugacy(again).thinness(), found.thinness);

  const std::string whole = content(path("t"));
  std::mt19937 random(6);
  for (int i = 0; i < 200; ++i) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
    write(path("damaged"), damaged);
    EXPECT_THROW(read_structure(path("damaged")), InputError);
  }
}

TEST_F(StructureFile, DamageIsSeen) {
  Group::build("triangle:3,3,4").save(path("s"));
  const std::string whole = content(path("s"));
  for (std::size_t length = 0; length < whole.size(); length += 1 + length / 8) {
    write(path("cut"), whole.substr(0, length));
    EXPECT_THROW(read_structure(path("cut")), InputError) << length;
  }
  std::mt19937 random(5);
  for (int i = 0; i < 400; ++i) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
    write(path("damaged"), damaged);
    EXPECT_THROW(read_structure(path("damaged")), InputError);
  }
  write(path("other"), "rec(isRWS := true)");
  EXPECT_FALSE(is_structure_file(path("other")));
  EXPECT_THROW(read_structure(path("other")), InputError);
  EXPECT_THROW(read_structure(path("missing")), InputError);
  write(path("longer"), whole + "x");
  EXPECT_THROW(read_structure(path("longer")), InputError);
}

TEST(Group, AnswersQuestions) {
  const Group surface = Group::build("surface:2");
  EXPECT_TRUE(surface.verified());
  EXPECT_EQ(surface.word_acceptor_states(), 36U);
  EXPECT_EQ(surface.general_multiplier_states(), 104U);
  EXPECT_EQ(surface.word_differences(), 33U);
  EXPECT_EQ(surface.reduce("abABcd"), "dc");
  EXPECT_TRUE(surface.equal("[a^-1,b^-1]*[c^-1,d^-1]", ""));
  EXPECT_FALSE(surface.equal("ab", "ba"));
  EXPECT_EQ(surface.order().text(), "infinite");
  EXPECT_EQ(Group::build("symmetric:4").order().text(), "24");
  EXPECT_THROW(surface.reduce("xyz"), InputError);
  EXPECT_THROW((void)Group::build("<a,b | a^>"), InputError);
}

TEST(Group, AnUnverifiedOneAnswersNothing) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const Group none = Group::build("surface:2", {}, &run);
  EXPECT_FALSE(none.verified());
  EXPECT_FALSE(none.why_unverified().empty());
  EXPECT_THROW(none.reduce("a"), InputError);
  EXPECT_THROW(none.order(), InputError);
  const wreath::test::TestFolder folder;
  EXPECT_THROW(none.save(folder.file("none")), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder.file("none")));
}

}  // namespace
}  // namespace wreath::word
