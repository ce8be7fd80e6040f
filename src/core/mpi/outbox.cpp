// SPDX-License-Identifier: MIT
#include "core/mpi/outbox.hpp"

#include <utility>

namespace wreath::mpi {

void Outbox::lay_out(std::size_t ranks) {
  starts_.assign(ranks + 1, 0);
  std::size_t end = 0;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    starts_[rank] = end;
    for (std::size_t at = rank; at < at_.size(); at += ranks) end += std::exchange(at_[at], end);
  }
  starts_[ranks] = end;
  words_.resize(end);
}

void Outbox::exchange(Communicator& ranks, Inbox& inbox, unsigned threads) {
  const std::size_t count = starts_.size() - 1;
  std::vector<std::uint64_t> sizes(count);
  for (std::size_t rank = 0; rank < count; ++rank) sizes[rank] = starts_[rank + 1] - starts_[rank];
  const std::vector<std::uint64_t> coming = exchange_counts(ranks, sizes, 1);
  inbox.starts_.assign(count + 1, 0);
  for (std::size_t rank = 0; rank < count; ++rank) inbox.starts_[rank + 1] = inbox.starts_[rank] + coming[rank];
  together(ranks, [&] { inbox.words_.resize(inbox.starts_.back()); });
  std::vector<Slice> send(count);
  std::vector<Slice> receive(count);
  const auto slice = [](std::uint32_t* words, std::size_t begin, std::size_t size) {
    return Slice{reinterpret_cast<std::byte*>(words + begin), size * sizeof(std::uint32_t)};
  };
  for (std::size_t rank = 0; rank < count; ++rank) {
    send[rank] = slice(words_.data(), starts_[rank], sizes[rank]);
    receive[rank] = slice(inbox.words_.data(), inbox.starts_[rank], coming[rank]);
  }
  mpi::exchange(ranks, send, receive, threads);
}

}  // namespace wreath::mpi
