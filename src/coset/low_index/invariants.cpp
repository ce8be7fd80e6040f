// SPDX-License-Identifier: MIT
#include "coset/low_index/invariants.hpp"

#include "core/algebra/smith.hpp"

namespace wreath::coset {

namespace {

constexpr std::int32_t kInTree = 0;

/// The generator of each edge: k from 1 on, -k for the edge read backwards, or kInTree.
struct EdgeNames {
  std::vector<std::int32_t> names;
  std::size_t generators = 0;
  std::vector<std::size_t> involutions;  // loops by letters that are their own inverses: these generators, from 0
};

EdgeNames name_edges(std::uint32_t index, std::span<const Letter> inverses, FunctionRef<Coset(Coset, Letter)> image) {
  constexpr std::int32_t kUnnamed = std::numeric_limits<std::int32_t>::min();
  const std::size_t letters = inverses.size();
  EdgeNames edges;
  edges.names.assign(index * letters, kUnnamed);
  const auto set = [&](Coset c, Letter x, Coset d, std::int32_t name) {
    edges.names[d * letters + inverses[x]] = -name;
    edges.names[c * letters + x] = name;
  };
  std::vector<bool> reached(index);
  std::vector<Coset> queue{0};
  reached[0] = true;
  for (std::size_t k = 0; k < queue.size(); ++k) {
    for (std::size_t x = 0; x < letters; ++x) {
      const Coset d = image(queue[k], static_cast<Letter>(x));
      if (reached[d]) continue;
      reached[d] = true;
      set(queue[k], static_cast<Letter>(x), d, kInTree);
      queue.push_back(d);
    }
  }
  for (Coset c = 0; c < index; ++c) {
    for (std::size_t x = 0; x < letters; ++x) {
      if (edges.names[c * letters + x] != kUnnamed) continue;
      const Coset d = image(c, static_cast<Letter>(x));
      if (d == c && inverses[x] == x) edges.involutions.push_back(edges.generators);
      set(c, static_cast<Letter>(x), d, static_cast<std::int32_t>(++edges.generators));
    }
  }
  return edges;
}

/// A matrix whose columns are the generators: its rows are what is trivial.
class Relations {
 public:
  explicit Relations(std::size_t columns) : columns_(columns) {}

  std::int64_t* append() {
    rows_.resize(rows_.size() + columns_);
    return rows_.data() + rows_.size() - columns_;
  }
  void add_edge(std::int64_t* row, std::int32_t name) const {
    if (name > 0) ++row[name - 1];
    if (name < 0) --row[-name - 1];
  }
  AbelianInvariants quotient() && {
    SmithForm form = smith_form(rows_, columns_);
    return {columns_ - form.rank, std::move(form.divisors)};
  }

 private:
  std::size_t columns_;
  std::vector<std::int64_t> rows_;
};

Relations relations_of(const System& system, const EdgeNames& edges, std::uint32_t index,
                       FunctionRef<Coset(Coset, Letter)> image) {
  Relations relations(edges.generators);
  for (const std::size_t generator : edges.involutions) relations.append()[generator] = 2;
  std::vector<bool> read_from;
  for (const Relator& relator : system.relators) {
    read_from.assign(index, false);
    for (Coset first = 0; first < index; ++first) {
      if (read_from[first]) continue;  // the same cycle
      std::int64_t* const row = relations.append();
      Coset c = first;
      std::uint32_t k = 0;
      for (std::uint64_t i = 0; i < relator.length; ++i) {
        const Letter x = relator.forward[k];
        relations.add_edge(row, edges.names[c * system.width + x]);
        c = image(c, x);
        if (relator.returns[++k] != 0) read_from[c] = true;
        if (k == relator.span) k = 0;
      }
    }
  }
  return relations;
}

/// The sums of the edges along a path from a coset, and its end.
Coset follow(const Relator& word, Coset c, const System& system, const EdgeNames& edges, const Relations& relations,
             FunctionRef<Coset(Coset, Letter)> image, std::int64_t* row) {
  for (std::uint64_t i = 0; i < word.length; ++i) {
    const Letter x = word.forward[i % word.span];
    relations.add_edge(row, edges.names[c * system.width + x]);
    c = image(c, x);
  }
  return c;
}

}  // namespace

InvariantsOf::InvariantsOf(const Problem& problem) : system_(prepare(problem, false)) {}

AbelianInvariants InvariantsOf::operator()(std::uint32_t index, FunctionRef<Coset(Coset, Letter)> image) const {
  const EdgeNames edges = name_edges(index, system_.inverses, image);
  return relations_of(system_, edges, index, image).quotient();
}

bool InvariantsOf::shows_infinite_index(std::uint32_t index, FunctionRef<Coset(Coset, Letter)> image) const {
  const EdgeNames edges = name_edges(index, system_.inverses, image);
  const Relations relators = relations_of(system_, edges, index, image);
  if (Relations(relators).quotient().rank == 0) return false;
  if (system_.subgroup.empty()) return true;
  // The stabilisers of the cosets in an orbit of the problem's subgroup are conjugate in it: one coset of each orbit is enough.
  std::vector<std::vector<std::int64_t>> paths(index);  // from the first coset of its orbit, as sums of edges
  for (Coset first = 0; first < index; ++first) {
    if (!paths[first].empty()) continue;
    Relations relations = relators;
    paths[first].resize(edges.generators);
    std::vector<Coset> orbit{first};
    for (std::size_t k = 0; k < orbit.size(); ++k) {
      for (const Relator& word : system_.subgroup) {
        std::vector<std::int64_t> path = paths[orbit[k]];
        const Coset end = follow(word, orbit[k], system_, edges, relations, image, path.data());
        if (paths[end].empty()) {
          paths[end] = std::move(path);
          orbit.push_back(end);
          continue;
        }
        std::int64_t* const row = relations.append();
        for (std::size_t x = 0; x < path.size(); ++x) row[x] = path[x] - paths[end][x];
      }
    }
    if (std::move(relations).quotient().rank != 0) return true;
  }
  return false;
}

AbelianInvariants abelian_invariants(const Table& table) {
  const InvariantsOf invariants(table.problem());
  if (table.index() > kMaxLowIndex) throw InputError("abelian invariants are computed for tables of at most 4000 cosets");
  return invariants(static_cast<std::uint32_t>(table.index()), [&](Coset c, Letter x) { return table.at(c, x); });
}

}  // namespace wreath::coset
