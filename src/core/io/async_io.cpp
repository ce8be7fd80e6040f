// SPDX-License-Identifier: MIT
#include "core/io/async_io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "wreath/run.hpp"

namespace wreath {

namespace {
constexpr std::size_t kPiece = std::size_t{1} << 20;  // larger requests are cut
}  // namespace

Transfers::~Transfers() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return pending_ == 0; });
}

void Transfers::wait() {
  while (!wait_for(std::chrono::hours(1))) {
  }
}

bool Transfers::wait_for(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (!ended_.wait_for(lock, time, [&] { return pending_ == 0; })) return false;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return true;
}

void Transfers::check() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

void Transfers::begin() {
  const std::lock_guard lock(mutex_);
  ++pending_;
}

// Notifies under the lock: as soon as it is free the group may be gone.
void Transfers::end(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  if (failure && !failure_) failure_ = std::move(failure);
  if (--pending_ == 0) ended_.notify_all();
}

// Fewer threads than asked for are slower, not wrong; only without any there is no way on.
AsyncIo::AsyncIo(unsigned threads) {
  threads_.reserve(threads);
  try {
    for (unsigned thread = 0; thread < threads; ++thread) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error& error) {
    if (threads_.empty()) {
      throw ResourceError(
          fmt::format("cannot start a thread for reading and writing: {}; is the number of threads limited (ulimit -u)?",
                      error.code().message()));
    }
  }
}

AsyncIo::~AsyncIo() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  more_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void AsyncIo::enqueue(Request request) {
  request.group->begin();
  try {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(request));
  } catch (...) {  // no memory: nothing was moved, and nobody must wait for it
    if (request.done) request.done();
    request.group->end(nullptr);
    throw;
  }
  more_.notify_one();
}

void AsyncIo::read(const DirectFile& file, std::uint64_t offset, std::span<std::byte> into, std::size_t needed,
                   Transfers& group) {
  for (std::size_t at = 0; at < needed; at += kPiece) {
    const std::size_t bytes = std::min(kPiece, into.size() - at);
    enqueue({&file, offset + at, into.data() + at, bytes, std::min(bytes, needed - at), false, &group, {}});
  }
}

void AsyncIo::write(const DirectFile& file, std::uint64_t offset, std::span<const std::byte> bytes, Transfers& group,
                    std::function<void()> done) {
  auto* memory = const_cast<std::byte*>(bytes.data());  // a write only reads it
  if (done) {
    enqueue({&file, offset, memory, bytes.size(), bytes.size(), true, &group, std::move(done)});
    return;
  }
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    const std::size_t piece = std::min(kPiece, bytes.size() - at);
    enqueue({&file, offset + at, memory + at, piece, piece, true, &group, {}});
  }
}

void AsyncIo::drop_reads() {
  const std::lock_guard lock(mutex_);
  std::erase_if(queue_, [](const Request& request) {
    if (!request.write) request.group->end(nullptr);
    return !request.write;
  });
}

void AsyncIo::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [&] { return closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const Request request = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
      if (request.write) {
        request.file->write_at(request.offset, {request.memory, request.bytes});
      } else {
        request.file->read_at(request.offset, {request.memory, request.bytes}, request.needed);
      }
    } catch (...) {
      failure = std::current_exception();
    }
    if (request.done) request.done();
    request.group->end(failure);
    lock.lock();
  }
}

BufferPool::BufferPool(std::size_t buffers, std::size_t bytes) : bytes_(disk_ceiling(bytes)), memory_(buffers * bytes_) {
  for (std::size_t buffer = buffers; buffer-- > 0;) free_.push_back(memory_.data() + buffer * bytes_);
}

std::byte* BufferPool::take() {
  std::unique_lock lock(mutex_);
  given_.wait(lock, [&] { return !free_.empty(); });
  std::byte* buffer = free_.back();
  free_.pop_back();
  return buffer;
}

void BufferPool::give(std::byte* buffer) {
  const std::lock_guard lock(mutex_);
  free_.push_back(buffer);
  given_.notify_one();
}

}  // namespace wreath
