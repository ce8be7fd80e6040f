// SPDX-License-Identifier: MIT
//
// What the rows of a piece say about relators before any of them is traced, as bits, 64 cosets in a word.
//
// Most cosets of a piece have a smaller neighbour on the cycle of a relator, and need no trace. Which ones is effectively random;
// bits are found without branches, once for each letter, and combined for each relator.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/parallel/loops.hpp"
#include "coset/tasks.hpp"

namespace wreath::coset {

template <class Entry>
class PieceFlags {
 public:
  using Row = RowOf<Entry>;

  /// The cosets first..last-1. Neighbours from the bound on do not count as smaller.
  void start(const TableRefOf<Entry>& table, Range cosets, Row bound) {
    table_ = table;
    cosets_ = cosets;
    bound_ = bound;
    words_ = (cosets.size() + 63) / 64;
    bits_.resize((2 * table.width + 1) * words_);
    std::ranges::fill(is_known_, std::uint8_t{0});
    find(0, [&](Row c, const Entry*) { return table.parents[c] == c; });
  }

  /// body(c) for the live cosets whose neighbours by some letters are all holes or not smaller, and, if at_edges is not null, of
  /// which not both letters there lead to holes.
  template <class Body>
  void each_unknown(std::span<const Letter> neighbours, const Letter* at_edges, const Body& body) {
    const std::uint64_t* alive = bits_.data();
    const std::uint64_t* smaller[2] = {};
    for (std::size_t k = 0; k < neighbours.size(); ++k) smaller[k] = smaller_by(neighbours[k]);
    const std::uint64_t* holes[2] = {};
    if (at_edges != nullptr) {
      holes[0] = holes_by(at_edges[0]);
      holes[1] = holes_by(at_edges[1]);
    }
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t bits = alive[word];
      for (std::size_t k = 0; k < neighbours.size(); ++k) bits &= ~smaller[k][word];
      if (at_edges != nullptr) bits &= ~(holes[0][word] & holes[1][word]);
      for (; bits != 0; bits &= bits - 1)
        body(static_cast<Row>(cosets_.begin + 64 * word) + static_cast<Row>(std::countr_zero(bits)));
    }
  }

 private:
  const std::uint64_t* smaller_by(Letter x) {
    if constexpr (sizeof(Entry) == sizeof(Row)) {
      if (table_.width >= kLanes) {
        if (is_known_[1 + 2 * std::size_t{x}] == 0)
          find_smaller(std::min<std::size_t>(x / kLanes * kLanes, table_.width - kLanes));
        return words_of(1 + 2 * std::size_t{x});
      }
    }
    const Row bound = bound_;
    return find(1 + 2 * std::size_t{x}, [=](Row c, const Entry* row) { return row[x] - Row{1} < std::min(c, bound) - Row{1}; });
  }
  const std::uint64_t* holes_by(Letter x) {
    return find(2 + 2 * std::size_t{x}, [=](Row, const Entry* row) { return row[x] == Row{0}; });
  }

  static constexpr std::size_t kLanes = 4;
  typedef std::uint32_t Lanes __attribute__((vector_size(kLanes * sizeof(std::uint32_t))));

  /// smaller_by() for some letters at a time: a lane each.
  void find_smaller(std::size_t first) {
    const Entry* row = table_.entries + cosets_.begin * table_.width + first;
    for (std::size_t begin = 0; begin < cosets_.size(); begin += 32) {
      const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(32, cosets_.size() - begin));
      const auto c = static_cast<std::uint32_t>(cosets_.begin + begin);
      Lanes bits{};
      for (std::uint32_t k = 0; k < count; ++k, row += table_.width) {
        Lanes neighbours;
        std::memcpy(&neighbours, row, sizeof neighbours);
        const Lanes is_smaller = neighbours - 1 < std::min<std::uint32_t>(c + k, bound_) - 1 - Lanes{};
        bits = bits >> 1 | (is_smaller & 0x80000000U);
      }
      bits >>= 32 - count;
      for (std::size_t k = 0; k < kLanes; ++k) {
        std::uint64_t& word = words_of(1 + 2 * (first + k))[begin / 64];
        word = begin % 64 == 0 ? bits[k] : word | std::uint64_t{bits[k]} << 32;
      }
    }
    for (std::size_t k = 0; k < kLanes; ++k) is_known_[1 + 2 * (first + k)] = 1;
  }

  std::uint64_t* words_of(std::size_t number) { return bits_.data() + number * words_; }

  template <class Predicate>
  const std::uint64_t* find(std::size_t number, const Predicate& holds) {
    std::uint64_t* words = words_of(number);
    if (is_known_[number] != 0) return words;
    is_known_[number] = 1;
    auto c = static_cast<Row>(cosets_.begin);
    const Entry* row = table_.entries + cosets_.begin * table_.width;
    for (std::size_t word = 0; word < words_; ++word) {
      const std::size_t count = std::min<std::size_t>(64, cosets_.size() - 64 * word);
      std::uint64_t bits = 0;
      for (std::size_t k = 0; k < count; ++k, ++c, row += table_.width)
        bits = bits >> 1 | (holds(c, row) ? std::uint64_t{1} << 63 : 0);
      words[word] = bits >> (64 - count);
    }
    return words;
  }

  TableRefOf<Entry> table_{};
  Range cosets_{};
  Row bound_ = 0;
  std::size_t words_ = 0;
  // Cosets that are alive; then for each letter those that it leads to smaller ones, and to holes.
  std::vector<std::uint64_t> bits_;
  std::uint8_t is_known_[2 * 256 + 1] = {};
};

}  // namespace wreath::coset
