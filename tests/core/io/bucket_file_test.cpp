// SPDX-License-Identifier: MIT
#include "core/io/bucket_file.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "core/data/rng.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

constexpr std::size_t kChunk = 2 * kDiskBlock;
constexpr std::size_t kBuckets = 5;

class BucketFileTest : public testing::Test {
 protected:
  BucketFileTest() {
    for (int file = 0; file < 3; ++file) files_.push_back(DirectFile::nameless(folder_.path()));
  }

  /// Chunks of random length, most of them in one bucket; what each bucket then holds.
  std::vector<std::string> fill(BucketFile& file, BufferPool& pool) {
    std::vector<std::string> expected(kBuckets);
    RandomStream random(1, 0);
    for (int chunk = 0; chunk < 200; ++chunk) {
      const std::size_t bucket = chunk % 2 == 0 ? 3 : random.below64(kBuckets - 1);  // the last one stays empty
      const std::size_t bytes = 1 + random.below64(kChunk);
      std::byte* memory = pool.take();
      std::memset(memory, static_cast<int>(random.below64(256)), kChunk);
      expected[bucket].append(reinterpret_cast<char*>(memory), bytes);
      file.append(bucket, memory, bytes, pool);
    }
    file.wait();
    return expected;
  }
  static std::string content(const BucketFile& file, std::size_t bucket) {
    std::string text;
    HugeArray<std::byte> memory(file.chunk_bytes());
    for (const BucketFile::Chunk& chunk : file.chain(bucket)) {
      Transfers reads;
      file.read(chunk, memory.data(), reads);
      reads.wait();
      text.append(reinterpret_cast<const char*>(memory.data()), chunk.bytes);
    }
    return text;
  }

  test::TestFolder folder_;
  std::vector<DirectFile> files_;
  AsyncIo io_{4};
};

TEST_F(BucketFileTest, GivesBackWhatWasAppendedInOrder) {
  BufferPool pool(4, kChunk);
  BucketFile file(io_, files_, kBuckets, kChunk);
  file.reserve(200);
  const auto expected = fill(file, pool);
  EXPECT_EQ(file.chunks(), 200U);
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    EXPECT_EQ(file.bytes(bucket), expected[bucket].size());
    EXPECT_TRUE(content(file, bucket) == expected[bucket]) << bucket;
  }
}

TEST_F(BucketFileTest, AChunkMayBecomeAnotherInPlaceOrInAnotherFile) {
  BufferPool pool(4, kChunk);
  BucketFile file(io_, files_, kBuckets, kChunk);
  fill(file, pool);
  const std::vector<DirectFile> other_files = [&] {
    std::vector<DirectFile> files;
    files.push_back(DirectFile::nameless(folder_.path()));
    return files;
  }();
  BucketFile other(file, other_files, 2 * kChunk);
  BufferPool wide_pool(2, 2 * kChunk);
  const std::string before = content(file, 0);
  for (BucketFile* target : {&file, &other}) {
    BufferPool& from = target == &file ? pool : wide_pool;
    std::byte* memory = from.take();
    std::memset(memory, 'z', from.buffer_bytes());
    target->rewrite(3, 7, memory, from.buffer_bytes(), from);
    target->wait();
    EXPECT_EQ(target->chain(3)[7].bytes, from.buffer_bytes());
    HugeArray<std::byte> read(from.buffer_bytes());
    Transfers reads;
    target->read(target->chain(3)[7], read.data(), reads);
    reads.wait();
    EXPECT_EQ(read[0], std::byte{'z'});
    EXPECT_EQ(read[from.buffer_bytes() - 1], std::byte{'z'});
  }
  EXPECT_TRUE(content(file, 0) == before);
}

TEST_F(BucketFileTest, IsRestoredFromWhatMemoryKnew) {
  BufferPool pool(4, kChunk);
  BucketFile file(io_, files_, kBuckets, kChunk);
  const auto expected = fill(file, pool);
  BucketFile again(io_, files_, kBuckets, kChunk);
  again.restore(file.chains(), file.chunks());
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) EXPECT_TRUE(content(again, bucket) == expected[bucket]) << bucket;
  again.append(4, pool.take(), 10, pool);
  again.wait();
  EXPECT_EQ(again.chain(4)[0].place, 200U);
}

TEST_F(BucketFileTest, AFailedWriteComesOut) {
  test::write_text(folder_.file("x"), "x");
  std::vector<DirectFile> files;
  files.push_back(DirectFile::for_reading(folder_.file("x")));
  BufferPool pool(1, kChunk);
  BucketFile file(io_, files, kBuckets, kChunk);
  file.append(0, pool.take(), 10, pool);
  file.append(0, pool.take(), 10, pool);  // the buffer came back
  EXPECT_THROW(file.wait(), ResourceError);
  file.append(0, pool.take(), 10, pool);
  file.wait_quietly();
}

}  // namespace
}  // namespace wreath
