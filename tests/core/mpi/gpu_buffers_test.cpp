// SPDX-License-Identifier: MIT
#include "core/mpi/gpu_buffers.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "core/mpi/exchange.hpp"
#include "core/mpi/thread_ranks.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {
namespace {

using wreath::test::message_of;

void copy_on_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

/// The environment is the process's, and so are the ranks of a test.
class GpuBuffersTest : public testing::Test {
 protected:
  ~GpuBuffersTest() override { unsetenv("WREATH_MPI_GPU_BUFFERS"); }
  static void set(const char* value) { setenv("WREATH_MPI_GPU_BUFFERS", value, 1); }
  static GpuBuffersChoice choice(bool mpi_can) {
    GpuBuffersChoice found;
    test::run_ranks(3, {.copy = mpi_can ? copy_on_host : nullptr}, [&](Communicator& ranks) {
      const GpuBuffersChoice mine = choose_gpu_buffers(ranks);
      if (ranks.rank() == 1) found = mine;
    });
    return found;
  }
};

TEST_F(GpuBuffersTest, AreWhereMpiTakesThem) {
  EXPECT_TRUE(choice(true).on_gpu());
  EXPECT_EQ(choice(true).why, "MPI sends the memory of GPUs");
  EXPECT_FALSE(choice(false).on_gpu());
  EXPECT_EQ(choice(false).why, "MPI does not send the memory of GPUs");
}

TEST_F(GpuBuffersTest, AreWhereTheyAreAskedToBe) {
  set("pinned");
  EXPECT_FALSE(choice(true).on_gpu());
  set("gpu");
  EXPECT_TRUE(choice(false).on_gpu());
  EXPECT_EQ(choice(false).why, "WREATH_MPI_GPU_BUFFERS is set");
  set("host");
  test::run_ranks(2, [&](Communicator& ranks) {
    EXPECT_EQ(message_of<InputError>([&] { choose_gpu_buffers(ranks); }), "WREATH_MPI_GPU_BUFFERS=host: expected gpu or pinned");
  });
}

TEST_F(GpuBuffersTest, WhatARankSendsToItselfIsCopiedByItsOwnFunction) {
  test::run_ranks(2, {.copy = copy_on_host}, [&](Communicator& ranks) {
    std::vector<std::byte> out(8, std::byte(ranks.rank() + 1));
    std::vector<std::byte> in(8);
    const std::vector<Slice> send{{out.data(), 4}, {out.data() + 4, 4}};
    const std::vector<Slice> receive{{in.data(), 4}, {in.data() + 4, 4}};
    std::size_t copied = 0;
    exchange(ranks, send, receive, 1, [&](std::byte* to, const std::byte* from, std::size_t bytes) {
      copied += bytes;
      std::memcpy(to, from, bytes);
    });
    EXPECT_EQ(copied, 4U);
    EXPECT_EQ(in[0], std::byte{1});
    EXPECT_EQ(in[7], std::byte{2});
  });
}

}  // namespace
}  // namespace wreath::mpi
