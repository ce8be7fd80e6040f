// SPDX-License-Identifier: MIT
#include "flip/search/pool.hpp"

#include <algorithm>

#include "core/data/hash.hpp"

namespace wreath::flip {

Pool::Entry Pool::entry(Scheme scheme) const {
  const std::uint64_t print = print_of_(scheme);
  const std::size_t size = size_of_(scheme);
  return {std::move(scheme), print, size};
}

bool Pool::add(Entry entry) {
  Rank& rank = ranks_[entry.scheme.rank()];
  if (!rank.known.insert(entry.fingerprint).second) return false;
  if (rank.schemes.size() < capacity_) {
    rank.schemes.push_back(std::move(entry));
    return true;
  }
  rank.known.erase(rank.schemes[rank.next].fingerprint);
  rank.schemes[rank.next] = std::move(entry);
  rank.next = (rank.next + 1) % capacity_;
  return true;
}

std::size_t Pool::count(std::size_t rank) const {
  const auto at = ranks_.find(rank);
  return at == ranks_.end() ? 0 : at->second.schemes.size();
}

std::vector<std::size_t> Pool::ranks() const {
  std::vector<std::size_t> ranks;
  for (const auto& [rank, kept] : ranks_) ranks.push_back(rank);
  return ranks;
}

std::size_t Pool::largest() const {
  std::size_t largest = 0;
  for (const auto& [rank, kept] : ranks_)
    largest = std::max(largest, std::ranges::max_element(kept.schemes, {}, &Entry::size)->size);
  return largest;
}

void Pool::forget_above(std::size_t rank) {
  if (ranks_.empty()) return;
  ranks_.erase(ranks_.upper_bound(std::max(rank, ranks_.begin()->first)), ranks_.end());
}

void Pool::save(ByteWriter& state) const {
  state.put(std::uint64_t{ranks_.size()});
  for (const auto& [rank, kept] : ranks_) {
    for (const std::uint64_t number : {rank, kept.schemes.size(), kept.next}) state.put(number);
    for (const Entry& one : kept.schemes) state.put_items<Summand>(one.scheme.summands);
  }
}

void Pool::restore(ByteReader& state, const Shape& shape) {
  ranks_.clear();
  for (std::uint64_t left = state.number(); left != 0; --left) {
    const std::uint64_t rank = state.number();
    const std::uint64_t count = state.number();
    const std::uint64_t next = state.number();
    for (std::uint64_t k = 0; k < count; ++k) add(entry({shape, take_summands(state, rank)}));
    Rank& kept = ranks_[rank];
    if (kept.schemes.empty()) throw InputError("the search state is damaged: a rank has no schemes");
    kept.next = next < kept.schemes.size() ? next : 0;
  }
}

std::vector<Summand> take_summands(ByteReader& state, std::uint64_t rank) {
  if (rank > state.left() / sizeof(Summand)) state.fail("the search state is cut short");
  std::vector<Summand> summands(rank);
  if (rank != 0) std::memcpy(summands.data(), state.take(rank * sizeof(Summand)).data(), rank * sizeof(Summand));
  return summands;
}

}  // namespace wreath::flip
