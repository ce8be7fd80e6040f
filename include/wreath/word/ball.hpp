// SPDX-License-Identifier: MIT
//
// All elements of length at most R, and the part of the Cayley graph between them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "wreath/word/group.hpp"

namespace wreath::word {

/// The elements are numbered in shortlex order of their normal forms. Takes 13 bytes per element.
class Ball {
 public:
  using Element = std::uint32_t;
  static constexpr Element kOutside = 0xFFFFFFFFU;

  /// Throws ResourceError if the elements do not fit the memory that the run may take, LimitReached if it is to stop.
  Ball(Group group, std::size_t radius, RunControl* run = nullptr);

  /// The group whose elements these are.
  const Group& group() const noexcept { return group_; }
  /// The number of elements.
  std::size_t size() const noexcept { return parent_.size(); }
  /// The greatest length of an element, as given to the constructor.
  std::size_t radius() const noexcept { return radius_; }
  /// The normal form of an element, which must be less than size().
  Word word(Element element) const;
  /// The element with this normal form, or kOutside.
  Element find(std::span<const Letter> normal_form) const;

  /// edges[e * letters + x] is the element e*x, or kOutside. Throws as the constructor does.
  std::vector<Element> edges(const ReduceOptions& options = {}, RunControl* run = nullptr) const;

 private:
  Element child(Element element, Letter letter) const;

  Group group_;
  std::size_t radius_;
  std::vector<Element> parent_;
  std::vector<Element> first_child_;
  std::vector<std::uint32_t> state_;  // of the word acceptor
  std::vector<Letter> last_;          // the last letter
};

/// The edges of a ball as rows (element, letter, element*letter), one after the other.
[[nodiscard]] std::vector<std::uint32_t> edge_rows(const Ball& ball, std::span<const Ball::Element> edges);

/// A ball in Graphviz's language: an element has its normal form as its name, a generator a colour. An inverse letter is the same
/// arrow backwards and is not drawn; a letter that is its own inverse has no arrowhead.
[[nodiscard]] std::string ball_dot(const Ball& ball, std::span<const Ball::Element> edges);

/// Throws InputError unless the name ends in .dot, .json or .npy.
void require_graph_name(const std::filesystem::path& path);
/// Writes the Cayley graph of all elements of length at most `radius`: rows of edges (.npy), elements and edges (.json), or a
/// picture (.dot) of at most 2000 elements. Returns the number of edges. Throws as Ball does.
std::uint64_t write_ball_graph(const Group& group, std::size_t radius, const std::filesystem::path& path,
                               const ReduceOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::word
