// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include "wreath/wreath.h"

namespace {

using Images = std::vector<std::uint32_t>;

class PermGroupTest : public testing::Test {
 protected:
  using Group = std::unique_ptr<wreath_perm_group, void (*)(wreath_perm_group*)>;

  Group open(const char* source, const char* order = nullptr, const char* proof = nullptr) {
    wreath_perm_group* made = nullptr;
    EXPECT_EQ(wreath_perm_group_open(context(), source, order, proof, &made), WREATH_OK) << error();
    return {made, wreath_perm_group_free};
  }
  Group make(const Images& images, std::size_t points) {
    wreath_perm_group* made = nullptr;
    EXPECT_EQ(wreath_perm_group_new(context(), images.data(), images.size() / points, points, nullptr, nullptr, &made), WREATH_OK)
        << error();
    return {made, wreath_perm_group_free};
  }
  /// The order, with a question mark if it is not proven.
  std::string order(const Group& group) {
    const char *digits = "", *proof = "";
    int proven = 0;
    EXPECT_EQ(wreath_perm_group_order(context(), group.get(), &digits, &proven, &proof), WREATH_OK) << error();
    EXPECT_NE(std::string(proof), "");
    return std::string(digits) + (proven != 0 ? "" : "?");
  }
  Images random(const Group& group, std::uint64_t seed) {
    const std::uint32_t* images = nullptr;
    EXPECT_EQ(wreath_perm_group_random(context(), group.get(), seed, &images), WREATH_OK) << error();
    return {images, images + wreath_perm_group_points(group.get())};
  }
  int contains(const Group& group, const Images& x) {
    int answer = -1;
    EXPECT_EQ(wreath_perm_group_contains(context(), group.get(), x.data(), &answer), WREATH_OK) << error();
    return answer;
  }
  wreath_context* context() { return context_.get(); }
  std::string error() { return wreath_error(context()); }

 private:
  std::unique_ptr<wreath_context, void (*)(wreath_context*)> context_{wreath_context_new(), wreath_context_free};
};

Images generator(const wreath_perm_group* group, std::size_t k) {
  const std::uint32_t* images = wreath_perm_group_generator(group, k);
  return {images, images + wreath_perm_group_points(group)};
}

Images product(const Images& x, const Images& y) {
  Images z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = y[x[i]];
  return z;
}

Images inverse(const Images& x) {
  Images z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[x[i]] = static_cast<std::uint32_t>(i);
  return z;
}

Images identity(std::size_t points) {
  Images x(points);
  for (std::size_t i = 0; i < points; ++i) x[i] = static_cast<std::uint32_t>(i);
  return x;
}

TEST_F(PermGroupTest, OrdersAreThoseOfTheLiterature) {
  EXPECT_EQ(order(open("mathieu:24")), "244823040");
  EXPECT_EQ(order(make({1, 2, 3, 4, 0, 1, 0, 2, 3, 4}, 5)), "120");
  EXPECT_EQ(order(make({0, 1, 2}, 3)), "1");
  EXPECT_EQ(order(open("symmetric:10000")), "10000!");
  EXPECT_EQ(order(open("mathieu:24", "244823040")), "244823040");
  EXPECT_EQ(order(open("mathieu:24", nullptr, "none")), "244823040?");
}

TEST_F(PermGroupTest, AFileIsAGroup) {
  const wreath::test::TestFolder folder;
  const std::string file = folder.file("g.txt");
  std::ofstream(file) << "(1,2,3)(4,5)\n(1,2)\n";
  const auto group = open(file.c_str());
  EXPECT_EQ(order(group), "12");
  EXPECT_EQ(wreath_perm_group_points(group.get()), 5U);
  EXPECT_EQ(wreath_perm_group_generators(group.get()), 2U);
  EXPECT_EQ(generator(group.get(), 0), (Images{1, 2, 0, 4, 3}));
  EXPECT_EQ(wreath_perm_group_generator(group.get(), 2), nullptr);
}

TEST_F(PermGroupTest, RandomElementsAreMembersAndTheirWordsMakeThem) {
  const auto group = open("mathieu:12");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Images x = random(group, seed);
    EXPECT_EQ(contains(group, x), 1);
    const std::int32_t* word = nullptr;
    std::size_t length = 0;
    ASSERT_EQ(wreath_perm_group_factor(context(), group.get(), x.data(), 1U << 30U, &word, &length), WREATH_OK) << error();
    Images made = identity(x.size());
    for (std::size_t i = 0; i < length; ++i) {
      const Images letter = generator(group.get(), static_cast<std::size_t>(std::abs(word[i])) - 1);
      made = product(made, word[i] > 0 ? letter : inverse(letter));
    }
    EXPECT_EQ(made, x);
    const std::uint32_t* lines = nullptr;
    std::size_t count = 0;
    ASSERT_EQ(wreath_perm_group_program(context(), group.get(), x.data(), &lines, &count), WREATH_OK) << error();
    std::vector<Images> values;
    for (std::size_t k = 0; k < wreath_perm_group_generators(group.get()); ++k) values.push_back(generator(group.get(), k));
    for (std::size_t k = 0; k < count; ++k) {
      const Images& first = values[lines[2 * k]];
      values.push_back(lines[2 * k + 1] == UINT32_MAX ? inverse(first) : product(first, values[lines[2 * k + 1]]));
    }
    EXPECT_EQ(count == 0 ? identity(x.size()) : values.back(), x);
  }
  Images swap = identity(12);
  std::swap(swap[0], swap[1]);
  EXPECT_EQ(contains(group, swap), 0);
}

TEST_F(PermGroupTest, TheOrbitsOfTheBaseMultiplyToTheOrderAndTheStrongGeneratorsGenerate) {
  const auto group = open("mathieu:24");
  const std::uint32_t *base = nullptr, *orbits = nullptr;
  std::size_t length = 0;
  ASSERT_EQ(wreath_perm_group_base(context(), group.get(), &base, &orbits, &length), WREATH_OK) << error();
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < length; ++i) product *= orbits[i];
  EXPECT_EQ(product, 244823040U);
  const Images points(base, base + length);
  const Images lengths(orbits, orbits + length);
  const std::uint32_t* images = nullptr;
  std::size_t count = 0;
  ASSERT_EQ(wreath_perm_group_strong_generators(context(), group.get(), &images, &count), WREATH_OK) << error();
  const Images strong(images, images + 24 * count);
  // Those that fix the first base points move the next one along its whole orbit.
  for (std::size_t i = 0; i < length; ++i) {
    Images orbit{points[i]};
    for (std::size_t at = 0; at < orbit.size(); ++at) {
      for (std::size_t g = 0; g < count; ++g) {
        const auto fixes = [&](std::uint32_t point) { return strong[24 * g + point] == point; };
        const std::uint32_t image = strong[24 * g + orbit[at]];
        if (std::all_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(i), fixes) &&
            std::find(orbit.begin(), orbit.end(), image) == orbit.end())
          orbit.push_back(image);
      }
    }
    EXPECT_EQ(orbit.size(), lengths[i]);
  }
}

TEST_F(PermGroupTest, StabilizersAndOrbits) {
  const auto group = open("mathieu:24");
  const Images points{0, 5};
  wreath_perm_group* made = nullptr;
  ASSERT_EQ(wreath_perm_group_stabilizer(context(), group.get(), points.data(), points.size(), &made), WREATH_OK) << error();
  const Group stabilizer(made, wreath_perm_group_free);
  EXPECT_EQ(order(stabilizer), "443520");
  const std::uint32_t* orbits = nullptr;
  ASSERT_EQ(wreath_perm_group_orbits(context(), stabilizer.get(), &orbits), WREATH_OK) << error();
  Images expected(24, 1);
  expected[0] = 0;
  expected[5] = 5;
  EXPECT_EQ(Images(orbits, orbits + 24), expected);
}

TEST_F(PermGroupTest, BadInputIsAnErrorWithAMessage) {
  wreath_perm_group* made = nullptr;
  const Images twice{0, 0, 1};
  EXPECT_EQ(wreath_perm_group_new(context(), twice.data(), 1, 3, nullptr, nullptr, &made), WREATH_INPUT);
  EXPECT_NE(error().find("0"), std::string::npos) << error();
  const Images swap{1, 0};
  EXPECT_EQ(wreath_perm_group_new(context(), swap.data(), 1, 2, "two", nullptr, &made), WREATH_INPUT);
  EXPECT_NE(error().find("two"), std::string::npos) << error();
  EXPECT_EQ(wreath_perm_group_new(context(), swap.data(), 1, 2, nullptr, "perhaps", &made), WREATH_INPUT);
  EXPECT_EQ(wreath_perm_group_open(context(), "mathieu:13", nullptr, nullptr, &made), WREATH_INPUT);
  EXPECT_EQ(wreath_perm_group_open(context(), "/nowhere/x.npy", nullptr, nullptr, &made), WREATH_INPUT);
  EXPECT_EQ(made, nullptr);
  const auto group = open("mathieu:11");
  int answer = 0;
  EXPECT_EQ(wreath_perm_group_contains(context(), group.get(), Images(11, 3).data(), &answer), WREATH_INPUT);
  const std::int32_t* word = nullptr;
  std::size_t length = 0;
  Images swapped = identity(11);
  std::swap(swapped[0], swapped[1]);
  EXPECT_EQ(wreath_perm_group_factor(context(), group.get(), swapped.data(), 100, &word, &length), WREATH_INPUT);
  EXPECT_NE(error().find("not in the group"), std::string::npos) << error();
  EXPECT_EQ(wreath_perm_group_factor(context(), group.get(), random(group, 1).data(), 0, &word, &length), WREATH_LIMIT);
  const Images far{11};
  EXPECT_EQ(wreath_perm_group_stabilizer(context(), group.get(), far.data(), 1, &made), WREATH_INPUT);
}

TEST_F(PermGroupTest, ANoWithoutAProofIsNotAnAnswer) {
  const auto group = open("mathieu:12", nullptr, "none");
  Images swap = identity(12);
  std::swap(swap[0], swap[1]);
  int answer = 7;
  EXPECT_EQ(wreath_perm_group_contains(context(), group.get(), swap.data(), &answer), WREATH_LIMIT);
  EXPECT_EQ(answer, 7);
  EXPECT_EQ(contains(group, random(group, 3)), 1);
}

TEST_F(PermGroupTest, AfterALimitTheNextCallContinues) {
  const auto group = open("rubik333");
  wreath_set_limits(context(), 1e-9, 0, 0);
  const char *digits = "", *proof = "";
  int proven = 0;
  EXPECT_EQ(wreath_perm_group_order(context(), group.get(), &digits, &proven, &proof), WREATH_LIMIT);
  EXPECT_NE(error().find("at least"), std::string::npos) << error();
  wreath_set_limits(context(), 0, 0, 0);
  EXPECT_EQ(order(group), "43252003274489856000");
}

}  // namespace
