// SPDX-License-Identifier: MIT
//
// The ranks of a run, as the engines see them: a few collective operations, and nothing of MPI itself.
//
// MPI stands behind this interface in a library of its own (plugin/), which is loaded when mpirun started the program and at no
// other time: the program needs no MPI to start, and the algorithms above are tested with threads in place of ranks.
//
// Errors. A rank that threw while the others wait for it in a collective operation would leave them waiting forever. So what may
// fail is done inside `together`, where no rank communicates: afterwards all ranks learn whether one failed, and all throw the
// error of the first that did. An exception that comes out otherwise ends the whole job (info.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/run/rank_here.hpp"

namespace wreath::mpi {

/// Bytes that go to a rank, or come from one.
struct Message {
  int rank = 0;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

/// A file that all ranks write, each its own part.
class SharedFile {
 public:
  virtual ~SharedFile() = default;
  /// By any rank, at any time. Throws ResourceError.
  virtual void write_at(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
  /// By all ranks together: what was written is on the disk. Throws ResourceError.
  virtual void sync() = 0;
  /// By all ranks together: afterwards all of them see what was written. Throws ResourceError.
  virtual void close() = 0;
};

class Communicator {
 public:
  virtual ~Communicator() = default;
  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  /// How many of the ranks run on this machine, this one included.
  int ranks_here() const noexcept { return ranks_here_; }
  /// Which of them this one is: 0, 1, ...
  int rank_here() const noexcept { return rank_here_; }
  RankHere here() const noexcept { return {static_cast<unsigned>(rank_here_), static_cast<unsigned>(ranks_here_)}; }
  const std::string& host() const noexcept { return host_; }

  // --- Collective: every rank calls it, in the same order.
  /// all = the bytes of rank 0, of rank 1, ...; every rank gives as many.
  virtual void allgather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// Sends and receives. Between two ranks the k-th message sent is the k-th received, of the same size, at most message_limit().
  virtual void transfer(std::span<const Message> send, std::span<const Message> receive) = 0;
  /// A file that exists, and that all ranks see (same_file.hpp).
  virtual std::unique_ptr<SharedFile> open_file(const std::string& path) = 0;

  // --- By any rank.
  /// Ends the whole job at once.
  virtual void abort(int code) noexcept = 0;
  /// The last call. Collective.
  virtual void finish() = 0;

  /// Whether transfers may be under way on another thread while the main one works; they are never on two at once.
  bool overlaps() const noexcept { return overlaps_; }
  /// Whether messages may be in the memory of a GPU; whether they are is decided in gpu_buffers.hpp.
  bool takes_gpu_memory() const noexcept { return takes_gpu_memory_; }
  /// The most bytes in one message: MPI counts in int.
  std::size_t message_limit() const noexcept { return message_limit_; }

  /// Collective: where a rank gives an exception, all throw that of the first such rank.
  void agree(const std::exception_ptr& failure);
  /// Whether the exception that is under way is known to all ranks.
  bool failed_together() const noexcept { return failed_together_; }
  /// The last failure was dealt with: an exception that comes now is another.
  void forget_failure() noexcept { failed_together_ = false; }

 protected:
  explicit Communicator(std::size_t message_limit = std::size_t{1} << 30) : message_limit_(message_limit) {}

  int rank_ = 0;
  int size_ = 1;
  int ranks_here_ = 1;
  int rank_here_ = 0;
  bool overlaps_ = true;
  bool takes_gpu_memory_ = false;
  std::string host_;

 private:
  std::size_t message_limit_;
  bool failed_together_ = false;
};

/// Runs body on every rank; it must not communicate. Where it throws on some, all ranks throw the error of the first of them.
template <class Body>
void together(Communicator& ranks, const Body& body) {
  std::exception_ptr failure;
  try {
    body();
  } catch (...) {
    failure = std::current_exception();
  }
  ranks.agree(failure);
}

/// What each rank gave.
template <class T>
std::vector<T> all_of(Communicator& ranks, const T& mine) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> all(static_cast<std::size_t>(ranks.size()));
  ranks.allgather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
  return all;
}

template <class T>
T largest_of(Communicator& ranks, const T& mine) {
  const std::vector<T> all = all_of(ranks, mine);
  return *std::max_element(all.begin(), all.end());
}

template <class T>
T smallest_of(Communicator& ranks, const T& mine) {
  const std::vector<T> all = all_of(ranks, mine);
  return *std::min_element(all.begin(), all.end());
}

inline bool any_of(Communicator& ranks, bool mine) {
  return largest_of(ranks, std::uint8_t{mine}) != 0;
}

/// Returns when all ranks have called it.
inline void barrier(Communicator& ranks) {
  all_of(ranks, std::uint8_t{0});
}

/// How many threads this rank should take: its share of the cores that the ranks of this machine may use, and no more cores than
/// it may use itself. Collective.
unsigned fair_threads(Communicator& ranks);

/// The text that rank `root` gave.
std::string text_of(Communicator& ranks, int root, const std::string& mine);

}  // namespace wreath::mpi
