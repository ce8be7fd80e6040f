// SPDX-License-Identifier: MIT
//
// Reads and writes that go on while others compute.
//
// A few threads take requests from one queue, in order, and sleep in the kernel while the disk works: so several requests are
// under way at once, which a solid-state disk needs, and the compute threads never wait for the disk as long as they ask early
// enough. Large requests are cut into pieces that several threads share.
//
// Who sends a request names the group of transfers it belongs to, and later waits for the group. A failure comes out of that
// wait; the memory of a request must stay until then.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/io/direct_file.hpp"

namespace wreath {

/// Transfers that are waited for together. Its end waits for them, too, and drops what failed.
class Transfers {
 public:
  Transfers() = default;
  ~Transfers();
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  /// Until all that were begun have ended. Throws the first failure.
  void wait();
  /// The same, for that long at most; whether all have ended.
  bool wait_for(std::chrono::milliseconds time);
  /// Throws where one has failed so far.
  void check();

 private:
  friend class AsyncIo;
  void begin();
  void end(std::exception_ptr failure);

  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t pending_ = 0;
  std::exception_ptr failure_;
};

class AsyncIo {
 public:
  /// Throws ResourceError if the system gives it no thread.
  explicit AsyncIo(unsigned threads);
  ~AsyncIo();
  AsyncIo(const AsyncIo&) = delete;
  AsyncIo& operator=(const AsyncIo&) = delete;

  /// Reads at least `needed` bytes of `into`; the file must outlive the group's wait.
  void read(const DirectFile& file, std::uint64_t offset, std::span<std::byte> into, std::size_t needed, Transfers& group);
  /// `done` is called from another thread when the bytes are no longer needed, also where the write failed.
  void write(const DirectFile& file, std::uint64_t offset, std::span<const std::byte> bytes, Transfers& group,
             std::function<void()> done = {});
  /// Forgets the reads that have not begun: their groups need not wait for them.
  void drop_reads();

 private:
  struct Request {
    const DirectFile* file;
    std::uint64_t offset;
    std::byte* memory;
    std::size_t bytes;
    std::size_t needed;
    bool write;
    Transfers* group;
    std::function<void()> done;
  };

  void enqueue(Request request);
  void serve();

  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<Request> queue_;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

/// Equal buffers, aligned for the disk; a thread that finds none waits for one to be returned.
class BufferPool {
 public:
  BufferPool(std::size_t buffers, std::size_t bytes);

  std::byte* take();
  void give(std::byte* buffer);
  std::size_t buffer_bytes() const noexcept { return bytes_; }

 private:
  std::size_t bytes_;
  HugeArray<std::byte> memory_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::vector<std::byte*> free_;
};

}  // namespace wreath
