// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "core/data/hash.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// Strings of one length, each kept once: for the few that one component has.
class SmallSet {
 public:
  /// Empties it, for strings of another length.
  void reset(std::size_t bytes) {
    bytes_ = bytes;
    count_ = 0;
    all_.clear();
    slots_.clear();
  }

  /// Whether the string is new.
  bool insert(std::span<const std::byte> string) {
    if (count_ * 2 >= slots_.size()) grow();
    for (std::size_t at = hash_bytes(string);; ++at) {
      Index& slot = slots_[at & (slots_.size() - 1)];
      if (slot != kNoIndex && std::memcmp(all_.data() + slot * bytes_, string.data(), bytes_) != 0) continue;
      if (slot != kNoIndex) return false;
      slot = count_++;
      all_.insert(all_.end(), string.begin(), string.end());
      return true;
    }
  }

 private:
  void grow() {
    slots_.assign(std::max<std::size_t>(16, slots_.size() * 2), kNoIndex);
    for (Index i = 0; i < count_; ++i) {
      std::size_t at = hash_bytes(std::span(all_).subspan(i * bytes_, bytes_));
      while (slots_[at & (slots_.size() - 1)] != kNoIndex) ++at;
      slots_[at & (slots_.size() - 1)] = i;
    }
  }

  std::size_t bytes_ = 0;
  Index count_ = 0;
  std::vector<std::byte> all_;
  std::vector<Index> slots_;
};

}  // namespace wreath::semigroup
