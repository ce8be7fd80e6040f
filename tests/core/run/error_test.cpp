// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/text/option.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

TEST(ErrorTest, NamesOptionsAsTheFrontEndDoes) {
  const InputError error("x.npy: give " + option("max-rules") + ", or use " + option("backend", "cpu"));
  EXPECT_STREQ(error.what(), "x.npy: give max-rules, or use backend cpu");
  EXPECT_EQ(error.text(OptionStyle::plain), error.what());
  EXPECT_EQ(error.text(OptionStyle::flag), "x.npy: give --max-rules, or use --backend cpu");
  EXPECT_EQ(error.text(OptionStyle::keyword), "x.npy: give max_rules=, or use backend=\"cpu\"");
}

TEST(ErrorTest, WritesValuesAsPythonDoes) {
  const auto written = [](const char* name, const char* value) {
    return ResourceError(option(name, value)).text(OptionStyle::keyword);
  };
  EXPECT_EQ(written("plus-after", "5000"), "plus_after=5000");
  EXPECT_EQ(written("swaps", "0,0,1"), "swaps=[0,0,1]");
  EXPECT_EQ(written("c-transposed", "no"), "c_transposed=False");
  EXPECT_EQ(written("c-transposed", "yes"), "c_transposed=True");
  EXPECT_EQ(written("resume", "run of may.ck"), "resume=\"run of may.ck\"");
}

TEST(ErrorTest, PassesOptionsOn) {
  const InputError inner("leave out " + option("keep"));
  const InputError outer("line 3: " + inner.message());
  EXPECT_STREQ(outer.what(), "line 3: leave out keep");
  EXPECT_EQ(outer.text(OptionStyle::flag), "line 3: leave out --keep");
}

TEST(ErrorTest, LeavesOtherTextAlone) {
  for (const char* text : {"", "no option", "--memory", "a \x02 file", "\x03 then \x02", "\x1f"}) {
    EXPECT_STREQ(InternalError(text).what(), text);
    EXPECT_EQ(InternalError(text).text(OptionStyle::keyword), text);
  }
}

}  // namespace
}  // namespace wreath
