// SPDX-License-Identifier: MIT
#include "semigroup/green/sides/pair_certificate.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostEdgesPerPoint = 32;
constexpr Point kNoPoint = ~Point{0};

class Certifier {
 public:
  Certifier(const Generators& generators, Point base, StopCheck check) : generators_(generators), check_(check) {
    certificate_.base = base;
  }

  std::optional<PairCertificate> certify() {
    if (!close_edges() || !name_labels() || !span_points() || !is_homogeneous()) return std::nullopt;
    merge_edges();
    return std::move(certificate_);
  }

 private:
  Index edge(Point a, Point b) {
    if (a == b) return PairCertificate::kCollapsed;
    if (a > b) std::swap(a, b);
    const auto [at, fresh] = number_.try_emplace(std::uint64_t{a} << 32 | b, static_cast<Index>(edges_.size()));
    if (fresh) {
      edges_.push_back({a, b});
      parent_.push_back(at->second);
    }
    return at->second;
  }

  Index label_root(Index a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }

  bool close_edges() {
    const std::size_t letters = generators_.count();
    for (std::size_t g = 0; g < letters; ++g) edge(certificate_.base, generators_.row(g)[certificate_.base]);
    for (Index a = 0; a < edges_.size(); ++a) {
      if (edges_.size() > kMostEdgesPerPoint * generators_.degree) return false;
      for (std::size_t g = 0; g < letters; ++g) {
        check_.spend(64);
        const std::span<const Point> map = generators_.row(g);
        const Index to = edge(map[edges_[a].a], map[edges_[a].b]);
        moves_.push_back(to);
        if (to != PairCertificate::kCollapsed) parent_[label_root(to)] = label_root(a);
      }
    }
    return !edges_.empty();
  }

  /// Condition 1, and the table of neighbours.
  bool name_labels() {
    std::map<Index, std::uint32_t> label;
    for (Index a = 0; a < edges_.size(); ++a) label.try_emplace(label_root(a), static_cast<std::uint32_t>(label.size()));
    certificate_.labels = label.size();
    if (label.size() > kMostEdgesPerPoint) return false;
    auto& neighbours = certificate_.neighbours;
    neighbours.assign(generators_.degree * label.size(), kNoPoint);
    for (Index a = 0; a < edges_.size(); ++a) {
      label_.push_back(label[label_root(a)]);
      Point& forth = neighbours[edges_[a].a * label.size() + label_[a]];
      Point& back = neighbours[edges_[a].b * label.size() + label_[a]];
      if (forth != kNoPoint || back != kNoPoint) return false;
      forth = edges_[a].b;
      back = edges_[a].a;
    }
    return true;
  }

  Point neighbour(Point point, std::uint32_t label) const { return certificate_.neighbours[point * certificate_.labels + label]; }

  /// Condition 2, and a tree; its steps name edges for now.
  bool span_points() {
    std::vector<char> seen(generators_.degree, 0);
    std::vector<Point> queue{certificate_.base};
    seen[certificate_.base] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (std::uint32_t label = 0; label < certificate_.labels; ++label) {
        const Point to = neighbour(queue[i], label);
        if (to == kNoPoint || std::exchange(seen[to], 1) != 0) continue;
        certificate_.tree.push_back({queue[i], to, label, edge(queue[i], to)});
        queue.push_back(to);
      }
    }
    return queue.size() == generators_.degree;
  }

  /// Condition 3: a map that keeps edges and labels is determined by the image of the base, so it is built along the tree.
  bool is_homogeneous() {
    for (std::uint32_t label = 0; label < certificate_.labels; ++label) {
      const Point to = neighbour(certificate_.base, label);
      if (to != kNoPoint && !has_symmetry(to)) return false;
    }
    return true;
  }

  bool has_symmetry(Point base_image) {
    check_.spend(4 * edges_.size());
    std::vector<Point> image(generators_.degree, kNoPoint);
    std::vector<char> hit(generators_.degree, 0);
    image[certificate_.base] = base_image;
    hit[base_image] = 1;
    for (const PairCertificate::Step& step : certificate_.tree) {
      const Point to = neighbour(image[step.from], step.label);
      if (to == kNoPoint || std::exchange(hit[to], 1) != 0) return false;
      image[step.to] = to;
    }
    for (std::size_t a = 0; a < edges_.size(); ++a) {
      if (neighbour(image[edges_[a].a], label_[a]) != image[edges_[a].b]) return false;
    }
    return true;
  }

  /// Moore's refinement, until no class splits.
  void merge_edges() {
    const std::size_t letters = generators_.count();
    std::vector<Index> classes(edges_.size(), 0);
    std::vector<Index> order(edges_.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto after = [&](Index a, std::size_t g) {
      const Index to = moves_[a * letters + g];
      return to == PairCertificate::kCollapsed ? to : classes[to];
    };
    const auto compare = [&](Index a, Index b) {
      if (classes[a] != classes[b]) return classes[a] <=> classes[b];
      for (std::size_t g = 0; g < letters; ++g) {
        if (after(a, g) != after(b, g)) return after(a, g) <=> after(b, g);
      }
      return std::strong_ordering::equal;
    };
    for (std::size_t count = 1;;) {
      check_.spend(16 * letters * edges_.size());
      std::ranges::sort(order, [&](Index a, Index b) { return compare(a, b) < 0; });
      std::vector<Index> finer(edges_.size(), 0);
      Index next = 0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (i != 0 && compare(order[i - 1], order[i]) != 0) ++next;
        finer[order[i]] = next;
      }
      classes = std::move(finer);
      if (std::exchange(count, next + std::size_t{1}) == next + std::size_t{1}) break;
    }
    write_classes(classes);
  }

  void write_classes(const std::vector<Index>& classes) {
    const std::size_t letters = generators_.count();
    const std::size_t bits = *std::ranges::max_element(classes) + std::size_t{1};
    certificate_.edges.resize(bits);
    certificate_.action.resize(bits * letters);
    for (Index a = 0; a < edges_.size(); ++a) {
      certificate_.edges[classes[a]] = edges_[a];
      for (std::size_t g = 0; g < letters; ++g) {
        const Index to = moves_[a * letters + g];
        certificate_.action[g * bits + classes[a]] = to == PairCertificate::kCollapsed ? to : classes[to];
      }
    }
    for (PairCertificate::Step& step : certificate_.tree) step.bit = classes[step.bit];
    for (std::size_t i = 0; i < certificate_.neighbours.size(); ++i) {
      Point& to = certificate_.neighbours[i];
      if (to == kNoPoint) to = static_cast<Point>(i / certificate_.labels);
    }
  }

  const Generators& generators_;
  StopCheck check_;
  PairCertificate certificate_;
  std::vector<PairCertificate::Edge> edges_;
  std::unordered_map<std::uint64_t, Index> number_;
  std::vector<Index> parent_;  // union-find: edges of one label
  std::vector<Index> moves_;   // [edge * letters + letter]
  std::vector<std::uint32_t> label_;
};

}  // namespace

std::optional<PairCertificate> certify_pairs(const Generators& generators, StopCheck check) {
  for (const Point base : {Point{0}, static_cast<Point>(generators.degree - 1)}) {
    if (auto certificate = Certifier(generators, base, check).certify()) return certificate;
  }
  return std::nullopt;
}

}  // namespace wreath::semigroup
