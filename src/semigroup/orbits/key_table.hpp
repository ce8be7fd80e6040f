// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "core/data/hash.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// Byte strings of any length, numbered in the order in which they came, one at a time. (green/key_set.hpp is for whole batches
/// on all cores, and takes long for a single one.)
class KeyTable {
 public:
  Index size() const { return static_cast<Index>(ends_.size()); }
  std::span<const std::byte> operator[](Index key) const {
    const std::size_t begin = key == 0 ? 0 : ends_[key - 1];
    return {bytes_.data() + begin, ends_[key] - begin};
  }
  std::optional<Index> find(std::span<const std::byte> key) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint64_t hash = hash_bytes(key);
    for (std::size_t at = hash;; ++at) {
      const Slot& slot = slots_[at & (slots_.size() - 1)];
      if (slot.key == kNoIndex) return std::nullopt;
      if (is(slot, hash, key)) return slot.key;
    }
  }
  /// The number of the key, which is new if it is the old size.
  Index insert(std::span<const std::byte> key) {
    if (std::size_t{size()} * 2 >= slots_.size()) grow();
    const std::uint64_t hash = hash_bytes(key);
    for (std::size_t at = hash;; ++at) {
      Slot& slot = slots_[at & (slots_.size() - 1)];
      if (slot.key != kNoIndex && !is(slot, hash, key)) continue;
      if (slot.key == kNoIndex) {
        slot = {static_cast<std::uint32_t>(hash >> 32), size()};
        const std::size_t old = bytes_.size();
        bytes_.resize(old + key.size());
        if (!key.empty()) std::memcpy(bytes_.data() + old, key.data(), key.size());
        ends_.push_back(bytes_.size());
      }
      return slot.key;
    }
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // of the hash
    Index key = kNoIndex;
  };
  bool is(const Slot& slot, std::uint64_t hash, std::span<const std::byte> key) const {
    const std::span<const std::byte> known = (*this)[slot.key];
    return slot.tag == static_cast<std::uint32_t>(hash >> 32) && known.size() == key.size() &&
           (key.empty() || std::memcmp(known.data(), key.data(), key.size()) == 0);
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(16, slots_.size() * 2), {});
    for (Index key = 0; key < size(); ++key) {
      const std::uint64_t hash = hash_bytes((*this)[key]);
      std::size_t at = hash;
      while (slots_[at & (slots_.size() - 1)].key != kNoIndex) ++at;
      slots_[at & (slots_.size() - 1)] = {static_cast<std::uint32_t>(hash >> 32), key};
    }
  }

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<Slot> slots_;
};

}  // namespace wreath::semigroup
