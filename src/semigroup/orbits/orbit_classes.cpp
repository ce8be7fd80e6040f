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
#include "semigroup/graphs.hpp"
#include "semigroup/orbits/structure_state.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostOrdered = std::size_t{1} << 15;

/// What permutations of positions make of a tuple, up to another group that permutes its places.
std::vector<std::vector<Point>> tuples_from(std::vector<Point> first, const OrbitGroup* moves, const OrbitGroup* up_to,
                                            StopCheck& check) {
  KeyTable<std::byte> seen;
  std::vector<std::vector<Point>> tuples;
  const auto add = [&](std::vector<Point> tuple) {
    if (up_to != nullptr) up_to->chain->canonicalise(tuple);
    const std::size_t known = seen.size();
    if (seen.intern(std::as_bytes(std::span(tuple))) == known) tuples.push_back(std::move(tuple));
  };
  add(std::move(first));
  for (std::size_t i = 0; i < tuples.size() && moves != nullptr; ++i) {
    for (const Permutation& permutation : moves->generators) {
      check.spend(16 * permutation.size());
      std::vector<Point> moved = tuples[i];
      for (Point& position : moved) position = permutation[position];
      add(std::move(moved));
    }
  }
  return tuples;
}

std::vector<Point> inverse_of(const std::vector<Point>& tuple) {
  std::vector<Point> inverse(tuple.size());
  for (std::size_t i = 0; i < tuple.size(); ++i) inverse[tuple[i]] = static_cast<Point>(i);
  return inverse;
}

}  // namespace

/// How many pieces the D-class has: the orbit of one under the right group.
std::uint64_t OrbitStructure::State::pieces_of_class(const OverRoots& over, StopCheck& check) {
  return tuples_from(over.tuple, green.right().group(over.at.right), green.left().group(over.at.left), check).size();
}

void OrbitStructure::State::list_classes(RunControl& run) {
  prepare(run);
  if (!listed.empty()) return;
  green.find_classes(run, [] {});
  green.find_regular(run);
  for (std::size_t i = 0; i < green.classes().size(); ++i) listed.push_back(i);
  const auto key = [&](std::size_t i) {
    const StructureCount::DClass& count = green.classes()[i].count;
    return std::tie(count.rank, count.size);
  };
  std::ranges::stable_sort(listed, [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
  for (std::size_t i = 0; i < listed.size(); ++i) place[green.classes()[listed[i]].first] = i;
}

Natural OrbitStructure::size(RunControl* given) {
  GivenRun run(given);
  or_limit_reached([&] { state_->list_classes(run); });
  return state_->green.known().size;
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
      result.push_back({one.count, state.sided.element_of(state.green.row_over(over)), std::move(word)});
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
    // One element for each R-class over the roots: up to the right group.
    const auto inverses = tuples_from(inverse_of(green.pieces().element(one.first).tuple), left.group(one.at.left),
                                      right.group(one.at.right), check);
    const Index root = right.root(one.at.right);
    const std::vector<Point> marks = right.frame_of(root);
    for (const Index node : left.components().nodes(one.at.left)) {
      for (std::size_t g = 0; g < sided->count(); ++g) {
        if (left.components().of[left.next({node, static_cast<Letter>(g)})] == one.at.left) continue;
        for (const std::vector<Point>& inverse : inverses) {
          check.spend(16 * sides->degree());
          std::vector<Point> joined(inverse.size());
          for (std::size_t position = 0; position < joined.size(); ++position) joined[inverse[position]] = marks[position];
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

// --- Parts of the table (egg box) of a D-class.

std::pair<std::uint64_t, std::uint64_t> OrbitStructure::table_size(std::uint64_t d_class) const {
  const State& state = *state_;
  if (d_class >= state.listed.size())
    throw InputError(fmt::format("D-class {} is out of range: {} are known", d_class, state.listed.size()));
  const Piece at = state_->green.classes()[state.listed[d_class]].at;
  return {state_->green.left().components().size(at.left), state_->green.right().components().size(at.right)};
}

std::vector<bool> OrbitStructure::group_cells(std::uint64_t d_class, CellRange rows, CellRange columns, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  const auto [kernels, images] = table_size(d_class);
  if (rows.begin > rows.end || rows.end > kernels || columns.begin > columns.end || columns.end > images) {
    throw InputError(fmt::format("rows {}..{} and columns {}..{} are not in a table of {} x {}", rows.begin, rows.end,
                                 columns.begin, columns.end, kernels, images));
  }
  const GreenStructure::Class& one = state.green.classes()[state.listed[d_class]];
  const SideOrbit& left = state.green.left();
  const SideOrbit& right = state.green.right();
  std::vector<bool> groups;
  or_limit_reached([&] {
    StopCheck check(run);
    for (std::uint64_t i = rows.begin; i < rows.end; ++i) {
      const Key kernel = left.key(left.components().nodes(one.at.left)[i]);
      for (std::uint64_t j = columns.begin; j < columns.end; ++j) {
        check.spend(state.sides->degree());
        const Key image = right.key(right.components().nodes(one.at.right)[j]);
        groups.push_back(one.count.regular && state.sides->has_idempotent(kernel, image));
      }
    }
  });
  return groups;
}

}  // namespace wreath::semigroup
