// SPDX-License-Identifier: MIT
//
// Orbits, blocks of imprimitivity, and actions.
//
// Blocks are found by Atkinson's method: the finest system in which two points are together is what joining them forces, by a
// forest of classes; each joined pair asks for its images to be joined. A system whose blocks contain no smaller ones has a block
// with the first point and another one, and points that an element which fixes the first point takes to each other have the same
// system. So one point of each orbit of such elements is tried; if they are only some of those that there are, more points are
// tried than needed, and the answer is the same.
//
// Cost: points x generators for each point that is tried.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/data/classes.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "group/builder.hpp"
#include "group/orbit_of_sets.hpp"
#include "group/random_elements.hpp"
#include "group/tuning.hpp"
#include "wreath/group/group.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::group {

namespace {

constexpr std::size_t kMostLengths = 10000;
constexpr std::size_t kStabilizerElements = 6;
constexpr unsigned kShallow = 4;            // random arrays of a tree
constexpr std::uint64_t kBlockArrays = 24;  // permutations that are kept while blocks are found

std::vector<std::span<const Point>> spans_of(const Generators& generators) {
  return {generators.images.begin(), generators.images.end()};
}

/// The finest system with these two points in one block.
BlockSystem finest_system(const Generators& generators, Point one, Point other, StopCheck& check) {
  const auto n = static_cast<Point>(generators.degree);
  JoinedClasses<Point> classes(n);
  std::vector<std::pair<Point, Point>> joined;  // whose images are to be joined
  const auto join = [&](Point a, Point b) {
    a = classes.find(a);
    b = classes.find(b);
    if (classes.join(a, b)) joined.emplace_back(a, b);
  };
  join(one, other);
  while (!joined.empty()) {
    const auto [a, b] = joined.back();
    joined.pop_back();
    check.spend(16 * generators.images.size());
    for (const Permutation& x : generators.images) join(x[a], x[b]);
  }
  BlockSystem system;
  system.labels.resize(n);
  for (Point i = 0; i < n; ++i) {
    system.labels[i] = classes.find(i);
    if (system.labels[i] == i) ++system.blocks;
    if (system.labels[i] == 0) ++system.block_size;
  }
  return system;
}

/// Elements that fix point 0.
Generators fixing_first(const Generators& generators, const Machine& machine, RunControl* run) {
  Products products(machine, run);
  Lines lines(generators.images.size());
  std::vector<Element> given;
  for (std::size_t g = 0; g < generators.images.size(); ++g)
    given.push_back({std::make_shared<const Images>(Images::of(generators.images[g])), static_cast<std::uint32_t>(g)});
  RandomElements random(given, tuning::kSlotsOfLarge, 1);
  Chain chain(generators.degree);
  chain.push(0);
  // Random elements first, for with the generators alone the tree may be as deep as there are points.
  std::vector<Element> arrays;
  for (unsigned step = 0; step < tuning::kScramble + kShallow; ++step) {
    random.advance(products, lines);
    if (step >= tuning::kScramble) arrays.push_back(random.element());
  }
  for (const Element& x : given)
    if (arrays.size() < kMostArrays) arrays.push_back(x);
  chain.add(0, std::move(arrays), products);
  Generators found{.degree = generators.degree};
  while (found.images.size() < kStabilizerElements) {
    random.advance(products, lines);
    std::vector<Step> path;
    const Point image = random.element()[0];
    if (chain[0].tree()[image] == kOut) continue;  // of more generators than a level takes
    chain.walk_point(0, image, path);
    const Element x = chain.times(random.element(), path, products, lines);
    found.images.emplace_back(x.span().begin(), x.span().end());
  }
  return found;
}

}  // namespace

OrbitsAnswer orbits(const Generators& generators, const Machine& machine, RunControl* run) {
  require_memory(4 * generators.degree * sizeof(Point), run,
                 fmt::format("finding the orbits of {}", counted(generators.degree, "point")));
  OrbitsAnswer answer;
  answer.labels.resize(generators.degree);
  if (generators.degree == 0) return answer;
  if (generators.images.empty()) {
    std::iota(answer.labels.begin(), answer.labels.end(), Point{0});
  } else {
    const auto spans = spans_of(generators);
    perm::orbits<Point>(spans, answer.labels, {}, {.machine = machine}, run);
  }
  std::vector<std::uint32_t> lengths(generators.degree);
  for (const Point label : answer.labels) ++lengths[label];
  for (std::uint64_t i = 0; i < generators.degree; ++i) {
    if (lengths[i] == 0) continue;
    ++answer.orbits;
    if (answer.lengths.size() < kMostLengths) answer.lengths.push_back(lengths[i]);
  }
  return answer;
}

BlocksAnswer blocks(const Generators& generators, const Machine& machine, RunControl* run) {
  BlocksAnswer answer;
  answer.orbits = orbits(generators, machine, run).orbits;
  answer.transitive = answer.orbits == 1;
  if (!answer.transitive) return answer;
  if (generators.degree == 1) {
    answer.primitive = true;
    return answer;
  }
  require_memory(kBlockArrays * generators.degree * sizeof(Point), run,
                 fmt::format("finding blocks of {}", counted(generators.degree, "point")));
  or_limit_reached([&] {
    StopCheck check = stop_check(run);
    const OrbitsAnswer pairs = orbits(fixing_first(generators, machine, run), machine, run);
    std::vector<BlockSystem> systems;
    for (std::uint64_t i = 1; i < generators.degree; ++i) {
      if (pairs.labels[i] != i) continue;
      check.look();
      // A point that lies in the first block of a system that is known has that system, or a finer one.
      BlockSystem system = finest_system(generators, 0, static_cast<Point>(i), check);
      if (system.blocks == 1) continue;
      const auto contains = [](const BlockSystem& coarse, const BlockSystem& fine) {
        for (std::size_t p = 0; p < fine.labels.size(); ++p)
          if (fine.labels[p] == 0 && coarse.labels[p] != 0) return false;
        return true;
      };
      if (std::ranges::any_of(systems, [&](const BlockSystem& known) { return contains(system, known); })) continue;
      std::erase_if(systems, [&](const BlockSystem& known) { return contains(known, system); });
      systems.push_back(std::move(system));
    }
    std::ranges::stable_sort(systems, {}, &BlockSystem::block_size);
    answer.primitive = systems.empty();
    answer.minimal = std::move(systems);
  });
  return answer;
}

Action action_on_orbit(const Generators& generators, Point point, const Machine& machine, RunControl* run) {
  if (point >= generators.degree)
    throw InputError(fmt::format("{} is not a point: there are {}", std::uint64_t{point} + 1, generators.degree));
  const OrbitsAnswer found = orbits(generators, machine, run);
  std::vector<Point> number(generators.degree);
  Action action;
  for (Point i = 0; i < generators.degree; ++i) {
    if (found.labels[i] != found.labels[point]) continue;
    number[i] = static_cast<Point>(action.items.size());
    action.items.push_back({i});
  }
  action.generators = {.degree = action.items.size(), .names = generators.names};
  for (const Permutation& x : generators.images) {
    Permutation& made = action.generators.images.emplace_back();
    made.reserve(action.items.size());
    for (const auto& item : action.items) made.push_back(number[x[item[0]]]);
  }
  return action;
}

Action action_on_blocks(const Generators& generators, std::span<const Point> labels, RunControl* run) {
  const auto wrong = [] { throw InputError("the labels are not those of blocks: each must be the least point of its block"); };
  if (labels.size() != generators.degree) wrong();
  std::vector<Point> number(generators.degree);
  Action action;
  for (Point i = 0; i < generators.degree; ++i) {
    if (labels[i] > i || labels[labels[i]] != labels[i]) wrong();
    if (labels[i] != i) continue;
    number[i] = static_cast<Point>(action.items.size());
    action.items.push_back({i});
  }
  action.generators = {.degree = action.items.size(), .names = generators.names};
  or_limit_reached([&] {
    StopCheck check = stop_check(run);
    for (const Permutation& x : generators.images) {
      Permutation& made = action.generators.images.emplace_back();
      for (const auto& item : action.items) made.push_back(number[labels[x[item[0]]]]);
      for (Point i = 0; i < generators.degree; ++i) {
        check.spend(4);
        if (labels[x[i]] != labels[x[labels[i]]])
          throw InputError(fmt::format("these are not blocks: points {} and {} are in one, and their images are not",
                                       std::uint64_t{labels[i]} + 1, std::uint64_t{i} + 1));
      }
    }
  });
  return action;
}

namespace {

Action action_on(const Generators& generators, std::span<const Point> start, OrbitOfSets::Kind kind, std::uint64_t most,
                 RunControl* run) {
  Action action;
  or_limit_reached([&] {
    const OrbitOfSets orbit(generators, start, kind, most, run);
    action.generators = {.degree = orbit.size(), .names = generators.names};
    for (std::uint64_t i = 0; i < orbit.size(); ++i) action.items.emplace_back(orbit.item(i).begin(), orbit.item(i).end());
    for (std::size_t g = 0; g < generators.images.size(); ++g) {
      Permutation& made = action.generators.images.emplace_back(orbit.size());
      for (std::uint64_t i = 0; i < orbit.size(); ++i) made[i] = static_cast<Point>(orbit.image(i, g));
    }
  });
  return action;
}

}  // namespace

Action action_on_tuples(const Generators& generators, std::span<const Point> tuple, std::uint64_t most, RunControl* run) {
  return action_on(generators, tuple, OrbitOfSets::Kind::tuples, most, run);
}

Action action_on_sets(const Generators& generators, std::span<const Point> set, std::uint64_t most, RunControl* run) {
  return action_on(generators, set, OrbitOfSets::Kind::sets, most, run);
}

}  // namespace wreath::group
