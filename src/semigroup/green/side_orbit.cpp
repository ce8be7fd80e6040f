// SPDX-License-Identifier: MIT
#include "semigroup/green/side_orbit.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "core/data/key_table.hpp"
#include "core/parallel/loops.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kGrain = 64;  // the pair code takes 64 kernels at a time

/// Bytes of candidates that are made at once: what the caches of the cores hold.
std::size_t batch_bytes(unsigned threads) {
  return std::clamp<std::size_t>(resolve_threads(threads), 8, 32) << 21;
}

bool is_new(KeyTable<std::byte>& known, Key key) {
  const std::size_t old = known.size();
  return known.intern(key) == old;
}

}  // namespace

SideOrbit::SideOrbit(OrbitSide which, const Side& side, std::size_t letters, Use use)
    : which_(which), side_(side), letters_(letters), use_(use), packing_(side.mark_values()), nodes_(side.key_bytes()) {
  nodes_.insert(side.first());
  keep_edges_ = use.ways || use.arrow_steps;
}

// --- All values, a batch at a time; edges[node * letters + letter] is where a generator leads.

void SideOrbit::enumerate(unsigned threads, RunControl& run, Pause pause) {
  if (letters_ == 0) return;
  const std::string_view unit = which_ == OrbitSide::left ? "kernels" : "images";
  StopCheck check(run);
  std::vector<StopCheck> checks(resolve_threads(threads), check);
  KeyBatch batch;
  for (std::size_t done = edges_.size() / letters_; done < nodes_.size();) {
    check.look();
    const auto first = static_cast<Index>(done);
    Index last = first;
    for (std::size_t bytes = 0; last < nodes_.size() && last - first < tuning::kValuesInBatch && bytes < batch_bytes(threads);
         ++last)
      bytes += nodes_[last].size() * letters_;
    if (side_.key_bytes() != 0) {
      batch.reset((last - first) * letters_, side_.key_bytes());
    } else {
      batch.reset(
          last - first, letters_, [&](std::size_t i) { return nodes_[first + static_cast<Index>(i)].size(); }, threads);
    }
    parallel_chunks(last - first, kGrain, threads, [&](Range range, std::size_t, unsigned thread) {
      side_.act(nodes_, first + static_cast<Index>(range.begin), first + static_cast<Index>(range.end), batch,
                range.begin * letters_, checks[thread]);
    });
    nodes_.insert(batch, threads);
    const std::size_t old = edges_.size();
    edges_.resize(old + batch.size());
    parallel_chunks(batch.size(), std::size_t{1} << 14, threads, [&](Range range, std::size_t, unsigned) {
      std::copy_n(batch.ids().begin() + static_cast<std::ptrdiff_t>(range.begin), range.size(),
                  edges_.data() + old + range.begin);
    });
    done = last;
    run.report({.phase = unit, .done = done, .total = 0, .unit = unit});
    pause();
  }
}

void SideOrbit::find_components(RunControl& run) {
  if (use_.frames_are_keys) nodes_.forget_table();
  components_ = semigroup::find_components(edges_.span(), size(), letters_, StopCheck(run));
}

void SideOrbit::save(ByteWriter& bytes) const {
  nodes_.save(bytes);
  bytes.put_all(edges_.span());
}

// Marks in the order of their component are sorted again: so they are found.
void SideOrbit::restore(ByteReader& saved, unsigned threads) {
  std::vector<Point> marks;
  nodes_.restore(saved, threads, [&](std::span<std::byte> key) {
    if (!use_.frames_are_keys) return;
    marks.resize(key.size() / packing_.width());
    packing_.unpack(key, marks.data());
    std::ranges::sort(marks);
    packing_.pack(marks, key.data());
  });
  saved.array_into<Index>(edges_);
  if (edges_.size() % std::max<std::size_t>(letters_, 1) != 0 || edges_.size() > nodes_.size() * letters_ ||
      std::any_of(edges_.begin(), edges_.end(), [&](Index to) { return to >= nodes_.size(); }))
    throw InputError("the checkpoint is damaged: its orbits are not valid");
}

// --- Frames.

struct SideOrbit::Worker {
  StopCheck check;
  std::vector<Point> known;  // the frame at the end of a step that is known
  std::vector<Point> led;
  Side::Places places;  // of its other end
  std::vector<Point> twist;
  std::vector<Point> arrow;
  std::vector<std::byte> key;
  KeyTable<std::byte> permutations;  // most are repetitions: looked up before they are sifted
  KeyTable<std::byte> arrows;
};

void SideOrbit::lay_out(StopCheck check) {
  bool one_each = true;
  std::uint64_t marks = 0;
  ranks_.clear();
  groups_.clear();
  arrows_.clear();
  for (Index c = 0; c < components_.count(); ++c) {
    check.spend(side_.mark_values());
    ranks_.push_back(static_cast<std::uint32_t>(side_.rank(key(root(c)))));
    one_each = one_each && ranks_.back() == 1;
    marks += ranks_.back() * components_.size(c);
  }
  groups_.resize(components_.count());
  if (use_.arrows) arrows_.resize(components_.count());
  if (use_.ways) {
    to_.assign(size(), {});
    back_.assign(size(), {});
    twists_.resize(marks * packing_.width());
  }
  if (use_.frames_are_keys) return;
  frames_.resize(marks * packing_.width());
  if (one_each) return;
  starts_.resize(size());
  std::uint64_t at = 0;
  for (Index c = 0; c < components_.count(); ++c) {
    for (const Index node : components_.nodes(c)) {
      check.spend(4);
      starts_[node] = std::exchange(at, at + ranks_[c] * packing_.width());
    }
  }
}

std::span<std::byte> SideOrbit::frame_at(Index node) {
  if (use_.frames_are_keys) return nodes_.overwrite(node);
  const std::span<const std::byte> found = frame(node);
  return {frames_.data() + (found.data() - frames_.data()), found.size()};
}

std::vector<Point> SideOrbit::twist(Index node) const {
  std::vector<Point> twist(ranks_[components_.of[node]]);
  packing_.unpack({twists_.data() + (frame(node).data() - frames_.data()), frame(node).size()}, twist.data());
  return twist;
}

/// Breadth first from the root, along the edges of the component or against them: visit(known, fresh, letter) for each node but
/// the root, where the letter leads from one to the other.
template <class Visit>
void SideOrbit::grow_tree(Index component, bool forwards, StopCheck& check, const Visit& visit) {
  const std::span<const Index> members = components_.nodes(component);
  if (members.size() == 1) return;
  const auto local = [&](Index node) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), node) - members.begin());
  };
  std::vector<char> seen(members.size(), 0);
  seen[0] = 1;
  std::vector<std::uint32_t> queue{0};  // positions in members
  const auto reach = [&](std::uint32_t known, std::size_t fresh, Letter letter) {
    if (std::exchange(seen[fresh], 1) != 0) return;
    visit(members[known], members[fresh], letter);
    queue.push_back(static_cast<std::uint32_t>(fresh));
  };
  if (forwards) {
    for (std::size_t i = 0; i < queue.size(); ++i) {
      check.spend(16 * letters_);
      for (std::size_t g = 0; g < letters_; ++g) {
        const Index to = edges_[members[queue[i]] * letters_ + g];
        if (components_.of[to] == component) reach(queue[i], local(to), static_cast<Letter>(g));
      }
    }
    return;
  }
  struct Edge {
    std::uint32_t to;  // positions in members
    std::uint32_t from;
    Letter letter;
  };
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t g = 0; g < letters_; ++g) {
      check.spend(16);
      const Index to = edges_[members[i] * letters_ + g];
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
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t e = starts[queue[i]]; e < starts[queue[i] + 1]; ++e) {
      check.spend(16);
      reach(queue[i], into[e].from, into[e].letter);
    }
  }
}

void SideOrbit::carry_frames(Index component, Worker& worker) {
  if (!use_.frames_are_keys) packing_.pack(side_.marks(key(root(component))), frame_at(root(component)).data());
  const bool forwards = which_ == OrbitSide::right;
  worker.led.resize(ranks_[component]);
  Index last = kNoIndex;  // whose frame was read
  grow_tree(component, forwards, worker.check, [&](Index known, Index fresh, Letter letter) {
    worker.check.spend(ranks_[component]);
    if (std::exchange(last, known) != known) read_frame(known, ranks_[component], worker.known);
    side_.carry({key(forwards ? known : fresh), letter, key(forwards ? fresh : known)}, worker.known, worker.led);
    packing_.pack(worker.led, frame_at(fresh).data());
    if (use_.ways) (forwards ? to_ : back_)[fresh] = {known, letter};
  });
}

/// By the ways in the other direction.
void SideOrbit::find_twists(Index component, Worker& worker) {
  const bool forwards = which_ == OrbitSide::left;
  const auto write = [&](Index node, Marks twist) {
    packing_.pack(twist, twists_.data() + (frame(node).data() - frames_.data()));
  };
  worker.twist.resize(ranks_[component]);
  std::iota(worker.twist.begin(), worker.twist.end(), Point{0});
  write(root(component), worker.twist);
  grow_tree(component, forwards, worker.check, [&](Index known, Index fresh, Letter letter) {
    (forwards ? to_ : back_)[fresh] = {known, letter};
    const SideStep step{forwards ? known : fresh, letter};
    look_at_start(step.from, ranks_[component], worker);
    map_positions(step, ranks_[component], worker);
    const std::vector<Point> before = twist(known);
    for (std::size_t i = 0; i < before.size(); ++i) worker.twist[i] = before[worker.led[i]];
    write(fresh, worker.twist);
  });
}

// --- Maps of positions. On the left a step is read backwards, so its start is looked at, once for all generators.

void SideOrbit::look_at_start(Index node, std::size_t rank, Worker& worker) const {
  if (which_ == OrbitSide::right) return read_frame(node, rank, worker.known);
  worker.places.key = key(node);
  read_frame(node, rank, worker.places.frame);
  side_.look_at(worker.places);
}

void SideOrbit::look_at_end(Index node, std::size_t rank, Worker& worker) const {
  worker.check.spend(4 * rank + 16);
  if (which_ == OrbitSide::left) return read_frame(node, rank, worker.known);
  worker.places.key = key(node);
  read_frame(node, rank, worker.places.frame);
  side_.look_at(worker.places);
}

/// Of a step within a component of this rank: from the positions of the known end to those of the other, into worker.led.
void SideOrbit::map_positions(SideStep step, std::size_t rank, Worker& worker) const {
  const Index to = next(step);
  look_at_end(to, rank, worker);
  worker.led.resize(rank);
  side_.map({key(step.from), step.generator, key(to)}, worker.known, worker.places, worker.led);
}

bool SideOrbit::find_maps(unsigned threads, RunControl& run) {
  lay_out(StopCheck(run));
  std::vector<Worker> workers(resolve_threads(threads));
  for (Worker& worker : workers) worker.check = StopCheck(run);
  const auto for_each = [&](auto&& work) {
    std::atomic<std::size_t> next{0};
    on_threads(threads, [&](unsigned thread, unsigned) {
      for (std::size_t c = next++; c < components_.count(); c = next++) work(static_cast<Index>(c), workers[thread]);
    });
  };
  for_each([&](Index component, Worker& worker) {
    carry_frames(component, worker);
    if (use_.ways) find_twists(component, worker);
  });
  std::atomic<bool> shown{true};
  for_each([&](Index component, Worker& worker) {
    if (shown && !find_group_and_arrows(component, worker)) shown = false;
  });
  if (!keep_edges_) edges_ = {};
  return shown;
}

/// Whether the group has all permutations by then.
bool SideOrbit::add_to_group(Index component, SideStep step, const Permutation& permutation, StopCheck& check) {
  std::unique_ptr<OrbitGroup>& group = groups_[component];
  if (!group) {
    group = std::make_unique<OrbitGroup>();
    group->chain = std::make_unique<StabilizerChain>(permutation.size(), check);
  }
  if (group->chain->contains(permutation)) return false;
  group->chain->add(permutation);
  group->generators.push_back(permutation);
  if (use_.ways) group->steps.push_back(step);
  return group->chain->is_symmetric();
}

void SideOrbit::add_arrow(Index component, SideStep step, Worker& worker) {
  const Index target = components_.of[next(step)];
  const std::size_t rank = ranks_[component];
  const std::size_t cells = rank * side_.arrow_cells();
  look_at_end(next(step), ranks_[target], worker);
  worker.arrow.resize(cells);
  side_.write_arrow({key(step.from), step.generator, worker.places.key}, worker.known, worker.places, worker.arrow);
  worker.key.resize(sizeof(Index) + cells * packing_.width());
  std::memcpy(worker.key.data(), &target, sizeof(Index));
  packing_.pack(worker.arrow, worker.key.data() + sizeof(Index));
  if (!is_new(worker.arrows, worker.key)) return;
  Arrows& arrows = arrows_[component];
  arrows.targets.push_back(target);
  if (use_.arrow_steps) arrows.steps.push_back(step);
  if (!use_.arrow_maps) return;
  if (use_.ways) {
    const std::vector<Point> after = twist(next(step));
    for (Point& at : worker.arrow) at = after[at];
    packing_.pack(worker.arrow, worker.key.data() + sizeof(Index));
  }
  arrows.maps.insert(arrows.maps.end(), worker.key.begin() + sizeof(Index), worker.key.end());
}

/// The permutation of a step within the component: with ways, that of the round trip by it.
void SideOrbit::map_round_trip(SideStep step, std::size_t rank, Worker& worker) const {
  map_positions(step, rank, worker);
  if (!use_.ways) return;
  const std::vector<Point> twisted = twist(which_ == OrbitSide::right ? next(step) : step.from);
  for (Point& at : worker.led) at = twisted[at];
}

bool SideOrbit::find_group_and_arrows(Index component, Worker& worker) {
  const std::size_t rank = ranks_[component];
  if (worker.permutations.size() != 0) worker.permutations = {};
  if (worker.arrows.size() != 0) worker.arrows = {};
  bool whole = false;  // the group has all permutations
  for (const Index node : components_.nodes(component)) {
    if (whole && !use_.arrows) break;
    look_at_start(node, rank, worker);
    for (std::size_t g = 0; g < letters_; ++g) {
      const SideStep step{node, static_cast<Letter>(g)};
      if (components_.of[next(step)] != component) {
        if (use_.arrows) add_arrow(component, step, worker);
        continue;
      }
      if (whole) continue;
      map_round_trip(step, rank, worker);
      if (rank == 0 || (worker.led[0] == 0 && std::ranges::is_sorted(worker.led))) continue;
      if (!side_.shows_groups()) return false;
      if (is_new(worker.permutations, std::as_bytes(std::span(worker.led))))
        whole = add_to_group(component, step, worker.led, worker.check);
    }
  }
  if (OrbitGroup* group = groups_[component].get()) {
    group->order = group->chain->order();
    if (!use_.chains) group->chain.reset();
  }
  return true;
}

// --- Ways.

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

Word SideOrbit::way_along(SideStep step) const {
  Word way = way_to(step.from);
  way.push_back(step.generator);
  const Word back = way_back(next(step));
  way.insert(way.end(), back.begin(), back.end());
  return way;
}

}  // namespace wreath::semigroup
