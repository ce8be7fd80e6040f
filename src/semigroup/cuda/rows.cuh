// SPDX-License-Identifier: MIT
//
// How elements lie in device memory, and how products of them are formed and compared without being stored.
//
// A row is a few vectors: PackedRows keep all images in one 64-bit word, PlainRows<P> as 8-, 16- or 32-bit points in vectors of
// 16 bytes. A row whose points do not fill its last vector has its first point's image there again, and again: padding that is
// composed and compared like everything else, so that no pass asks where a row ends.
//
// row.vector(i, round) is vector i of an element (Stored), of a product (Composed), which is composed as it is read, or of one
// whose vectors the threads of a team hold in registers (Kept). The fingerprint of a plain row is the NH hash of Black, Halevi,
// Krawczyk, Krovetz and Rogaway (UMAC): a sum of (w + key)(w' + key') over pairs of 32-bit words, which collides for different
// rows with probability 2^-32, whatever they are, and is cheap to share among threads; a second sum with the words paired
// otherwise makes it rarer. Nothing depends on that but speed.
#pragma once

#include "core/data/hash.hpp"
#include "semigroup/backend.hpp"
#include "semigroup/cuda/team.cuh"

namespace wreath::semigroup {

class PackedRows {
 public:
  using Vector = std::uint64_t;
  using Entry = std::uint32_t;  // of a generator

  Vector* rows;
  const Entry* generators;
  std::uint64_t generator_size;  // entries, padded
  std::uint64_t generator_count;
  std::uint64_t fingerprint_mask;
  unsigned bits;
  unsigned columns;
  static constexpr std::uint64_t vectors = 1;

  struct Word {
    Vector word;
    __device__ Vector vector(std::uint64_t, unsigned) const { return word; }
  };
  __device__ Word stored(std::uint64_t element) const { return {__ldg(rows + element)}; }
  __device__ Word composed(Product product, const Entry* all_generators) const {
    const Vector word = __ldg(rows + product.element);
    const Entry* const generator = all_generators + product.letter * generator_size;
    Vector image = 0;
    for (unsigned shift = 0; shift < columns * bits; shift += bits) image |= Vector{generator[word >> shift & low()]} << shift;
    return {image};
  }
  __device__ static bool same(Vector x, Vector y) { return x == y; }
  __device__ Point point(std::uint64_t element, std::uint64_t column) const {
    return static_cast<Point>(rows[element] >> (column * bits) & low());
  }
  template <class Team, class Row>
  __device__ std::uint64_t fingerprint(const Team&, const Row& row) const {
    return mix64(row.vector(0, 0) + 0x9E3779B97F4A7C15U) & fingerprint_mask;
  }

 private:
  __device__ Vector low() const { return (Vector{1} << bits) - 1; }  // a point has 32 bits at most
};

template <class P>
class PlainRows {
 public:
  using Vector = uint4;
  using Entry = P;

  Vector* rows;
  const Entry* generators;
  std::uint64_t generator_size;
  std::uint64_t generator_count;
  std::uint64_t fingerprint_mask;
  const Vector* keys;  // one to a vector
  std::uint64_t vectors;

  struct Stored {
    const Vector* row;
    __device__ Vector vector(std::uint64_t i, unsigned) const { return __ldg(row + i); }
  };
  struct Composed {
    const Vector* row;
    const Entry* generator;
    __device__ Vector vector(std::uint64_t i, unsigned) const {
      const Vector at = __ldg(row + i);
      return {image(at.x), image(at.y), image(at.z), image(at.w)};
    }

   private:
    __device__ std::uint32_t image(std::uint32_t word) const {
      if constexpr (sizeof(P) == 4) return generator[word];
      if constexpr (sizeof(P) == 2) return generator[word & 0xffff] | std::uint32_t{generator[word >> 16]} << 16;
      return generator[word & 0xff] | std::uint32_t{generator[word >> 8 & 0xff]} << 8 |
             std::uint32_t{generator[word >> 16 & 0xff]} << 16 | std::uint32_t{generator[word >> 24]} << 24;
    }
  };
  __device__ Stored stored(std::uint64_t element) const { return {rows + element * vectors}; }
  __device__ Composed composed(Product product, const Entry* all_generators) const {
    return {rows + product.element * vectors, all_generators + product.letter * generator_size};
  }
  __device__ static bool same(Vector x, Vector y) { return ((x.x ^ y.x) | (x.y ^ y.y) | (x.z ^ y.z) | (x.w ^ y.w)) == 0; }
  __device__ Point point(std::uint64_t element, std::uint64_t column) const {
    return reinterpret_cast<const P*>(rows + element * vectors)[column];
  }
  template <class Team, class Row>
  __device__ std::uint64_t fingerprint(const Team& team, const Row& row) const {
    std::uint64_t one = 0;
    std::uint64_t two = 0;
    for_my_vectors(team, vectors, [&](std::uint64_t i, unsigned round) {
      const Vector key = __ldg(keys + i);
      Vector words = row.vector(i, round);
      words = {words.x + key.x, words.y + key.y, words.z + key.z, words.w + key.w};
      one += std::uint64_t{words.x} * words.y + std::uint64_t{words.z} * words.w;
      two += std::uint64_t{words.x} * words.z + std::uint64_t{words.y} * words.w;
    });
    return mix64(mix64(team.sum(one)) + team.sum(two)) & fingerprint_mask;
  }
};

/// A row whose vectors lie in the registers of a team.
template <class Vector, unsigned kRounds>
struct Kept {
  Vector vectors[kRounds];
  __device__ Vector vector(std::uint64_t, unsigned round) const { return vectors[round]; }
};

/// The row, read once and kept where the team has registers for it.
template <class Rows, class Team, class Row>
__device__ auto keep(const Rows& rows, const Team& team, const Row& row) {
  if constexpr (Team::kRounds == 0) {
    return row;
  } else {
    Kept<typename Rows::Vector, Team::kRounds> kept{};
    for_my_vectors(team, rows.vectors, [&](std::uint64_t i, unsigned round) { kept.vectors[round] = row.vector(i, round); });
    return kept;
  }
}

/// Whether two rows are the same, read by a team.
template <class Rows, class Team, class One, class Other>
__device__ bool same_rows(const Rows& rows, const Team& team, const One& one, const Other& other) {
  bool same = true;
  for_my_vectors(team, rows.vectors,
                 [&](std::uint64_t i, unsigned round) { same &= Rows::same(one.vector(i, round), other.vector(i, round)); });
  return team.all(same);
}

}  // namespace wreath::semigroup
