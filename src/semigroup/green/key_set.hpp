// SPDX-License-Identifier: MIT
//
// A set of byte strings, numbered in the order in which they came, filled by whole batches on all cores.
//
// The points of an orbit (kernels, images, pieces of D-classes) are such strings: short, many, and of one length or of several.
// They lie one behind the other; a sharded table of 8-byte slots finds one by its hash, and every hit is compared byte by byte.
// A batch is cut by the top bits of the hash, one shard is one task, and what is new is numbered afterwards in the order of the
// candidates, so numbers do not depend on the number of threads.
//
// Cost: per candidate one access to the table and, for a hit, one to the string, both asked for ahead.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/parallel/function_ref.hpp"
#include "semigroup/backend.hpp"
#include "semigroup/cpu/table.hpp"
#include "semigroup/keeper.hpp"

namespace wreath::semigroup {

/// Candidates for a KeySet: each is written into its own slot, whose size is known beforehand, and may be shorter.
class KeyBatch {
 public:
  /// `count` slots of the same size, filled entirely.
  void reset(std::size_t count, std::size_t bytes);
  /// Slots of the sizes given.
  void reset(std::span<const std::size_t> sizes);

  std::size_t size() const { return lengths_.size(); }
  std::byte* slot(std::size_t i) { return bytes_.data() + starts_[i]; }
  void set_length(std::size_t i, std::size_t bytes) { lengths_[i] = static_cast<std::uint32_t>(bytes); }
  std::span<const std::byte> key(std::size_t i) const { return {bytes_.data() + starts_[i], lengths_[i]}; }
  /// The number of each key, once inserted.
  std::span<const Index> ids() const { return ids_; }

 private:
  friend class KeySet;
  GrowingArray<std::byte> bytes_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> order_;  // by shard
  std::vector<Index> ids_;
};

class KeySet {
 public:
  /// Keys of that many bytes, or of any length where it is 0.
  explicit KeySet(std::size_t fixed_bytes = 0) : fixed_(fixed_bytes) {}

  Index size() const { return size_; }
  std::span<const std::byte> operator[](Index id) const {
    if (fixed_ != 0) return {bytes_.data() + id * fixed_, fixed_};
    return {bytes_.data() + starts_[id], starts_[id + 1] - starts_[id]};
  }
  /// To overwrite a key by one of the same length; it can no longer be found.
  std::span<std::byte> overwrite(Index id) {
    const std::span<const std::byte> key = (*this)[id];
    return {bytes_.data() + (key.data() - bytes_.data()), key.size()};
  }

  std::optional<Index> find(std::span<const std::byte> key) const;
  void insert(KeyBatch& batch, unsigned threads);
  Index insert(std::span<const std::byte> key);
  void save(ByteWriter& bytes) const;
  /// Called with a saved key before it is inserted, to bring it into the form in which it is found.
  using Mend = FunctionRef<void(std::span<std::byte>)>;
  /// Into a set that has the first keys of the saved one, or none. Throws InputError if the saved keys are not such a set.
  void restore(ByteReader& saved, unsigned threads, const Mend& mend);
  /// Frees the table: nothing is found or inserted any more.
  void forget_table() { shards_ = {}; }

 private:
  void insert_shard(KeyBatch& batch, std::size_t shard, std::span<const std::uint32_t> candidates);
  void number_new(KeyBatch& batch, unsigned threads);

  std::size_t fixed_;
  Index size_ = 0;
  GrowingArray<std::byte> bytes_;
  GrowingArray<std::size_t> starts_;
  std::array<Shard, Place::kShards> shards_;
  std::array<std::vector<std::pair<std::size_t, std::uint32_t>>, Place::kShards> fresh_;  // slot and candidate
};

}  // namespace wreath::semigroup
