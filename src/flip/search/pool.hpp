// SPDX-License-Identifier: MIT
//
// The schemes that a search keeps: at every rank a limited number of the latest distinct ones, up to the order of their summands
// or, if that is asked for, up to a change of basis.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_set>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "wreath/flip/scheme.hpp"

namespace wreath::flip {

class Pool {
 public:
  /// What a walk counts a scheme's size in: its summands, or its orbits.
  using SizeOf = std::function<std::size_t(const Scheme&)>;

  /// What schemes that count as the same have in common.
  using PrintOf = std::function<std::uint64_t(const Scheme&)>;

  explicit Pool(std::size_t capacity, SizeOf size_of = &Scheme::rank, PrintOf print_of = &fingerprint)
      : capacity_(capacity), size_of_(std::move(size_of)), print_of_(std::move(print_of)) {}

  /// A scheme with what the pool knows of it.
  struct Entry {
    Scheme scheme;
    std::uint64_t fingerprint = 0;
    std::size_t size = 0;
  };
  /// Many threads may make entries at once.
  Entry entry(Scheme scheme) const;
  /// False where it was there already. A full rank forgets its oldest.
  bool add(Entry entry);
  bool add(Scheme scheme) { return add(entry(std::move(scheme))); }

  /// How many schemes there are of that rank.
  std::size_t count(std::size_t rank) const;
  const Scheme& at(std::size_t rank, std::size_t k) const { return ranks_.at(rank).schemes[k].scheme; }
  /// The ranks that there are, rising.
  std::vector<std::size_t> ranks() const;
  /// The size of the largest.
  std::size_t largest() const;
  /// Forgets ranks above.
  void forget_above(std::size_t rank);

  void save(ByteWriter& state) const;
  void restore(ByteReader& state, const Shape& shape);

 private:
  struct Rank {
    std::vector<Entry> schemes;
    std::unordered_set<std::uint64_t> known;
    std::size_t next = 0;  // to be replaced when full
  };

  std::size_t capacity_;
  SizeOf size_of_;
  PrintOf print_of_;
  std::map<std::size_t, Rank> ranks_;
};

/// Of a scheme of that rank, which was put without its length. Throws InputError if the state ends before.
std::vector<Summand> take_summands(ByteReader& state, std::uint64_t rank);

}  // namespace wreath::flip
