// SPDX-License-Identifier: MIT
//
// Elements of up to 64 bytes that do not act on few points: bipartitions of up to 32 points, and matrices over semirings. A
// product of two bipartitions is a search for connected components, which one thread does alone; so a team is one thread, and a
// row is four vectors in its registers. All these kinds share one set of kernels, which ask which of them they have.
#pragma once

#include "semigroup/cuda/rows.cuh"
#include "semigroup/kinds/cells.hpp"

namespace wreath::semigroup {

class KindRows : public PlainRows<std::uint8_t> {
 public:
  static constexpr unsigned kMostVectors = 4;
  static constexpr bool kNotStaged = true;  // the few generators stay in the cache
  enum class Form { bipartitions, semiring, tropical };

  Form form;
  unsigned size;             // of the kind: points, or rows of a matrix
  unsigned ring_size;        // elements of the semiring
  const std::uint8_t* ring;  // its sums, and after them its products
  unsigned* out_of_range;    // set if an entry of a product is
  static constexpr std::size_t kLabels = 16 * kMostVectors;

  /// A row in registers.
  struct Whole {
    Vector vectors_[kMostVectors];
    __device__ Vector vector(std::uint64_t, unsigned round) const { return vectors_[round]; }
  };
  __device__ Whole composed(Product product, const Entry* all_generators) const {
    const Whole x = read(product.element);
    Whole z{};
    if (!multiply(bytes(x), all_generators + product.letter * generator_size, bytes(z))) *out_of_range = 1;
    return z;
  }
  __device__ bool is_idempotent(std::uint64_t element) const {
    const Whole x = read(element);
    Whole z{};
    if (!multiply(bytes(x), bytes(x), bytes(z))) return false;
    bool same_all = true;
#pragma unroll
    for (unsigned i = 0; i < kMostVectors; ++i) same_all &= same(x.vectors_[i], z.vectors_[i]);
    return same_all;
  }
  /// A cell of an element, as the host unpacks it.
  __device__ Point point(std::uint64_t element, std::uint64_t column) const {
    const Vector* const row = rows + element * vectors;
    if (form == Form::tropical) return static_cast<Point>(reinterpret_cast<const std::int32_t*>(row)[column]);
    return reinterpret_cast<const std::uint8_t*>(row)[column];
  }

 private:
  __device__ Whole read(std::uint64_t element) const {
    Whole x{};
#pragma unroll
    for (unsigned i = 0; i < kMostVectors; ++i) {
      if (i < vectors) x.vectors_[i] = __ldg(rows + element * vectors + i);
    }
    return x;
  }
  __device__ static const std::uint8_t* bytes(const Whole& x) {
    return reinterpret_cast<const std::uint8_t*>(x.vectors_);
  }
  __device__ static std::uint8_t* bytes(Whole& x) {
    return reinterpret_cast<std::uint8_t*>(x.vectors_);
  }

  __device__ bool multiply(const std::uint8_t* x, const std::uint8_t* y, std::uint8_t* z) const {
    if (form == Form::tropical) {
      return TropicalCells::multiply_rows(size, reinterpret_cast<const std::int32_t*>(x),
                                          reinterpret_cast<const std::int32_t*>(y), reinterpret_cast<std::int32_t*>(z));
    }
    if (form == Form::semiring) {
      SemiringCells::multiply_rows(size, ring_size, ring, ring + ring_size * ring_size, x, y, z);
    } else {
      multiply_bipartitions<kLabels>(size, BlocksIn{x}, BlocksIn{y}, BlocksOut{z});
    }
    return true;
  }
};

}  // namespace wreath::semigroup
