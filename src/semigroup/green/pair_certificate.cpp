// SPDX-License-Identifier: MIT
#include "semigroup/green/pair_certificate.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostArcsPerPoint = 32;
constexpr Point kNone = ~Point{0};

class Certifier {
 public:
  Certifier(const Generators& generators, Point base) : generators_(generators) { certificate_.base = base; }

  std::optional<PairCertificate> certify() {
    if (!close_arcs() || !name_turns() || !span_points() || !is_homogeneous()) return std::nullopt;
    merge_arcs();
    return std::move(certificate_);
  }

 private:
  struct Arc {
    Point tail;
    Point head;
  };

  Index arc(Point tail, Point head) {
    if (tail == head) return PairCertificate::kCollapsed;
    const auto [at, fresh] = number_.try_emplace(std::uint64_t{tail} << 32 | head, static_cast<Index>(arcs_.size()));
    if (fresh) {
      arcs_.push_back({tail, head});
      parent_.push_back(at->second);
    }
    return at->second;
  }

  Index label_root(Index a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }

  bool close_arcs() {
    const std::size_t letters = generators_.count();
    for (std::size_t g = 0; g < letters; ++g) arc(certificate_.base, generators_.row(g)[certificate_.base]);
    for (Index a = 0; a < arcs_.size(); ++a) {
      if (arcs_.size() > kMostArcsPerPoint * generators_.degree) return false;
      for (std::size_t g = 0; g < letters; ++g) {
        const std::span<const Point> map = generators_.row(g);
        const Index to = arc(map[arcs_[a].tail], map[arcs_[a].head]);
        moves_.push_back(to);
        if (to != PairCertificate::kCollapsed) parent_[label_root(to)] = label_root(a);
      }
    }
    return !arcs_.empty();
  }

  /// Condition 1, and the table of neighbours.
  bool name_turns() {
    std::map<Index, std::uint32_t> label;
    for (Index a = 0; a < arcs_.size(); ++a) label.try_emplace(label_root(a), static_cast<std::uint32_t>(label.size()));
    certificate_.labels = label.size();
    if (label.size() > kMostArcsPerPoint) return false;
    auto& neighbours = certificate_.neighbours;
    neighbours.assign(generators_.degree * 2 * label.size(), kNone);
    for (Index a = 0; a < arcs_.size(); ++a) {
      turn_.push_back(2 * label[label_root(a)]);
      Point& forth = neighbours[arcs_[a].tail * 2 * label.size() + turn_[a]];
      Point& back = neighbours[arcs_[a].head * 2 * label.size() + turn_[a] + 1];
      if (forth != kNone || back != kNone) return false;
      forth = arcs_[a].head;
      back = arcs_[a].tail;
    }
    return true;
  }

  Point neighbour(Point point, std::uint32_t turn) const {
    return certificate_.neighbours[point * 2 * certificate_.labels + turn];
  }

  /// Condition 2, and a tree; its steps name arcs for now.
  bool span_points() {
    std::vector<char> seen(generators_.degree, 0);
    std::vector<Point> queue{certificate_.base};
    seen[certificate_.base] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (std::uint32_t turn = 0; turn < 2 * certificate_.labels; ++turn) {
        const Point to = neighbour(queue[i], turn);
        if (to == kNone || std::exchange(seen[to], 1) != 0) continue;
        const Index along = turn % 2 == 0 ? arc(queue[i], to) : arc(to, queue[i]);
        certificate_.tree.push_back({queue[i], to, turn, along});
        queue.push_back(to);
      }
    }
    return queue.size() == generators_.degree;
  }

  /// Condition 3: a map that keeps arcs and labels is determined by the image of the base, so it is built along the tree.
  bool is_homogeneous() const {
    for (std::uint32_t turn = 0; turn < 2 * certificate_.labels; ++turn) {
      const Point to = neighbour(certificate_.base, turn);
      if (to != kNone && !has_symmetry(to)) return false;
    }
    return true;
  }

  bool has_symmetry(Point base_image) const {
    std::vector<Point> image(generators_.degree, kNone);
    std::vector<char> hit(generators_.degree, 0);
    image[certificate_.base] = base_image;
    hit[base_image] = 1;
    for (const PairCertificate::Step& step : certificate_.tree) {
      const Point to = neighbour(image[step.from], step.turn);
      if (to == kNone || std::exchange(hit[to], 1) != 0) return false;
      image[step.to] = to;
    }
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
      if (neighbour(image[arcs_[a].tail], turn_[a]) != image[arcs_[a].head]) return false;
    }
    return true;
  }

  /// Moore's refinement, until no class splits.
  void merge_arcs() {
    const std::size_t letters = generators_.count();
    std::vector<Index> classes(arcs_.size(), 0);
    std::vector<Index> order(arcs_.size());
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
      std::ranges::sort(order, [&](Index a, Index b) { return compare(a, b) < 0; });
      std::vector<Index> finer(arcs_.size(), 0);
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
    certificate_.tails.resize(bits);
    certificate_.heads.resize(bits);
    certificate_.action.resize(bits * letters);
    for (Index a = 0; a < arcs_.size(); ++a) {
      certificate_.tails[classes[a]] = arcs_[a].tail;
      certificate_.heads[classes[a]] = arcs_[a].head;
      for (std::size_t g = 0; g < letters; ++g) {
        const Index to = moves_[a * letters + g];
        certificate_.action[g * bits + classes[a]] = to == PairCertificate::kCollapsed ? to : classes[to];
      }
    }
    for (PairCertificate::Step& step : certificate_.tree) step.bit = classes[step.bit];
    for (std::size_t i = 0; i < certificate_.neighbours.size(); ++i) {
      Point& to = certificate_.neighbours[i];
      if (to == kNone) to = static_cast<Point>(i / (2 * certificate_.labels));
    }
  }

  const Generators& generators_;
  PairCertificate certificate_;
  std::vector<Arc> arcs_;
  std::unordered_map<std::uint64_t, Index> number_;
  std::vector<Index> parent_;         // union-find: arcs of one label
  std::vector<Index> moves_;          // [arc * letters + letter]
  std::vector<std::uint32_t> turn_;  // along the arc
};

}  // namespace

std::optional<PairCertificate> certify_pairs(const Generators& generators) {
  for (const Point base : {Point{0}, static_cast<Point>(generators.degree - 1)}) {
    if (auto certificate = Certifier(generators, base).certify()) return certificate;
  }
  return std::nullopt;
}

}  // namespace wreath::semigroup
