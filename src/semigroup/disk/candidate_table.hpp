// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// The different candidates of one bucket, in memory: each with its first place among all candidates, and the old element that it
/// turns out to be.
class CandidateTable {
 public:
  struct Entry {
    std::uint64_t fingerprint;
    std::uint32_t place;
    Index old;  // kNoIndex: none so far
  };
  /// With its share of slots, and 16 bytes for the list of those that are new.
  static std::size_t bytes_for_one(std::size_t row_bytes) { return row_bytes + sizeof(Entry) + 3 * sizeof(std::uint32_t) + 16; }

  CandidateTable(std::size_t capacity, std::size_t row_bytes) : capacity_(capacity), row_bytes_(row_bytes) {
    slots_.assign(std::bit_ceil(capacity + capacity / 2 + 1), 0);
    entries_.reserve(capacity);
    rows_.reserve(capacity * row_bytes);
  }

  std::span<Entry> entries() { return entries_; }
  std::span<const std::byte> row(std::size_t entry) const { return std::span(rows_).subspan(entry * row_bytes_, row_bytes_); }

  /// visit(entry) for the entries of this fingerprint until it returns true; then that entry. Otherwise null.
  template <class Visit>
  Entry* find(std::uint64_t fingerprint, const Visit& visit) {
    for (std::size_t at = home(fingerprint); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      Entry& entry = entries_[slots_[at] - 1];
      if (entry.fingerprint == fingerprint && visit(slots_[at] - 1)) return &entry;
    }
    return nullptr;
  }
  bool has(std::uint64_t fingerprint) {
    return find(fingerprint, [](std::size_t) { return true; }) != nullptr;
  }
  Entry* find(std::uint64_t fingerprint, const std::byte* row) {
    return find(fingerprint,
                [&](std::size_t entry) { return std::memcmp(rows_.data() + entry * row_bytes_, row, row_bytes_) == 0; });
  }
  /// A candidate that is not there yet; false where the table is full.
  bool add(std::uint64_t fingerprint, std::uint32_t place, const std::byte* row) {
    if (entries_.size() == capacity_) return false;
    std::size_t at = home(fingerprint);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    entries_.push_back({fingerprint, place, kNoIndex});
    rows_.insert(rows_.end(), row, row + row_bytes_);
    slots_[at] = static_cast<std::uint32_t>(entries_.size());
    return true;
  }

 private:
  std::size_t home(std::uint64_t fingerprint) const { return fingerprint & (slots_.size() - 1); }

  std::size_t capacity_;
  std::size_t row_bytes_;
  std::vector<std::uint32_t> slots_;  // entry + 1
  std::vector<Entry> entries_;
  std::vector<std::byte> rows_;
};

}  // namespace wreath::semigroup
