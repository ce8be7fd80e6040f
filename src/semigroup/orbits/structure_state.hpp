// SPDX-License-Identifier: MIT
//
// What an OrbitStructure holds.
#pragma once

#include <map>

#include "wreath/natural.hpp"
#include "core/run/given_run.hpp"
#include "semigroup/orbits/pair_search.hpp"
#include "semigroup/orbits/pieces.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

struct OrbitStructure::State {
  explicit State(Generators from);

  /// An element of the kind, as the model's.
  std::vector<Point> row_of(std::span<const Point> element) const;
  std::vector<Point> element_of(std::span<const Point> row) const;
  std::vector<Point> element_over(const OverRoots& at) const;
  std::vector<Point> identity() const;
  bool is_unit(std::span<const Point> row) const { return model->split(row).right == whole; }

  void prepare(RunControl& run);
  void find_orbit(std::unique_ptr<SideOrbit>& orbit, std::uint64_t& found, OrbitSide side, const SideValue& first,
                  RunControl& run);
  /// Of those that orbits have: without the identity's, if that is not an element.
  std::uint64_t values_found(std::uint64_t in_orbit) const { return in_orbit == 0 ? 0 : in_orbit - outside(); }
  std::optional<Index> piece_of(const OverRoots& element, RunControl& run) { return pieces->find(element, StopCheck(run)); }
  PairSearch search(std::span<const Point> row, RunControl& run) const;
  std::optional<Word> identity_word() const;
  /// 1 if the identity, from which the orbits begin, is not an element: its kernel and image then belong to no other one either.
  std::uint64_t outside() const;
  Word word_by_orbits(const Split& parts, const OverRoots& over, Index piece, StopCheck check);
  void require_product(std::span<const Point> row, const Word& word) const;

  /// The counts of the D-class of a piece of which there are this many.
  StructureCount::DClass count(const OverRoots& at, std::uint64_t pieces_of_class, StopCheck& check);
  std::uint64_t pieces_of_class(const OverRoots& at, StopCheck& check);
  bool is_regular(const OverRoots& at, StopCheck& check) const;
  std::uint64_t count_idempotents(const OverRoots& at, std::vector<StopCheck>& checks) const;
  void list_classes(RunControl& run);
  void left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run);

  unsigned threads = 0;  // 0: all cores
  Generators given;
  Generators generators;
  std::unique_ptr<SideModel> model;
  SideValue whole;  // the right value of the identity
  std::unique_ptr<SideOrbit> left;
  std::unique_ptr<SideOrbit> right;
  std::uint64_t kernels_found = 0;  // values, so far
  std::uint64_t images_found = 0;
  std::unique_ptr<Pieces> pieces;
  struct Listed {
    Index piece;  // the first
    StructureCount::DClass count;
    Natural size;
  };
  std::vector<Listed> listed;          // by rank
  std::map<Index, std::size_t> place;  // of a first piece among them
};

}  // namespace wreath::semigroup
