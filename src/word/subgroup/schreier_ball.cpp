// SPDX-License-Identifier: MIT
//
// A part of the Schreier graph of a subgroup, by a few steps of coset enumeration: where the equations of cosets come from.
//
// Vertices are names for cosets, the edge x leads from Hw to Hwx. The generators of H are loops at the base vertex; relators are
// closed from every vertex, in the order of definition, until there are `most` vertices. Two names of one coset that are found
// out are made one. The graph may still have several names for one coset, but every two paths between the same vertices are true:
// if words u and v lead from the base to the same vertex, then Hu = Hv.
//
// A letter x with the relator x^2 and its inverse have one column of the table: otherwise an enumeration defines many vertices
// before it sees that x leads back.
#include "word/subgroup/coset_tree.hpp"

#include "core/words/words.hpp"

namespace wreath::word {

namespace {
constexpr std::size_t kVerticesPerLook = 64;
constexpr std::size_t kDefinedPerLook = std::size_t{1} << 16;
}  // namespace

void SchreierBall::make_columns(const Alphabet& alphabet, const std::vector<Word>& relators) {
  std::vector<bool> is_involution(alphabet.size(), false);
  for (const Word& relator : relators)
    if (relator.size() == 2 && relator[0] == relator[1])
      is_involution[relator[0]] = is_involution[alphabet.inverses[relator[0]]] = true;
  column_.resize(alphabet.size());
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const Letter inverse = alphabet.inverses[x];
    if (is_involution[x] && inverse < x) {
      column_[x] = column_[inverse];
      continue;
    }
    column_[x] = static_cast<Column>(inverse_.size());
    inverse_.push_back(column_[x]);  // until its inverse has one
    if (inverse < x) {
      inverse_[column_[x]] = column_[inverse];
      inverse_[column_[inverse]] = column_[x];
    }
  }
}

std::vector<SchreierBall::Column> SchreierBall::columns_of(std::span<const Letter> word) const {
  std::vector<Column> columns;
  for (const Letter x : word) columns.push_back(column_[x]);
  return columns;
}

SchreierBall::SchreierBall(const Presentation& presentation, std::span<const Word> generators, std::size_t most, RunControl* run)
    : run_(run) {
  std::vector<Word> relators;
  for (const auto& [left, right] : presentation.equations) relators.push_back(quotient(left, right, presentation.alphabet));
  make_columns(presentation.alphabet, relators);
  for (const Word& relator : relators) relators_.push_back(columns_of(relator));
  std::vector<std::vector<Column>> loops;
  for (const Word& h : generators) loops.push_back(columns_of(h));
  parent_.push_back(0);
  table_.assign(columns(), kNoVertex);
  for (const auto& loop : loops) scan(0, loop, true);
  if (relators_.empty()) {  // the rest of the graph is trees, from which there is nothing to learn
    complete_ = true;
    for (Vertex v = 0; v < parent_.size(); ++v)
      for (std::size_t x = 0; x < columns(); ++x) complete_ &= !is_alive(v) || at(v, static_cast<Column>(x)) != kNoVertex;
    return;
  }
  Vertex next = 0;
  bool stopped = false;
  for (; next < parent_.size() && parent_.size() < most && !stopped; ++next) {
    stopped = next % kVerticesPerLook == 0 && run != nullptr && run->should_stop();
    for (const auto& relator : relators_)
      if (is_alive(next)) scan(next, relator, true);
    for (std::size_t x = 0; x < columns() && is_alive(next); ++x)
      if (at(next, static_cast<Column>(x)) == kNoVertex) define(next, static_cast<Column>(x));
  }
  complete_ = next == parent_.size();
  for (const auto& loop : loops) scan(0, loop, false);
}

void SchreierBall::close_more(RunControl* run) {
  bool stopped = false;
  for (int pass = 0; pass < 2 && !complete_; ++pass) {  // what is found once may show more
    for (Vertex v = 0; v < parent_.size() && !stopped; ++v) {
      stopped = v % kVerticesPerLook == 0 && run != nullptr && run->should_stop();
      for (const auto& relator : relators_)
        if (is_alive(v)) scan(v, relator, false);
    }
  }
}

SchreierBall::Vertex SchreierBall::find(Vertex v) {
  while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
  return v;
}

void SchreierBall::set(Vertex v, Column x, Vertex w) {
  at(v, x) = w;
  at(w, inverse_[x]) = v;
}

SchreierBall::Vertex SchreierBall::define(Vertex v, Column x) {
  const auto fresh = static_cast<Vertex>(parent_.size());
  if (fresh % kDefinedPerLook == 0 && run_ != nullptr && run_->should_stop())
    throw LimitReached("the run was stopped before the Schreier graph was made");
  parent_.push_back(fresh);
  table_.resize(table_.size() + columns(), kNoVertex);
  set(v, x, fresh);
  return fresh;
}

void SchreierBall::merge(Vertex a, Vertex b) {
  pending_.emplace_back(a, b);
  while (!pending_.empty()) {
    auto [p, q] = pending_.back();
    pending_.pop_back();
    p = find(p);
    q = find(q);
    if (p == q) continue;
    if (q < p) std::swap(p, q);
    parent_[q] = p;
    for (std::size_t i = 0; i < columns(); ++i) {
      const auto x = static_cast<Column>(i);
      const Vertex target = at(q, x);
      if (target == kNoVertex) continue;
      at(q, x) = kNoVertex;
      if (at(target, inverse_[x]) == q) at(target, inverse_[x]) = kNoVertex;
      const Vertex from = find(q);
      const Vertex to = find(target);
      if (const Vertex known = at(from, x); known != kNoVertex) {
        pending_.emplace_back(known, to);
      } else if (const Vertex back = at(to, inverse_[x]); back != kNoVertex) {
        pending_.emplace_back(back, from);
      } else {
        set(from, x, to);
      }
    }
  }
}

void SchreierBall::scan(Vertex v, std::span<const Column> relator, bool fill) {
  Vertex front = v;
  Vertex back = v;
  std::size_t i = 0;
  std::size_t j = relator.size();
  while (i < j && at(front, relator[i]) != kNoVertex) front = at(front, relator[i++]);
  while (j > i && at(back, inverse_[relator[j - 1]]) != kNoVertex) back = at(back, inverse_[relator[--j]]);
  if (i == j) {
    if (front != back) merge(front, back);
    return;
  }
  if (j - i > 1 && !fill) return;
  for (; j - i > 1; ++i) {
    const Vertex known = at(front, relator[i]);  // a word that is not reduced may go back
    front = known != kNoVertex ? known : define(front, relator[i]);
  }
  // One edge is left: it closes the loop.
  if (at(front, relator[i]) == kNoVertex && at(back, inverse_[relator[i]]) == kNoVertex) {
    set(front, relator[i], back);
  } else if (const Vertex known = at(front, relator[i]); known != kNoVertex) {
    merge(known, back);
  } else {
    merge(at(back, inverse_[relator[i]]), front);
  }
}

std::vector<SchreierBall::BallVertex> SchreierBall::places(std::size_t radius) const {
  std::vector<BallVertex> found{{0, 0, 0, 0}};
  std::vector<bool> seen(parent_.size());
  seen[0] = true;
  for (std::uint32_t at = 0; at < found.size(); ++at) {
    if (found[at].depth >= radius) break;
    for (std::size_t x = 0; x < column_.size(); ++x) {
      const Vertex next = step(found[at].vertex, static_cast<Letter>(x));
      if (next == kNoVertex || seen[next]) continue;
      seen[next] = true;
      found.push_back({next, at, found[at].depth + 1, static_cast<Letter>(x)});
    }
  }
  return found;
}

}  // namespace wreath::word
