// SPDX-License-Identifier: MIT
#include "core/io/async_io.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

HugeArray<std::byte> counted(std::size_t bytes) {
  HugeArray<std::byte> memory(bytes);
  for (std::size_t i = 0; i < bytes; ++i) memory[i] = static_cast<std::byte>(i * 2654435761U >> 24);
  return memory;
}

// Larger than the pieces in which requests are cut.
TEST(AsyncIoTest, ReadsWhatWasWritten) {
  const test::TestFolder folder;
  const DirectFile file = DirectFile::nameless(folder.path());
  const std::size_t bytes = (std::size_t{3} << 20) + 5 * kDiskBlock;
  const HugeArray<std::byte> from = counted(bytes);
  for (const unsigned threads : {1U, 5U}) {
    AsyncIo io(threads);
    Transfers writes;
    io.write(file, 0, from.span(), writes);
    io.write(file, bytes, from.span(), writes);
    writes.wait();
    HugeArray<std::byte> to(bytes);
    Transfers reads;
    io.read(file, bytes, to.span(), bytes, reads);
    reads.wait();
    EXPECT_TRUE(std::equal(from.begin(), from.end(), to.begin()));
  }
}

TEST(AsyncIoTest, AFailureComesOutOfTheWaitOnce) {
  const test::TestFolder folder;
  const DirectFile file = DirectFile::nameless(folder.path());
  AsyncIo io(2);
  HugeArray<std::byte> memory(kDiskBlock);
  Transfers reads;
  io.read(file, 0, memory.span(), kDiskBlock, reads);
  EXPECT_NE(test::message_of<ResourceError>([&] { reads.wait(); }).find("the file ends there"), std::string::npos);
  reads.wait();
}

TEST(AsyncIoTest, AFailureIsSeenBeforeTheWait) {
  const test::TestFolder folder;
  const DirectFile file = DirectFile::nameless(folder.path());
  AsyncIo io(1);
  HugeArray<std::byte> memory(2 * kDiskBlock);
  Transfers failing;
  Transfers later;
  io.read(file, 0, memory.span().first(kDiskBlock), kDiskBlock, failing);
  io.write(file, 0, memory.span().last(kDiskBlock), later);
  later.wait();  // one thread serves in order, so the first has failed by now
  EXPECT_THROW(failing.check(), ResourceError);
  EXPECT_THROW(failing.check(), ResourceError);
}

// Whoever waits for a buffer must get it also where its write failed.
TEST(AsyncIoTest, DoneIsCalledWhereAWriteFails) {
  const test::TestFolder folder;
  test::write_text(folder.file("x"), "x");
  const DirectFile file = DirectFile::for_reading(folder.file("x"));
  AsyncIo io(2);
  BufferPool pool(1, kDiskBlock);
  Transfers writes;
  for (int turn = 0; turn < 3; ++turn) {
    std::byte* buffer = pool.take();
    std::fill_n(buffer, kDiskBlock, std::byte{1});
    io.write(file, 0, {buffer, kDiskBlock}, writes, [&pool, buffer] { pool.give(buffer); });
  }
  EXPECT_NE(test::message_of<ResourceError>([&] { writes.wait(); }).find(folder.file("x") + ": cannot write at byte 0"),
            std::string::npos);
}

TEST(AsyncIoTest, TransfersEndBeforeTheirGroupDoes) {
  const test::TestFolder folder;
  const DirectFile file = DirectFile::nameless(folder.path());
  const HugeArray<std::byte> from = counted(64 * kDiskBlock);
  std::atomic<int> done = 0;
  AsyncIo io(3);
  {
    Transfers writes;
    for (std::size_t block = 0; block < 64; ++block)
      io.write(file, block * kDiskBlock, from.span().subspan(block * kDiskBlock, kDiskBlock), writes, [&done] { ++done; });
  }
  EXPECT_EQ(done, 64);
}

TEST(BufferPoolTest, ATakerWaitsForABufferToBeGiven) {
  BufferPool pool(2, 100);
  EXPECT_EQ(pool.buffer_bytes(), kDiskBlock);
  std::byte* first = pool.take();
  std::byte* second = pool.take();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % kDiskBlock, 0U);
  EXPECT_NE(first, second);
  std::byte* third = nullptr;
  std::thread taker([&] { third = pool.take(); });
  pool.give(first);
  taker.join();
  EXPECT_EQ(third, first);
}

}  // namespace
}  // namespace wreath
