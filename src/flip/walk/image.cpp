// SPDX-License-Identifier: MIT
#include "flip/walk/image.hpp"

#include <algorithm>
#include <string>

#include "core/data/rng.hpp"
#include "core/parallel/loops.hpp"
#include "core/text/option.hpp"
#include "flip/scheme/basis.hpp"
#include "flip/scheme/symmetry.hpp"
#include "flip/walk/orbit_walk.hpp"

namespace wreath::flip {

namespace {

constexpr std::size_t kImageGrain = 16;  // schemes that are worth a thread

std::uint64_t low_bits(unsigned count) {
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

template <class Draw>
void Encoding::choose(unsigned width, const Draw& draw) {
  RandomStream random(width, 0);
  std::vector<std::uint64_t> columns(width);
  std::optional<std::vector<std::uint64_t>> inverse;
  while (!inverse) {
    draw(columns, random);
    inverse = inverse_of(columns);
  }
  fill(forward_, columns);
  fill(backward_, *inverse);
}

Encoding::Encoding(unsigned width) {
  choose(width, [&](std::vector<std::uint64_t>& columns, RandomStream& random) {
    for (auto& column : columns) column = random.next64() & low_bits(width);
  });
}

Encoding::Encoding(unsigned width, const Reflection& mirror) {
  // e_k to the sum of the e_j with j in S_k and of what the mirror keeps; then f_k must go to the sum of those f_j
  choose(width, [&](std::vector<std::uint64_t>& columns, RandomStream& random) {
    for (unsigned k = 0; k < width; ++k) columns[k] = std::uint64_t{1} << k;
    for (unsigned k = 0; k < mirror.shift(); ++k) columns[k] = random.next64() & low_bits(mirror.shift());
    for (unsigned k = 0; k < mirror.pairs(); ++k) {
      columns[mirror.shift() + k] = random.next64() & low_bits(mirror.width());
      columns[k] = columns[mirror.shift() + k] >> mirror.shift();
    }
  });
}

std::uint64_t Encoding::apply(const Tables& tables, std::uint64_t word) {
  std::uint64_t sum = 0;
  for (unsigned byte = 0; byte < 8; ++byte) sum ^= tables[byte][word >> (8 * byte) & 255];
  return sum;
}

void Encoding::fill(Tables& tables, std::span<const std::uint64_t> columns) {
  for (unsigned byte = 0; byte < columns.size() / 8; ++byte) {
    for (unsigned value = 1; value < 256; ++value) {
      const auto low = static_cast<unsigned>(__builtin_ctz(value));
      tables[byte][value] = tables[byte][value & (value - 1)] ^ columns[8 * byte + low];
    }
  }
}

unsigned slot_width(const Shape& shape, const SymmetryGroup& group, Ring ring) {
  if (ring != Ring::f2) return std::max({shape.bits(0), shape.bits(1), shape.bits(2)}) <= 16 ? 32 : 64;
  const unsigned bits =
      has_mirror(group.kind) ? Reflection(shape, group.swaps).width() : std::max({shape.bits(0), shape.bits(1), shape.bits(2)});
  return bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

WalkCodec::WalkCodec(const Shape& shape, const SymmetryGroup& group, std::uint32_t capacity, unsigned threads, Ring ring)
    : shape_(shape),
      group_(group),
      mirror_(shape, has_mirror(group.kind) ? group.swaps : Swaps{}),
      capacity_(capacity),
      threads_(threads),
      ternary_(ring != Ring::f2),
      width_(slot_width(shape, group, ring)),
      encoding_(has_mirror(group.kind) ? Encoding(width_, mirror_) : Encoding(width_)) {}

std::uint64_t WalkCodec::word_of(Factor factor, unsigned position) const {
  if (ternary_) return width_ == 64 ? factor : (factor & 0xFFFFU) | (factor >> 16 & 0xFFFF0000U);
  return encoding_.encode(has_mirror(group_.kind) ? mirror_.to_word(factor, position) : factor);
}

Factor WalkCodec::factor_of(std::uint64_t word, unsigned position) const {
  if (ternary_) return width_ == 64 ? word : (word & 0xFFFFU) | (word & 0xFFFF0000U) << 16;
  const std::uint64_t plain = encoding_.decode(word);
  return has_mirror(group_.kind) ? mirror_.to_factor(plain, position) : plain;
}

std::uint32_t slot_count(std::uint32_t capacity, Symmetry symmetry) {
  return 3 * capacity + (has_turns(symmetry) ? kMostCubes : 0);
}

WalkImage WalkCodec::encode(const Scheme& scheme) const {
  WalkImage image{std::vector<std::uint64_t>(slots()), 0, 0, 0};
  SymmetricScheme symmetric;
  if (group_.kind != Symmetry::none) symmetric = split_into_orbits(scheme, group_);
  const std::vector<Summand>& summands = group_.kind == Symmetry::none ? scheme.summands : symmetric.orbits;
  if (symmetric.cubes.size() > kMostCubes) {
    throw ResourceError("a GPU walk has room for " + std::to_string(kMostCubes) + " fixed summands, and a start has " +
                        std::to_string(symmetric.cubes.size()) +
                        (group_.kind == Symmetry::c3 ? "; merge some with " + option("fixed") + ", or use " : "; use ") +
                        option("backend", "cpu"));
  }
  if (summands.size() > capacity_) {
    throw InternalError("a scheme is larger than its walk's room");
  }
  image.size = static_cast<std::uint32_t>(summands.size());
  for (std::uint32_t i = 0; i < image.size; ++i) {
    for (unsigned position = 0; position < 3; ++position) {
      image.slots[position * capacity_ + i] = word_of(summands[i].factor[position], position);
    }
    if (has_mirror(group_.kind) && mirror_.keeps(summands[i])) ++image.halves;
  }
  image.cubes = static_cast<std::uint32_t>(symmetric.cubes.size());
  for (std::uint32_t k = 0; k < image.cubes; ++k) image.slots[3 * capacity_ + k] = word_of(symmetric.cubes[k], 0);
  return image;
}

Scheme WalkCodec::decode(const WalkImage& image) const {
  std::vector<Summand> summands(image.size);
  for (std::uint32_t i = 0; i < image.size; ++i) {
    for (unsigned position = 0; position < 3; ++position) {
      summands[i].factor[position] = factor_of(image.slots[position * capacity_ + i], position);
    }
  }
  if (group_.kind == Symmetry::none) return {shape_, std::move(summands)};
  SymmetricScheme symmetric{shape_, std::move(summands), {}, group_};
  for (std::uint32_t k = 0; k < image.cubes; ++k) symmetric.cubes.push_back(factor_of(image.slots[3 * capacity_ + k], 0));
  return expand(symmetric);
}

std::vector<WalkImage> WalkCodec::encode(std::span<const Scheme* const> schemes) const {
  std::vector<WalkImage> images(schemes.size());
  parallel_ranges(schemes.size(), threads_, kImageGrain, [&](Range range, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k) images[k] = encode(*schemes[k]);
  });
  return images;
}

std::vector<Scheme> WalkCodec::decode(std::span<const WalkImage> images) const {
  std::vector<Scheme> schemes(images.size());
  parallel_ranges(images.size(), threads_, kImageGrain, [&](Range range, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k) schemes[k] = decode(images[k]);
  });
  return schemes;
}

}  // namespace wreath::flip
