// SPDX-License-Identifier: MIT
//
// A set of byte strings, numbered in the order in which they came, filled by whole batches on all cores.
//
// The points of an orbit (kernels, images, pieces of D-classes) are such strings: short, many, and of one length or of several.
// They lie one behind the other; a table of 8-byte slots finds one by its hash, and every hit is compared byte by byte. All
// threads look up the candidates of a batch, and what is new is numbered afterwards in the order of the candidates, so numbers do
// not depend on the number of threads (core/closure/claim_table.hpp).
//
// Cost: per candidate one access to the table and, for a hit, one to the string, both asked for ahead.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/closure/claim_table.hpp"
#include "core/data/growing_array.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// Candidates for a KeySet: each is written into its own slot, whose size is known beforehand, and may be shorter.
class KeyBatch {
 public:
  /// `count` slots of the same size, filled entirely.
  void reset(std::size_t count, std::size_t bytes);
  /// Slots of the sizes given.
  void reset(std::span<const std::size_t> sizes);
  /// `groups` times `each` slots; all of a group have the size size_of(group). The length of each is to be set.
  void reset(std::size_t groups, std::size_t each, FunctionRef<std::size_t(std::size_t)> size_of, unsigned threads);

  std::size_t size() const { return size_; }
  std::byte* slot(std::size_t i) { return bytes_.data() + start(i); }
  void set_length(std::size_t i, std::size_t bytes) {
    if (fixed_ == 0) lengths_[i] = static_cast<std::uint32_t>(bytes);
  }
  std::span<const std::byte> key(std::size_t i) const { return {bytes_.data() + start(i), fixed_ != 0 ? fixed_ : lengths_[i]}; }
  /// The number of each key, once inserted.
  std::span<const Index> ids() const { return ids_.span(); }

 private:
  friend class KeySet;
  std::size_t start(std::size_t i) const { return fixed_ != 0 ? i * fixed_ : starts_[i]; }

  std::size_t size_ = 0;
  std::size_t fixed_ = 0;  // where all keys have the same size
  GrowingArray<std::byte> bytes_;
  GrowingArray<std::size_t> starts_;
  GrowingArray<std::uint32_t> lengths_;
  GrowingArray<std::uint64_t> hashes_;
  GrowingArray<Index> ids_;
};

/// Byte strings, one behind the other.
class KeyList {
 public:
  /// Keys of that many bytes, or of any length where it is 0.
  explicit KeyList(std::size_t fixed_bytes = 0) : fixed_(fixed_bytes) {}

  Index size() const { return size_; }
  std::span<const std::byte> operator[](Index id) const {
    if (fixed_ != 0) return {bytes_.data() + id * fixed_, fixed_};
    return {bytes_.data() + starts_[id], starts_[id + 1] - starts_[id]};
  }
  void push_back(std::span<const std::byte> key) {
    if (fixed_ == 0 && starts_.empty()) starts_.push_back(0);
    bytes_.append(key);
    if (fixed_ == 0) starts_.push_back(bytes_.size());
    ++size_;
  }

 protected:
  std::size_t fixed_;
  Index size_ = 0;
  GrowingArray<std::byte> bytes_;
  GrowingArray<std::size_t> starts_;
};

class KeySet : public KeyList {
 public:
  using KeyList::KeyList;

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
  void forget_table() { table_ = closure::ClaimTable(); }

 private:
  struct Keys;
  void append(const KeyBatch& batch, std::size_t fresh, unsigned threads);

  closure::ClaimTable table_;
  GrowingArray<std::uint32_t> new_ones_;  // of the batch
};

}  // namespace wreath::semigroup
