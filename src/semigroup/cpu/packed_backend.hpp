// SPDX-License-Identifier: MIT
//
// Packed rows that are too many for an array of all of them, at first: elements are found by a hash table until they are so many
// that the array is worth its memory, and by the array from then on.
#pragma once

#include <variant>

#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/cpu/direct_backend.hpp"

namespace wreath::semigroup {

class PackedBackend final : public Backend {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr std::uint64_t kRowsPerElement = 16;  // where the array is worth its memory, 64 bytes per element

  /// The array may take up to `memory` bytes, once there are `worth` elements.
  PackedBackend(PackedStore store, std::size_t letters, bool monoid, unsigned threads, std::uint64_t memory, std::uint64_t worth)
      : letters_(letters),
        monoid_(monoid),
        threads_(threads),
        worth_array_(store.numbers() != 0 && store.numbers() <= memory / sizeof(Index) ? worth : kNever),
        now_(std::in_place_type<Hashed>, std::move(store), letters, monoid, threads) {}

  Expansion expand(const Candidates& candidates, bool want_results) override {
    if (size() > worth_array_) take_array();
    return std::visit([&](auto& now) { return now.expand(candidates, want_results); }, now_);
  }
  std::size_t batch() const override {
    return std::visit([](const auto& now) { return now.batch(); }, now_);
  }
  std::size_t product_bytes() const override {
    return std::visit([](const auto& now) { return now.product_bytes(); }, now_);
  }
  std::uint64_t growth(std::size_t products) const override {
    return std::visit([&](const auto& now) { return now.growth(products); }, now_);
  }
  bool cheap_products() const override {
    return std::visit([](const auto& now) { return now.cheap_products(); }, now_);
  }
  Index size() const override {
    return std::visit([](const auto& now) { return now.size(); }, now_);
  }
  void read_rows(Index first, Index last, std::span<Point> rows) const override {
    std::visit([&](const auto& now) { now.read_rows(first, last, rows); }, now_);
  }
  std::optional<Index> find(std::span<const Point> row) const override {
    return std::visit([&](const auto& now) { return now.find(row); }, now_);
  }
  bool add_letters(const Generators& larger) override {
    letters_ = larger.count();
    return std::visit([&](auto& now) { return now.add_letters(larger); }, now_);
  }
  bool reorder(std::span<const Index> order, std::span<const Index> places) override {
    return std::visit([&](auto& now) { return now.reorder(order, places); }, now_);
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    return std::visit([&](const auto& now) { return now.count_idempotents(first, last); }, now_);
  }
  std::uint64_t memory() const override {
    return std::visit([](const auto& now) { return now.memory(); }, now_);
  }
  std::string_view exactness() const override {
    return std::visit([](const auto& now) { return now.exactness(); }, now_);
  }
  std::string_view name() const override { return "cpu"; }

 private:
  using Hashed = CpuBackend<PackedStore>;

  /// If there is not enough memory for it, the hash table remains.
  void take_array() {
    worth_array_ = kNever;
    try {
      GrowingArray<Index> array;
      array.resize(std::get<Hashed>(now_).store().numbers());
      PackedStore store = std::get<Hashed>(now_).take_store();
      now_.emplace<DirectBackend>(std::move(store), std::move(array), letters_, monoid_, threads_);
    } catch (const ResourceError&) {
      return;
    }
  }

  std::size_t letters_;
  bool monoid_;
  unsigned threads_;
  std::uint64_t worth_array_;  // from how many elements on
  std::variant<Hashed, DirectBackend> now_;
};

}  // namespace wreath::semigroup
