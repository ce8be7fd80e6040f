// SPDX-License-Identifier: MIT
#include "flip/walk/moves.hpp"

#include <algorithm>

#include "flip/scheme/factor_span.hpp"

namespace wreath::flip {

void drop_summand(std::vector<Summand>& summands, std::size_t index) {
  summands[index] = summands.back();
  summands.pop_back();
}

unsigned apply_flip(std::vector<Summand>& summands, unsigned position, std::size_t first, std::size_t second) {
  if (first == second || first >= summands.size() || second >= summands.size() ||
      summands[first].factor[position] != summands[second].factor[position]) {
    throw InternalError("a flip of summands that do not share a factor");
  }
  Factor& third = summands[first].factor[last_position(position)];
  Factor& other = summands[second].factor[next_position(position)];
  third ^= summands[second].factor[last_position(position)];
  other ^= summands[first].factor[next_position(position)];
  const bool drop_first = third == 0;
  const bool drop_second = other == 0;
  // the later one first, so that the place of the other is still its own
  if (drop_first && drop_second) {
    drop_summand(summands, std::max(first, second));
    drop_summand(summands, std::min(first, second));
  } else if (drop_first) {
    drop_summand(summands, first);
  } else if (drop_second) {
    drop_summand(summands, second);
  }
  return unsigned{drop_first} + unsigned{drop_second};
}

void apply_plus(std::vector<Summand>& summands, unsigned position, std::size_t first, std::size_t second) {
  if (first >= summands.size() || second >= summands.size() ||
      summands[first].factor[position] == summands[second].factor[position]) {
    throw InternalError("a plus of summands that share the factor");
  }
  Summand fresh = summands[second];
  fresh.factor[position] = summands[first].factor[position];
  summands[second].factor[position] ^= fresh.factor[position];
  summands.push_back(fresh);
}

void apply(std::vector<Summand>& summands, const Move& move) {
  if (move.kind == MoveKind::flip) {
    apply_flip(summands, move.position, move.first, move.second);
  } else {
    apply_plus(summands, move.position, move.first, move.second);
  }
}

namespace {

/// The members of the first dependent set, as a mask over `values`, of at most 64 of them; 0 where they are independent.
std::uint64_t dependent_subset(const std::vector<Factor>& values) {
  FactorSpan span;
  for (std::size_t k = 0; k < values.size() && k < 64; ++k) {
    if (!span.add(values[k])) return span.sum_of(values[k]).members | std::uint64_t{1} << k;
  }
  return 0;
}

/// Reduces one dependence at `position`, if there is one among the summands that share a factor there.
bool reduce_once(std::vector<Summand>& summands, unsigned position, std::vector<Move>& moves) {
  std::vector<std::size_t> order(summands.size());
  for (std::size_t r = 0; r < order.size(); ++r) order[r] = r;
  std::ranges::stable_sort(order, {}, [&](std::size_t r) { return summands[r].factor[position]; });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin; end < order.size(); ++end) {
      if (summands[order[end]].factor[position] != summands[order[begin]].factor[position]) break;
    }
    if (end - begin < 2) continue;
    for (const bool next : {true, false}) {
      const unsigned other = next ? next_position(position) : last_position(position);
      std::vector<Factor> values;
      for (std::size_t k = begin; k < end; ++k) values.push_back(summands[order[k]].factor[other]);
      const std::uint64_t members = dependent_subset(values);
      if (members == 0) continue;
      // the last member goes: no summand but it can be dropped before the last of these flips, which moves no other's place
      const std::size_t gone = order[begin + 63 - static_cast<std::size_t>(__builtin_clzll(members))];
      for (std::size_t k = begin; k < end; ++k) {
        if ((members >> (k - begin) & 1) == 0 || order[k] == gone) continue;
        const std::size_t kept = order[k];
        const std::size_t before = summands.size();
        moves.push_back(make_move(MoveKind::flip, position, next ? kept : gone, next ? gone : kept));
        flip::apply(summands, moves.back());
        if (summands.size() != before) return true;  // places have moved: look again
      }
    }
  }
  return false;
}

}  // namespace

std::vector<Move> reduce_dependences(std::vector<Summand>& summands) {
  if (summands.size() > UINT16_MAX) throw ResourceError("schemes of more than 65535 summands cannot be reduced");
  std::vector<Move> moves;
  bool again = true;
  while (again) {
    again = false;
    for (unsigned position = 0; position < 3; ++position) again = reduce_once(summands, position, moves) || again;
  }
  return moves;
}

}  // namespace wreath::flip
