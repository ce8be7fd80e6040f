// SPDX-License-Identifier: MIT
#include "core/text/names.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

TEST(NearestName, IsTheOneThatWasMeant) {
  const std::vector<std::string> names{"free", "surface", "triangle", "torusknot"};
  EXPECT_EQ(nearest_name("surfaec", names), "surface");  // neighbours swapped
  EXPECT_EQ(nearest_name("tri", names), "triangle");     // its beginning
  EXPECT_EQ(nearest_name("torus-knot", names), "torusknot");
  EXPECT_EQ(nearest_name("nothing", names), std::nullopt);
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'a'), names), std::nullopt);
}

TEST(NearestName, SuggestionsKeepTheArguments) {
  EXPECT_EQ(did_you_mean("surfac:2", {"surface"}), "; did you mean 'surface:2'?");
  EXPECT_EQ(did_you_mean("--outptu", {"--output"}), "; did you mean '--output'?");
  EXPECT_EQ(did_you_mean("nothing:2", {"surface"}), "");
}

}  // namespace
}  // namespace wreath
