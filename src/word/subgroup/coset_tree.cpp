// SPDX-License-Identifier: MIT
#include "word/subgroup/coset_tree.hpp"

namespace wreath::word {

CosetTree::CosetTree(const Alphabet& alphabet, const SchreierBall& graph)
    : letters_(static_cast<std::uint32_t>(alphabet.size())), depth_{0}, last_{0}, parent_{0} {
  std::vector<std::uint32_t> number(graph.rows(), SchreierBall::kNoVertex);
  std::vector<SchreierBall::Vertex> order{0};
  number[0] = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    for (std::uint32_t x = 0; x < letters_; ++x) {
      const SchreierBall::Vertex vertex = graph.step(order[i], static_cast<Letter>(x));
      if (number[vertex] == SchreierBall::kNoVertex) {
        number[vertex] = static_cast<std::uint32_t>(order.size());
        order.push_back(vertex);
        depth_.push_back(depth_[i] + 1);
        last_.push_back(static_cast<Letter>(x));
        parent_.push_back(i);
      }
      next_.push_back(number[vertex]);
    }
  }
}

void CosetTree::path(std::uint32_t i, std::vector<std::uint32_t>& way) const {
  way.assign(depth_[i] + 1, i);
  for (std::size_t k = depth_[i]; k > 0; --k) way[k - 1] = parent_[way[k]];
}

Word CosetTree::word(std::uint32_t i) const {
  Word word(depth_[i]);
  for (std::size_t k = word.size(); k > 0; i = parent_[i]) word[--k] = last_[i];
  return word;
}

}  // namespace wreath::word
