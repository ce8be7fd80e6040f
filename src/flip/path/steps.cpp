// SPDX-License-Identifier: MIT
#include "flip/path/steps.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "flip/scheme/factor_span.hpp"

namespace wreath::flip {

namespace {

/// Puts a part first that keeps the rest of the whole from becoming zero on the way.
void order_parts(std::vector<Factor>& parts, Factor whole) {
  for (std::size_t first = 0; first < parts.size(); ++first) {
    std::swap(parts[0], parts[first]);
    Factor rest = whole;
    bool good = true;
    for (std::size_t k = 0; k + 1 < parts.size(); ++k) good = good && (rest ^= parts[k]) != 0;
    if (good) return;
    std::swap(parts[0], parts[first]);
  }
  throw InternalError("a factor cannot be split in these parts");
}

}  // namespace

Summand with_factor(Summand summand, unsigned position, Factor factor) {
  summand.factor[position] = factor;
  return summand;
}

Step split_step(const Summand& summand, unsigned position, Factor part) {
  return {Step::Kind::split,
          position,
          {with_factor(summand, position, part), with_factor(summand, position, summand.factor[position] ^ part)},
          {summand, {}}};
}

Step flip_step(unsigned position, const Summand& first, const Summand& second) {
  const unsigned next = next_position(position);
  const unsigned last = last_position(position);
  const Summand first_after = with_factor(first, last, first.factor[last] ^ second.factor[last]);
  const Summand second_after = with_factor(second, next, first.factor[next] ^ second.factor[next]);
  if (first == second) return {Step::Kind::cancel, position, {first, second}, {}};
  if (second_after.factor[next] == 0) return {Step::Kind::join, last, {first, second}, {first_after, {}}};
  if (first_after.factor[last] == 0) return {Step::Kind::join, next, {first, second}, {second_after, {}}};
  return {Step::Kind::twist, position, {first, second}, {first_after, second_after}};
}

void perform(std::vector<Summand>& summands, const Step& step) {
  const auto take = [&](const Summand& value) {
    const auto found = std::ranges::find(summands, value);
    if (found == summands.end()) throw InternalError("a step of a path needs a summand that is not there");
    summands.erase(found);
  };
  if (step.kind == Step::Kind::split) {
    take(step.after[0]);
    summands.insert(summands.end(), step.pair.begin(), step.pair.end());
    return;
  }
  for (const Summand& value : step.pair) take(value);
  if (step.kind == Step::Kind::join) summands.push_back(step.after[0]);
  if (step.kind == Step::Kind::twist) summands.insert(summands.end(), step.after.begin(), step.after.end());
}

std::vector<std::size_t> combination(const std::vector<Factor>& values, Factor target) {
  FactorSpan span;
  std::vector<std::size_t> members;  // of the span
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (span.add(values[k])) members.push_back(k);
  }
  const FactorSpan::Sum goal = span.sum_of(target);
  if (goal.rest != 0) throw InternalError("the factors of a scheme do not span");
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < members.size(); ++k) {
    if ((goal.members >> k & 1) != 0) found.push_back(members[k]);
  }
  return found;
}

void Traveller::go(const Step& step, bool back) {
  switch (step.kind) {
    case Step::Kind::cancel: return back ? create_pair(step.pair[0]) : cancel(step.pair[0]);
    case Step::Kind::split:
    case Step::Kind::join:
      if ((step.kind == Step::Kind::join) == back) return split(step.after[0], step.position, step.pair[0].factor[step.position]);
      return join(step.pair[0], step.pair[1], step.position);
    case Step::Kind::twist: break;
  }
  const std::array<Summand, 2>& pair = back ? step.after : step.pair;
  const std::size_t first = find(pair[0]);
  make(MoveKind::flip, step.position, first, find(pair[1], first));
}

std::size_t Traveller::find(const Summand& value, std::size_t other_than) const {
  for (std::size_t r = 0; r < summands_.size(); ++r) {
    if (r != other_than && summands_[r] == value) return r;
  }
  throw InternalError("a path needs a summand that is not there");
}

std::size_t Traveller::find_factor(unsigned position, Factor factor) const {
  const auto found = std::ranges::find(summands_, factor, [&](const Summand& summand) { return summand.factor[position]; });
  return found == summands_.end() ? kNone : static_cast<std::size_t>(found - summands_.begin());
}

void Traveller::make(MoveKind kind, unsigned position, std::size_t first, std::size_t second) {
  moves_.push_back(make_move(kind, position, first, second));
  flip::apply(summands_, moves_.back());
  greatest_ = std::max(greatest_, summands_.size());
  if (greatest_ > kMostSummands)
    throw ResourceError("a path between these schemes would pass through a scheme of more than 65535 summands");
}

/// Flip at the next position p: the last of p is ours, and the other one, which they share, becomes zero in the second.
void Traveller::join(const Summand& first, const Summand& second, unsigned position) {
  const std::size_t kept = find(first);
  make(MoveKind::flip, next_position(position), kept, find(second, kept));
}

void Traveller::cancel(const Summand& value) {
  const std::size_t first = find(value);
  make(MoveKind::flip, 0, first, find(value, first));
}

/// Few factors at the position that sum to the part or to the rest of the whole.
std::vector<Factor> Traveller::parts_for(unsigned position, Factor whole, Factor part) const {
  std::unordered_set<Factor> present;
  for (const Summand& summand : summands_) present.insert(summand.factor[position]);
  std::vector<Factor> values(present.begin(), present.end());
  std::ranges::sort(values);
  const std::array<Factor, 2> targets{part, part ^ whole};
  for (const Factor target : targets) {
    if (present.contains(target)) return {target};
  }
  for (const Factor target : targets) {
    for (const Factor one : values) {
      if (present.contains(target ^ one)) return {one, target ^ one};
    }
  }
  for (const Factor target : targets) {
    for (const Factor one : values) {
      for (const Factor two : values) {
        if (one < two && present.contains(target ^ one ^ two)) return {one, two, target ^ one ^ two};
      }
    }
  }
  std::vector<Factor> parts;
  for (const std::size_t k : combination(values, part)) {
    if (values[k] != whole) parts.push_back(values[k]);  // without the whole, which may be nobody else's, they sum to the rest
  }
  return parts;
}

void Traveller::split(const Summand& summand, unsigned position, Factor part) {
  std::vector<Factor> parts = parts_for(position, summand.factor[position], part);
  order_parts(parts, summand.factor[position]);
  Summand rest = summand;
  for (const Factor one : parts) {
    make(MoveKind::plus, position, find_factor(position, one), find(rest));
    rest.factor[position] ^= one;
  }
  Summand joined = with_factor(summand, position, parts[0]);
  for (std::size_t k = 1; k < parts.size(); ++k) {
    join(joined, with_factor(summand, position, parts[k]), position);
    joined.factor[position] ^= parts[k];
  }
}

/// The article's Lemmas 7 and 8: from (x, y, z) two of (x', y, z) by splitting it and then the rest by x'; and so on.
void Traveller::create_pair(const Summand& value) {
  std::size_t best = kNone;
  int most = -1;
  for (std::size_t r = 0; r < summands_.size(); ++r) {
    int shared = 0;
    for (unsigned position = 0; position < 3; ++position)
      shared += summands_[r].factor[position] == value.factor[position] ? 1 : 0;
    if (shared != 3 && shared > most) {
      most = shared;
      best = r;
    }
  }
  if (best == kNone) throw InputError("no plus leads there: all summands are the same");
  const Summand host = summands_[best];
  Summand made = host;
  for (unsigned position = 0; position < 3; ++position) {
    const Factor old = made.factor[position];
    const Factor part = value.factor[position];
    if (old == part) continue;
    if (made == host) {
      split(made, position, part);
      split(with_factor(made, position, old ^ part), position, part);
    } else {
      split(made, position, part);
      split(made, position, part);
      cancel(with_factor(made, position, old ^ part));
    }
    made.factor[position] = part;
  }
}

FactorBasis FactorBasis::of_entries(unsigned bits) {
  std::vector<Factor> members;
  for (unsigned k = 0; k < bits; ++k) members.push_back(Factor{1} << k);
  return FactorBasis(std::move(members));
}

FactorBasis FactorBasis::of_frequent(const std::vector<Factor>& factors) {
  std::map<Factor, std::size_t> count;
  for (const Factor factor : factors) ++count[factor];
  std::vector<std::pair<Factor, std::size_t>> order(count.begin(), count.end());
  std::ranges::stable_sort(order, std::greater{}, &std::pair<Factor, std::size_t>::second);
  std::vector<Factor> members;
  FactorSpan span;
  for (const auto& [factor, times] : order) {
    if (span.add(factor)) members.push_back(factor);
  }
  return FactorBasis(std::move(members));
}

std::uint64_t FactorBasis::coordinates_of(Factor factor) const {
  std::uint64_t coordinates = 0;
  for (const std::size_t k : combination(members_, factor)) coordinates |= std::uint64_t{1} << k;
  return coordinates;
}

std::vector<Factor> FactorBasis::parts_of(Factor factor) const {
  std::vector<Factor> parts;
  for (const std::size_t k : combination(members_, factor)) parts.push_back(members_[k]);
  return parts;
}

void FactorBasis::improve(const std::vector<Factor>& factors, RunControl& run) {
  std::vector<std::uint64_t> coordinates;
  coordinates.reserve(factors.size());
  for (const Factor factor : factors) coordinates.push_back(coordinates_of(factor));
  for (bool better = true; better;) {
    better = false;
    for (std::size_t candidate = 0; candidate < factors.size() && !run.should_stop(); ++candidate) {
      const std::uint64_t of_candidate = coordinates[candidate];
      if (__builtin_popcountll(of_candidate) < 2) continue;
      for (std::uint64_t rest = of_candidate; rest != 0; rest &= rest - 1) {
        // in place of member k: factors with k now have the candidate, whose other coordinates must be removed
        const std::uint64_t member = rest & (~rest + 1);
        const std::uint64_t others = of_candidate ^ member;
        std::int64_t change = 0;
        for (const std::uint64_t one : coordinates) {
          if ((one & member) != 0) change += __builtin_popcountll(one ^ others) - __builtin_popcountll(one);
        }
        if (change >= 0) continue;
        for (std::uint64_t& one : coordinates) {
          if ((one & member) != 0) one ^= others;
        }
        members_[static_cast<std::size_t>(__builtin_ctzll(member))] = factors[candidate];
        better = true;
        break;
      }
    }
  }
}

}  // namespace wreath::flip
