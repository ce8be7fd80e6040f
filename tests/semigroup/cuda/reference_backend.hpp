// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "semigroup/backend.hpp"

namespace wreath::semigroup::test {

/// The slow, obvious twin: one candidate after another, rows in a map.
class ReferenceBackend final : public Backend {
 public:
  using Row = std::vector<Point>;

  ReferenceBackend(const Generators& generators, std::span<const Point> tracked) : generators_(generators) {
    rows_.emplace_back(tracked.begin(), tracked.end());
    if (generators.monoid) index_of_[rows_[0]] = 0;
  }

  Expansion expand(const Candidates& candidates, bool) override {
    prefixes_.clear(), letters_.clear(), results_.clear();
    for (const Product& product : products(candidates)) {
      Row row = rows_[product.element];
      for (Point& p : row) p = generators_.row(product.letter)[p];
      const auto [found, is_new] = index_of_.try_emplace(row, size());
      results_.push_back(found->second);
      if (!is_new) continue;
      rows_.push_back(row);
      prefixes_.push_back(product.element);
      letters_.push_back(product.letter);
    }
    return {prefixes_, letters_, results_};
  }
  std::vector<Product> products(const Candidates& candidates) const {
    if (!candidates.chosen.empty()) return {candidates.chosen.begin(), candidates.chosen.end()};
    std::vector<Product> all;
    for (Index x = candidates.first; x < candidates.last; ++x) {
      for (std::size_t g = 0; g < generators_.count(); ++g) all.push_back({x, static_cast<Letter>(g)});
    }
    return all;
  }

  std::size_t batch() const override { return 1; }
  Index size() const override { return static_cast<Index>(rows_.size()); }
  void read_rows(Index first, Index last, std::span<Point> out) const override {
    for (Index x = first; x < last; ++x) std::copy(rows_[x].begin(), rows_[x].end(), out.begin() + (x - first) * rows_[x].size());
  }
  std::optional<Index> find(std::span<const Point> row) const override {
    const auto found = index_of_.find(Row(row.begin(), row.end()));
    return found == index_of_.end() ? std::nullopt : std::optional(found->second);
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    std::uint64_t count = 0;
    for (Index x = first; x < last; ++x) {
      bool fixed = true;
      for (const Point p : rows_[x]) fixed = fixed && rows_[x][p] == p;
      count += fixed;
    }
    return count;
  }
  std::uint64_t memory() const override { return 0; }
  Exactness exactness() const override { return Exactness::compared; }
  std::string_view name() const override { return "reference"; }

 private:
  Generators generators_;
  std::vector<Row> rows_;
  std::map<Row, Index> index_of_;
  std::vector<Index> prefixes_;
  std::vector<Letter> letters_;
  std::vector<Index> results_;
};

}  // namespace wreath::semigroup::test
