// SPDX-License-Identifier: MIT
#include "word/subgroup/schreier_ball.hpp"

#include <algorithm>

namespace wreath::word {

namespace {
constexpr std::size_t kVerticesPerLook = 64;
}

SchreierBall::SchreierBall(const Presentation& presentation, std::span<const Word> generators, std::size_t most, RunControl* run)
    : alphabet_(presentation.alphabet), letters_(presentation.alphabet.size()), most_(most) {
  for (const auto& [left, right] : presentation.equations) {
    Word relator = left;
    const Word back = inverse_word(right, alphabet_);
    relator.insert(relator.end(), back.begin(), back.end());
    relators_.push_back(std::move(relator));
  }
  parent_.push_back(0);
  table_.assign(letters_, kNoVertex);
  for (const Word& h : generators) scan(0, h, true);
  Vertex at = 0;
  bool stopped = false;
  for (; at < parent_.size() && parent_.size() < most_ && !stopped; ++at) {
    stopped = at % kVerticesPerLook == 0 && run != nullptr && run->should_stop();
    for (const Word& relator : relators_)
      if (is_alive(at)) scan(at, relator, true);
    for (std::size_t x = 0; x < letters_ && is_alive(at); ++x)
      if (step(at, static_cast<Letter>(x)) == kNoVertex) define(at, static_cast<Letter>(x));
  }
  complete_ = at == parent_.size();
  for (const Word& h : generators) scan(0, h, false);
}

void SchreierBall::close_more(RunControl* run) {
  bool stopped = false;
  for (int pass = 0; pass < 2 && !complete_; ++pass) {  // what is found once may show more
    for (Vertex v = 0; v < parent_.size() && !stopped; ++v) {
      stopped = v % kVerticesPerLook == 0 && run != nullptr && run->should_stop();
      for (const Word& relator : relators_)
        if (is_alive(v)) scan(v, relator, false);
    }
  }
}

SchreierBall::Vertex SchreierBall::find(Vertex v) {
  while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
  return v;
}

void SchreierBall::set(Vertex v, Letter x, Vertex w) {
  table_[std::size_t{v} * letters_ + x] = w;
  table_[std::size_t{w} * letters_ + alphabet_.inverses[x]] = v;
}

SchreierBall::Vertex SchreierBall::define(Vertex v, Letter x) {
  const auto fresh = static_cast<Vertex>(parent_.size());
  parent_.push_back(fresh);
  table_.resize(table_.size() + letters_, kNoVertex);
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
    for (std::size_t i = 0; i < letters_; ++i) {
      const auto x = static_cast<Letter>(i);
      const Vertex target = step(q, x);
      if (target == kNoVertex) continue;
      table_[std::size_t{q} * letters_ + x] = kNoVertex;
      if (table_[std::size_t{target} * letters_ + alphabet_.inverses[x]] == q)
        table_[std::size_t{target} * letters_ + alphabet_.inverses[x]] = kNoVertex;
      const Vertex from = find(q);
      const Vertex to = find(target);
      if (const Vertex known = step(from, x); known != kNoVertex) {
        pending_.emplace_back(known, to);
      } else if (const Vertex back = step(to, alphabet_.inverses[x]); back != kNoVertex) {
        pending_.emplace_back(back, from);
      } else {
        set(from, x, to);
      }
    }
  }
}

void SchreierBall::scan(Vertex v, std::span<const Letter> relator, bool fill) {
  Vertex front = v;
  Vertex back = v;
  std::size_t i = 0;
  std::size_t j = relator.size();
  while (i < j && step(front, relator[i]) != kNoVertex) front = step(front, relator[i++]);
  while (j > i && step(back, alphabet_.inverses[relator[j - 1]]) != kNoVertex)
    back = step(back, alphabet_.inverses[relator[--j]]);
  if (i == j) {
    if (front != back) merge(front, back);
    return;
  }
  if (j - i > 1 && !fill) return;
  for (; j - i > 1; ++i) {
    const Vertex known = step(front, relator[i]);  // a word that is not reduced may go back
    front = known != kNoVertex ? known : define(front, relator[i]);
  }
  // One edge is left: it closes the loop.
  if (step(front, relator[i]) == kNoVertex && step(back, alphabet_.inverses[relator[i]]) == kNoVertex) {
    set(front, relator[i], back);
  } else if (const Vertex known = step(front, relator[i]); known != kNoVertex) {
    merge(known, back);
  } else {
    merge(step(back, alphabet_.inverses[relator[i]]), front);
  }
}

std::vector<SchreierBall::Place> SchreierBall::places(std::size_t radius) const {
  std::vector<Place> found{{0, {}}};
  std::vector<bool> seen(parent_.size());
  seen[0] = true;
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (found[at].path.size() >= radius) break;
    for (std::size_t x = 0; x < letters_; ++x) {
      const Vertex next = step(found[at].vertex, static_cast<Letter>(x));
      if (next == kNoVertex || seen[next]) continue;
      seen[next] = true;
      Word path = found[at].path;
      path.push_back(static_cast<Letter>(x));
      found.push_back({next, std::move(path)});
    }
  }
  return found;
}

}  // namespace wreath::word
