// SPDX-License-Identifier: MIT
//
// All D-classes of a semigroup by orbits, their idempotents, and their order.
//
// A D-class lies below another if products on the right or on the left lead there. Those on the right are noted when the pieces
// are found. Those on the left are the same with the sides exchanged: one element of each R-class over the roots takes the exits
// of the left component.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <tuple>

#include "core/parallel/loops.hpp"
#include "semigroup/orbits/count_by_sides.hpp"
#include "semigroup/orbits/structure_state.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostOrdered = std::size_t{1} << 15;

using Cover = std::pair<std::uint64_t, std::uint64_t>;

}  // namespace

bool OrbitStructure::State::is_regular(const OverRoots& at, StopCheck& check) const {
  SideValue kernel;
  SideValue image;
  left->read(left->root(at.left), kernel);
  for (const Index node : right->components().nodes(at.right)) {
    check.spend(model->degree());
    right->read(node, image);
    if (model->has_idempotent(kernel, image)) return true;
  }
  return false;
}

/// How many pieces the D-class has: the orbit of one under the right group.
std::uint64_t OrbitStructure::State::pieces_of_class(const OverRoots& at, StopCheck& check) {
  const SideOrbit::Group& to = right->group(at.right, check);
  if (to.permutations.empty()) return 1;
  const StabilizerChain& from = left->group(at.left, check).chain;
  KeyTable seen;
  std::vector<std::vector<std::uint32_t>> queue{{at.joins.begin(), at.joins.end()}};
  from.canonicalise(queue[0]);
  seen.insert(std::as_bytes(std::span(queue[0])));
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Permutation& permutation : to.permutations) {
      check.spend(16 * at.joins.size());
      std::vector<std::uint32_t> moved = queue[i];
      for (std::uint32_t& point : moved) point = permutation[point];
      from.canonicalise(moved);
      const Index known = seen.size();
      if (seen.insert(std::as_bytes(std::span(moved))) == known) queue.push_back(std::move(moved));
    }
  }
  return queue.size();
}

std::vector<Point> OrbitStructure::State::element_over(const OverRoots& at) const {
  Split parts{{}, {}, at.joins};
  left->read(left->root(at.left), parts.left);
  right->read(right->root(at.right), parts.right);
  return element_of(model->put_together(parts));
}

StructureCount::DClass OrbitStructure::State::count(const OverRoots& at, std::uint64_t pieces_of_class, StopCheck& check) {
  const Natural m = left->group(at.left, check).chain.order();
  const Natural h = right->group(at.right, check).chain.order() / pieces_of_class;
  const Natural l_classes = Natural(right->components().size(at.right)) * pieces_of_class;
  const Natural r_classes = Natural(left->components().size(at.left)) * m / h;
  const std::uint64_t sinks =
      generators.kind.is_transformation() && !given.kind.is_matrix() ? generators.degree - given.degree : 0;
  return {.rank = given.kind.is_matrix() ? rank_of(given.kind, element_over(at)) : at.joins.size() - sinks,
          .size = r_classes * l_classes * h,
          .r_classes = r_classes,
          .l_classes = l_classes,
          .h_size = h,
          .regular = is_regular(at, check)};
}

void OrbitStructure::State::list_classes(RunControl& run) {
  prepare(run);
  if (!listed.empty()) return;
  StopCheck check(run);
  {
    const auto timer = run.phase("D-classes");
    pieces->find_all(run);
  }
  const bool has_identity = identity_word().has_value();
  std::vector<Listed> all;  // a stop leaves no part of them
  std::map<Index, std::uint64_t> sizes;
  for (Index piece = 0; piece < pieces->size(); ++piece) ++sizes[pieces->d_class(piece)];
  for (const auto& [first, size] : sizes) {
    // The identity, adjoined, is alone in its class.
    if (first == 0 && !has_identity) continue;
    check.spend(1024);
    Listed one{.piece = first, .count = count(pieces->element(first), size, check), .size = {}};
    const OverRoots& at = pieces->element(first);
    one.size = Natural(right->components().size(at.right)) * size * left->components().size(at.left) *
               left->group(at.left, check).chain.order();
    all.push_back(std::move(one));
  }
  std::ranges::stable_sort(
      all, [](const Listed& a, const Listed& b) { return std::tie(a.count.rank, a.size) > std::tie(b.count.rank, b.size); });
  for (std::size_t i = 0; i < all.size(); ++i) place[all[i].piece] = i;
  listed = std::move(all);
}

Natural OrbitStructure::size(RunControl* given) {
  GivenRun run(given);
  Natural sum;
  or_limit_reached([&] {
    state_->list_classes(run);
    for (const State::Listed& one : state_->listed) sum += one.size;
  });
  return sum;
}

/// In a regular D-class every pair of a left and a right value that can have an idempotent has one. There is a check
/// for each thread: chunks and classes may be too small for one of their own to look.
std::uint64_t OrbitStructure::State::count_idempotents(const OverRoots& at, std::vector<StopCheck>& checks) const {
  const std::span<const Index> kernels = left->components().nodes(at.left);
  const std::span<const Index> images = right->components().nodes(at.right);
  std::atomic<std::uint64_t> found{0};
  constexpr std::size_t kChunk = 16;
  parallel_chunks(kernels.size(), kChunk, threads, [&](Range range, std::size_t, unsigned thread) {
    SideValue kernel;
    SideValue image;
    StopCheck check = checks[thread];
    std::uint64_t here = 0;
    for (std::size_t k = range.begin; k < range.end; ++k) {
      left->read(kernels[k], kernel);
      for (const Index node : images) {
        check.spend(model->degree());
        right->read(node, image);
        here += model->has_idempotent(kernel, image) ? 1 : 0;
      }
    }
    found += here;
    checks[thread] = check;
  });
  return found;
}

std::vector<OrbitDClass> OrbitStructure::classes(bool idempotents, RunControl* given) {
  GivenRun run(given);
  State& state = *state_;
  std::vector<OrbitDClass> result;
  or_limit_reached([&] {
    state.list_classes(run);
    const auto timer = run->phase("idempotents");
    std::vector<StopCheck> checks(resolve_threads(state.threads), StopCheck(*run));
    for (State::Listed& one : state.listed) {
      const OverRoots& at = state.pieces->element(one.piece);
      if (idempotents && !one.count.settled) {
        if (one.count.regular) one.count.idempotents = state.count_idempotents(at, checks);
        one.count.settled = true;
      }
      OrbitDClass listed{one.count, {}, state.pieces->word(one.piece)};
      listed.representative = state.element_over(at);
      if (one.piece == 0) listed.word = *state.identity_word();
      result.push_back(std::move(listed));
    }
  });
  return result;
}

/// Where left multiplication leads from D-classes: from one element of each R-class over the roots, by the exits of the left.
void OrbitStructure::State::left_steps(std::vector<std::pair<Index, Index>>& steps, RunControl& run) {
  StopCheck check(run);
  for (const Listed& one : listed) {
    const OverRoots& at = pieces->element(one.piece);
    const SideOrbit::Group& from = left->group(at.left, check);
    const StabilizerChain& to = right->group(at.right, check).chain;
    KeyTable seen;
    std::vector<OverRoots> queue{at};
    // Whether its inverse bijection, up to the right group, is new.
    const auto is_new = [&](const OverRoots& element) {
      std::vector<std::uint32_t> inverse(element.joins.size());
      for (std::size_t t = 0; t < inverse.size(); ++t) inverse[element.joins[t]] = static_cast<std::uint32_t>(t);
      to.canonicalise(inverse);
      inverse.push_back(0);  // keys are not empty
      const Index known = seen.size();
      return seen.insert(std::as_bytes(std::span(inverse))) == known;
    };
    is_new(at);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const SideOrbit::Exit& exit : left->exits(at.left, check)) {
        check.spend(16 * model->degree());
        const auto below = pieces->find(pieces->take(queue[i], OrbitSide::left, exit), check);
        if (!below) throw InternalError("a product is in no piece");
        steps.emplace_back(one.piece, pieces->d_class(*below));
      }
      for (const Permutation& permutation : from.permutations) {
        check.spend(16 * permutation.size());
        OverRoots moved = queue[i];
        for (std::size_t t = 0; t < permutation.size(); ++t) moved.joins[permutation[t]] = queue[i].joins[t];
        if (is_new(moved)) queue.push_back(std::move(moved));
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
    std::vector<std::pair<Index, Index>> steps = state.pieces->steps_down();
    state.left_steps(steps, run);
    std::vector<Cover> pairs;
    for (const auto& [above, below] : steps) {
      const auto a = state.place.find(state.pieces->d_class(above));
      const auto b = state.place.find(state.pieces->d_class(below));
      if (a == state.place.end() || a == b) continue;
      pairs.emplace_back(a->second, b->second);
    }
    covers = covers_of(state.listed.size(), std::move(pairs));
  });
  return covers;
}

StructureCount count_by_sides(const Generators& generators, const StructureOptions& options, RunControl& run) {
  OrbitStructure structure(generators, options.machine.threads);
  StructureCount told;
  try {
    structure.prepare(&run);
    told.kernels_known = told.images_known = true;
    told.size = structure.size(&run);
    told.size_known = true;
  } catch (const LimitReached&) {
    // Elements of different kernels are in different R-classes, those of different images in different L-classes.
    told.kernels = structure.kernels();
    told.images = structure.images();
    told.r_classes = told.kernels;
    told.l_classes = told.images;
    told.size = std::max(told.kernels, told.images);
    return told;
  }
  told.kernels = structure.kernels();
  told.images = structure.images();
  told.complete = true;
  const auto list = [&]() {
    try {
      return structure.classes(true, &run);
    } catch (const LimitReached&) {
      told.complete = false;
      return structure.classes(false);
    }
  };
  Natural r;
  Natural l;
  Natural h;
  for (OrbitDClass& d : list()) {
    r += d.count.r_classes;
    l += d.count.l_classes;
    h += d.count.r_classes * d.count.l_classes;
    ++told.d_classes;
    told.regular_d_classes += d.count.regular ? 1 : 0;
    told.idempotents += d.count.idempotents;
    if (options.classes) told.classes.push_back(std::move(d.count));
  }
  told.classes_known = true;
  told.r_classes = r;
  told.l_classes = l;
  told.h_classes = h;
  return told;
}

}  // namespace wreath::semigroup
