// SPDX-License-Identifier: MIT
//
// The states of generators as Spaces, which run on the CPU and on a GPU: parts of equal width, packed as KeyCodec does it.
//
//   PointSpace      a permutation or tuple: a generator looks up each part
//   PlaceSpace      a word: a generator moves parts, and those that move as far, from word to word of the code, are moved at once
//   MatrixSpace     rows over a ring: a generator changes some parts, each to a sum of products of parts
//   SubspaceSpace   the reduced echelon form of rows over a field, which is one form for each subspace
//
// The tables of each are described beside it. Those of a generator g begin at tables[g].
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/hd.hpp"
#include "orbit/spaces/actions.hpp"
#include "orbit/spaces/keys.hpp"
#include "wreath/orbit/space.hpp"

namespace wreath::orbit {

// Words of a code are chosen by comparing, not by an index, so that codes stay in registers.

template <unsigned Words>
WREATH_HD inline std::uint64_t word_of(const Code<Words>& code, unsigned word) {
  std::uint64_t value = code.words[0];
  WREATH_UNROLL
  for (unsigned w = 1; w < Words; ++w) value = word == w ? code.words[w] : value;
  return value;
}
template <unsigned Words>
WREATH_HD inline void flip_bits(Code<Words>& code, unsigned word, std::uint64_t bits) {
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) code.words[w] ^= word == w ? bits : 0;
}

/// tables[g] + p: the image of the point p.
template <unsigned Words>
struct PointSpace {
  using Code = orbit::Code<Words>;
  Packing packing;
  std::uint32_t count;

  WREATH_HD unsigned moves() const { return count; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t* tables) const {
    const std::uint64_t* images = tables + tables[move];
    const std::uint64_t mask = packing.mask();
    std::uint32_t left = packing.parts;
    Code product{};
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      std::uint64_t rest = x.words[w];
      std::uint64_t made = 0;
      const std::uint32_t here = left < packing.per_word ? left : packing.per_word;
      for (std::uint32_t i = 0, shift = 0; i < here; ++i, shift += packing.bits) {
        made |= images[rest & mask] << shift;
        rest >>= packing.bits;
      }
      product.words[w] = made;
      left -= here;
    }
    return product;
  }
};

/// tables[g] up to tables[g + 1]: a mask of places, and from which word of the code (8 bits) to which (8 bits) they are rotated
/// how far.
template <unsigned Words>
struct PlaceSpace {
  using Code = orbit::Code<Words>;
  std::uint32_t count;

  WREATH_HD unsigned moves() const { return count; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t* tables) const {
    Code product{};
    const std::uint64_t* end = tables + tables[move + 1];
    for (const std::uint64_t* at = tables + tables[move]; at != end; at += 2) {
      const auto way = static_cast<std::uint32_t>(at[1]);
      const std::uint64_t part = word_of(x, way & 255) & at[0];
      const unsigned shift = way >> 16;
      flip_bits(product, way >> 8 & 255, part << shift | part >> ((64 - shift) & 63));
    }
    return product;
  }
};

/// How a ring of that many elements computes: modulo its size, or by tables of bytes.
struct RingRef {
  std::uint32_t size = 2;
  std::uint32_t at = 0;  // where the tables of bytes begin, in words: sums, products, inverses; 0: none

  WREATH_HD static const std::uint8_t* bytes(const std::uint64_t* tables, std::uint32_t at) {
    return reinterpret_cast<const std::uint8_t*>(tables + at);
  }
  /// a + b * c, by the tables.
  WREATH_HD std::uint32_t add_product(std::uint32_t a, std::uint32_t b, std::uint32_t c, const std::uint64_t* tables) const {
    const std::uint8_t* sums = bytes(tables, at);
    return sums[a * size + sums[size * size + b * size + c]];
  }
};

/// A generator's table lists the parts that it changes: where the part is and how it is made (ChangedPart), then a Term for each
/// part that it is a sum of.
template <unsigned Words>
struct MatrixSpace {
  using Code = orbit::Code<Words>;
  Packing packing;
  RingRef ring;
  std::uint32_t count;

  /// A place in a code and a number, in a word of a table: the word (8 bits), the shift (8 bits), how many terms follow (16
  /// bits), and an element of the ring (32 bits): the constant of a part, the factor of a term.
  static std::uint64_t entry(std::uint32_t word, std::uint32_t shift, std::uint32_t terms, std::uint32_t element) {
    return word | shift << 8 | terms << 16 | std::uint64_t{element} << 32;
  }

  WREATH_HD unsigned moves() const { return count; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t* tables) const {
    Code product = x;
    const std::uint64_t mask = packing.mask();
    const std::uint64_t* end = tables + tables[move + 1];
    for (const std::uint64_t* at = tables + tables[move]; at != end;) {
      const std::uint64_t part = *at++;
      std::uint64_t value = part >> 32;
      for (std::uint32_t terms = part >> 16 & 0xFFFF; terms != 0; --terms, ++at) {
        const std::uint64_t from = word_of(x, *at & 255) >> (*at >> 8 & 255) & mask;
        value = ring.at == 0 ? value + from * (*at >> 32)
                             : ring.add_product(static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(from),
                                                static_cast<std::uint32_t>(*at >> 32), tables);
      }
      if (ring.at == 0) value %= ring.size;
      const unsigned word = part & 255;
      const unsigned shift = part >> 8 & 255;
      const std::uint64_t before = word_of(x, word) >> shift & mask;
      flip_bits(product, word, (before ^ value) << shift);
    }
    return product;
  }
};

/// A generator's table lists the columns that it changes, and what they are sums of, as MatrixSpace::entry(0, column, terms, 0)
/// and entry(0, row, 0, factor). The ring is a field and computes by tables.
template <unsigned Words>
struct SubspaceSpace {
  using Code = orbit::Code<Words>;
  static constexpr unsigned kMostParts = Words * 64 < 256 ? Words * 64 : 256;
  Packing packing;
  RingRef ring;
  std::uint32_t count;
  std::uint32_t rows;
  std::uint32_t columns;

  WREATH_HD unsigned moves() const { return count; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t* tables) const {
    std::uint8_t a[kMostParts];
    unpack(x, a);
    const std::uint64_t* begin = tables + tables[move];
    const std::uint64_t* end = tables + tables[move + 1];
    for (std::uint32_t row = 0; row < rows; ++row) multiply_row(a + row * columns, begin, end, tables);
    reduce(a, tables);
    return pack(a);
  }

 private:
  WREATH_HD void unpack(const Code& x, std::uint8_t* a) const {
    const std::uint64_t mask = packing.mask();
    std::uint32_t part = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      std::uint64_t rest = x.words[w];
      for (std::uint32_t i = 0; i < packing.per_word && part < packing.parts; ++i, rest >>= packing.bits)
        a[part++] = static_cast<std::uint8_t>(rest & mask);
    }
  }
  WREATH_HD Code pack(const std::uint8_t* a) const {
    Code code{};
    std::uint32_t part = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      for (std::uint32_t i = 0; i < packing.per_word && part < packing.parts; ++i)
        code.words[w] |= std::uint64_t{a[part++]} << (i * packing.bits);
    }
    return code;
  }
  WREATH_HD void multiply_row(std::uint8_t* row, const std::uint64_t* begin, const std::uint64_t* end,
                              const std::uint64_t* tables) const {
    std::uint8_t made[kMostParts];
    for (const std::uint64_t* at = begin; at != end;) {
      const std::uint32_t column = *at >> 8 & 255;
      std::uint32_t value = 0;
      for (std::uint32_t terms = *at++ >> 16 & 0xFFFF; terms != 0; --terms, ++at)
        value = ring.add_product(value, row[*at >> 8 & 255], static_cast<std::uint32_t>(*at >> 32), tables);
      made[column] = static_cast<std::uint8_t>(value);
    }
    for (const std::uint64_t* at = begin; at != end; at += 1 + (*at >> 16 & 0xFFFF)) row[*at >> 8 & 255] = made[*at >> 8 & 255];
  }
  /// Gauss and Jordan, where there is anything to do: most products are nearly reduced. Each row begins with 1, to the right of
  /// the one before, and is alone in that column.
  WREATH_HD void reduce(std::uint8_t* a, const std::uint64_t* tables) const {
    const std::uint8_t* inverses = RingRef::bytes(tables, ring.at) + 2 * ring.size * ring.size;
    const std::uint32_t minus_one = inverses[ring.size];
    std::uint32_t rank = 0;
    for (std::uint32_t column = 0; column < columns && rank < rows; ++column) {
      std::uint32_t pivot = rank;
      while (pivot < rows && a[pivot * columns + column] == 0) ++pivot;
      if (pivot == rows) continue;
      const std::uint32_t scale = inverses[a[pivot * columns + column]];
      for (std::uint32_t i = column; (pivot != rank || scale != 1) && i < columns; ++i) {
        const std::uint8_t high = a[pivot * columns + i];
        a[pivot * columns + i] = a[rank * columns + i];
        a[rank * columns + i] = static_cast<std::uint8_t>(ring.add_product(0, high, scale, tables));
      }
      for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint32_t entry = a[row * columns + column];
        if (row == rank || entry == 0) continue;
        const std::uint32_t factor = ring.add_product(0, entry, minus_one, tables);
        for (std::uint32_t i = column; i < columns; ++i) {
          a[row * columns + i] =
              static_cast<std::uint8_t>(ring.add_product(a[row * columns + i], factor, a[rank * columns + i], tables));
        }
      }
      ++rank;
    }
  }
};

/// The same over the field with two elements, a row of at most 64 columns being the bits of a word. tables[g] + i: the row i of
/// the matrix.
template <unsigned Words>
struct BinarySubspaceSpace {
  using Code = orbit::Code<Words>;
  static constexpr unsigned kMostRows = 32;
  std::uint32_t count;
  std::uint32_t rows;
  std::uint32_t columns;

  WREATH_HD unsigned moves() const { return count; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t* tables) const {
    const std::uint64_t* matrix = tables + tables[move];
    const std::uint64_t mask = columns == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << columns) - 1;
    std::uint64_t a[kMostRows];
    for (std::uint32_t row = 0, at = 0; row < rows; ++row, at += columns) {
      const std::uint32_t shift = at % 64;
      std::uint64_t bits = word_of(x, at / 64) >> shift;
      if (shift + columns > 64) bits |= word_of(x, at / 64 + 1) << (64 - shift);
      std::uint64_t product = 0;
      const std::uint64_t* sums = matrix;
      for (bits &= mask; bits != 0; bits >>= 4, sums += 16) product ^= sums[bits & 15];
      a[row] = product;
    }
    // The lowest bit of each row is cleared from the others and stays its lowest; the rows are in the order of these bits.
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint64_t lead = a[row] & (0 - a[row]);
      for (std::uint32_t other = 0; other < rows; ++other) {
        if (other != row && (a[other] & lead) != 0) a[other] ^= a[row];
      }
    }
    Code product{};
    for (std::uint32_t at = 0; at < rows * columns; at += columns) {
      std::uint32_t least = 0;
      std::uint64_t least_lead = 0;
      for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint64_t lead = a[row] & (0 - a[row]);
        const bool less = lead != 0 && (least_lead == 0 || lead < least_lead);
        least = less ? row : least;
        least_lead = less ? lead : least_lead;
      }
      const std::uint64_t bits = a[least];
      a[least] = 0;
      const std::uint32_t shift = at % 64;
      flip_bits(product, at / 64, bits << shift);
      if (shift + columns > 64) flip_bits(product, at / 64 + 1, bits >> (64 - shift));
    }
    return product;
  }
};

// --- their tables (packed_spaces.cpp)

std::vector<std::uint64_t> point_tables(const Generators& generators);
std::vector<std::uint64_t> place_tables(const Generators& generators, const KeyCodec& codec);
/// `ring_at`: where the tables of the ring begin.
std::vector<std::uint64_t> matrix_tables(const Generators& generators, const KeyCodec& codec, std::uint32_t& ring_at);
std::vector<std::uint64_t> subspace_tables(const Generators& generators, std::uint32_t& ring_at);
std::vector<std::uint64_t> binary_subspace_tables(const Generators& generators);

inline bool has_packed_space(const Generators& generators) {
  return generators.moves == Moves::permutations || generators.moves == Moves::matrices;
}
/// Calls make(space, tables) with the space of such states, of 1, 2 or 4 words. False if there is none: for puzzles, and longer
/// codes.
template <class Make>
bool with_packed_space(const Generators& generators, const KeyCodec& codec, Start::Kind kind, const Make& make) {
  if (codec.words() > 4 || !has_packed_space(generators)) return false;
  with_key_words(codec.words(), [&](auto width) {
    constexpr unsigned kWords = width.value <= 4 ? width.value : 1;
    const auto count = static_cast<std::uint32_t>(generators.count());
    std::uint32_t ring_at = 0;
    if (generators.moves == Moves::permutations && acts_on_places(kind)) {
      make(PlaceSpace<kWords>{count}, place_tables(generators, codec));
    } else if (generators.moves == Moves::permutations) {
      make(PointSpace<kWords>{codec.packing(), count}, point_tables(generators));
    } else if (kind == Start::Kind::subspace && generators.modulus == 2) {
      const std::uint32_t columns = generators.degree;
      make(BinarySubspaceSpace<kWords>{count, codec.packing().parts / columns, columns}, binary_subspace_tables(generators));
    } else if (kind == Start::Kind::subspace) {
      std::vector<std::uint64_t> tables = subspace_tables(generators, ring_at);
      const std::uint32_t columns = generators.degree;
      make(SubspaceSpace<kWords>{codec.packing(), {generators.modulus, ring_at}, count, codec.packing().parts / columns, columns},
           std::move(tables));
    } else {
      std::vector<std::uint64_t> tables = matrix_tables(generators, codec, ring_at);
      make(MatrixSpace<kWords>{codec.packing(), {generators.modulus, ring_at}, count}, std::move(tables));
    }
  });
  return true;
}

}  // namespace wreath::orbit
