// SPDX-License-Identifier: MIT
//
// A semigroup without its elements: of maps, partial maps, permutations or bipartitions by the orbits of their kernels and
// images, of matrices by those of their column and row spaces.
//
// full:12 has 9*10^12 elements, but 4,213,597 kernels and 4,095 images. Once these are known, whether a map is an element, a word
// for it, its D-class with the sizes of its R-, L- and H-classes are questions of milliseconds. The words are not the least ones.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/semigroup/generators.hpp"
#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

/// Where an element is.
struct ElementPlace {
  StructureCount::DClass d_class;  // without its idempotents
  Natural r_size = {};             // of the element's R-class, and so on
  Natural l_size = {};
  Natural h_size = {};
  bool in_group = false;  // whether its H-class is a group: a maximal subgroup
};

/// Rows or columns of a table: begin..end-1.
struct CellRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A D-class with an element of it.
struct OrbitDClass {
  StructureCount::DClass count;
  std::vector<Point> representative;
  Word word;  // of the representative; not the least
};

class OrbitStructure {
 public:
  /// Whether the elements are of a kind for which this is made.
  [[nodiscard]] static bool is_made_for(const ElementKind& kind) noexcept;

  /// Throws InputError if the generators are not valid, or of another kind.
  /// `threads`: 0 for all cores.
  explicit OrbitStructure(Generators generators, unsigned threads = 0);
  ~OrbitStructure();
  OrbitStructure(OrbitStructure&& other) noexcept;
  OrbitStructure& operator=(OrbitStructure&& other) noexcept;

  /// The generators; blocks of bipartitions are numbered as they are met first.
  const Generators& generators() const noexcept;
  /// Finds the orbits, unless they are known; the functions below that need them call it first. All throw LimitReached if the run
  /// is stopped first; the work done by then is not lost where it can be used.
  void prepare(RunControl* run = nullptr);
  /// The number of distinct left values (kernels) of elements: all of them once prepared, and those found so far if that was
  /// stopped.
  std::uint64_t kernels() const;
  /// The number of distinct right values (images) of elements, likewise.
  std::uint64_t images() const;

  /// Whether the row is an element of the semigroup. Throws InputError if it is not an element of the kind; so do the next two.
  bool contains(std::span<const Point> element, RunControl* run = nullptr);
  /// A word for the element, or nothing if it is not in the semigroup. Multiplied out before it is returned.
  std::optional<Word> factor(std::span<const Point> element, RunControl* run = nullptr);
  /// The D-class of an element and the sizes of its other classes, or nothing.
  std::optional<ElementPlace> place(std::span<const Point> element, RunControl* run = nullptr);

  /// The number of elements, from the sizes of the D-classes.
  Natural size(RunControl* run = nullptr);
  /// All D-classes, by rank from above. Idempotents are counted if asked for.
  std::vector<OrbitDClass> classes(bool idempotents, RunControl* run = nullptr);
  /// The partial order of the D-classes, as the pairs of which the second lies directly below the first; numbers are those of
  /// classes(). Throws ResourceError if there are more than 2^15 classes.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order(RunControl* run = nullptr);

  /// The table of a D-class of classes(), by its number: rows are left values (kernels), columns right values (images). In a
  /// regular class they are the R- and L-classes.
  std::pair<std::uint64_t, std::uint64_t> table_size(std::uint64_t d_class) const;
  /// Which cells of a part of that table are groups, row after row. Throws InputError if the table has no such part.
  std::vector<bool> group_cells(std::uint64_t d_class, CellRange rows, CellRange columns, RunControl* run = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The generators without those that are products of the others, looked at from the last to the first. Elements of kinds for
/// which orbits are not made are enumerated. Throws LimitReached if the run is stopped first.
[[nodiscard]] Generators without_redundant(const Generators& generators, RunControl* run = nullptr);

/// The generators followed by more of them. Throws InputError if these are of another kind or size.
[[nodiscard]] Generators joined(const Generators& generators, const Generators& more);

}  // namespace wreath::semigroup
