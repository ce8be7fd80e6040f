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

}  // namespace

InvariantsOf::InvariantsOf(const Problem& problem) : system_(prepare(problem, false)) {}

AbelianInvariants InvariantsOf::operator()(std::uint32_t index, FunctionRef<Coset(Coset, Letter)> image) const {
  const std::size_t letters = system_.width;
  const EdgeNames edges = name_edges(index, system_.inverses, image);
  const std::size_t columns = edges.generators;
  std::vector<std::int64_t> rows;
  for (const std::size_t generator : edges.involutions) {
    rows.resize(rows.size() + columns);
    rows[rows.size() - columns + generator] = 2;
  }
  std::vector<bool> read_from;
  for (const Relator& relator : system_.relators) {
    read_from.assign(index, false);
    for (Coset first = 0; first < index; ++first) {
      if (read_from[first]) continue;  // the same cycle
      rows.resize(rows.size() + columns);
      std::int64_t* const row = rows.data() + rows.size() - columns;
      Coset c = first;
      std::uint32_t k = 0;
      for (std::uint64_t i = 0; i < relator.length; ++i) {
        const Letter x = relator.forward[k];
        const std::int32_t name = edges.names[c * letters + x];
        if (name > 0) ++row[name - 1];
        if (name < 0) --row[-name - 1];
        c = image(c, x);
        if (relator.returns[++k] != 0) read_from[c] = true;
        if (k == relator.span) k = 0;
      }
    }
  }
  SmithForm form = smith_form(rows, columns);
  return {columns - form.rank, std::move(form.divisors)};
}

AbelianInvariants abelian_invariants(const Table& table) {
  const InvariantsOf invariants(table.problem());
  if (table.index() > kMaxLowIndex) throw InputError("abelian invariants are computed for tables of at most 4000 cosets");
  return invariants(static_cast<std::uint32_t>(table.index()), [&](Coset c, Letter x) { return table.at(c, x); });
}

}  // namespace wreath::coset
