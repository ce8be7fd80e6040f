// SPDX-License-Identifier: MIT
#include "core/arrays/disk/runs.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/data/rng.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm {
namespace {

using Placed = std::map<std::uint64_t, std::uint64_t>;  // point of each source

/// All that is in the buckets.
Placed read_all(const BucketFile& file, unsigned block_bits) {
  Placed placed;
  HugeArray<std::byte> memory(file.chunk_bytes());
  for (std::size_t bucket = 0; bucket < file.buckets(); ++bucket) {
    for (const BucketFile::Chunk& chunk : file.chain(bucket)) {
      Transfers reads;
      file.read(chunk, memory.data(), reads);
      reads.wait();
      for (std::size_t at = 0; at < chunk.bytes; at += arrays::kRunBytes) {
        std::size_t count = 0;
        const std::size_t returned =
            arrays::IndexRuns::read(memory.data() + at, block_bits, [&](std::uint32_t offset, std::uint64_t source) {
              EXPECT_TRUE(placed.emplace(source, (std::uint64_t{bucket} << block_bits) + offset).second) << source;
              ++count;
            });
        EXPECT_EQ(returned, count);
      }
    }
  }
  return placed;
}

// Rows of sources far from one another, about the places where 31 and 32 bits of a source end, and with hardly any bits for
// distances.
TEST(IndexRunsTest, GiveBackPointsAndSources) {
  for (const unsigned block_bits : {12U, 20U, 28U, 31U}) {
    const wreath::test::TestFolder folder;
    std::vector<DirectFile> files;
    files.push_back(DirectFile::nameless(folder.path()));
    AsyncIo io(2);
    constexpr std::size_t kBuckets = 7;
    BucketFile file(io, files, kBuckets, 4 * arrays::kRunBytes);
    BufferPool pool(kBuckets + 4, file.chunk_bytes());
    arrays::BucketRuns buckets(file, pool);
    arrays::IndexRuns runs(buckets, kBuckets, block_bits);
    RandomStream random(1, block_bits);
    Placed expected;
    const auto put = [&](std::uint64_t first, std::size_t count, std::uint64_t among) {
      std::vector<std::uint64_t> points(count);
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint64_t bucket = random.below64(among);
        points[k] = (bucket << block_bits) + random.below64(std::uint64_t{1} << block_bits);
        expected[first + k] = points[k];
      }
      runs.put_all(std::span<const std::uint64_t>(points), first);
    };
    put(0, 5000, kBuckets);
    put(5000, 1, 1);
    put(100000, 3000, 1);  // the other buckets wait
    put(200000, 3000, kBuckets);
    put((std::uint64_t{1} << 31) - 10, 20, kBuckets);
    put((std::uint64_t{1} << 31) + 10, 2000, kBuckets);
    put((std::uint64_t{1} << 32) - 3, 2000, kBuckets);
    put((std::uint64_t{3} << 32) + 5000, 2000, kBuckets);
    put((std::uint64_t{1} << 40) - 2000, 1990, kBuckets);
    runs.finish();
    buckets.finish();
    EXPECT_EQ(read_all(file, block_bits), expected) << block_bits;
  }
}

}  // namespace
}  // namespace wreath::perm
