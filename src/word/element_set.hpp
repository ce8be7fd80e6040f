// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "word/difference_table.hpp"

namespace wreath::word {

/// A set of group elements, by their numbers in a table.
class ElementSet {
 public:
  bool contains(std::uint32_t d) const { return d < has_.size() && has_[d]; }
  void insert(std::uint32_t d) {
    if (contains(d)) return;
    if (d >= has_.size()) has_.resize(std::max<std::size_t>(d + 1, 2 * has_.size()), false);
    has_[d] = true;
    members_.push_back(d);
  }
  /// In the order in which they came.
  const std::vector<std::uint32_t>& members() const noexcept { return members_; }
  std::size_t size() const noexcept { return members_.size(); }

 private:
  std::vector<bool> has_;
  std::vector<std::uint32_t> members_;
};

/// The normal forms of a set of elements as a tree: a product with all of them shares the work for common prefixes.
class ElementTree {
 public:
  ElementTree(const ElementSet& set, const DifferenceTable& table) {
    nodes_.emplace_back();
    for (const std::uint32_t element : set.members()) add(element, table[element]);
  }

  /// visit(e, d*e) for all e of the set, except for some with a product longer than `longest`.
  template <class Visit>
  void multiply(std::uint32_t d, std::size_t longest, DifferenceTable& table, const Visit& visit, std::uint32_t at = 0) const {
    if (nodes_[at].is_member) visit(nodes_[at].element, d);
    for (const auto& [letter, child] : nodes_[at].children) {
      const std::uint32_t product = table.times(d, letter);
      if (table[product].size() <= longest + nodes_[child].height) multiply(product, longest, table, visit, child);
    }
  }

 private:
  struct Node {
    bool is_member = false;
    std::uint32_t element = 0;
    std::size_t height = 0;  // how far the deepest member is below
    std::vector<std::pair<Letter, std::uint32_t>> children;
  };

  void add(std::uint32_t element, const Word& word) {
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      nodes_[at].height = std::max(nodes_[at].height, word.size() - i);
      at = child(at, word[i]);
    }
    nodes_[at].is_member = true;
    nodes_[at].element = element;
  }

  std::uint32_t child(std::uint32_t at, Letter letter) {
    for (const auto& [known, child] : nodes_[at].children) {
      if (known == letter) return child;
    }
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children.emplace_back(letter, child);
    nodes_.emplace_back();
    return child;
  }

  std::vector<Node> nodes_;
};

}  // namespace wreath::word
