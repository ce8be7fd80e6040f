// SPDX-License-Identifier: MIT
//
// All D-classes of a semigroup by orbits, and their order.
//
// A D-class lies below another if products on the right or on the left lead there. Those on the right are noted when the pieces
// are found. For those on the left, one element of each R-class is multiplied by the generators that lead out of its left
// component.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/data/key_table.hpp"
#include "semigroup/orbits/structure_state.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostOrdered = std::size_t{1} << 15;

using Cover = std::pair<std::uint64_t, std::uint64_t>;

}  // namespace

/// How many pieces the D-class has: the orbit of one under the right group.
std::uint64_t OrbitStructure::State::pieces_of_class(const OverRoots& over, StopCheck& check) {
  const OrbitGroup* to = green.right().group(over.at.right);
  if (to == nullptr) return 1;
  const OrbitGroup* from = green.left().group(over.at.left);
  KeyTable<std::byte> seen;
  std::vector<std::vector<Point>> queue;
  const auto add = [&](std::vector<Point> tuple) {
    if (from != nullptr) from->chain->canonicalise(tuple);
    const std::size_t known = seen.size();
    if (seen.intern(std::as_bytes(std::span(tuple))) == known) queue.push_back(std::move(tuple));
  };
  add(over.tuple);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Permutation& permutation : to->generators) {
      check.spend(16 * over.tuple.size());
      std::vector<Point> moved = queue[i];
      for (Point& position : moved) position = permutation[position];
      add(std::move(moved));
    }
  }
  return queue.size();
}

void OrbitStructure::State::list_classes(RunControl& run) {
  prepare(run);
  if (!listed.empty()) return;
  green.find_classes(run, [] {});
  green.find_regular(run);
  for (std::size_t i = 0; i < green.classes().size(); ++i) listed.push_back(i);
  const auto key = [&](std::size_t i) {
    const DClass& count = green.classes()[i].count;
    return std::tie(count.rank, count.size);
  };
  std::ranges::stable_sort(listed, [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
  for (std::size_t i = 0; i < listed.size(); ++i) place[green.classes()[listed[i]].first] = i;
}

std::string OrbitStructure::size(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { state_->list_classes(run); });
  return state_->green.known().size.text();
}

std::vector<OrbitDClass> OrbitStructure::classes(bool idempotents, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<OrbitDClass> result;
  or_limit_reached([&] {
    state.list_classes(run);
    if (idempotents) state.green.count_idempotents(nullptr, run, [] {});
    StopCheck check(run);
    for (const std::size_t i : state.listed) {
      check.spend(1024);
      const GreenStructure::Class& one = state.green.classes()[i];
      auto [over, word] = state.green.pieces().element_with_word(one.first);
      if (one.first == 0) word = *state.identity_word();
      result.push_back({text_of(one.count), state.sided.element_of(state.green.row_over(over)), std::move(word)});
    }
  });
  return result;
}

/// Where left multiplication leads from D-classes: from one element of each R-class, by the generators that lead out of the left
/// component.
void OrbitStructure::State::left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run) {
  StopCheck check(run);
  const SideOrbit& left = green.left();
  const SideOrbit& right = green.right();
  for (const GreenStructure::Class& one : green.classes()) {
    const OrbitGroup* from = left.group(one.at.left);
    const OrbitGroup* to = right.group(one.at.right);
    KeyTable<std::byte> seen;
    std::vector<std::vector<Point>> queue;  // tuples, one for each R-class over the roots: up to the right group
    const auto add = [&](std::vector<Point> tuple) {
      std::vector<Point> inverse(right.rank(one.at.right) + 1);  // keys are not empty
      for (std::size_t i = 0; i < tuple.size(); ++i) inverse[tuple[i]] = static_cast<Point>(i);
      if (to != nullptr) {
        inverse.pop_back();
        to->chain->canonicalise(inverse);
      }
      const std::size_t known = seen.size();
      if (seen.intern(std::as_bytes(std::span(inverse))) == known) queue.push_back(std::move(tuple));
    };
    add(green.pieces().element(one.first).tuple);
    for (std::size_t i = 0; i < queue.size() && from != nullptr; ++i) {
      for (const Permutation& permutation : from->generators) {
        check.spend(16 * permutation.size());
        std::vector<Point> moved(permutation.size());
        for (std::size_t k = 0; k < moved.size(); ++k) moved[k] = queue[i][permutation[k]];
        add(std::move(moved));
      }
    }
    const Index root = right.root(one.at.right);
    const std::vector<Point> marks = right.frame_of(root);
    for (const Index node : left.components().nodes(one.at.left)) {
      for (std::size_t g = 0; g < sided->count(); ++g) {
        if (left.components().of[left.next({node, static_cast<Letter>(g)})] == one.at.left) continue;
        for (const std::vector<Point>& tuple : queue) {
          check.spend(16 * sides->degree());
          std::vector<Point> joined;
          for (const Point position : tuple) joined.push_back(marks[position]);
          const std::vector<Point> row = sides->join(left.key(node), left.frame_of(node), right.key(root), joined);
          const auto over = over_roots(sides->split(sided.multiply(sided->row(g), row)));
          const auto below = over ? green.pieces().find(*over, threads, run) : std::nullopt;
          if (!below) throw InternalError("a product is in no piece");
          steps.emplace_back(one.first, green.pieces().d_class(*below));
        }
      }
    }
  }
}

namespace {

/// Of an acyclic relation, the pairs that the others do not imply.
std::vector<Cover> covers_of(std::size_t count, std::vector<Cover> pairs) {
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  std::vector<std::vector<std::uint64_t>> below(count);
  std::vector<std::size_t> waiting(count);  // pairs into a class that are not dealt with
  for (const auto& [a, b] : pairs) {
    below[a].push_back(b);
    ++waiting[b];
  }
  std::vector<std::size_t> order;  // above before below
  for (std::size_t i = 0; i < count; ++i) {
    if (waiting[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint64_t b : below[order[i]]) {
      if (--waiting[b] == 0) order.push_back(b);
    }
  }
  std::vector<std::size_t> position(count);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  const std::size_t words = (count + 63) / 64;
  std::vector<std::uint64_t> reach(count * words);  // what lies below, each itself included
  std::vector<Cover> covers;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t a = order[i];
    std::uint64_t* mine = reach.data() + a * words;
    // Those nearest above in the order first: whatever is reached from one of these is not directly below.
    std::ranges::sort(below[a], {}, [&](std::uint64_t b) { return position[b]; });
    for (const std::uint64_t b : below[a]) {
      if ((mine[b / 64] >> (b % 64) & 1) != 0) continue;
      covers.emplace_back(a, b);
      for (std::size_t w = 0; w < words; ++w) mine[w] |= reach[b * words + w];
    }
    mine[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  std::ranges::sort(covers);
  return covers;
}

}  // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>> OrbitStructure::order(RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<Cover> covers;
  or_limit_reached([&] {
    state.list_classes(run);
    if (state.listed.size() > kMostOrdered) {
      throw ResourceError(
          fmt::format("the order of {} D-classes is too large to be listed: the limit is {}", state.listed.size(), kMostOrdered));
    }
    const auto timer = run->phase("order");
    std::vector<std::pair<Index, Index>> steps = state.green.pieces().steps_down();
    state.left_steps(steps, run);
    std::vector<Cover> pairs;
    for (const auto& [above, below] : steps) {
      const auto a = state.place.find(state.green.pieces().d_class(above));
      const auto b = state.place.find(state.green.pieces().d_class(below));
      if (a == state.place.end() || a == b) continue;
      pairs.emplace_back(a->second, b->second);
    }
    covers = covers_of(state.listed.size(), std::move(pairs));
  });
  return covers;
}

}  // namespace wreath::semigroup
