// SPDX-License-Identifier: MIT
#include "wreath/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/run/record.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

const ReportForm kPart("", {{"rank", "its rank"}, {"size", "its size"}});
const ReportForm kForm("test form", {{"input", "as given"},
                                     {"size", "number of elements"},
                                     {"memory", "bytes", Unit::bytes},
                                     {"levels", "a list"},
                                     {"parts", "a list of reports", Unit::none, &kPart},
                                     {"order", "a number of any size"}});

std::string text_of(const Report& report) {
  return report.text([](const std::string& line) { return line; });
}

TEST(ReportTest, LeavesOutWhatHasNoValue) {
  Report report(kForm, "full:3");
  EXPECT_EQ(report.json(), R"({"input": "full:3"})");
  report.set("levels", std::vector{1, 2, 3}).set("size", std::optional<std::uint64_t>());
  EXPECT_EQ(report.json(2), "{\n  \"input\": \"full:3\",\n  \"levels\": [1, 2, 3]\n}");
  report.set("levels", {});
  EXPECT_EQ(report.json(), R"({"input": "full:3"})");
  EXPECT_EQ(Report(kPart).json(), "{}");
  EXPECT_THROW(report.set("degree", 3), InternalError);
}

TEST(ReportTest, WritesValuesAsJson) {
  EXPECT_EQ(Value(true).json(), "true");
  EXPECT_EQ(Value(2.0).json(), "2.0");
  EXPECT_EQ(Value(0.1).json(), "0.1");
  EXPECT_EQ(Value(-7).json(), "-7");
  EXPECT_EQ(Value(std::uint64_t{18446744073709551615U}).json(), "18446744073709551615");
  EXPECT_EQ(Value::digits("1234567890123456789012345").json(), "1234567890123456789012345");
  EXPECT_EQ(Value::digits("-5").json(), "-5");
  EXPECT_EQ(Value::digits("infinite").json(), "\"infinite\"");
  EXPECT_EQ(Value("a\"b\\c\n").json(), R"("a\"b\\c\n")");
  EXPECT_EQ(parse_json(Value("\xff").json(), "test"), "\xEF\xBF\xBD");  // a file name that is not UTF-8
  EXPECT_EQ(Value(std::vector<std::string>{"a", "b"}).json(), R"(["a", "b"])");
  EXPECT_EQ(Value(std::vector<std::vector<int>>{{1}, {}}).json(), "[[1], []]");
  EXPECT_EQ(Value(std::vector{Report(kPart, 1, 2)}).json(), "[\n    {\"rank\": 1, \"size\": 2}]");
  EXPECT_EQ(Value(1.0 / 0.0).json(), "null");
}

TEST(ReportTest, FillsLines) {
  Report report(kForm, "full:3", 1000, 3 << 20);
  report.line("{input}: {size element}, {memory}{}", {" here"});
  report.set("size", 1).line("{size element} {size class/classes}");
  report.line("order {order}").line("{size}[, order {order}][, {memory}]");
  report.set("order", Value::digits("12345678901234567890123")).line("order {order}");
  EXPECT_EQ(text_of(report),
            "full:3: 1,000 elements, 3.0 MiB here\n1 element 1 class\n1, 3.0 MiB\norder 12,345,678,901,234,567,890,123\n");
  EXPECT_THROW(report.line("{degree}"), InternalError);
}

TEST(ReportTest, HasAFrameInTheProgram) {
  RunControl run;
  run.note_choice("backend", "cpu", "no GPU");
  run.note_choice("ranks", "2", "");
  const Json done = parse_json(json_of(Report(kForm, "full:3", 27), run, true), "test");
  EXPECT_EQ(done["format"], "wreath test form");
  EXPECT_EQ(done["version"], 1);
  EXPECT_EQ(done["ending"], "done");
  EXPECT_EQ(done["ranks"], 2);
  EXPECT_EQ(done["choices"]["backend"]["why"], "no GPU");
  Report partial(kForm, "full:3");
  const Json stopped = parse_json(json_of(partial.ended("depth"), run, false, "another"), "test");
  EXPECT_EQ(stopped["format"], "wreath another");
  EXPECT_EQ(stopped["ending"], "depth");
  EXPECT_EQ(stopped["complete"], false);
}

TEST(ReportTest, FormsAreListedByName) {
  EXPECT_EQ(&ReportForm::named("test form"), &kForm);
  EXPECT_THROW((void)ReportForm::named("no such form"), InternalError);
}

}  // namespace
}  // namespace wreath
