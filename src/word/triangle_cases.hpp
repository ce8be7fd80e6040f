// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "word/geodesic.hpp"
#include "word/joint_differences.hpp"
#include "word/triangle_legs.hpp"

namespace wreath::word {

/// The cases of the induction in thin_triangles.cpp: what is to be looked at, given D and the known legs.
class TriangleCases {
 public:
  TriangleCases(const StructureView& structure, const Geodesics& geodesics, DifferenceTable& table,
                const automata::Limits& limits);

  bool has_odd_cycles() const noexcept { return has_odd_cycles_; }
  Scope bigons();
  /// The triangles that have all their differences in D; the other cases are made of the legs that are found there.
  Scope known(const ElementSet& differences);
  Scope nearer(const ElementSet& differences, const Legs& legs);
  Scope further(const ElementSet& differences, const Legs& legs);
  Scope as_far(const ElementSet& differences, const Legs& legs);

 private:
  std::vector<Centre> centres(const ElementSet& some, const ElementSet& all);
  void add_ends(ElementSet& set, const Legs& legs);
  void add_skew(ElementSet& set, const Legs& legs);
  void add_beside(ElementSet& set, const Legs& legs, const JointPlaces& places);
  void add_before(ElementSet& set, const Legs& legs, const JointPlaces& places, bool is_offset);
  void add_moved(std::vector<Centre>& centres, const Centre& centre, const Scope& scope);
  void add(ElementSet& set, std::uint32_t d) {
    set.insert(d);
    set.insert(table_.inverse(d));
  }
  /// A centre as it is seen from the three corners; mirror images are left out.
  void add(std::vector<Centre>& centres, const Centre& c) {
    centres.push_back(c);
    centres.push_back({c.m, c.d, table_.inverse(c.e)});
    centres.push_back({c.e, table_.inverse(c.d), table_.inverse(c.m)});
  }
  std::uint32_t product(std::uint32_t d, std::uint32_t n) {
    const Word word = table_[n];  // a copy, for the table grows
    for (const Letter y : word) d = table_.times(d, y);
    return d;
  }

  const StructureView& structure_;
  const automata::Dfa& geodesics_;
  DifferenceTable& table_;
  automata::Limits limits_;
  bool has_odd_cycles_;
  std::vector<std::uint32_t> bigons_;
  JointPlaces longer_;  // of the normal form BC' and any BC that is longer
  JointPlaces equal_;   // of the normal form BC' and any BC of the same length
};

}  // namespace wreath::word
