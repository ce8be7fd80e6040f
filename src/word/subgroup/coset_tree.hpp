// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/parallel/function_ref.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A whole Schreier graph with its vertices numbered in the shortlex order of their least words, which are the paths of the
/// breadth-first tree. The base is 0. Of a subgroup of a free group it is the part that the generators make: an edge that is not
/// there leads into a tree of further cosets.
class CosetTree {
 public:
  static constexpr std::uint32_t kNoVertex = 0xFFFFFFFFU;

  /// step_of(v, x) is the vertex to which x leads from v, or kNoVertex; vertices are numbers below `vertices`, and the base is 0.
  CosetTree(std::uint32_t letters, std::size_t vertices, FunctionRef<std::uint32_t(std::uint32_t, Letter)> step_of);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(depth_.size()); }
  std::uint32_t letters() const noexcept { return letters_; }
  /// Whether every edge is there: then the index is finite.
  bool complete() const noexcept { return complete_; }
  std::uint32_t step(std::uint32_t i, std::uint32_t x) const { return next_[std::size_t{i} * letters_ + x]; }
  /// Whether the least word of i, followed by x, is a least word, too.
  bool grows(std::uint32_t i, std::uint32_t x) const {
    const std::uint32_t j = step(i, x);
    return j > i && j != kNoVertex && parent_[j] == i && last_[j] == x;
  }
  std::uint32_t parent(std::uint32_t i) const { return parent_[i]; }
  /// The last letter of the least word.
  Letter last(std::uint32_t i) const { return last_[i]; }
  std::uint32_t depth(std::uint32_t i) const { return depth_[i]; }
  /// The vertices on the way to this one, from the base on.
  void path(std::uint32_t i, std::vector<std::uint32_t>& way) const;
  Word word(std::uint32_t i) const;

 private:
  std::uint32_t letters_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> depth_;
  std::vector<Letter> last_;
  std::vector<std::uint32_t> parent_;
  bool complete_ = true;
};

/// The graph of a subgroup, if an enumeration of its cosets (by the engine coset) closes with about this number of rows in its
/// table. Nothing if it does not, or if the run is to stop.
std::optional<CosetTree> enumerate_tree(const Presentation& group, const std::vector<Word>& generators, std::size_t rows,
                                        RunControl& run);

/// The graph of a subgroup of a free group, by folding (Stallings): in time near the length of the generators. `group` must have
/// no relators. Nothing if the run is to stop, which is looked at every 2^16 vertices.
std::optional<CosetTree> fold_generators(const Presentation& group, const std::vector<Word>& generators, RunControl& run);

}  // namespace wreath::word
