// SPDX-License-Identifier: MIT
//
// The paper's routines on the CPU, as it has them: one thread, a point at a time.
#pragma once

#include <algorithm>

#include "bench/baselines/semigroup/paper.hpp"

namespace wreath::semigroup {

class CpuPaperMachine final : public PaperMachine {
 public:
  CpuPaperMachine(const Generators& generators, std::uint64_t memory) : generators_(&generators), memory_(memory) {
    for (std::size_t p = 0; p < degree(); ++p) newest_.push_back(static_cast<Point>(p));
  }

  std::size_t most_products() const override { return memory_ / (degree() * sizeof(Point) + 64); }
  void compose(std::size_t first, std::size_t last) override {
    count_ = last - first;
    rows_.resize(count_ * degree());
    for (std::size_t k = 0; k < count_; ++k) {
      const Point* x = newest_.data() + (first + k) / generators_->count() * degree();
      const Point* g = generators_->row((first + k) % generators_->count()).data();
      for (std::size_t p = 0; p < degree(); ++p) rows_[k * degree() + p] = g[x[p]];
    }
  }
  void hash(std::span<std::uint64_t> hashes) override {
    for (std::size_t k = 0; k < count_; ++k) hashes[k] = paper_hash(row(k), degree());
    hashes_.assign(hashes.begin(), hashes.end());
  }
  void mark_duplicates(std::span<std::uint8_t> duplicate) override {
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t other = 0; other < k && duplicate[k] == 0; ++other)
        duplicate[k] = hashes_[k] == hashes_[other] && std::equal(row(k), row(k) + degree(), row(other));
    }
  }
  void keep(std::span<const std::uint32_t> fresh) override {
    for (const std::uint32_t k : fresh) kept_.insert(kept_.end(), row(k), row(k) + degree());
  }
  void begin_level() override {
    newest_ = std::move(kept_);
    kept_.clear();
  }
  bool equal(std::span<const Letter> x, std::span<const Letter> y) override {
    std::size_t equal = 0;
    for (std::size_t p = 0; p < degree(); ++p) equal += image(x, p) == image(y, p);
    return equal == degree();
  }

 private:
  std::size_t degree() const { return generators_->degree; }
  const Point* row(std::size_t k) const { return rows_.data() + k * degree(); }
  Point image(std::span<const Letter> word, std::size_t point) const {
    auto image = static_cast<Point>(point);
    for (const Letter letter : word) image = generators_->images[letter * degree() + image];
    return image;
  }

  const Generators* generators_;
  std::uint64_t memory_;
  std::size_t count_ = 0;
  std::vector<Point> newest_;
  std::vector<Point> kept_;
  std::vector<Point> rows_;  // of the piece
  std::vector<std::uint64_t> hashes_;
};

}  // namespace wreath::semigroup
