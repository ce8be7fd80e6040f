// SPDX-License-Identifier: MIT
#include "core/run/record.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/run/machine.hpp"
#include "temporary_folder.hpp"

namespace wreath {
namespace {

TEST(Record, HoldsWhatIsNeededToRepeatTheRun) {
  RunControl run;
  run.note_choice("backend", "cuda", "a guess");
  run.note_choice("backend", "cpu", "asked for");
  { const auto timer = run.phase("work"); }
  const Json record = make_record({"wreath perm random 8 -o x.npy", 42, 2, "some GPU"}, run, true, {{"answer", 6}}, {});
  EXPECT_EQ(record["command"], "wreath perm random 8 -o x.npy");
  EXPECT_EQ(record["seed"], 42);
  EXPECT_EQ(record["version"], version());
  EXPECT_EQ(record["machine"]["gpu"], "some GPU");
  EXPECT_EQ(record["machine"]["cores"], this_machine().cores);
  EXPECT_EQ(record["choices"]["backend"]["why"], "asked for");
  EXPECT_EQ(record["phases"][0]["name"], "work");
  EXPECT_EQ(record["results"]["answer"], 6);
  EXPECT_EQ(record["ending"], "done");
  EXPECT_EQ(record["date"].get<std::string>().size(), 20U);
  run.request_stop(StopReason::time);
  EXPECT_EQ(make_record({}, run, false, {}, {})["ending"], "time");
  EXPECT_EQ(make_record({}, run, true, {}, {})["ending"], "done");  // the request came too late to matter
  const test::TestFolder folder;
  OutputFile file(folder.file("r.json"));
  write_json(file, record);
  EXPECT_EQ(Json::parse(test::read_text(folder.file("r.json"))), record);
}

}  // namespace
}  // namespace wreath
