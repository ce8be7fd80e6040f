// SPDX-License-Identifier: MIT
//
// What an OrbitStructure holds.
#pragma once

#include <map>

#include "core/run/given_run.hpp"
#include "semigroup/green/green_structure.hpp"
#include "semigroup/orbits/pair_search.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

struct OrbitStructure::State {
  State(Generators from, unsigned use_threads)
      : threads(use_threads),
        given(std::move(from)),
        sided(given),
        sides(make_sides(*sided)),
        green(sided, *sides, threads, true) {}

  /// An element of the kind, as a row of the form that has sides.
  std::vector<Point> row_of(std::span<const Point> element) const;

  void prepare(RunControl& run);
  PairSearch search(std::span<const Point> row, RunControl& run) const;
  std::optional<Word> identity_word() const;
  /// The element over the roots that an element with these values is, if both are in the orbits.
  std::optional<OverRoots> over_roots(const Sides::Parts& element);
  Word word_by_orbits(const Sides::Parts& parts, const OverRoots& over, Index piece, StopCheck check);
  void require_product(std::span<const Point> row, const Word& word) const;

  std::uint64_t pieces_of_class(const OverRoots& over, StopCheck& check);
  void list_classes(RunControl& run);
  void left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run);

  unsigned threads = 0;  // 0: all cores
  Generators given;
  Sided sided;
  std::unique_ptr<Sides> sides;
  GreenStructure green;
  bool prepared = false;
  std::vector<std::size_t> listed;     // classes of `green`, by rank
  std::map<Index, std::size_t> place;  // of a first piece among them
};

}  // namespace wreath::semigroup
