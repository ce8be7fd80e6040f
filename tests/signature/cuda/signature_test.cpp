// SPDX-License-Identifier: MIT
//
// The signature of every engine on a GPU: the same as on the CPU, part by part.
#include "bench/signature/signature.hpp"
#include "wreath/gpu.hpp"

#include <gtest/gtest.h>

namespace wreath::bench {
namespace {

class CudaSignature : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

TEST_P(CudaSignature, IsThatOfThisVersion) {
  const SignedEngine* engine = find_signed_engine(GetParam());
  ASSERT_NE(engine, nullptr);
  const Signature found = compute_signature(*engine, {BackendChoice::cuda, 0});
  EXPECT_EQ(format_signature(found.hash), format_signature(engine->expected));
  if (!HasFailure()) return;
  const Signature here = compute_signature(*engine, {BackendChoice::cpu, 0});
  ASSERT_EQ(found.parts.size(), here.parts.size());
  for (std::size_t k = 0; k < found.parts.size(); ++k) EXPECT_EQ(found.parts[k].hash, here.parts[k].hash) << here.parts[k].name;
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const SignedEngine& engine : signed_engines()) names.push_back(engine.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Engines, CudaSignature, testing::ValuesIn(names()),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace wreath::bench
