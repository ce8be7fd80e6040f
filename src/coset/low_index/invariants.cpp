// SPDX-License-Identifier: MIT
#include "coset/low_index/invariants.hpp"

#include "core/algebra/smith.hpp"
#include "coset/words/edge_names.hpp"

namespace wreath::coset {

namespace {

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
  void multiply(std::int64_t* row, std::int64_t by) const {
    for (std::size_t k = 0; k < columns_; ++k) row[k] *= by;
  }
  AbelianInvariants quotient(const StopCheck& stop = {}) && {
    SmithForm form = smith_form(rows_, columns_, stop);
    return {columns_ - form.rank, std::move(form.divisors)};
  }

 private:
  std::size_t columns_;
  std::vector<std::int64_t> rows_;
};

Relations relations_of(const System& system, const EdgeNames& edges, std::uint32_t index, FunctionRef<Coset(Coset, Letter)> image,
                       StopCheck stop = {}) {
  Relations relations(edges.generators.size());
  for (const std::int32_t name : edges.involutions) relations.append()[name - 1] = 2;
  std::vector<bool> read_from;
  for (const Relator& relator : system.relators) {
    read_from.assign(index, false);
    for (Coset first = 0; first < index; ++first) {
      if (read_from[first]) continue;  // the same cycle
      stop.spend(std::min(relator.length, std::uint64_t{relator.period} * index) + edges.generators.size());
      std::int64_t* const row = relations.append();
      Coset c = first;
      std::uint32_t k = 0;
      for (std::uint64_t i = 0; i < relator.length; ++i) {
        const Letter x = relator.forward[k];
        relations.add_edge(row, edges.names[c * system.width + x]);
        c = image(c, x);
        if (relator.returns[++k] != 0) read_from[c] = true;
        if (k == relator.span) k = 0;
        if (c == first && (i + 1) % relator.period == 0) {  // what is left of a power reads the same edges again
          relations.multiply(row, static_cast<std::int64_t>(relator.length / (i + 1)));
          break;
        }
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

AbelianInvariants InvariantsOf::operator()(std::uint32_t index, FunctionRef<Coset(Coset, Letter)> image, StopCheck stop) const {
  const EdgeNames edges = name_edges(index, system_.inverses, image);
  return relations_of(system_, edges, index, image, stop).quotient(stop);
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
    paths[first].resize(edges.generators.size());
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
