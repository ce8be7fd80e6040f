// SPDX-License-Identifier: MIT
//
// The elements of a space as their codes, one after the other. A product is formed into scratch memory, hashed there, compared
// with an element of the same hash, and copied where it is new.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/closure/space.hpp"
#include "core/data/growing_array.hpp"
#include "core/data/touch_ahead.hpp"
#include "wreath/exactness.hpp"
#include "wreath/run.hpp"

namespace wreath::closure {

template <RowSpace S>
class CellStore {
 public:
  using Cell = typename S::Cell;
  struct Query {
    std::uint64_t hash;
    std::vector<Cell> code;
  };

  /// `first` is the row of element 0.
  CellStore(S space, std::span<const Number> first) : space_(std::move(space)) {
    codes_.resize(space_.cells());
    space_.code(first, codes_.data());
    count_ = 1;
  }

  const S& space() const { return space_; }
  /// A longer list, which begins with those it has.
  template <class Letters>
  void set_letters(const Letters& letters) {
    space_.set_letters(letters);
  }

  void form(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    products_.resize(batch.size() * space_.cells());
    std::atomic<bool> in_range = true;
    parallel_chunks(batch.size(), chunk(), threads, [&](Range range, std::size_t, unsigned) {
      bool all = true;
      batch.for_each(range, [&](std::size_t i, Product product) {
        const Cell* x = code(product.element);
        Cell* y = products_.data() + i * space_.cells();
        all = space_.act(x, product.letter, y) && all;
        fixed[i] = product.element != 0 && space_.equal(x, y);
        if (space_.cells() == 1 || fixed[i] == 0) hashes[i] = space_.hash(y);
      });
      if (!all) in_range = false;
    });
    if constexpr (requires { S::kOutOfRange; }) {
      if (!in_range) throw InputError(S::kOutOfRange);
    }
  }
  bool same(std::size_t i, Index index) const { return whole_in_hash() || space_.equal(product(i), code(index)); }
  bool same_new(std::size_t i, std::size_t j) const { return space_.equal(product(i), product(j)); }
  void prefetch_far(Index) const {}
  void prefetch(Index index) const {
    if (!whole_in_hash()) __builtin_prefetch(code(index));
  }
  void append(std::span<const std::uint32_t> new_ones, unsigned threads) {
    append_codes(new_ones.size(), threads, [&](std::size_t k) { return product(new_ones[k]); });
  }
  void reorder(std::span<const Index> order, unsigned threads) {
    const GrowingArray<Cell> old = std::exchange(codes_, {});
    touch_ = {};
    count_ = 0;
    append_codes(order.size(), threads, [&](std::size_t k) { return old.data() + std::size_t{order[k]} * space_.cells(); });
  }

  // One at a time, for codes of one word: what a table with a place for each needs.
  Cell formed(Product product) const {
    Cell z;
    space_.act(code(product.element), product.letter, &z);
    return z;
  }
  void resize(std::size_t count) {
    codes_.resize(count);
    count_ = count;
  }
  void set_code(std::size_t index, Cell one) { codes_[index] = one; }
  /// Prepares memory for more elements, on all threads.
  void touch_ahead(std::size_t count, unsigned threads) { touch_.ahead_of(codes_, count * space_.cells(), threads); }

  // Products as ranks send them to one another: their codes.
  std::uint64_t owner_hash(std::size_t, std::uint64_t hash) const { return hash; }
  std::size_t sent_words(std::size_t) const { return code_words(); }
  void write_sent(std::size_t i, SentWord* sent) const {
    sent[code_words() - 1] = 0;  // which may not be filled
    std::memcpy(sent, product(i), code_bytes());
  }
  std::size_t words_of_sent(const SentWord*) const { return code_words(); }
  std::uint64_t hash_of_sent(const SentWord* sent) const {
    return with_sent(sent, [&](const Cell* x) { return space_.hash(x); });
  }
  bool is_sent(const SentWord* sent, Index index) const {
    return whole_in_hash() || with_sent(sent, [&](const Cell* x) { return space_.equal(x, code(index)); });
  }
  bool same_sent(const SentWord* one, const SentWord* other) const {
    return with_sent(one, [&](const Cell* x) { return with_sent(other, [&](const Cell* y) { return space_.equal(x, y); }); });
  }
  template <class SentAt>
  void append_sent(std::size_t count, unsigned threads, const SentAt& sent) {
    append_codes(count, threads, sent);
  }

  std::size_t count() const { return count_; }
  const Cell* code(std::size_t index) const { return codes_.data() + index * space_.cells(); }
  /// How many products to form at once.
  std::size_t piece(unsigned threads) const {
    const std::size_t most = std::min<std::size_t>(threads, 16) << (code_bytes() <= 8 ? 17 : 16);
    return std::clamp<std::size_t>((std::size_t{1} << 24) / code_bytes(), 64, most);
  }
  std::size_t product_bytes() const { return code_bytes(); }
  bool large_rows() const { return space_.cells() >= 4096; }
  void read(Index first, Index last, std::span<Number> rows) const {
    const std::size_t columns = space_.columns();
    for (Index e = first; e < last; ++e) space_.read(code(e), rows.subspan(std::size_t{e - first} * columns, columns));
  }
  std::optional<Query> query(std::span<const Number> row) const {
    Query query{0, std::vector<Cell>(space_.cells())};
    space_.code(row, query.code.data());
    query.hash = space_.hash(query.code.data());
    return query;
  }
  bool matches(const Query& query, Index index) const { return space_.equal(query.code.data(), code(index)); }
  bool idempotent(Index index) const { return space_.idempotent(code(index)); }
  std::uint64_t hash_of(Index index) const { return space_.hash(code(index)); }
  std::uint64_t memory() const { return codes_.memory(); }
  Exactness exactness() const { return whole_in_hash() ? Exactness::whole_rows : Exactness::compared; }

 private:
  /// use(code) of what was sent, which is not aligned for a code that is one 64-bit word.
  template <class Use>
  static auto with_sent(const SentWord* sent, const Use& use) {
    if constexpr (sizeof(Cell) <= sizeof(SentWord)) {
      return use(reinterpret_cast<const Cell*>(sent));
    } else {
      static_assert(S::cells() == 1);
      Cell word;
      std::memcpy(&word, sent, sizeof word);
      return use(&word);
    }
  }
  /// Whether shard and tag of a table hold all of a code, so that a hit needs no comparison: it is one.
  bool whole_in_hash() const {
    if constexpr (requires { space_.whole_in_hash(); }) return space_.whole_in_hash();
    return false;
  }
  std::size_t code_bytes() const { return space_.cells() * sizeof(Cell); }
  std::size_t code_words() const { return (code_bytes() + sizeof(SentWord) - 1) / sizeof(SentWord); }
  const Cell* product(std::size_t i) const { return products_.data() + i * space_.cells(); }
  /// Products that a thread takes at once.
  std::size_t chunk() const { return std::clamp<std::size_t>((std::size_t{1} << 16) / code_bytes(), 1, 1024); }
  template <class CodeOf>
  void append_codes(std::size_t count, unsigned threads, const CodeOf& code_of) {
    touch_ahead(count_ + count, threads);
    codes_.resize((count_ + count) * space_.cells());
    parallel_chunks(count, chunk(), threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k)
        std::memcpy(codes_.data() + (count_ + k) * space_.cells(), code_of(k), code_bytes());
    });
    count_ += count;
  }

  S space_;
  GrowingArray<Cell> codes_;
  TouchAhead touch_;
  std::size_t count_ = 0;
  GrowingArray<Cell> products_;  // of the batch
};

}  // namespace wreath::closure
