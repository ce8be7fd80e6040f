// SPDX-License-Identifier: MIT
//
// What congruences of one kind are closed under: the products by generators from one side or both.
#pragma once

#include <span>
#include <vector>

#include "core/data/classes.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/semigroup/congruence.hpp"

namespace wreath::semigroup {

class Products {
 public:
  Products(Enumeration& enumeration, CongruenceKind kind, RunControl* run);

  std::size_t size() const noexcept { return size_; }
  /// The products of an element: product(x, k) for k below this.
  std::size_t degree() const noexcept { return graphs_.size() * letters_; }
  std::uint32_t product(std::uint32_t x, std::size_t k) const noexcept {
    return k < letters_ ? graphs_.front()[x * letters_ + k] : graphs_.back()[x * letters_ + k - letters_];
  }
  /// The classes of the least congruence that relates each pair. May throw Stopped.
  std::vector<std::uint32_t> close(std::span<const ElementPair> pairs, StopCheck& stop) const;

 private:
  std::size_t size_;
  std::size_t letters_;
  std::vector<std::span<const std::uint32_t>> graphs_;
};

/// The class of each number, classes numbered by their first.
std::vector<std::uint32_t> numbered_classes(JoinedClasses<std::uint32_t>& joined, std::size_t size);

}  // namespace wreath::semigroup
