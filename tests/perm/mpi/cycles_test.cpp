// SPDX-License-Identifier: MIT
//
// Cycles and powers by several ranks (threads in their place), against those of one process.
#include <gtest/gtest.h>

#include "core/mpi/thread_ranks.hpp"
#include "perm/disk/disk_fixture.hpp"
#include "perm/algebra_reference.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

class RankCyclesTest : public DiskTest {
 protected:
  template <class Body>
  void on_ranks(int count, const Body& body) {
    mpi::test::run_ranks(count, {.message_limit = 1000}, [&](mpi::Communicator& ranks) {
      FileOptions options{.machine = {.threads = 2}};
      options.machine.cluster = Cluster(ranks);
      body(options);
    });
  }

  void agrees(const Values& x, unsigned width, int ranks) {
    const std::string path = save("x.npy", x, width);
    on_ranks(ranks, [&](const FileOptions& options) {
      EXPECT_EQ(cycles_of_file(open(path), options), test::cycle_type_reference(x))
          << x.size() << " points, " << ranks << " ranks";
    });
    for (const char* exponent : {"0", "1", "-1", "3", "-6", "100000000000000000000000"}) {
      on_ranks(ranks, [&](const FileOptions& options) { power_file(open(path), std::string_view(exponent), out_, options); });
      Values expected(x.size());
      power(x, std::string_view(exponent), expected);
      EXPECT_EQ(load(out_), expected) << x.size() << " points, " << ranks << " ranks, exponent " << exponent;
    }
    EXPECT_EQ(folder_.entries(), 2U);  // nothing else is left
  }
};

TEST_F(RankCyclesTest, AgreesWithOneProcess) {
  for (const int ranks : {1, 2, 3, 4}) {
    for (const std::size_t points : {1U, 2U, 5U, 1000U}) agrees(permutation(points, points), 4, ranks);
  }
  agrees(permutation(2000, 3), 5, 3);
  agrees(permutation(2000, 4), 8, 2);
}

TEST_F(RankCyclesTest, RegularPermutations) {
  Values x(3000);
  for (const std::uint64_t step : {0U, 1U, 1500U, 2999U}) {
    for (std::uint64_t i = 0; i < x.size(); ++i) x[i] = (i + step) % x.size();
    const std::string path = save("x.npy", x, 4);
    on_ranks(3, [&](const FileOptions& options) {
      EXPECT_EQ(cycles_of_file(open(path), options), test::cycle_type_reference(x)) << "step " << step;
    });
  }
}

TEST_F(RankCyclesTest, WhatIsNotAPermutation) {
  Values x = permutation(1000, 1);
  x[700] = x[3];
  const std::string path = save("x.npy", x, 4);
  on_ranks(3, [&](const FileOptions& options) {
    EXPECT_NE(message_of<InputError>([&] { cycles_of_file(open(path), options); }).find("this is not a permutation"),
              std::string::npos);
    EXPECT_THROW(power_file(open(path), -3, out_, options), InputError);
    power_file(open(path), 1000, out_, options);
  });
  Values expected(x.size());
  power(x, 1000, expected);
  EXPECT_EQ(load(out_), expected);
}

TEST_F(RankCyclesTest, TheIdentity) {
  for (const unsigned width : {4U, 5U, 8U}) {
    on_ranks(3, [&](const FileOptions& options) { identity_file(1000, width, out_, options); });
    EXPECT_EQ(load(out_), test::identity_reference<std::uint64_t>(1000));
  }
}

}  // namespace
}  // namespace wreath::perm
