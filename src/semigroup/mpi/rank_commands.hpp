// SPDX-License-Identifier: MIT
//
// What rank 0 sends the others. It leads: whatever needs all ranks begins with a command, and the others do nothing but wait for
// the next (rank_server.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "semigroup/count_peers.hpp"
#include "semigroup/mpi/share.hpp"

namespace wreath::semigroup::ranks {

enum class CommandKind : std::uint32_t { start, expand, rows, find, idempotents, memory, drop, orbits, transversals, end };

/// What rank 0 wants next, of which enumeration.
struct Command {
  CommandKind kind = CommandKind::end;
  std::uint32_t enumeration = 0;
  Index first = 0;
  Index last = 0;
  std::uint64_t candidates = 0;
  bool want_results = false;
};

/// Collective: the bytes of rank 0.
template <class T>
std::vector<T> broadcast(mpi::Communicator& ranks, std::span<const T> mine) {
  const auto* chars = reinterpret_cast<const char*>(mine.data());
  const std::string text = mpi::text_of(ranks, 0, std::string(chars, mine.size_bytes()));
  std::vector<T> items(text.size() / sizeof(T));
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(items.data()));
  return items;
}

std::vector<std::byte> bytes_of_form(const ShareForm& form);
ShareForm form_of_bytes(std::span<const std::byte> bytes);

/// A share, and how many candidates all of them should get at once.
struct Started {
  std::unique_ptr<Share> share;
  std::size_t piece = 0;
};
/// Collective. `form` is looked at on rank 0 alone.
Started start_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run);

std::uint64_t sum_of(mpi::Communicator& ranks, std::uint64_t mine);
/// Collective: the jobs of rank 0, and its counts of those of this rank, are shared; whether all ranks could count theirs.
bool share_jobs(mpi::Communicator& ranks, std::span<IdempotentJob> jobs, bool counted);

/// What the other ranks do, until rank 0 ends; throws what it failed with.
void serve(mpi::Communicator& ranks, unsigned threads, RunControl* run);

}  // namespace wreath::semigroup::ranks
