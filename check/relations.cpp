// SPDX-License-Identifier: MIT
#include "relations.hpp"

#include <algorithm>
#include <tuple>

namespace check {

namespace {

bool is_before(const PairEdge& a, const PairEdge& b) {
  return std::tie(a.first, a.second) < std::tie(b.first, b.second);
}

}  // namespace

State Relation::next(State state, Letter first, Letter second) const {
  const PairEdge wanted{first, second, 0};
  const auto found = std::ranges::lower_bound(edges[state], wanted, is_before);
  return found == edges[state].end() || is_before(wanted, *found) ? kNoState : found->target;
}

void Relation::close() {
  const State end = states();
  edges.emplace_back();
  accepts.push_back(true);
  for (State state = 0; state <= end; ++state)
    if (accepts[state]) edges[state].push_back({pad, pad, end});  // after all other letters
}

Relation Relation::inverse() const {
  Relation swapped = *this;
  for (auto& row : swapped.edges) {
    for (PairEdge& edge : row) std::swap(edge.first, edge.second);
    std::ranges::sort(row, is_before);
  }
  return swapped;
}

Relation diagonal(Letter letters) {
  Relation made{letters, {{}}, {true}};
  for (Letter x = 0; x < letters; ++x) made.edges[0].push_back({x, x, 0});
  made.close();
  return made;
}

void Numbering::add(std::uint64_t key) {
  const auto place_of = [&](std::uint64_t wanted) {
    std::uint64_t at = wanted * 0x9E3779B97F4A7C15U;
    at = (at ^ at >> 32) & (slots_.size() - 1);
    while (slots_[at] != 0 && keys_[slots_[at] - 1] != wanted) at = (at + 1) & (slots_.size() - 1);
    return at;
  };
  if (2 * keys_.size() >= slots_.size()) {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    for (std::uint32_t number = 0; number < keys_.size(); ++number) slots_[place_of(keys_[number])] = number + 1;
  }
  std::uint32_t& slot = slots_[place_of(key)];
  if (slot != 0) return;
  if (keys_.size() == kNone - 1) throw Rejected("more than 2^32 - 2 states are to be looked at");
  keys_.push_back(key);
  slot = static_cast<std::uint32_t>(keys_.size());
}

std::uint64_t product_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  if (a > kMost / b || a * b > kMost / c) throw Rejected("the automata are too large to be looked at together");
  return a * b * c;
}

bool is_composite_within(const Relation& first, const Relation& second, const Relation& third) {
  const std::uint64_t lost = third.states();
  product_of(first.states(), second.states(), lost + 1);
  const auto key = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) { return (a * second.states() + b) * (lost + 1) + c; };
  Numbering reached;
  reached.add(key(0, 0, 0));
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const std::uint64_t c = reached[at] % (lost + 1);
    const auto b = static_cast<State>(reached[at] / (lost + 1) % second.states());
    const auto a = static_cast<State>(reached[at] / (lost + 1) / second.states());
    if (first.accepts[a] && second.accepts[b] && (c == lost || !third.accepts[c])) return false;
    for (const auto& [x, y, a_next] : first.edges[a]) {
      auto edge = std::ranges::lower_bound(second.edges[b], PairEdge{y, 0, 0}, is_before);
      for (; edge != second.edges[b].end() && edge->first == y; ++edge) {
        const Letter z = edge->second;
        if (x == first.pad && y == first.pad && z == first.pad) continue;
        const State c_next = c == lost ? kNoState : third.next(static_cast<State>(c), x, z);
        reached.add(key(a_next, edge->target, c_next == kNoState ? lost : c_next));
      }
    }
  }
  return true;
}

}  // namespace check
