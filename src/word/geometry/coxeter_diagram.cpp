// SPDX-License-Identifier: MIT
#include "word/geometry/coxeter_diagram.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace wreath::word {

namespace {

/// A connected diagram that is a tree, with what the lists of finite and affine diagrams mention.
class Tree {
 public:
  Tree(const CoxeterDiagram& diagram, std::span<const std::uint32_t> nodes) : diagram_(diagram), nodes_(nodes) {
    for (const std::uint32_t i : nodes) {
      std::size_t degree = 0;
      for (const std::uint32_t j : nodes) {
        if (i == j || diagram.commute(i, j)) continue;
        ++degree;
        const std::uint64_t label = diagram.labels[i][j];
        if (i < j && label != 3) heavy_.push_back(label);
      }
      edges_ += degree;
      if (degree > 2) branches_.push_back(i);
      largest_degree_ = std::max(largest_degree_, degree);
    }
    edges_ /= 2;
  }

  CoxeterType type() const {
    using enum CoxeterType;
    const std::size_t n = nodes_.size();
    if (n == 1) return finite;
    if (n == 2) return heavy_.empty() || heavy_[0] != 0 ? finite : affine;
    if (std::ranges::find(heavy_, 0U) != heavy_.end()) return infinite;
    if (edges_ >= n) return edges_ == n && largest_degree_ == 2 && heavy_.empty() ? affine : infinite;  // a circle of 3s: A~
    if (heavy_.empty()) return type_of_simple();
    if (std::ranges::any_of(heavy_, [](std::uint64_t label) { return label > 6; })) return infinite;
    if (branches_.empty()) return type_of_line();
    // B~: one branch, two arms of one edge, and a 4 at the end of the third
    if (heavy_ != std::vector<std::uint64_t>{4} || branches_.size() != 1 || largest_degree_ != 3) return infinite;
    std::vector<Labels> arms = arms_at(branches_[0]);
    std::ranges::sort(arms, {}, [](const Labels& arm) { return std::pair(arm.size(), arm.back()); });
    return arms[0] == Labels{3} && arms[1] == Labels{3} && arms[2].back() == 4 ? affine : infinite;
  }

 private:
  using Labels = std::vector<std::uint64_t>;

  /// The labels along an arm, from a branch or an end of the diagram to the next end. Empty if there is another branch on it.
  Labels arm(std::uint32_t from, std::uint32_t to) const {
    Labels labels{diagram_.labels[from][to]};
    while (true) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t j : nodes_)
        if (j != to && j != from && !diagram_.commute(to, j)) next.push_back(j);
      if (next.size() > 1) return {};
      if (next.empty()) return labels;
      labels.push_back(diagram_.labels[to][next[0]]);
      from = to;
      to = next[0];
    }
  }

  std::vector<Labels> arms_at(std::uint32_t node) const {
    std::vector<Labels> arms;
    for (const std::uint32_t j : nodes_)
      if (j != node && !diagram_.commute(node, j)) arms.push_back(arm(node, j));
    return arms;
  }

  /// All labels are 3: A, D, E and their affine diagrams.
  CoxeterType type_of_simple() const {
    using enum CoxeterType;
    if (branches_.empty()) return finite;  // A
    if (branches_.size() == 1 && largest_degree_ == 3) {
      std::vector<std::size_t> nodes;  // of the arms, with the branch
      for (const Labels& labels : arms_at(branches_[0])) nodes.push_back(labels.size() + 1);
      const std::size_t pq = nodes[0] * nodes[1];
      const std::size_t sum = pq + (nodes[0] + nodes[1]) * nodes[2];  // 1/p + 1/q + 1/r, times pqr
      return sum > pq * nodes[2] ? finite : sum == pq * nodes[2] ? affine : infinite;
    }
    if (branches_.size() == 1) return nodes_.size() == 5 ? affine : infinite;  // D~ of five nodes: a star with four rays
    const auto has_two_ends = [&](std::uint32_t branch) {
      return std::ranges::count_if(arms_at(branch), [](const Labels& labels) { return labels.size() == 1; }) == 2;
    };
    return branches_.size() == 2 && largest_degree_ == 3 && std::ranges::all_of(branches_, has_two_ends) ? affine
                                                                                                         : infinite;  // D~
  }

  /// A line with labels from 3 to 6, not all of them 3: B, F, H and affine diagrams.
  CoxeterType type_of_line() const {
    using enum CoxeterType;
    const auto is_end = [&](std::uint32_t i) { return arms_at(i).size() == 1; };
    Labels line = arms_at(*std::ranges::find_if(nodes_, is_end))[0];
    if (std::ranges::lexicographical_compare(line, Labels(line.rbegin(), line.rend()))) std::ranges::reverse(line);  // 4,3,3
    const bool inside_is_3 = std::all_of(line.begin() + 1, line.end() - 1, [](std::uint64_t label) { return label == 3; });
    if (inside_is_3 && line.front() == 4) return line.back() == 3 ? finite : affine;                // B, C~
    if (line == Labels{5, 3} || line == Labels{5, 3, 3} || line == Labels{3, 4, 3}) return finite;  // H, F
    return line == Labels{6, 3} || line == Labels{3, 4, 3, 3} ? affine : infinite;                  // G~, F~
  }

  const CoxeterDiagram& diagram_;
  std::span<const std::uint32_t> nodes_;
  Labels heavy_;  // the labels that are not 3
  std::vector<std::uint32_t> branches_;
  std::size_t edges_ = 0;
  std::size_t largest_degree_ = 0;
};

/// The nodes that commute with all of these.
Nodes commuting_with(const CoxeterDiagram& diagram, const Nodes& nodes) {
  Nodes found;
  for (std::uint32_t i = 0; i < diagram.size(); ++i)
    if (std::ranges::all_of(nodes, [&](std::uint32_t j) { return diagram.commute(i, j); })) found.push_back(i);
  return found;
}

std::vector<Nodes> connected_parts(const CoxeterDiagram& diagram, std::span<const std::uint32_t> nodes) {
  std::vector<Nodes> parts;
  Nodes left(nodes.begin(), nodes.end());
  while (!left.empty()) {
    Nodes part{left.back()};
    left.pop_back();
    for (std::size_t at = 0; at < part.size(); ++at) {
      const std::uint32_t i = part[at];
      const auto joined = std::partition(left.begin(), left.end(), [&](std::uint32_t j) { return diagram.commute(i, j); });
      part.insert(part.end(), joined, left.end());
      left.erase(joined, left.end());
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

CoxeterType coxeter_type(const CoxeterDiagram& diagram, std::span<const std::uint32_t> connected) {
  return Tree(diagram, connected).type();
}

bool is_finite(const CoxeterDiagram& diagram, std::span<const std::uint32_t> nodes) {
  return std::ranges::all_of(connected_parts(diagram, nodes),
                             [&](const Nodes& part) { return coxeter_type(diagram, part) == CoxeterType::finite; });
}

std::optional<MoussongObstacle> find_obstacle(const CoxeterDiagram& diagram, std::size_t most) {
  std::set<Nodes> seen;
  std::vector<Nodes> finite;  // connected
  std::vector<Nodes> infinite;
  for (std::uint32_t i = 0; i < diagram.size(); ++i) finite.push_back({i});
  for (std::size_t at = 0; at < finite.size(); ++at) {
    for (std::uint32_t i = 0; i < diagram.size(); ++i) {
      Nodes more = finite[at];
      const auto place = std::ranges::lower_bound(more, i);
      if (place != more.end() && *place == i) continue;
      if (std::ranges::all_of(more, [&](std::uint32_t j) { return diagram.commute(i, j); })) continue;
      more.insert(place, i);
      if (!seen.insert(more).second) continue;
      if (seen.size() > most) return std::nullopt;
      const CoxeterType type = coxeter_type(diagram, more);
      if (type == CoxeterType::affine && more.size() > 2)
        return MoussongObstacle{.affine = more, .infinite = {}, .commuting = {}};
      (type == CoxeterType::finite ? finite : infinite).push_back(std::move(more));
    }
  }
  for (const Nodes& nodes : infinite) {
    const Nodes others = commuting_with(diagram, nodes);
    for (const Nodes& part : connected_parts(diagram, others)) {
      if (coxeter_type(diagram, part) == CoxeterType::finite) continue;
      Nodes commuting = part;
      std::ranges::sort(commuting);
      return MoussongObstacle{.affine = {}, .infinite = nodes, .commuting = std::move(commuting)};
    }
  }
  return MoussongObstacle{};
}

}  // namespace wreath::word
