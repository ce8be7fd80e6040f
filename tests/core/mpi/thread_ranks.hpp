// SPDX-License-Identifier: MIT
//
// Ranks that are threads of one process: the algorithms above core/mpi run on them as they do on MPI, under any sanitizer.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <condition_variable>
#include <cstring>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi::test {

/// What the ranks of one run share.
class ThreadWorld {
 public:
  explicit ThreadWorld(int ranks)
      : size(ranks), posted(static_cast<std::size_t>(ranks)), given(static_cast<std::size_t>(ranks)) {}

  /// Throws on the ranks that wait where another has failed.
  void wait() {
    std::unique_lock lock(mutex_);
    if (broken_) throw std::runtime_error("another rank failed");
    const auto turn = turn_;
    if (++arrived_ == size) {
      arrived_ = 0;
      ++turn_;
      changed_.notify_all();
      return;
    }
    changed_.wait(lock, [&] { return turn_ != turn || broken_; });
    if (turn_ == turn) throw std::runtime_error("another rank failed");
  }
  void fail() {
    const std::lock_guard lock(mutex_);
    broken_ = true;
    changed_.notify_all();
  }

  int size;
  std::vector<std::vector<Message>> posted;       // by sender
  std::vector<std::span<const std::byte>> given;  // to allgather

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  std::uint64_t turn_ = 0;
  bool broken_ = false;
};

class ThreadFile final : public SharedFile {
 public:
  ThreadFile(ThreadWorld& world, const std::string& path) : world_(world), descriptor_(open(path.c_str(), O_WRONLY)) {
    if (descriptor_ < 0) throw std::runtime_error(path + ": cannot be opened");
  }
  ~ThreadFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    if (pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset)) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("cannot write");
  }
  void sync() override { world_.wait(); }
  void close() override { world_.wait(); }

 private:
  ThreadWorld& world_;
  int descriptor_ = -1;
};

/// How the ranks of a run are set up.
struct RankSetup {
  bool one_machine = true;
  std::size_t message_limit = std::size_t{1} << 30;  // bytes
  void (*copy)(void* to, const void* from,
               std::size_t bytes) = nullptr;  // messages may be in the memory of GPUs, which it copies
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(ThreadWorld& world, int rank, const RankSetup& setup) : Communicator(setup.message_limit), world_(world) {
    rank_ = rank;
    size_ = world.size;
    ranks_here_ = setup.one_machine ? world.size : 1;
    rank_here_ = setup.one_machine ? rank : 0;
    host_ = "host" + std::to_string(rank);
    takes_gpu_memory_ = setup.copy != nullptr;
    if (setup.copy != nullptr) copy_ = setup.copy;
  }
  void allgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    world_.given[static_cast<std::size_t>(rank_)] = mine;
    world_.wait();
    for (std::size_t rank = 0; rank < world_.given.size(); ++rank)
      std::memcpy(all.data() + rank * mine.size(), world_.given[rank].data(), mine.size());
    world_.wait();
  }
  void transfer(std::span<const Message> send, std::span<const Message> receive) override {
    world_.posted[static_cast<std::size_t>(rank_)].assign(send.begin(), send.end());
    world_.wait();
    std::vector<std::size_t> next(static_cast<std::size_t>(size_), 0);
    for (const Message& expected : receive) {
      const auto& posted = world_.posted[static_cast<std::size_t>(expected.rank)];
      std::size_t& at = next[static_cast<std::size_t>(expected.rank)];
      while (at < posted.size() && posted[at].rank != rank_) ++at;
      if (at == posted.size() || posted[at].bytes != expected.bytes || expected.bytes > message_limit())
        throw std::logic_error("a message is not what was expected");
      copy_(expected.data, posted[at++].data, expected.bytes);
    }
    world_.wait();
  }
  std::unique_ptr<SharedFile> open_file(const std::string& path) override { return std::make_unique<ThreadFile>(world_, path); }
  void abort(int) noexcept override { world_.fail(); }
  void finish() override { world_.wait(); }

 private:
  static void copy_on_host(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }

  ThreadWorld& world_;
  void (*copy_)(void*, const void*, std::size_t) = copy_on_host;
};

/// body(rank) on each of `size` ranks at once; throws what the first of them throws that does not merely wait for another.
inline void run_ranks(int size, const RankSetup& setup, const std::function<void(Communicator&)>& body) {
  ThreadWorld world(size);
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      ThreadRank self(world, rank, setup);
      try {
        body(self);
      } catch (...) {
        failures[static_cast<std::size_t>(rank)] = std::current_exception();
        if (!self.failed_together()) world.fail();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

inline void run_ranks(int size, const std::function<void(Communicator&)>& body) {
  run_ranks(size, {}, body);
}

}  // namespace wreath::mpi::test
