// SPDX-License-Identifier: MIT
//
// Tries as a Numbering: the elements of a transformation monoid are found by their images, one point after another, instead of by
// a hash. Each way closes the same set on one thread, with every product formed. Prints the CPU time of the best of five runs.
//
//     wreath_bench_tries full:7 order:10 bihecke:5
//
// The plain trie has a child for each image; a path is as long as a row. The compressed trie has nodes only where elements
// differ, and their children in one hash table.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <numeric>

#include "core/closure/array_numbering.hpp"
#include "core/closure/hash_numbering.hpp"
#include "semigroup/kinds/packed_points.hpp"
#include "semigroup/kinds/points.hpp"

namespace wreath::semigroup {
namespace {

using closure::Index;
using P = std::uint8_t;

class PlainTrie {
 public:
  explicit PlainTrie(std::size_t degree) : degree_(degree), child_(degree, 0) {}

  /// The element with this row, or `fresh`, which is put there.
  Index find_or_add(const P* x, Index fresh, const P* /*rows*/) {
    std::size_t node = 0;
    for (std::size_t c = 0; c + 1 < degree_; ++c) {
      const std::size_t at = node * degree_ + x[c];
      if (child_[at] == 0) {
        child_[at] = static_cast<Index>(child_.size() / degree_);
        child_.resize(child_.size() + degree_, 0);
      }
      node = child_[at];
    }
    Index& leaf = child_[node * degree_ + x[degree_ - 1]];
    if (leaf == 0) leaf = fresh + 1;
    return leaf - 1;
  }
  std::size_t bytes() const { return child_.size() * sizeof(Index); }

 private:
  std::size_t degree_;
  std::vector<Index> child_;  // 0: none; of the last point: an element + 1
};

class CompressedTrie {
 public:
  explicit CompressedTrie(std::size_t degree) : degree_(degree), slots_(1024) {}

  Index find_or_add(const P* x, Index fresh, const P* rows) {
    if (fresh == 0) return 0;  // the root, 1, is element 0
    Index at = root_;
    while (!is_leaf(at)) {
      const Slot& slot = slots_[where(edge(at / 2, x))];
      if (slot.edge == 0) return split(x, fresh, rows, nodes_[at / 2].leaf);
      at = slot.to;
    }
    if (std::memcmp(x, rows + std::size_t{at / 2} * degree_, degree_) == 0) return at / 2;
    return split(x, fresh, rows, at / 2);
  }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot) + nodes_.size() * sizeof(Node); }

 private:
  struct Node {
    Index point;  // by whose image its elements differ
    Index leaf;   // an element below
  };
  struct Slot {
    std::uint64_t edge = 0;  // node + 1, image
    Index to = 0;            // twice a node, or twice an element and 1
  };

  static bool is_leaf(Index at) { return at % 2 == 1; }
  std::uint64_t edge(Index node, const P* x) const { return (std::uint64_t{node} + 1) << 32 | x[nodes_[node].point]; }
  std::size_t where(std::uint64_t edge) const {
    std::size_t at = mix64(edge) & (slots_.size() - 1);
    while (slots_[at].edge != 0 && slots_[at].edge != edge) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void put(std::uint64_t edge, Index to) {
    if (2 * (used_ + 1) > slots_.size()) {
      const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
      for (const Slot& slot : old) {
        if (slot.edge != 0) slots_[where(slot.edge)] = slot;
      }
    }
    Slot& slot = slots_[where(edge)];
    used_ += slot.edge == 0 ? 1 : 0;
    slot = {edge, to};
  }
  /// Puts a row that differs from that of an element with which it shares its path.
  Index split(const P* x, Index fresh, const P* rows, Index like) {
    const P* y = rows + std::size_t{like} * degree_;
    Index point = 0;
    while (x[point] == y[point]) ++point;
    Index at = root_;
    std::uint64_t from = 0;
    while (!is_leaf(at) && nodes_[at / 2].point < point) at = slots_[where(from = edge(at / 2, x))].to;
    if (is_leaf(at) || nodes_[at / 2].point != point) {
      const auto node = static_cast<Index>(nodes_.size());
      nodes_.push_back({point, like});
      put(edge(node, y), at);
      at = 2 * node;
      from == 0 ? void(root_ = at) : put(from, at);
    }
    put(edge(at / 2, x), 2 * fresh + 1);
    return fresh;
  }

  std::size_t degree_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<Node> nodes_;
  Index root_ = 1;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Closed {
  std::size_t elements;
  std::size_t bytes;  // beside the elements
};

template <class Close>
void measure(const char* what, std::size_t letters, const Close& close) {
  double best = 1e9;
  Closed closed{};
  for (int run = 0; run < 5; ++run) {
    const double start = cpu_seconds();
    closed = close();
    best = std::min(best, cpu_seconds() - start);
  }
  const auto products = static_cast<double>(closed.elements * letters);
  std::printf("  %-16s %9zu elements %8.1f ns per product %9.2f MB\n", what, closed.elements, best * 1e9 / products,
              static_cast<double>(closed.bytes) / 1e6);
}

template <class Numbering>
Closed close_by(Numbering numbers) {
  for (Index next = 0; next < numbers.size();) {
    const auto last = static_cast<Index>(std::min<std::size_t>(numbers.size(), next + numbers.batch()));
    numbers.expand({next, last, {}}, false);
    next = last;
  }
  return {numbers.size(), numbers.memory()};
}

template <class Trie>
Closed close_by_trie(const Generators& generators) {
  const std::size_t n = generators.degree;
  const Points<P> space(generators, n);
  Trie trie(n);
  std::vector<P> rows(n);
  std::iota(rows.begin(), rows.end(), P{0});
  trie.find_or_add(rows.data(), 0, rows.data());
  std::vector<P> product(n);
  Index count = 1;
  for (Index e = 0; e < count; ++e) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      space.act(rows.data() + std::size_t{e} * n, static_cast<Letter>(g), product.data());
      if (trie.find_or_add(product.data(), count, rows.data()) != count) continue;
      rows.insert(rows.end(), product.begin(), product.end());
      ++count;
    }
  }
  return {count, trie.bytes() + rows.size()};
}

void compare(const char* family) {
  const Generators generators = make_family(family);
  const std::size_t n = generators.degree;
  const std::size_t letters = generators.count();
  std::printf("%s: degree %zu, %zu generators\n", family, n, letters);
  std::vector<Point> first(n);
  std::iota(first.begin(), first.end(), Point{0});
  using Rows = closure::CellStore<Points<P>>;
  using Packed = closure::CellStore<PackedPoints>;
  measure("rows, hashed", letters, [&] {
    return close_by(closure::HashNumbering<Rows>(Rows({generators, n}, first), letters, true, 1));
  });
  if (PackedPoints::fits(n, n)) {
    measure("packed, hashed", letters, [&] {
      return close_by(closure::HashNumbering<Packed>(Packed({generators, n}, first), letters, true, 1));
    });
  }
  if (PackedPoints::is_small(n, n)) {
    measure("packed, array", letters, [&] {
      return close_by(closure::ArrayNumbering<PackedPoints>(Packed({generators, n}, first), {}, letters, true, 1));
    });
  }
  measure("compressed trie", letters, [&] { return close_by_trie<CompressedTrie>(generators); });
  measure("plain trie", letters, [&] { return close_by_trie<PlainTrie>(generators); });
}

}  // namespace
}  // namespace wreath::semigroup

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) wreath::semigroup::compare(argv[i]);
}
