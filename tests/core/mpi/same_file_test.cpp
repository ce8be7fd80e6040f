// SPDX-License-Identifier: MIT
#include "core/mpi/same_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/mpi/thread_ranks.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {
namespace {

using test::run_ranks;
using wreath::test::message_of;

/// A file for each of three ranks.
class SameFile : public testing::Test {
 protected:
  std::string path(int rank) const { return folder_.file("file" + std::to_string(rank)); }
  void write(int rank, const std::string& text) const { std::ofstream(path(rank)) << text; }
  std::string failure() const {
    return message_of<InputError>(
        [&] { run_ranks(3, [&](Communicator& ranks) { require_same_file(ranks, path(ranks.rank())); }); });
  }

  wreath::test::TestFolder folder_;
};

TEST_F(SameFile, CopiesAreTheSame) {
  for (int rank = 0; rank < 3; ++rank) write(rank, std::string(10'000'000, 'x') + "end");
  run_ranks(3, [&](Communicator& ranks) { require_same_file(ranks, path(ranks.rank())); });
  run_ranks(3, [&](Communicator& ranks) { require_same_file(ranks, path(1)); });
}

TEST_F(SameFile, OtherBytesAreNot) {
  for (int rank = 0; rank < 3; ++rank) write(rank, rank == 2 ? "abd" : "abc");
  EXPECT_NE(failure().find("rank 2 on host2 reads something else"), std::string::npos);
}

TEST_F(SameFile, ARankSeesNone) {
  write(0, "abc");
  write(2, "abc");
  EXPECT_NE(failure().find("rank 1 on host1 cannot open it: No such file"), std::string::npos);
}

TEST_F(SameFile, AnotherFileIsNotThatOfTheFirst) {
  for (int rank = 0; rank < 3; ++rank) write(rank, "abc");
  run_ranks(3, [&](Communicator& ranks) { require_shared_file(ranks, path(0)); });
  EXPECT_THROW(run_ranks(3, [&](Communicator& ranks) { require_shared_file(ranks, path(ranks.rank())); }), InputError);
}

}  // namespace
}  // namespace wreath::mpi
