// SPDX-License-Identifier: MIT
#include "flip/search/pool.hpp"

#include <algorithm>

#include "core/data/hash.hpp"
#include "flip/scheme/bytes.hpp"

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
    rank.sizes.push_back(entry.size);
    rank.schemes.push_back(std::move(entry.scheme));
    rank.fingerprints.push_back(entry.fingerprint);
    return true;
  }
  rank.known.erase(rank.fingerprints[rank.next]);
  rank.sizes[rank.next] = entry.size;
  rank.schemes[rank.next] = std::move(entry.scheme);
  rank.fingerprints[rank.next] = entry.fingerprint;
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
  for (const auto& [rank, kept] : ranks_) largest = std::max(largest, std::ranges::max(kept.sizes));
  return largest;
}

void Pool::forget_above(std::size_t rank) {
  if (ranks_.empty()) return;
  ranks_.erase(ranks_.upper_bound(std::max(rank, ranks_.begin()->first)), ranks_.end());
}

std::vector<std::byte> Pool::save() const {
  std::vector<std::byte> state;
  put_value<std::uint64_t>(state, ranks_.size());
  for (const auto& [rank, kept] : ranks_) {
    put_value<std::uint64_t>(state, rank);
    put_value<std::uint64_t>(state, kept.schemes.size());
    put_value<std::uint64_t>(state, kept.next);
    for (const Scheme& scheme : kept.schemes) put_bytes<Summand>(state, scheme.summands);
  }
  return state;
}

void Pool::restore(std::span<const std::byte>& state, const Shape& shape) {
  ranks_.clear();
  const auto ranks = take_value<std::uint64_t>(state);
  for (std::uint64_t r = 0; r < ranks; ++r) {
    const auto rank = take_value<std::uint64_t>(state);
    const auto count = take_value<std::uint64_t>(state);
    const auto next = take_value<std::uint64_t>(state);
    for (std::uint64_t k = 0; k < count; ++k) add(entry({shape, take_bytes<Summand>(state, rank)}));
    Rank& kept = ranks_[rank];
    if (kept.schemes.empty()) throw InputError("the search state is damaged: a rank has no schemes");
    kept.next = next < kept.schemes.size() ? next : 0;
  }
}

}  // namespace wreath::flip
