// SPDX-License-Identifier: MIT
//
// Starts from schemes of smaller shapes.
//
// From the standard scheme of a larger shape, few walks on a CPU come near the best ranks in a minute: most flips lead nowhere.
// Two schemes whose shapes join to the new one are a start a few ranks above the best, and each may be taken in any basis of the
// sides that they share, so that a pair gives as many starts as one likes. A part with a side of 1 is a standard scheme: then the
// start is an extension. A scheme of blocks (derive.hpp) is another.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/rng.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "flip/scheme/reflection.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {

/// With its sides in that order, which must be an order of the scheme's.
Scheme in_shape(const Scheme& scheme, const Shape& shape);

/// A scheme for any shape that is smaller than one of the given ones: the best of those of this shape, or a merge of others.
class PartSchemes {
 public:
  /// Of these, sides in any order; the least rank counts.
  explicit PartSchemes(const std::vector<Scheme>& schemes);

  std::size_t rank(const Shape& shape);
  Scheme scheme(const Shape& shape);

 private:
  struct Known {
    std::size_t rank = 0;
    const Scheme* scheme = nullptr;  // null: the standard one, or a merge
    unsigned side = 0;               // of the merge
    unsigned at = 0;                 // 0: none
  };
  const Known& known(const Shape& shape);

  std::map<Shape, const Scheme*> best_;  // sides in order
  std::map<Shape, Known> known_;
};

/// A scheme over F2 or F3 for the product of two polynomials, by Chinese remainders (polynomial_start.cpp); nothing for other
/// tensors and rings, and where the field has too few places for the coefficients.
std::optional<RationalScheme> polynomial_start(const Shape& shape, Ring ring);

struct DerivedStarts {
  std::vector<Scheme> schemes;
  std::vector<std::string> names;  // of each, such as "2x4x4:26 + 2x4x1:8"

  void add(Scheme scheme, std::string name);
  /// Each name once.
  std::vector<DerivedStart> summary() const;
};
/// Merges of two parts, and blocks, of ranks up to `above` more than the least of them: `copies` of each, the first in the basis
/// in which the schemes are given. Empty if the shape has no parts.
DerivedStarts derived_starts(const Shape& shape, PartSchemes& parts, std::size_t above, std::size_t copies, RandomStream& random);

/// What a search on the CPU without a symmetry takes if it is given no starts and a side is 5 or longer: derived from the
/// built-in schemes of smaller shapes. Beside merges and blocks these are schemes with a mirror, from short walks that keep it:
/// 3x4x5 of rank 48 is soon found in many ways, but 47 is found from schemes of 48 with mirrors.
///
/// Merges and blocks are there at once. The walks with mirrors take seconds, so they are made a batch at a time, and can be
/// saved.
class AutomaticStarts {
 public:
  /// Nothing if the search does not take them.
  static std::optional<AutomaticStarts> of(const Shape& shape, const SearchOptions& options, bool gpu);

  /// Those that are there now: from walks with mirrors first, then merges and blocks; if the former have reached the target, they
  /// alone.
  DerivedStarts starts() const;
  /// One batch of the walks with mirrors. False when all of them have ended.
  bool advance();
  bool done() const { return done_; }
  /// The best scheme of the walks that are under way; null if there are none.
  const Scheme* best() const;
  /// Of all walks with mirrors.
  std::uint64_t flips() const;
  /// Another merge, in random bases.
  Scheme draw(RandomStream& random);

  void save(ByteWriter& state) const;
  /// Throws InputError.
  void restore(ByteReader& state);

 private:
  AutomaticStarts(const Shape& shape, const SearchOptions& options);

  /// Schemes of the shape with a mirror, and what they were made from.
  struct Mirrored {
    Swaps swaps{};
    std::vector<Scheme> schemes;
    std::string name;
  };
  std::vector<Mirrored> extended_parts() const;
  void begin_walks();

  Shape shape_;
  PartSchemes parts_;
  std::uint64_t seed_;
  std::uint64_t target_;
  std::uint64_t steps_;  // of the search; 0: until it is stopped
  unsigned threads_;
  DerivedStarts merges_;
  std::optional<std::vector<Mirrored>> mirrored_;  // made when they are needed
  std::size_t next_ = 0;                           // of those, where walks begin next
  std::unique_ptr<Search> walks_;                  // under way
  DerivedStarts found_;                            // by walks with mirrors
  std::uint64_t flips_ = 0;                        // of the walks that have ended
  bool reached_ = false;                           // the target
  bool done_ = false;
};

/// The options with what they leave open filled in, by what was measured to be best for the shape and machine
/// (docs/measured/flip-tuning.md), and with starts. Throws InputError if a number is out of range, or a start is not a scheme of
/// the shape or lacks the symmetry.
SearchOptions complete_settings(const Shape& shape, SearchOptions options, bool gpu);

}  // namespace wreath::flip
