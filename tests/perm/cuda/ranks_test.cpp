// SPDX-License-Identifier: MIT
//
// Ranks whose blocks are on GPUs, here on one that all share: the same files as from one process, whether what they exchange is
// in pinned memory or on the GPU.
#include "core/features.hpp"
#if WREATH_HAVE_MPI
#include <gtest/gtest.h>

#include "core/cuda/any_memory.hpp"
#include "core/mpi/thread_ranks.hpp"
#include "perm/disk/disk_fixture.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

/// The parameter: whether buffers are on the GPU.
class CudaRankFiles : public DiskTest, public testing::WithParamInterface<bool> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
  static mpi::test::RankSetup setup() {
    return {.message_limit = 10'000, .copy = GetParam() ? wreath::test::copy_any_memory : nullptr};
  }
  /// body(options, run) on each of `ranks` ranks.
  template <class Body>
  void on_ranks(int ranks, const Body& body) {
    mpi::test::run_ranks(ranks, setup(), [&](mpi::Communicator& one) {
      FileOptions options;
      options.machine.cluster = Cluster(one);
      options.machine.backend = BackendChoice::cuda;
      options.machine.threads = 2;
      options.slice_points = 1000;
      RunControl run;
      body(options, run);
      EXPECT_EQ(run.choice("backend"), "cuda");
      EXPECT_EQ(run.choice("exchange buffers"), GetParam() ? "GPU memory" : "pinned memory");
    });
  }
};

TEST_P(CudaRankFiles, TheSameAsByOneProcess) {
  for (const std::size_t points : {std::size_t{1}, std::size_t{2}, std::size_t{1001}, std::size_t{20'011}}) {
    for (const unsigned width : {4U, 5U, 8U}) {
      const Values x = permutation(points, 1);
      const Values y = permutation(points, 2);
      const std::string x_path = save("x.npy", x, width);
      const std::string y_path = save("y.npy", y, width == 5 ? 8 : 5);
      Values product(points);
      Values inverse(points);
      Values quotient(points);
      for (std::size_t i = 0; i < points; ++i) {
        product[i] = y[x[i]];
        inverse[x[i]] = i;
        quotient[x[i]] = y[i];
      }
      for (const int ranks : {2, 3}) {
        SCOPED_TRACE(testing::Message() << points << " points of " << width << " bytes, " << ranks << " ranks");
        on_ranks(ranks, [&](const FileOptions& options, RunControl& run) {
          multiply_files(open(x_path), open(y_path), out_, options, &run);
        });
        EXPECT_EQ(load(out_), product);
        on_ranks(ranks, [&](const FileOptions& options, RunControl& run) { inverse_file(open(x_path), out_, options, &run); });
        EXPECT_EQ(load(out_), inverse);
        on_ranks(ranks, [&](const FileOptions& options, RunControl& run) {
          divide_files(open(x_path), open(y_path), out_, options, &run);
        });
        EXPECT_EQ(load(out_), quotient);
      }
    }
  }
}

TEST_P(CudaRankFiles, AStoppedInverseContinues) {
  const Values x = permutation(20'011, 1);
  const std::string x_path = save("x.npy", x, 4);
  Values inverse(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
  const std::string checkpoint = out_ + ".ck";
  on_ranks(2, [&](FileOptions options, RunControl& run) {
    run.keep_in({.checkpoint = checkpoint});
    int reports = 0;
    run.listen([&](const auto&) {
      if (++reports == 3) run.request_stop(StopReason::interrupted);
    });
    EXPECT_LT(inverse_file(open(x_path), out_, options, &run).done, x.size());
  });
  on_ranks(2, [&](FileOptions options, RunControl& run) {
    run.keep_in({.resume = checkpoint});
    const FileReport report = inverse_file(open(x_path), out_, options, &run);
    EXPECT_EQ(report.done, x.size());
    EXPECT_GT(report.resumed_at, 0U);
  });
  EXPECT_EQ(load(out_), inverse);
}

TEST_P(CudaRankFiles, NamesWhatIsWrong) {
  Values x = permutation(5000, 1);
  x[4000] = x[17];
  const std::string x_path = save("x.npy", x, 4);
  RunControl alone;
  const std::string expected = message_of<InputError>([&] { inverse_file(open(x_path), out_, {}, &alone); });
  mpi::test::run_ranks(3, setup(), [&](mpi::Communicator& one) {
    FileOptions options;
    options.machine.cluster = Cluster(one);
    options.machine.backend = BackendChoice::cuda;
    RunControl run;
    EXPECT_EQ(message_of<InputError>([&] { inverse_file(open(x_path), out_, options, &run); }), expected);
    options.exchange = Exchange::files;
    const std::string refused = message_of<InputError>([&] { inverse_file(open(x_path), out_, options, &run); });
    EXPECT_NE(refused.find("exchange messages"), std::string::npos) << refused;
  });
}

INSTANTIATE_TEST_SUITE_P(Buffers, CudaRankFiles, testing::Bool(),
                         [](const auto& test) { return test.param ? "OnTheGpu" : "Pinned"; });

}  // namespace
}  // namespace wreath::perm
#endif
