// SPDX-License-Identifier: MIT
#include "core/io/bucket_file.hpp"

#include <utility>

namespace wreath {

BucketFile::BucketFile(AsyncIo& io, std::span<const DirectFile> files, std::size_t buckets, std::size_t chunk_bytes)
    : io_(io), files_(files), chunk_bytes_(disk_ceiling(chunk_bytes)), chains_(buckets) {}

BucketFile::BucketFile(const BucketFile& like, std::span<const DirectFile> files, std::size_t chunk_bytes)
    : io_(like.io_), files_(files), chunk_bytes_(disk_ceiling(chunk_bytes)), used_(like.used_.load()), chains_(like.chains_) {}

std::uint64_t BucketFile::bytes(std::size_t bucket) const {
  std::uint64_t sum = 0;
  for (const Chunk& chunk : chains_[bucket]) sum += chunk.bytes;
  return sum;
}

void BucketFile::reserve(std::size_t chunks) const {
  for (const DirectFile& file : files_) file.reserve((chunks + files_.size() - 1) / files_.size() * chunk_bytes_);
}

void BucketFile::append(std::size_t bucket, std::byte* memory, std::size_t bytes, BufferPool& pool) {
  const Chunk chunk{used_++, bytes};
  chains_[bucket].push_back(chunk);
  write(chunk, memory, pool);
}

void BucketFile::rewrite(std::size_t bucket, std::size_t chunk, std::byte* memory, std::size_t bytes, BufferPool& pool) {
  chains_[bucket][chunk].bytes = bytes;
  write(chains_[bucket][chunk], memory, pool);
}

void BucketFile::write(const Chunk& chunk, std::byte* memory, BufferPool& pool) {
  io_.write(file_of(chunk.place), offset_of(chunk.place), {memory, disk_ceiling(chunk.bytes)}, writes_,
            [&pool, memory] { pool.give(memory); });
}

void BucketFile::read(const Chunk& chunk, std::byte* memory, Transfers& group) const {
  io_.read(file_of(chunk.place), offset_of(chunk.place), {memory, disk_ceiling(chunk.bytes)}, chunk.bytes, group);
}

void BucketFile::wait_quietly() noexcept {
  try {
    writes_.wait();
  } catch (...) {  // the caller knows of a failure that came before
  }
}

void BucketFile::restore(std::vector<std::vector<Chunk>> chains, std::size_t used) {
  chains_ = std::move(chains);
  used_ = used;
}

}  // namespace wreath
