// SPDX-License-Identifier: MIT
//
// What an enumeration asks of the machine: the seam between the engine and cpu/, cuda/ and disk/.
//
// A backend holds the elements found so far, as rows of the images of the tracked points (all points, or a certified base), and
// a table that finds an element by its row. Elements are numbered from 0 in ShortLex order of their words; number 0 is the
// empty word, whose row is the tracked points themselves. In a semigroup without identity it is not an element: it is never found
// by a look-up, and a product that equals it is a new element.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup {

using Index = std::uint32_t;  // of an element

inline constexpr Index kNoIndex = ~Index{0};

/// element * letter.
struct Product {
  Index element;
  Letter letter;
};

/// Products to be formed, in ascending order of (element, letter): those in `chosen`, or, where it is empty, every element of
/// first..last-1 times every generator.
struct Candidates {
  Index first = 0;
  Index last = 0;
  std::span<const Product> chosen;
};

/// What came of them. The new elements are numbered on from the old ones, in the order of the first candidate that gave each:
/// new element i is prefixes[i] * letters[i]. `results` has the element that each candidate is, where it was asked for. The spans
/// hold until the next call.
struct Expansion {
  std::span<const Index> prefixes;
  std::span<const Letter> letters;
  std::span<const Index> results;
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// The run that the next calls of expand() belong to: a backend whose calls take long ends them by Stopped when it is to stop.
  virtual void watch(RunControl& /*run*/) {}
  /// Forms the candidates, finds those that are known, appends the others. Throws ResourceError, and leaves the elements as they
  /// were, where memory does not suffice.
  virtual Expansion expand(const Candidates& candidates, bool want_results) = 0;
  /// How many parents (elements of the frontier) one call should get: enough to keep the machine busy, few enough to stop soon.
  virtual std::size_t batch() const = 0;

  /// About the bytes that each product of a call takes until the next, and if it is new.
  virtual std::size_t product_bytes() const { return 64; }
  /// The bytes by which its tables may grow at once in a call with this many products.
  virtual std::uint64_t growth(std::size_t /*products*/) const { return 0; }

  /// Whether a product is formed and looked up in less time than it takes to find out that it cannot be new.
  virtual bool cheap_products() const { return false; }

  /// Elements held, the empty word included.
  virtual Index size() const = 0;
  /// The images of the tracked points under elements first..last-1, row after row.
  virtual void read_rows(Index first, Index last, std::span<Point> rows) const = 0;
  /// The element with that row.
  virtual std::optional<Index> find(std::span<const Point> row) const = 0;

  /// Takes a longer list of generators, which begins with those it has, from the next call on. False if it cannot, and then
  /// nothing has changed.
  virtual bool add_letters(const Generators& /*larger*/) { return false; }
  /// Element order[i] becomes element i, and element e becomes places[e]; the first stays. False if it cannot. Throws
  /// ResourceError if memory does not suffice: then it is of no use.
  virtual bool reorder(std::span<const Index> /*order*/, std::span<const Index> /*places*/) { return false; }

  /// How many of elements first..last-1 are idempotent; needs all points tracked.
  virtual std::uint64_t count_idempotents(Index first, Index last) const = 0;

  /// Notes how long the steps of its work took since the last call, where there is more to say than the phase itself, and
  /// what it has chosen.
  virtual void report_steps(RunControl& /*run*/) {}
  /// Bytes held, for the memory budget and the run record.
  virtual std::uint64_t memory() const = 0;
  /// How equality is decided: "every hit compared", ...
  virtual std::string_view exactness() const = 0;
  virtual std::string_view name() const = 0;
};

}  // namespace wreath::semigroup
