// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/data/key_table.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// Byte strings of any length, numbered in the order in which they came, one at a time. (green/key_set.hpp is for whole batches
/// on all cores, and takes long for a single one.)
class KeyTable {
 public:
  Index size() const { return static_cast<Index>(table_.size()); }
  std::span<const std::byte> operator[](Index key) const { return table_[key]; }
  std::optional<Index> find(std::span<const std::byte> key) const {
    const std::uint32_t number = table_.find(key);
    return number == table_.kAbsent ? std::nullopt : std::optional<Index>(number);
  }
  /// The number of the key, which is new if it is the old size.
  Index insert(std::span<const std::byte> key) { return table_.intern(key); }

 private:
  wreath::KeyTable<std::byte> table_;
};

}  // namespace wreath::semigroup
