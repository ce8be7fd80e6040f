// SPDX-License-Identifier: MIT
#include "word/subgroup/coset_tree.hpp"

#include "wreath/coset/enumeration.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

CosetTree::CosetTree(std::uint32_t letters, std::size_t vertices, FunctionRef<std::uint32_t(std::uint32_t, Letter)> step_of)
    : letters_(letters), depth_{0}, last_{0}, parent_{0} {
  std::vector<std::uint32_t> number(vertices, kNoVertex);
  std::vector<std::uint32_t> order{0};
  number[0] = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    for (std::uint32_t x = 0; x < letters_; ++x) {
      const std::uint32_t vertex = step_of(order[i], static_cast<Letter>(x));
      if (vertex == kNoVertex) {
        next_.push_back(kNoVertex);
        complete_ = false;
        continue;
      }
      if (number[vertex] == kNoVertex) {
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

namespace {

CosetTree tree_of_table(const coset::Table& table) {
  return {static_cast<std::uint32_t>(table.letters()), table.index(), [&](std::uint32_t v, Letter x) { return table.at(v, x); }};
}

}  // namespace

std::optional<CosetTree> enumerate_tree(const Presentation& group, const std::vector<Word>& generators, std::size_t rows,
                                        RunControl& run) {
  if (run.should_stop()) return std::nullopt;
  if (group.equations.empty()) {  // an enumeration would not end if the index is infinite; folding does
    std::optional<CosetTree> tree = fold_generators(group, generators, run);
    if (tree && !tree->complete()) return std::nullopt;
    return tree;
  }
  // A small enumeration is cut off by its steps: a full table would be searched for coincidences, which takes longer.
  const bool is_small = rows < tuning::kManyRows;
  coset::Options options{.machine = {.backend = BackendChoice::cpu, .threads = 1},
                         .max_cosets = is_small ? tuning::kRowsThen * rows : rows};
  if (is_small) options.method = coset::Method::hlt;
  coset::Enumeration enumeration({group, generators}, options);
  if (!enumeration.run_steps(is_small ? tuning::kStepsPerRow * rows : ~std::uint64_t{0}, &run)) return std::nullopt;
  try {
    return tree_of_table(enumeration.take_table(&run));
  } catch (const LimitReached&) {  // stopped
    return std::nullopt;
  }
}

std::optional<CosetTree> fold_generators(const Presentation& group, const std::vector<Word>& generators, RunControl& run) {
  static_assert(CosetTree::kNoVertex == SchreierBall::kNoVertex);
  try {
    const SchreierBall graph(group, generators, SIZE_MAX, &run);
    return CosetTree(static_cast<std::uint32_t>(group.alphabet.size()), graph.rows(),
                     [&](std::uint32_t v, Letter x) { return graph.step(v, x); });
  } catch (const LimitReached&) {  // stopped
    return std::nullopt;
  }
}

}  // namespace wreath::word
