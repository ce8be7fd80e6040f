// SPDX-License-Identifier: MIT
#include "core/mpi/exchange.hpp"

#include <cstring>
#include <system_error>
#include <utility>

#include "core/parallel/loops.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {

namespace {

constexpr std::size_t kCopyGrain = std::size_t{1} << 20;

void add_messages(std::vector<Message>& messages, int rank, Slice slice, std::size_t limit) {
  for (std::size_t at = 0; at < slice.bytes; at += limit)
    messages.push_back({rank, slice.data + at, std::min(limit, slice.bytes - at)});
}

}  // namespace

void exchange(Communicator& ranks, std::span<const Slice> send, std::span<const Slice> receive, unsigned threads,
              const CopySlice& copy) {
  const int size = ranks.size();
  const auto self = static_cast<std::size_t>(ranks.rank());
  std::vector<Message> sends;
  std::vector<Message> receives;
  // Each rank begins with its neighbour, so that they do not all send to rank 0 first.
  for (int step = 1; step < size; ++step) {
    const int to = (ranks.rank() + step) % size;
    const int from = (ranks.rank() + size - step) % size;
    add_messages(sends, to, send[static_cast<std::size_t>(to)], ranks.message_limit());
    add_messages(receives, from, receive[static_cast<std::size_t>(from)], ranks.message_limit());
  }
  if (send[self].bytes != receive[self].bytes) throw InternalError("a rank sends itself what it does not expect");
  if (copy) copy(receive[self].data, send[self].data, send[self].bytes);
  ranks.transfer(sends, receives);
  if (copy) return;
  parallel_ranges(send[self].bytes, threads, kCopyGrain, [&](Range range, unsigned) {
    std::memcpy(receive[self].data + range.begin, send[self].data + range.begin, range.size());
  });
}

void Overlap::start(std::vector<Exchange> exchanges) {
  if (exchanges.empty()) return;
  auto all = [this, exchanges = std::move(exchanges)] {
    try {
      for (const Exchange& one : exchanges) exchange(ranks_, one.send, one.receive, 1, one.copy);
    } catch (...) {
      failure_ = std::current_exception();
    }
  };
  try {
    if (ranks_.overlaps()) {
      thread_ = std::thread(all);
      return;
    }
  } catch (const std::system_error&) {  // no thread could be started
  }
  all();
}

void Overlap::finish() {
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

Overlap::~Overlap() {
  if (thread_.joinable()) thread_.join();
}

std::vector<std::uint64_t> exchange_counts(Communicator& ranks, std::span<const std::uint64_t> counts, std::size_t each) {
  std::vector<std::uint64_t> sent(counts.begin(), counts.end());
  std::vector<std::uint64_t> received(sent.size());
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<Slice> send(size);
  std::vector<Slice> receive(size);
  for (std::size_t rank = 0; rank < size; ++rank) {
    const std::size_t bytes = each * sizeof(std::uint64_t);
    send[rank] = {reinterpret_cast<std::byte*>(sent.data() + rank * each), bytes};
    receive[rank] = {reinterpret_cast<std::byte*>(received.data() + rank * each), bytes};
  }
  exchange(ranks, send, receive);
  return received;
}

}  // namespace wreath::mpi
