// SPDX-License-Identifier: MIT
//
// The operations on files by several ranks (threads in their place), against the definitions and against one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/mpi/thread_ranks.hpp"
#include "perm/files/map_source.hpp"
#include "core/arrays/widths.hpp"
#include "perm/reference.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;
using wreath::test::TestFolder;

template <class Value>
void save(const std::string& path, const std::vector<Value>& values, char kind = 'u') {
  const std::uint64_t shape[] = {values.size()};
  std::ofstream file(path, std::ios::binary);
  file << make_npy_header(kind, sizeof(Value), shape);
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(Value)));
}

template <class Value>
std::vector<Value> load(const std::string& path) {
  const NpyFile file(path, 1);
  const auto data = file.data<Value>();
  return {data.begin(), data.end()};
}

template <class Point>
std::vector<Point> drawn_permutation(std::size_t points, std::uint64_t seed) {
  std::vector<Point> x(points);
  random(std::span<Point>(x), seed);
  return x;
}

struct ClusterCase {
  int ranks;
  Exchange exchange;
};

class ClusterTest : public testing::TestWithParam<ClusterCase> {
 protected:
  /// body(options, run) on every rank.
  template <class Body>
  void on_ranks(const Body& body) {
    mpi::test::run_ranks(GetParam().ranks, {.message_limit = 1000}, [&](mpi::Communicator& ranks) {
      FileOptions options;
      options.machine.cluster = Cluster(ranks);
      options.exchange = GetParam().exchange;
      options.machine.scratch = {folder_.path()};
      options.machine.threads = 2;
      options.slice_points = slice_;
      RunControl run;
      if (memory_ != 0) {
        run.limit_memory(memory_);
        run.measure_memory([] { return std::uint64_t{0}; });
      }
      body(options, run);
    });
  }
  Map open(const char* name) { return Map::from_file(folder_.file(name)); }
  std::string out() { return folder_.file("z.npy"); }

  template <class Point, class Value>
  void multiplies(const std::vector<Point>& x, const std::vector<Value>& y) {
    save(folder_.file("x.npy"), x);
    save(folder_.file("y.npy"), y);
    on_ranks([&](const FileOptions& options, RunControl& run) {
      const FileReport report = multiply_files(open("x.npy"), open("y.npy"), out(), options, &run);
      EXPECT_EQ(report.done, x.size());
    });
    EXPECT_EQ(load<Value>(out()), test::multiply_reference(x, y));
    EXPECT_EQ(folder_.entries(), 3U);  // nothing else is left
  }
  template <class Point, class Value>
  void divides(const std::vector<Point>& x, const std::vector<Value>& y) {
    save(folder_.file("x.npy"), x);
    save(folder_.file("y.npy"), y);
    std::vector<Point> inverse(x.size());
    std::vector<Value> quotient(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      inverse[x[i]] = static_cast<Point>(i);
      quotient[x[i]] = y[i];
    }
    on_ranks([&](const FileOptions& options, RunControl& run) { inverse_file(open("x.npy"), out(), options, &run); });
    EXPECT_EQ(load<Point>(out()), inverse);
    on_ranks(
        [&](const FileOptions& options, RunControl& run) { divide_files(open("x.npy"), open("y.npy"), out(), options, &run); });
    EXPECT_EQ(load<Value>(out()), quotient);
    EXPECT_EQ(folder_.entries(), 3U);
  }

  TestFolder folder_;
  std::size_t slice_ = std::size_t{1} << 28;
  std::uint64_t memory_ = 0;
};

TEST_P(ClusterTest, MultipliesPermutationsOfAnySize) {
  for (const std::size_t points : {0, 1, 2, 5, 6, 1000, 4097}) {
    multiplies(drawn_permutation<std::uint32_t>(points, 1), drawn_permutation<std::uint32_t>(points, 2));
  }
  multiplies(drawn_permutation<std::uint64_t>(3001, 3), drawn_permutation<std::uint32_t>(3001, 4));
  multiplies(drawn_permutation<std::uint32_t>(3001, 5), drawn_permutation<std::uint64_t>(3001, 6));
}

TEST_P(ClusterTest, MultipliesMapsThatAreNoBijections) {
  multiplies(std::vector<std::uint32_t>(5000, 7), test::random_map<std::uint32_t>(100, 1 << 30, 1));  // all to one rank
  multiplies(test::random_map<std::uint32_t>(5000, 3, 2), test::random_map<std::uint64_t>(3, 1 << 30, 3));
  multiplies(test::random_map<std::uint64_t>(11, 5000, 4), test::random_map<std::uint32_t>(5000, 1 << 30, 5));
}

// Forty-bit points: widened to work on, five bytes in files and on the wire.
TEST_P(ClusterTest, TakesPointsOfFiveBytes) {
  const auto x = drawn_permutation<std::uint64_t>(3001, 1);
  const auto y = drawn_permutation<std::uint64_t>(3001, 2);
  const auto packed = [](const std::vector<std::uint64_t>& values) {
    std::vector<Point40> result;
    for (const std::uint64_t value : values) result.push_back(Point40(value));
    return result;
  };
  const auto result = [&] {
    const auto values = MapSource::from_file(out());
    std::vector<Point40> all(values.size());
    values.read_values(0, std::span(all), 1);
    EXPECT_EQ(values.width(), 5U);
    return std::vector<std::uint64_t>(all.begin(), all.end());
  };
  save(folder_.file("x.npy"), packed(x), 'V');
  save(folder_.file("y.npy"), packed(y), 'V');
  on_ranks(
      [&](const FileOptions& options, RunControl& run) { multiply_files(open("x.npy"), open("y.npy"), out(), options, &run); });
  EXPECT_EQ(result(), test::multiply_reference(x, y));
  on_ranks([&](const FileOptions& options, RunControl& run) { inverse_file(open("x.npy"), out(), options, &run); });
  EXPECT_EQ(test::multiply_reference(x, result()), test::multiply_reference(result(), x));
  EXPECT_EQ(result()[x[17]], 17U);
  on_ranks(
      [&](const FileOptions& options, RunControl& run) { divide_files(open("x.npy"), open("y.npy"), out(), options, &run); });
  EXPECT_EQ(test::multiply_reference(x, result()), y);
}

// The same permutation as one process makes, also where it takes several goes.
TEST_P(ClusterTest, MakesTheSameRandomPermutation) {
  if (GetParam().exchange == Exchange::files) memory_ = 400000;
  for (const std::size_t points : {0, 1, 5, 1000, 300007}) {
    on_ranks([&](const FileOptions& options, RunControl& run) {
      EXPECT_EQ(random_file(points, 4, 3, out(), options, &run).done, points);
    });
    EXPECT_EQ(load<std::uint32_t>(out()), drawn_permutation<std::uint32_t>(points, 3)) << points;
  }
  EXPECT_EQ(folder_.entries(), 1U);
}

// Longer than a round: slices and turns come more than once, and chunks of bucket files too.
TEST_P(ClusterTest, GoesThroughManyRounds) {
  slice_ = 1000;
  const std::size_t points = 20011;
  const auto x = drawn_permutation<std::uint32_t>(points, 1);
  multiplies(x, drawn_permutation<std::uint32_t>(points, 2));
  multiplies(std::vector<std::uint32_t>(points, 20010), x);
  divides(x, drawn_permutation<std::uint64_t>(points, 3));
}

// As little memory as makes many buckets of each rank's share.
class ClusterFileTest : public ClusterTest {};
TEST_P(ClusterFileTest, GoesThroughManyBuckets) {
  memory_ = 200000;
  const std::size_t points = 300007;
  const auto x = drawn_permutation<std::uint32_t>(points, 1);
  multiplies(x, drawn_permutation<std::uint64_t>(points, 2));
  divides(x, drawn_permutation<std::uint32_t>(points, 3));
}

TEST_P(ClusterTest, InvertsAndDivides) {
  for (const std::size_t points : {0, 1, 2, 5, 6, 1000, 4097}) {
    divides(drawn_permutation<std::uint32_t>(points, 1), drawn_permutation<std::uint32_t>(points, 2));
  }
  divides(drawn_permutation<std::uint64_t>(3001, 3), drawn_permutation<std::uint32_t>(3001, 4));
  divides(drawn_permutation<std::uint32_t>(3001, 5), drawn_permutation<std::uint64_t>(3001, 6));
}

// The same sentences as from one process, and nothing is written.
TEST_P(ClusterTest, NamesTheFirstValueThatIsWrong) {
  auto x = drawn_permutation<std::uint32_t>(5000, 1);
  x[4000] = 5000;
  x[4700] = 6000;
  save(folder_.file("x.npy"), x);
  RunControl alone;
  const std::string product = message_of<InputError>([&] { multiply_files(open("x.npy"), open("x.npy"), out(), {}, &alone); });
  const std::string inverse = message_of<InputError>([&] { inverse_file(open("x.npy"), out(), {}, &alone); });
  on_ranks([&](const FileOptions& options, RunControl& run) {
    EXPECT_EQ(message_of<InputError>([&] { multiply_files(open("x.npy"), open("x.npy"), out(), options, &run); }), product);
  });
  on_ranks([&](const FileOptions& options, RunControl& run) {
    EXPECT_EQ(message_of<InputError>([&] { inverse_file(open("x.npy"), out(), options, &run); }), inverse);
  });
  EXPECT_EQ(folder_.entries(), 1U);
}

TEST_P(ClusterTest, ChecksAsOneProcessDoes) {
  RunControl alone;
  for (const int kind : {0, 1, 2, 3}) {
    auto x = drawn_permutation<std::uint32_t>(9001, 1);
    if (kind >= 1) x[8000] = x[77];
    if (kind >= 2) x[8500] = 9001;
    if (kind >= 3) x[4444] = x[4443];
    save(folder_.file("x.npy"), x);
    const Defect expected = check_file(open("x.npy"), {}, &alone).value();
    on_ranks([&](const FileOptions& options, RunControl& run) {
      const Defect found = check_file(open("x.npy"), options, &run).value();
      EXPECT_EQ(found.kind, expected.kind);
      EXPECT_EQ(found.index, expected.index);
      EXPECT_EQ(found.value, expected.value);
      EXPECT_EQ(found.earlier, expected.earlier);
    });
    if (kind == 0) continue;
    const std::string inverse = message_of<InputError>([&] { inverse_file(open("x.npy"), out(), {}, &alone); });
    on_ranks([&](const FileOptions& options, RunControl& run) {
      EXPECT_EQ(message_of<InputError>([&] { inverse_file(open("x.npy"), out(), options, &run); }), inverse);
    });
  }
  EXPECT_EQ(folder_.entries(), 1U);
}

TEST_P(ClusterTest, NegativeValuesAreNoPoints) {
  save<std::int32_t>(folder_.file("x.npy"), {1, 0, -3, 2}, 'i');
  on_ranks([&](const FileOptions& options, RunControl& run) {
    const std::string message =
        message_of<InputError>([&] { multiply_files(open("x.npy"), open("x.npy"), out(), options, &run); });
    EXPECT_NE(message.find("value -3 at index 2"), std::string::npos) << message;
  });
}

TEST_P(ClusterTest, StopsTogether) {
  save(folder_.file("x.npy"), drawn_permutation<std::uint32_t>(5000, 1));
  on_ranks([&](const FileOptions& options, RunControl& run) {
    if (options.machine.cluster.ranks().rank() == options.machine.cluster.ranks().size() - 1)
      run.request_stop(StopReason::interrupted);
    EXPECT_EQ(multiply_files(open("x.npy"), open("x.npy"), out(), options, &run).done, 0U);
  });
  EXPECT_EQ(folder_.entries(), 1U);
}

/// A run with a checkpoint, stopped by the last rank after this number of reports.
void stop_after_reports(const std::string& checkpoint, const FileOptions& options, RunControl& run, int reports) {
  run.keep_in({.checkpoint = checkpoint, .checkpoint_every = reports == 2 ? 1e-9 : 0});
  if (options.machine.cluster.ranks().rank() != options.machine.cluster.ranks().size() - 1) return;
  if (reports == 0) run.request_stop(StopReason::interrupted);
  run.listen([&run, reports, seen = 0](const auto&) mutable {
    if (++seen >= reports) run.request_stop(StopReason::interrupted);
  });
}

TEST_P(ClusterTest, AStoppedProductContinues) {
  const auto x = drawn_permutation<std::uint32_t>(5000, 1);
  const auto y = drawn_permutation<std::uint64_t>(5000, 2);
  save(folder_.file("x.npy"), x);
  save(folder_.file("y.npy"), y);
  slice_ = 64;
  for (const int stop_after : {0, 1, 2, 9}) {
    std::uint64_t done = 0;
    on_ranks([&](FileOptions options, RunControl& run) {
      stop_after_reports(folder_.file("ck"), options, run, stop_after);
      const FileReport report = multiply_files(open("x.npy"), open("y.npy"), out(), options, &run);
      EXPECT_LT(report.done, x.size());
      if (options.machine.cluster.ranks().rank() == 0) done = report.done;
    });
    EXPECT_EQ(folder_.entries(), 4U);  // the checkpoint, and what it names
    on_ranks([&](FileOptions options, RunControl& run) {
      run.keep_in({.resume = folder_.file("ck")});
      const FileReport report = multiply_files(open("x.npy"), open("y.npy"), out(), options, &run);
      EXPECT_EQ(report.done, x.size());
      EXPECT_EQ(report.resumed_at, done);
    });
    EXPECT_EQ(load<std::uint64_t>(out()), test::multiply_reference(x, y));
    EXPECT_EQ(folder_.entries(), 3U);
    std::filesystem::remove(out());
  }
}

TEST_P(ClusterTest, AStoppedQuotientContinues) {
  const auto x = drawn_permutation<std::uint32_t>(5000, 1);
  auto y = drawn_permutation<std::uint64_t>(5000, 2);
  y[17] = ~std::uint64_t{0};  // what marks a point that no index has reached
  save(folder_.file("x.npy"), x);
  save(folder_.file("y.npy"), y);
  slice_ = 64;
  std::vector<std::uint32_t> inverse(x.size());
  auto quotient = y;
  for (std::uint32_t i = 0; i < x.size(); ++i) {
    inverse[x[i]] = i;
    quotient[x[i]] = y[i];
  }
  const auto work = [&](bool invert, const FileOptions& options, RunControl& run) {
    return invert ? inverse_file(open("x.npy"), out(), options, &run)
                  : divide_files(open("x.npy"), open("y.npy"), out(), options, &run);
  };
  for (const bool invert : {true, false}) {
    for (const int stop_after : {0, 1, 2, 9}) {
      SCOPED_TRACE(stop_after);
      on_ranks([&](FileOptions options, RunControl& run) {
        stop_after_reports(folder_.file("ck"), options, run, stop_after);
        EXPECT_LT(work(invert, options, run).done, x.size());
      });
      EXPECT_EQ(folder_.entries(), 4U);  // the checkpoint, and what it names
      on_ranks([&](FileOptions options, RunControl& run) {
        run.keep_in({.resume = folder_.file("ck")});
        EXPECT_EQ(work(invert, options, run).done, x.size());
      });
      if (invert) {
        EXPECT_EQ(load<std::uint32_t>(out()), inverse);
      } else {
        EXPECT_EQ(load<std::uint64_t>(out()), quotient);
      }
      EXPECT_EQ(folder_.entries(), 3U);
      std::filesystem::remove(out());
    }
  }
}

TEST_P(ClusterTest, AResumedQuotientChecksItsMap) {
  auto x = drawn_permutation<std::uint32_t>(5000, 1);
  x[4999] = x[3];
  save(folder_.file("x.npy"), x);
  save(folder_.file("y.npy"), drawn_permutation<std::uint32_t>(5000, 2));
  slice_ = 64;
  on_ranks([&](FileOptions options, RunControl& run) {
    run.keep_in({.checkpoint = folder_.file("ck")});
    int reports = 0;
    run.listen([&](const auto&) {
      if (++reports == 3) run.request_stop(StopReason::interrupted);
    });
    EXPECT_LT(divide_files(open("x.npy"), open("y.npy"), out(), options, &run).done, x.size());
  });
  on_ranks([&](FileOptions options, RunControl& run) {
    run.keep_in({.resume = folder_.file("ck")});
    EXPECT_THROW(divide_files(open("x.npy"), open("y.npy"), out(), options, &run), InputError);
  });
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_P(ClusterTest, ACheckpointOfABadMapGoesAway) {
  auto x = drawn_permutation<std::uint32_t>(5000, 1);
  x[4999] = 5000;
  save(folder_.file("x.npy"), x);
  save(folder_.file("y.npy"), drawn_permutation<std::uint32_t>(5000, 2));
  slice_ = 64;
  on_ranks([&](FileOptions options, RunControl& run) {
    run.keep_in({.checkpoint = folder_.file("ck")});
    EXPECT_THROW(multiply_files(open("x.npy"), open("y.npy"), out(), options, &run), InputError);
  });
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_P(ClusterTest, AStoppedCheckGivesNoAnswer) {
  save<std::uint32_t>(folder_.file("x.npy"), std::vector<std::uint32_t>(5000, 7));
  on_ranks([&](const FileOptions& options, RunControl& run) {
    if (options.machine.cluster.ranks().rank() == options.machine.cluster.ranks().size() - 1)
      run.request_stop(StopReason::interrupted);
    EXPECT_FALSE(check_file(open("x.npy"), options, &run).has_value());
  });
}

TEST_P(ClusterTest, RefusesWhatItCannotDo) {
  save(folder_.file("x.npy"), drawn_permutation<std::uint32_t>(50, 1));
  save(folder_.file("narrow.npy"), drawn_permutation<std::uint16_t>(50, 1));
  const auto refused = [&](const char* name, const auto& change, const std::string& says) {
    on_ranks([&](FileOptions options, RunControl& run) {
      change(options);
      const std::string message =
          message_of<InputError>([&] { multiply_files(open(name), open("x.npy"), out(), options, &run); });
      EXPECT_NE(message.find(says), std::string::npos) << message;
    });
  };
  refused(
      "narrow.npy", [](FileOptions&) {}, "of 4, 5 or 8 bytes");
  refused(
      "x.npy", [](FileOptions& options) { options.verify = Verify::all; }, "verify all");
  on_ranks([&](const FileOptions& options, RunControl& run) {
    const std::string nowhere = folder_.file("nowhere/z.npy");
    EXPECT_THROW(multiply_files(open("x.npy"), open("x.npy"), nowhere, options, &run), InputError);
  });
  on_ranks([&](FileOptions options, RunControl& run) {
    run.keep_in({.checkpoint = folder_.file("ck")});
    EXPECT_THROW(multiply_files(open("x.npy"), open("x.npy"), folder_.file("nowhere/z.npy"), options, &run), InputError);
  });
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_P(ClusterTest, VerifiesASample) {
  const auto x = drawn_permutation<std::uint32_t>(5000, 1);
  const auto y = drawn_permutation<std::uint64_t>(5000, 2);
  save(folder_.file("x.npy"), x);
  save(folder_.file("y.npy"), y);
  on_ranks([&](FileOptions options, RunControl& run) {
    options.verify = Verify::sample;
    multiply_files(open("x.npy"), open("y.npy"), out(), options, &run);
    inverse_file(open("x.npy"), folder_.file("inverse.npy"), options, &run);
    divide_files(open("x.npy"), open("y.npy"), folder_.file("quotient.npy"), options, &run);
    EXPECT_EQ(std::count_if(run.phases().begin(), run.phases().end(), [](const Phase& phase) { return phase.name == "verify"; }),
              1);
  });
  EXPECT_EQ(load<std::uint64_t>(out()), test::multiply_reference(x, y));
  EXPECT_EQ(folder_.entries(), 5U);
}

// Only what was left by a process of this machine that is no longer there; process 1 always is.
TEST_P(ClusterTest, TakesAwayWhatAKilledRunLeft) {
  save(folder_.file("x.npy"), drawn_permutation<std::uint32_t>(50, 1));
  const std::vector<std::string> others{".z.npy.host0-1.tmp", ".z.npy.host9-1000000000.tmp", ".z.npy.host0-7x.tmp",
                                        ".w.npy.host0-1000000000.tmp"};
  for (const std::string& name : others) save<std::uint32_t>(folder_.file(name), {});
  save<std::uint32_t>(folder_.file(".z.npy.host0-1000000000.tmp"), {});
  on_ranks([&](const FileOptions& options, RunControl& run) { inverse_file(open("x.npy"), out(), options, &run); });
  EXPECT_FALSE(std::filesystem::exists(folder_.file(".z.npy.host0-1000000000.tmp")));
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(folder_.file(name))) << name;
}

// A file that is not the same everywhere: each machine has its own copy, and one is out of date.
TEST_P(ClusterTest, RanksMustSeeTheSameFile) {
  if (GetParam().ranks == 1) return;
  save(folder_.file("x.npy"), drawn_permutation<std::uint32_t>(50, 1));
  save(folder_.file("other.npy"), drawn_permutation<std::uint32_t>(51, 1));
  on_ranks([&](const FileOptions& options, RunControl& run) {
    const Map x = open(options.machine.cluster.ranks().rank() == 1 ? "other.npy" : "x.npy");
    const std::string message = message_of<InputError>([&] { multiply_files(x, x, out(), options, &run); });
    EXPECT_NE(message.find("all ranks must see the same file"), std::string::npos) << message;
  });
}

std::vector<ClusterCase> cluster_cases() {
  std::vector<ClusterCase> all;
  for (const int ranks : {1, 2, 3, 4, 7}) {
    for (const Exchange exchange : {Exchange::shared, Exchange::messages, Exchange::files}) all.push_back({ranks, exchange});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Ranks, ClusterFileTest,
                         testing::Values(ClusterCase{1, Exchange::files}, ClusterCase{3, Exchange::files}));
INSTANTIATE_TEST_SUITE_P(Ranks, ClusterTest, testing::ValuesIn(cluster_cases()), [](const auto& test) {
  return std::string(to_string(test.param.exchange)) + std::to_string(test.param.ranks);
});

}  // namespace
}  // namespace wreath::perm
