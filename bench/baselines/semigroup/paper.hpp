// SPDX-License-Identifier: MIT
//
// The algorithm of Vanzo, "High performances combinatorics using GPUs".
#pragma once

#include <memory>
#include <vector>

#include "core/hd.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// Who computes: all on the CPU; composition, hashing and equality on the GPU; and duplicates eliminated there as well.
enum class PaperVariant { cpu, gpu, gpu_plus };
std::string_view to_string(PaperVariant variant) noexcept;

/// What came of the products of one length of words.
struct PaperLevel {
  std::uint64_t products = 0;
  std::uint64_t duplicates = 0;  // eliminated before the table saw them
  std::uint64_t fresh = 0;
};

struct PaperReport {
  bool complete = false;
  std::uint64_t size = 0;
  std::vector<PaperLevel> levels;    // products of length 1, 2, ...; the last found nothing new
  std::uint64_t equality_tests = 0;  // pairs with equal hashes, each computed from both words
  // seconds
  double compose = 0;
  double hash = 0;
  double eliminate = 0;
  double equality = 0;
  double insert = 0;
  double total = 0;
};

/// What the variants do differently. The machine has the rows of the newest elements, at first of the identity alone, and those
/// of a piece of their products: product k is element k / generators times generator k % generators.
class PaperMachine {
 public:
  virtual ~PaperMachine() = default;
  /// How many products it can take at once.
  virtual std::size_t most_products() const = 0;
  /// Forms products first..last-1, the piece.
  virtual void compose(std::size_t first, std::size_t last) = 0;
  /// Of the rows of the piece.
  virtual void hash(std::span<std::uint64_t> hashes) = 0;
  /// Marks those of the piece that are equal to an earlier one; hash() has been called.
  virtual void mark_duplicates(std::span<std::uint8_t> duplicate) = 0;
  /// These of the piece are new: they will be the newest after begin_level().
  virtual void keep(std::span<const std::uint32_t> fresh) = 0;
  virtual void begin_level() = 0;
  /// Whether two words are the same element, by computing both.
  virtual bool equal(std::span<const Letter> x, std::span<const Letter> y) = 0;
};

/// The paper's Algorithm 5: the row as a polynomial, at a prime (mod 2^64). The same on host and device.
inline constexpr std::uint64_t kPaperPrime = 0xD6E8FEB86659FD93U;
template <class Row>
WREATH_HD std::uint64_t paper_hash(const Row& row, std::uint64_t degree) {
  std::uint64_t result = kPaperPrime * row[0];
  for (std::uint64_t i = 1; i < degree; ++i) result = (result + row[i]) * kPaperPrime;
  return result;
}

/// Throws ResourceError if the variant needs a GPU and there is none. Stands in backend.cpp.
std::unique_ptr<PaperMachine> make_paper_machine(PaperVariant variant, const Generators& generators, const RunControl& run);

/// Enumerates as the paper does, until `run` says stop. `hash_mask` keeps only some bits of hashes, for tests.
PaperReport enumerate_paper(const Generators& generators, PaperVariant variant, RunControl& run,
                            std::uint64_t hash_mask = ~std::uint64_t{0});

}  // namespace wreath::semigroup
