// SPDX-License-Identifier: MIT
#include "semigroup/orbits/side_orbit.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

SideOrbit::SideOrbit(const SideModel& model, OrbitSide side, std::size_t generators, unsigned threads)
    : model_(model), side_(side), generators_(generators), threads_(threads), packing_(model.cell_values()) {}

std::vector<std::byte> SideOrbit::packed(std::span<const Point> value) const {
  std::vector<std::byte> bytes(value.size() * packing_.width());
  packing_.pack(value, bytes.data());
  return bytes;
}

void SideOrbit::read(Index node, SideValue& value) const {
  const std::span<const std::byte> bytes = nodes_[node];
  value.resize(bytes.size() / packing_.width());
  packing_.unpack(bytes, value.data());
}

std::optional<Index> SideOrbit::find(std::span<const Point> value) const {
  return nodes_.find(packed(value));
}

void SideOrbit::enumerate(std::span<const Point> first, RunControl& run) {
  close(first, run);
  StopCheck check(run);
  components_ = find_components(edges_.span(), nodes_.size(), generators_, check);
  find_ways(check);
  groups_.resize(components_.count());
  exits_.resize(components_.count());
}

/// Block by block: the images of a block are formed on all threads, and numbered in their order.
void SideOrbit::close(std::span<const Point> first, RunControl& run) {
  const auto block = static_cast<Index>(std::clamp<std::size_t>((std::size_t{1} << 16) / generators_, 1, 1 << 12));
  constexpr std::size_t kChunk = 32;
  StopCheck look(run);
  nodes_.insert(packed(first));
  std::vector<std::vector<std::byte>> images;
  for (Index begin = 0; begin < nodes_.size();) {
    look.look();
    run.report({.phase = "orbits", .done = nodes_.size(), .total = 0, .unit = side_ == OrbitSide::left ? "kernels" : "images"});
    const Index end = begin + std::min(block, nodes_.size() - begin);
    images.resize((end - begin) * generators_);
    parallel_chunks(end - begin, kChunk, threads_, [&](Range range, std::size_t, unsigned) {
      StopCheck check(run);
      SideValue value;
      SideValue result;
      std::vector<Point> carried;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        check.spend(generators_ * model_.degree());
        read(static_cast<Index>(begin + i), value);
        for (std::size_t g = 0; g < generators_; ++g) {
          model_.act(side_, static_cast<Letter>(g), value, result, carried);
          std::vector<std::byte>& bytes = images[i * generators_ + g];
          bytes.resize(result.size() * packing_.width());
          packing_.pack(result, bytes.data());
        }
      }
    });
    edges_.resize(std::size_t{end} * generators_);
    for (std::size_t k = 0; k < images.size(); ++k) edges_[std::size_t{begin} * generators_ + k] = nodes_.insert(images[k]);
    begin = end;
  }
}

/// Breadth first in each component, forwards and backwards.
void SideOrbit::find_ways(StopCheck check) {
  to_.assign(nodes_.size(), {});
  back_.assign(nodes_.size(), {});
  std::vector<Index> incoming_starts(nodes_.size() + 1);
  const auto inside = [&](std::size_t edge) { return components_.of[edge / generators_] == components_.of[edges_[edge]]; };
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    check.spend(1);
    if (inside(edge)) ++incoming_starts[edges_[edge] + 1];
  }
  std::partial_sum(incoming_starts.begin(), incoming_starts.end(), incoming_starts.begin());
  std::vector<SideStep> incoming(incoming_starts.back());
  std::vector<Index> fill(incoming_starts.begin(), incoming_starts.end() - 1);
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    if (inside(edge))
      incoming[fill[edges_[edge]]++] = {static_cast<Index>(edge / generators_), static_cast<Letter>(edge % generators_)};
  }
  std::vector<Index> queue;
  std::vector<char> seen(nodes_.size());
  for (const bool forwards : {true, false}) {
    std::ranges::fill(seen, 0);
    for (Index c = 0; c < components_.count(); ++c) {
      queue.assign(1, root(c));
      seen[root(c)] = 1;
      for (std::size_t i = 0; i < queue.size(); ++i) {
        const Index at = queue[i];
        check.spend(generators_);
        const auto reach = [&](Index node, SideStep step) {
          if (seen[node] != 0) return;
          seen[node] = 1;
          (forwards ? to_ : back_)[node] = step;
          queue.push_back(node);
        };
        if (forwards) {
          for (std::size_t g = 0; g < generators_; ++g) {
            const SideStep step{at, static_cast<Letter>(g)};
            if (components_.of[next(step)] == c) reach(next(step), step);
          }
        } else {
          for (Index k = incoming_starts[at]; k < incoming_starts[at + 1]; ++k)
            reach(incoming[k].from, {at, incoming[k].generator});
        }
      }
    }
  }
}

std::size_t SideOrbit::component_rank(Index component) const {
  SideValue value;
  read(root(component), value);
  return model_.rank(side_, value);
}

Word SideOrbit::way_to(Index node) const {
  Word way;
  for (const Index end = root(components_.of[node]); node != end; node = to_[node].from) way.push_back(to_[node].generator);
  std::ranges::reverse(way);
  return way;
}

Word SideOrbit::way_back(Index node) const {
  Word way;
  for (const Index end = root(components_.of[node]); node != end; node = back_[node].from) way.push_back(back_[node].generator);
  return way;
}

std::vector<Point> SideOrbit::carry(Index node, const Word& way) const {
  SideValue value;
  read(node, value);
  std::vector<Point> places(model_.rank(side_, value));
  std::iota(places.begin(), places.end(), Point{0});
  SideValue result;
  std::vector<Point> carried;
  for (const Letter letter : way) {
    model_.act(side_, letter, value, result, carried);
    for (Point& place : places) place = is_ended(place) ? place : carried[place];
    value.swap(result);
  }
  return places;
}

SideOrbit::Carried SideOrbit::carried_of(Index component, StopCheck& check) const {
  const std::span<const Index> nodes = components_.nodes(component);
  const std::size_t rank = component_rank(component);
  Carried all{std::vector<Point>(nodes.size() * rank, kUndefined), std::vector<Point>(nodes.size() * rank, kUndefined)};
  if (rank == 0) return all;
  const auto place_of = [&](Index node) {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes, node) - nodes.begin()) * rank;
  };
  for (const bool forwards : {true, false}) {
    std::vector<Point>& table = forwards ? all.to : all.back;
    std::iota(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(rank), Point{0});
    std::vector<Index> pending;  // nodes on the way to one that is done
    SideValue value;
    SideValue result;
    std::vector<Point> carried;
    for (const Index node : nodes) {
      for (Index at = node; table[place_of(at)] == kUndefined; at = (forwards ? to_ : back_)[at].from) pending.push_back(at);
      for (; !pending.empty(); pending.pop_back()) {
        check.spend(model_.degree());
        const Index at = pending.back();
        const SideStep step = (forwards ? to_ : back_)[at];
        const Point* known = table.data() + place_of(step.from);
        Point* fresh = table.data() + place_of(at);
        read(forwards ? step.from : at, value);
        model_.act(side_, step.generator, value, result, carried);
        for (std::size_t t = 0; t < rank; ++t) fresh[t] = forwards ? carried[known[t]] : known[carried[t]];
      }
    }
  }
  return all;
}

/// The steps of a component, each with the ways that make it a round trip. Those of the first nodes often generate all
/// permutations; only where they do not are transversals carried to all nodes.
const SideOrbit::Group& SideOrbit::group(Index component, StopCheck check) {
  constexpr std::size_t kFirst = 64;  // nodes
  std::unique_ptr<Group>& slot = groups_[component];
  if (slot) return *slot;
  const std::size_t rank = component_rank(component);
  auto group = std::make_unique<Group>(Group{StabilizerChain(rank, check), {}, {}});
  const std::span<const Index> nodes = components_.nodes(component);
  // Whether it has all permutations of the points that are not fixed: then each level has an orbit of all that are left.
  const auto is_whole = [&] {
    const std::size_t moved = rank - std::min(rank, model_.fixed());
    if (group->chain.levels().size() + 1 < moved) return false;
    Natural most = 1;
    for (std::size_t i = 2; i <= moved; ++i) most *= i;
    return group->chain.order() == most;
  };
  bool has_all = is_whole();
  const auto way_of = [&](SideStep step) {
    Word way = way_to(step.from);
    way.push_back(step.generator);
    const Word home = way_back(next(step));
    way.insert(way.end(), home.begin(), home.end());
    return way;
  };
  const auto add = [&](SideStep step, const Permutation& trip) {
    if (group->chain.contains(trip)) return;
    group->chain.add(trip);
    group->permutations.push_back(trip);
    group->ways.push_back(way_of(step));
    has_all = is_whole();
  };
  const auto for_each_step = [&](std::size_t first, std::size_t last, auto visit) {
    for (std::size_t i = first; i < last && !has_all; ++i) {
      for (std::size_t g = 0; g < generators_; ++g) {
        const SideStep step{nodes[i], static_cast<Letter>(g)};
        check.spend(model_.degree() + rank * rank);
        if (components_.of[next(step)] == component) visit(i, step);
      }
    }
  };
  const std::size_t first = std::min(nodes.size(), kFirst);
  for_each_step(0, first, [&](std::size_t, SideStep step) { add(step, carry(root(component), way_of(step))); });
  if (first < nodes.size() && !has_all) {
    const Carried known = carried_of(component, check);
    SideValue value;
    SideValue result;
    std::vector<Point> carried;
    Permutation trip(rank);
    for_each_step(first, nodes.size(), [&](std::size_t i, SideStep step) {
      read(step.from, value);
      model_.act(side_, step.generator, value, result, carried);
      const auto place = static_cast<std::size_t>(std::ranges::lower_bound(nodes, next(step)) - nodes.begin());
      for (std::size_t t = 0; t < rank; ++t) trip[t] = known.back[place * rank + carried[known.to[i * rank + t]]];
      add(step, trip);
    });
  }
  slot = std::move(group);
  return *slot;
}

void SideOrbit::find_all_groups(bool with_exits, RunControl& run) {
  parallel_tasks(components_.count(), threads_, [&](std::size_t c) {
    StopCheck check(run);
    check.look();
    group(static_cast<Index>(c), check);
    if (with_exits) exits(static_cast<Index>(c), check);
  });
}

const std::vector<SideOrbit::Exit>& SideOrbit::exits(Index component, StopCheck check) {
  std::unique_ptr<std::vector<Exit>>& slot = exits_[component];
  if (slot) return *slot;
  auto found = std::make_unique<std::vector<Exit>>();
  if (model_.by_products()) {
    *found = exits_by_products(component, check);
    slot = std::move(found);
    return *slot;
  }
  std::set<std::vector<Point>> seen;
  const std::span<const Index> nodes = components_.nodes(component);
  const std::size_t rank = component_rank(component);
  const Carried known = carried_of(component, check);
  SideValue value;
  SideValue result;
  std::vector<Point> carried;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    read(nodes[i], value);
    for (std::size_t g = 0; g < generators_; ++g) {
      const SideStep step{nodes[i], static_cast<Letter>(g)};
      const Index to = next(step);
      if (components_.of[to] == component) continue;
      check.spend(4 * model_.degree());
      model_.act(side_, step.generator, value, result, carried);
      const std::vector<Point> home = carry(to, way_back(to));
      std::vector<Point> whole{components_.of[to]};
      for (std::size_t t = 0; t < rank; ++t) {
        const Point at = carried[known.to[i * rank + t]];
        whole.push_back(is_ended(at) ? at : home[at]);
      }
      if (!seen.insert(whole).second) continue;
      found->push_back({step, components_.of[to], {whole.begin() + 1, whole.end()}});
    }
  }
  slot = std::move(found);
  return *slot;
}

std::vector<SideOrbit::Exit> SideOrbit::exits_by_products(Index component, StopCheck& check) const {
  const std::span<const Index> nodes = components_.nodes(component);
  const auto place_of = [&](Index node) {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes, node) - nodes.begin());
  };
  std::vector<std::vector<Point>> at(nodes.size());  // the vectors of the root, carried to each node
  std::vector<bool> known(nodes.size());
  read(root(component), at[place_of(root(component))]);
  known[place_of(root(component))] = true;
  std::vector<Index> pending;
  std::vector<Exit> found;
  std::set<std::vector<Point>> seen;
  for (const Index node : nodes) {
    for (Index k = node; !known[place_of(k)]; k = to_[k].from) pending.push_back(k);
    for (; !pending.empty(); pending.pop_back()) {
      const std::size_t fresh = place_of(pending.back());
      at[fresh] = at[place_of(to_[pending.back()].from)];
      model_.follow(side_, to_[pending.back()].generator, at[fresh]);
      known[fresh] = true;
    }
    for (std::size_t g = 0; g < generators_; ++g) {
      const SideStep step{node, static_cast<Letter>(g)};
      const Index to = next(step);
      if (components_.of[to] == component) continue;
      check.spend(4 * model_.degree());
      std::vector<Point> vectors = at[place_of(node)];
      model_.follow(side_, step.generator, vectors);
      for (const Letter letter : way_back(to)) model_.follow(side_, letter, vectors);
      std::vector<Point> whole = vectors;
      whole.push_back(components_.of[to]);
      if (seen.insert(std::move(whole)).second) found.push_back({step, components_.of[to], std::move(vectors)});
    }
  }
  return found;
}

}  // namespace wreath::semigroup
