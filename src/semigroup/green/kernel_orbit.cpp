// SPDX-License-Identifier: MIT
#include "semigroup/green/kernel_orbit.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "semigroup/green/small_set.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::size_t kMostKernels = std::size_t{1} << 16;
constexpr std::size_t kGrain = 64;  // the pair code takes 64 kernels at a time
}  // namespace

KernelOrbit::KernelOrbit(const Generators& generators, const KernelCode& code)
    : ActionOrbit(KeySet(code.bytes())), generators_(generators), code_(code) {
  std::vector<Point> all(generators.degree);
  std::iota(all.begin(), all.end(), Point{0});
  std::vector<std::byte> key(code.bytes());
  code.encode(all, all, key.data());
  nodes_.insert(key);
}

void KernelOrbit::restore(ByteReader& saved, unsigned threads) {
  restore_orbit(saved, nodes_, generators_.count(), edges_, threads, [](std::span<std::byte>) {});
}

void KernelOrbit::enumerate(unsigned threads, RunControl& run, Pause pause) {
  const std::size_t letters = generators_.count();
  if (letters == 0) return;
  const std::size_t row = letters * code_.bytes();
  const std::size_t batch_nodes = std::clamp<std::size_t>(batch_bytes(threads) / row, 1, kMostKernels);
  const auto batch_end = [&](Index first) { return first + batch_nodes; };
  close_orbit(nodes_, letters, batch_end, edges_, threads, run, pause, "kernels", [&](Index first, Index last, KeyBatch& batch) {
    batch.reset(std::size_t{last - first} * letters, code_.bytes());
    std::vector<StopCheck> checks(resolve_threads(threads), StopCheck(run));
    parallel_chunks(last - first, kGrain, threads, [&](Range range, std::size_t, unsigned thread) {
      checks[thread].spend(range.size() * row);
      code_.pull_back(nodes_, first + static_cast<Index>(range.begin), first + static_cast<Index>(range.end),
                      batch.slot(range.begin * letters));
    });
  });
}

void KernelOrbit::find_components(RunControl& run) {
  components_ = semigroup::find_components(edges_.span(), size(), generators_.count(), StopCheck(run));
}

bool KernelOrbit::find_groups(unsigned threads, RunControl& run) {
  groups_.resize(components_.count());
  lay_out_points(StopCheck(run));
  std::atomic<bool> shown{true};
  std::atomic<std::size_t> next{0};
  on_threads(threads, [&](unsigned, unsigned) {
    StopCheck check(run);
    for (std::size_t c = next++; shown && c < components_.count(); c = next++) {
      if (!settle(static_cast<Index>(c), check)) shown = false;
    }
  });
  if (!keep_edges_) edges_ = {};
  return shown;
}

void KernelOrbit::lay_out_points(StopCheck check) {
  if (!code_.shows_groups()) {
    points_.resize(size());
    return;
  }
  starts_.push_back(0);
  for (Index kernel = 0; kernel < size(); ++kernel) {
    check.spend(generators_.degree + 16);
    starts_.push_back(starts_.back() + code_.transversal(key(kernel)).size());
  }
  points_.resize(starts_.back());
}

bool KernelOrbit::settle(Index component, StopCheck& check) {
  const Index representative = components_.representative(component);
  std::ranges::copy(code_.transversal(key(representative)), points_of(representative).begin());
  carry_points(component, check);
  if (!code_.shows_groups()) return loops_are_trivial(component, check);
  groups_[component] = loops(component, check);
  return true;
}

// From the representative backwards along the edges of the component: where g leads from k to the next kernel on the way, t of
// k is that of the next times g.
void KernelOrbit::carry_points(Index component, StopCheck& check) {
  const std::span<const Index> members = components_.nodes(component);
  if (members.size() == 1) return;
  const std::size_t letters = generators_.count();
  const auto local = [&](Index node) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), node) - members.begin());
  };
  struct Edge {
    std::uint32_t to;  // positions in members
    std::uint32_t from;
    Letter letter;
  };
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t g = 0; g < letters; ++g) {
      check.spend(16);
      const Index to = edges_[members[i] * letters + g];
      if (to == members[i] || components_.of[to] != component) continue;
      edges.push_back({static_cast<std::uint32_t>(local(to)), static_cast<std::uint32_t>(i), static_cast<Letter>(g)});
    }
  }
  std::vector<std::size_t> starts(members.size() + 1, 0);
  std::vector<Edge> into(edges.size());
  for (const Edge& edge : edges) ++starts[edge.to + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (const Edge& edge : edges) into[next[edge.to]++] = edge;

  std::vector<char> seen(members.size(), 0);
  seen[0] = 1;
  std::vector<std::uint32_t> queue{0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t e = starts[queue[i]]; e < starts[queue[i] + 1]; ++e) {
      check.spend(16);
      if (std::exchange(seen[into[e].from], 1) != 0) continue;
      check.spend(points(members[queue[i]]).size());
      const std::span<const Point> map = generators_.row(into[e].letter);
      std::ranges::transform(points(members[queue[i]]), points_of(members[into[e].from]).begin(),
                             [&](Point point) { return map[point]; });
      queue.push_back(into[e].from);
    }
  }
}

std::unique_ptr<StabilizerChain> KernelOrbit::loops(Index component, StopCheck& check) const {
  const std::size_t letters = generators_.count();
  const std::size_t rank = points(components_.representative(component)).size();
  std::unique_ptr<StabilizerChain> group;
  std::vector<Point> labels(generators_.degree);
  std::vector<Point> position(generators_.degree);
  Permutation permutation(rank);
  SmallSet known(rank * sizeof(Point));  // most are repetitions: looked up before they are sifted
  for (const Index kernel : components_.nodes(component)) {
    check.spend(2 * generators_.degree);
    code_.labels(key(kernel), labels);
    const std::span<const Point> own = points(kernel);
    for (std::size_t i = 0; i < own.size(); ++i) position[labels[own[i]]] = static_cast<Point>(i);
    for (std::size_t g = 0; g < letters; ++g) {
      const Index to = edges_[kernel * letters + g];
      if (components_.of[to] != component) continue;
      check.spend(4 * rank);
      for (std::size_t i = 0; i < rank; ++i) permutation[i] = position[labels[generators_.row(g)[points(to)[i]]]];
      if (std::ranges::is_sorted(permutation) || !known.insert(std::as_bytes(std::span(permutation)))) continue;
      if (!group) group = std::make_unique<StabilizerChain>(rank, check);
      group->add(permutation);
      if (group->is_symmetric()) return group;
    }
  }
  return group;
}

bool KernelOrbit::loops_are_trivial(Index component, StopCheck& check) const {
  const std::size_t letters = generators_.count();
  for (const Index kernel : components_.nodes(component)) {
    const Point own = points(kernel)[0];
    for (std::size_t g = 0; g < letters; ++g) {
      check.spend(64);
      const Index to = edges_[kernel * letters + g];
      if (components_.of[to] != component) continue;
      const Point other = generators_.row(g)[points(to)[0]];
      if (other != own && !code_.together(key(kernel), own, other)) return false;
    }
  }
  return true;
}

}  // namespace wreath::semigroup
