// SPDX-License-Identifier: MIT
//
// All elements of length at most R, and the part of the Cayley graph between them.
//
// Normal forms are closed under prefixes, so the elements are a tree: each is its parent times a letter. They are numbered in
// ShortLex order, and then the children of an element follow one another: one number finds them all. An edge from x by g is a
// branch of the tree, or one backwards, or the product is reduced and its normal form is followed down the tree; each edge found
// gives its inverse as well.
//
// Memory: 13 bytes an element, and 4 a directed edge of the graph.
#pragma once

#include <cstdint>
#include <vector>

#include "word/reduction/reducer.hpp"

namespace wreath::word {

class Ball {
 public:
  using Element = std::uint32_t;
  static constexpr Element kOutside = 0xFFFFFFFFU;

  /// Throws ResourceError where the elements do not fit the memory that the run may take, LimitReached where it is to stop.
  Ball(const StructureView& structure, std::size_t radius, RunControl& run);

  std::size_t size() const noexcept { return parent_.size(); }
  std::size_t radius() const noexcept { return radius_; }
  Word word(Element element) const;
  /// The element with this normal form, or kOutside.
  Element find(std::span<const Letter> normal_form) const;

  /// edges[e * letters + x] is the element e*x, or kOutside. Throws as the constructor does.
  std::vector<Element> edges(const Reducer& reducer, const ReduceOptions& options) const;

 private:
  Element child(Element element, Letter letter) const;

  StructureView structure_;
  std::size_t radius_;
  std::vector<Element> parent_;
  std::vector<Element> first_child_;
  std::vector<automata::State> state_;  // of the acceptor
  std::vector<Letter> last_;            // the last letter
};

}  // namespace wreath::word
