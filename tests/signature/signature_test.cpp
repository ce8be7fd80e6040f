// SPDX-License-Identifier: MIT
//
// The signature of every engine, for several numbers of threads. A failure prints all parts: compare them with those of a commit
// that passes (wreath bench signature ENGINE --json) to see which work changed.
#include "bench/signature/signature.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

namespace wreath::bench {
namespace {

TEST(SignedEngines, HaveDistinctNames) {
  std::set<std::string_view> names;
  for (const SignedEngine& engine : signed_engines()) {
    EXPECT_TRUE(names.insert(engine.name).second) << engine.name;
    EXPECT_EQ(find_signed_engine(engine.name), &engine);
    EXPECT_FALSE(engine.work.empty());
  }
  EXPECT_EQ(find_signed_engine("zebra"), nullptr);
}

TEST(Digest, DependsOnOrderAndParts) {
  const auto hash_of = [](auto&&... numbers) {
    Digest digest;
    (digest.add(static_cast<std::uint64_t>(numbers)), ...);
    digest.end_part("all");
    return digest.hash();
  };
  EXPECT_EQ(hash_of(1, 2), hash_of(1, 2));
  EXPECT_NE(hash_of(1, 2), hash_of(2, 1));
  EXPECT_NE(hash_of(1), hash_of(1, 0));
  EXPECT_NE(hash_of(), hash_of(0));
  Digest two;
  two.add(std::uint64_t{1});
  two.end_part("first");
  two.add(std::uint64_t{2});
  two.end_part("second");
  EXPECT_NE(two.hash(), hash_of(1, 2));
  EXPECT_EQ(two.parts().size(), 2U);
}

TEST(FormatSignature, HasSixteenDigits) {
  EXPECT_EQ(format_signature(0xAB), "00000000000000ab");
  EXPECT_EQ(format_signature(~std::uint64_t{0}), "ffffffffffffffff");
}

class SignatureTest : public testing::TestWithParam<std::tuple<std::string_view, unsigned>> {};

TEST_P(SignatureTest, IsThatOfThisVersion) {
  const auto [name, threads] = GetParam();
  const SignedEngine* engine = find_signed_engine(name);
  ASSERT_NE(engine, nullptr);
  const Signature found = compute_signature(*engine, {BackendChoice::cpu, threads});
  EXPECT_EQ(format_signature(found.hash), format_signature(engine->expected));
  if (!HasFailure()) return;
  for (const Part& part : found.parts) std::printf("  %s  %s\n", format_signature(part.hash).c_str(), part.name.c_str());
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const SignedEngine& engine : signed_engines()) names.push_back(engine.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Engines, SignatureTest, testing::Combine(testing::ValuesIn(names()), testing::Values(1U, 2U, 3U)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace wreath::bench
