// SPDX-License-Identifier: MIT
//
// Spaces of Boolean vectors, which are closed under union. A space has exactly one basis: its vectors that are not unions of
// others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace wreath::semigroup {

using BitVector = std::uint64_t;

/// Up to 64 vectors, without memory of their own to ask for.
class BitVectors {
 public:
  BitVectors() = default;
  explicit BitVectors(std::size_t zeros) : size_(zeros) { std::fill_n(vectors_, zeros, BitVector{0}); }
  BitVectors(const BitVectors& other) : size_(other.size_) { std::copy_n(other.vectors_, size_, vectors_); }
  BitVectors& operator=(const BitVectors& other) {
    if (this != &other) std::copy_n(other.vectors_, size_ = other.size_, vectors_);
    return *this;
  }

  std::size_t size() const { return size_; }
  BitVector& operator[](std::size_t i) { return vectors_[i]; }
  BitVector operator[](std::size_t i) const { return vectors_[i]; }
  BitVector* begin() { return vectors_; }
  BitVector* end() { return vectors_ + size_; }
  const BitVector* begin() const { return vectors_; }
  const BitVector* end() const { return vectors_ + size_; }
  void push_back(BitVector vector) { vectors_[size_++] = vector; }
  /// Where it is first, or size().
  std::size_t find(BitVector vector) const { return static_cast<std::size_t>(std::find(begin(), end(), vector) - begin()); }

 private:
  std::size_t size_ = 0;
  BitVector vectors_[64];
};

/// Whether a vector is not zero and not the union of those of `vectors` that lie strictly below it.
inline bool is_irreducible(BitVector vector, const BitVectors& vectors) {
  BitVector below = 0;
  for (const BitVector each : vectors) below |= each != vector && (each & ~vector) == 0 ? each : 0;
  return below != vector;
}

/// The basis of what the vectors span, in ascending order.
inline BitVectors basis_of(BitVectors vectors) {
  std::sort(vectors.begin(), vectors.end());
  BitVectors basis;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if ((i == 0 || vectors[i] != vectors[i - 1]) && is_irreducible(vectors[i], vectors)) basis.push_back(vectors[i]);
  }
  return basis;
}

}  // namespace wreath::semigroup
