// SPDX-License-Identifier: MIT
//
// Buckets on disk: where a partition of more data than memory holds puts its pieces.
//
// A bucket is a chain of chunks of one size. Chunks take the next free place in turn, over one or several files (one to a
// disk), so that no pass has to count the buckets beforehand, any skew fits, and every write is as large as a chunk. Memory holds
// only the list of each bucket's chunks, 16 bytes for each. A bucket is read back chunk by chunk in the order in which it was
// written.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/io/async_io.hpp"

namespace wreath {

class BucketFile {
 public:
  struct Chunk {
    std::uint64_t place = 0;
    std::uint64_t bytes = 0;  // so much of it is filled
  };

  /// The files must outlive it.
  BucketFile(AsyncIo& io, std::span<const DirectFile> files, std::size_t buckets, std::size_t chunk_bytes);
  /// The same buckets with chunks of another size: for what a phase makes of each chunk.
  BucketFile(const BucketFile& like, std::span<const DirectFile> files, std::size_t chunk_bytes);

  std::size_t buckets() const noexcept { return chains_.size(); }
  std::size_t chunk_bytes() const noexcept { return chunk_bytes_; }
  std::size_t chunks() const noexcept { return used_; }
  std::span<const Chunk> chain(std::size_t bucket) const { return chains_[bucket]; }
  std::uint64_t bytes(std::size_t bucket) const;

  /// Reserves the space for `chunks` chunks. Throws ResourceError.
  void reserve(std::size_t chunks) const;
  /// Appends a chunk, whose memory goes back to the pool once it is written. Several threads may append to different buckets.
  void append(std::size_t bucket, std::byte* memory, std::size_t bytes, BufferPool& pool);
  /// Replaces the content of a chunk by as many bytes as it is to have from now on.
  void rewrite(std::size_t bucket, std::size_t chunk, std::byte* memory, std::size_t bytes, BufferPool& pool);
  void read(const Chunk& chunk, std::byte* memory, Transfers& group) const;
  /// Until all is written. Throws the first failure.
  void wait() { writes_.wait(); }
  /// The same where something else has failed already.
  void wait_quietly() noexcept;
  void check() { writes_.check(); }

  /// For checkpoints: what memory knows of the file.
  std::vector<std::vector<Chunk>> chains() const { return chains_; }
  void restore(std::vector<std::vector<Chunk>> chains, std::size_t used);

 private:
  const DirectFile& file_of(std::uint64_t place) const { return files_[place % files_.size()]; }
  std::uint64_t offset_of(std::uint64_t place) const { return place / files_.size() * chunk_bytes_; }
  void write(const Chunk& chunk, std::byte* memory, BufferPool& pool);

  AsyncIo& io_;
  std::span<const DirectFile> files_;
  std::size_t chunk_bytes_;
  std::atomic<std::size_t> used_ = 0;
  std::vector<std::vector<Chunk>> chains_;
  Transfers writes_;
};

/// Waits at its end for what is being written: to be made after the pool that the chunks come from.
class WriteGuard {
 public:
  explicit WriteGuard(BucketFile& file) : file_(file) {}
  ~WriteGuard() { file_.wait_quietly(); }
  WriteGuard(const WriteGuard&) = delete;
  WriteGuard& operator=(const WriteGuard&) = delete;

 private:
  BucketFile& file_;
};

}  // namespace wreath
