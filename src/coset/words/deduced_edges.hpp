// SPDX-License-Identifier: MIT
//
// Which generators of a stabilizer follow from others, by reading relators.
//
// An edge of a closed table outside its tree of representatives stands for a Schreier generator of the stabilizer of coset 0, and
// the edges of the tree stand for 1. A relator that is read around a cycle is a product of these that is 1. So if all edges of
// the cycle but one are known to be 1, and that one is read once, it is 1 as well. If the generators of a subgroup, read from
// coset 0, are taken as products that are in the subgroup, then the edges that are found are in the subgroup; and if these are
// all edges, the stabilizer is the subgroup: the index is exactly the number of rows.
//
// This is Felsch's method without definitions. It finds all edges of a presentation that can be enumerated without
// redundant cosets, and some of the others.
//
// Cost: a sweep reads each cycle once, on one core; there are a few sweeps, and a limit of letters.
#pragma once

#include <vector>

#include "coset/words/relators.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

class DeducedEdges {
 public:
  /// The edges that are found in some seconds. The table is closed, and has 4 bytes per entry. Throws LimitReached if the run is
  /// stopped first. with_subgroup: edges in the subgroup, not those that are 1.
  DeducedEdges(const Table& table, const System& system, bool with_subgroup, RunControl& run);

  bool contains(Coset c, Letter x) const { return known_[place(c, x)]; }
  bool has_all() const { return left_ == 0; }

 private:
  std::size_t place(Coset c, Letter x) const { return std::size_t{c} * table_.letters() + x; }
  void add(Coset c, Letter x);
  bool sweep(const Relator& relator, RunControl& run);
  bool read(Coset c, const Relator& word, std::vector<bool>* read_from);

  const Table& table_;
  const System& system_;
  std::vector<bool> known_;
  std::size_t left_;           // entries that are not known
  std::uint64_t letters_ = 0;  // that were read
  std::uint64_t asked_ = 0;    // whether to stop, this often
};

}  // namespace wreath::coset
