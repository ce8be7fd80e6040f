// SPDX-License-Identifier: MIT
//
// Enumeration of a semigroup, level by level (Froidure and Pin, "Algorithms for computing finite semigroups").
//
// Level k holds the elements whose ShortLex-least word has length k. Every product x*g of an element of the newest level with a
// generator is either deduced from the Cayley graphs (cayley.cpp) or formed by the backend, which looks it up and compares it;
// those that are not found are the next level, in the order of their words. So numbers and words depend on the generators alone.
//
// Elements can be kept in several forms (plan.cpp). The words are enough to change the form at any time, which is what happens
// when memory runs short, and enough to continue from a checkpoint: the elements are formed again, one product each.
//
// Generators can be added to what has been found (grown_backend.hpp).
//
// Cost: |S| * generators products, each deduced in constant time or formed in the length of the element's form.
#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <utility>

#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/units.hpp"
#include "semigroup/cayley.hpp"
#include "semigroup/cpu/direct_backend.hpp"
#include "semigroup/plan.hpp"
#include "semigroup/state.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

bool Enumeration::run(RunControl* run) {
  return run_until(~std::uint64_t{0}, run);
}

bool Enumeration::run_until(std::uint64_t size, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  State& state = *state_;
  try {
    state.prepare(run);
  } catch (const Stopped&) {
    return complete();
  }
  while (!complete() && this->size() < size && !run.should_stop()) {
    const auto timer = run.phase("enumerate");
    try {
      if (state.should_move_to_gpu(run)) state.move_to_gpu(run);
      state.require_memory(state.coming(), run);
      state.expand_next();
    } catch (const ResourceError& error) {
      if (!state.make_room(run)) {
        run.note_choice("stop", "memory", error.what());
        run.request_stop(StopReason::memory);
      }
    } catch (const Stopped&) {
      break;
    }
    run.report({.phase = "enumerate", .done = this->size(), .total = 0, .unit = "elements"});
  }
  if (complete()) state.settle(run);
  if (state.backend) state.backend->report_steps(run);
  return complete();
}

/// Forms and adds the products of the next elements, all of one length.
void Enumeration::State::expand_next() {
  const Index level_end = tree.level_begin(tree.length(next) + 1);
  const auto last = static_cast<Index>(std::min<std::uint64_t>(level_end, std::uint64_t{next} + batch()));
  // A product costs less than to find out that it cannot be new, but not if there are many for each that can be.
  constexpr std::size_t kManyLetters = 16;
  if (use_factors && backend->cheap_products() && generators.count() < kManyLetters) {
    use_factors = false;
    factors = Factors(tree, generators.count(), options.threads);
  }
  const GrownBackend* before_more = options.graphs ? grown() : nullptr;
  if (before_more != nullptr && before_more->knows_nearly_all(next, last)) {
    const Expansion found = backend->expand({next, last, {}}, true);
    tree.append(found.prefixes, found.letters, options.threads);
    cayley.add_all(found.results);
  } else if (use_factors) {
    const std::span<const Product> products = factors.candidates(next, last);
    products_each = products.size() / (last - next) + 1;
    const Expansion found = products.empty() ? Expansion{} : backend->expand({next, last, products}, false);
    tree.append(found.prefixes, found.letters, options.threads);
  } else if (plan.deduce) {
    cayley.extend_left(tree.level_begin(tree.length(next)));
    const std::vector<Product> products =
        before_more == nullptr
            ? cayley.undeduced(next, last)
            : cayley.undeduced(next, last, [&](Index x, Letter g) { return before_more->knows_product(x, g); });
    const Expansion found = products.empty() ? Expansion{} : backend->expand({next, last, products}, true);
    tree.append(found.prefixes, found.letters, options.threads);
    cayley.add_deduced(next, last, products, found.results);
    if (last == level_end) cayley.extend_left(last);
  } else if (cayley.uses_pairs()) {
    cayley.untold_by_pairs(next, last, untold);
    const Expansion found = untold.empty() ? Expansion{} : backend->expand({next, last, untold}, true);
    tree.append(found.prefixes, found.letters, options.threads);
    cayley.add_by_pairs(next, last, untold, found.results);
  } else {
    const Expansion found = backend->expand({next, last, {}}, options.graphs);
    tree.append(found.prefixes, found.letters, options.threads);
    if (options.graphs) cayley.add_all(found.results);
  }
  next = last;
}

void Enumeration::State::prepare(RunControl& run) {
  if (backend) return;
  constexpr std::uint64_t kMost = std::uint64_t{64} << 20;
  least_memory = std::min(kMost, run.memory_left() / 8);
  started = run.seconds();
  plan = other_kind() ? make_kind_plan(generators, options)
                      : make_plan(generators, known_base() ? std::span(action->base()) : std::span<const Point>{}, options, run);
  try {
    if (const auto old = std::move(before); old && take_over(*old, run)) return;
  } catch (const ResourceError&) {
    backend.reset();
  }
  try {
    start_backend(run);
  } catch (const ResourceError&) {
    if (!make_room(run)) throw;
  }
}

/// A GPU takes a fifth of a second to start, in which small semigroups are enumerated: an enumeration that has run for longer
/// moves there, once.
bool Enumeration::State::should_move_to_gpu(const RunControl& run) {
  constexpr double kSeconds = 0.25;
  if (options.backend != BackendChoice::automatic || options.keep != Keep::automatic || tried_gpu) return false;
  if (options.cluster != nullptr || (other_kind() && !has_device_form(generators.kind))) return false;
  if (run.seconds() - started <= kSeconds) return false;
  tried_gpu = true;
  return has_gpu();
}

void Enumeration::State::move_to_gpu(RunControl& run) {
  const Plan here = plan;
  plan = make_gpu_plan(plan, generators, options);
  backend.reset();
  try {
    start_backend(run);
  } catch (const ResourceError&) {
    plan = here;
    start_backend(run);
  }
}

/// Elements whose products are formed at once. Where those that cannot be new are not formed, a few products of each are left:
/// about as many as of the elements before.
std::uint64_t Enumeration::State::batch() const {
  if (!use_factors) return backend->batch();
  return std::max<std::uint64_t>(1, backend->batch() * generators.count() / products_each);
}

std::uint64_t Enumeration::State::coming() const {
  return std::min<std::uint64_t>(tree.size() - next, batch()) * (use_factors ? products_each : generators.count());
}

void Enumeration::State::require_memory(std::uint64_t elements, const RunControl& run) {
  // Asking the system takes microseconds: not before each of many short batches.
  not_looked_at += elements * (plan.tracked.size() * sizeof(Point) + 64);
  if (not_looked_at < least_memory / 4) return;
  not_looked_at = 0;
  if (run.memory_left() >= least_memory) return;
  throw ResourceError(fmt::format("only {} of memory is left, which is too little to continue", format_bytes(run.memory_left())));
}

void Enumeration::State::reset_deductions() {
  cayley = Cayley(tree, generators.count(), options.threads);
  // A place for every row is as cheap as what pairs tell, a look-up in a table is not.
  const bool short_rows = plan.tracked.size() * PackedStore::bits_per_point(generators.degree) <= DirectBackend::kMostBits;
  if (options.graphs && !plan.deduce && !plan.gpu && !short_rows && !other_kind()) cayley.use_pairs(generators);
  factors = Factors(tree, generators.count(), options.threads);
  products_each = generators.count();
  // A GPU alone forms products faster than they are chosen; those that ranks send take longer.
  use_factors = !options.graphs && (!plan.gpu || options.cluster != nullptr) && plan.keep != Keep::disk;
  if (use_factors) plan.deduce = false;
}

/// A backend with the elements that the tree names, or, where this fails or the run is to stop, none.
void Enumeration::State::start_backend(RunControl& run) {
  reset_deductions();
  try {
    backend = make_backend(plan, generators, options, tree, run);
    form_again(run);
    exactness = backend->exactness();
  } catch (...) {
    backend.reset();
    throw;
  }
}

/// Elements go into a smaller form, where there is one. Otherwise the backend is given up, and run() may be called again when
/// there is more memory.
bool Enumeration::State::make_room(RunControl& run) {
  backend.reset();
  if (options.keep != Keep::automatic || options.backend == BackendChoice::cuda || options.cluster != nullptr) return false;
  while (true) {
    Plan smaller = make_smaller_plan(plan, generators);
    if (smaller.keep == Keep::automatic) return false;
    smaller.deduce = options.graphs && plan.deduce;
    plan = std::move(smaller);
    try {
      start_backend(run);
      return true;
    } catch (const ResourceError&) {
      continue;  // with the next
    }
  }
}

/// Forms the elements that the tree names in an empty backend, and the graphs as far as they are wanted.
void Enumeration::State::form_again(RunControl& run) {
  if (tree.size() == 1) return;
  const auto timer = run.phase("form elements again");
  StopCheck check(run);
  std::vector<Product> products;
  for (Index begin = 1; begin < tree.size();) {
    const Index level_end = tree.level_begin(tree.length(begin) + 1);
    const auto end = static_cast<Index>(std::min<std::uint64_t>(level_end, std::uint64_t{begin} + backend->batch()));
    check.look();
    require_memory(end - begin, run);
    products.clear();
    for (Index e = begin; e < end; ++e) products.push_back({tree.prefix(e), tree.last(e)});
    const Expansion found = backend->expand({products.front().element, products.back().element + 1, products}, false);
    if (found.prefixes.size() != products.size())
      throw InputError("the words do not stand for distinct elements of this semigroup: the checkpoint is damaged");
    begin = end;
  }
  if (plan.deduce || options.graphs) form_graphs_again(run);
}

void Enumeration::State::form_graphs_again(RunControl& run) {
  const Index known = std::exchange(next, 0);
  try {
    StopCheck check(run);
    while (next < known) {
      check.look();
      require_memory(coming(), run);
      expand_next();
    }
  } catch (...) {
    next = known;
    throw;
  }
}

void Enumeration::State::read_rows(Index first, Index last, std::span<Point> rows) const {
  if (backend) return backend->read_rows(first, last, rows);
  const std::size_t columns = plan.tracked.size();
  for (Index e = first; e < last; ++e) {
    const std::span<Point> row = rows.subspan((e - first) * columns, columns);
    std::ranges::copy(other_kind() ? identity_of(generators.kind) : plan.tracked, row.begin());
    trace(e, row);
  }
}

void Enumeration::State::trace(Index element, std::span<Point> row) const {
  if (!other_kind()) return tree.trace(element, generators, row);
  for (const Letter letter : tree.word(element)) {
    const std::vector<Point> product = semigroup::multiply(generators.kind, row, generators.row(letter));
    std::ranges::copy(product, row.begin());
  }
}

std::optional<Index> Enumeration::State::find(std::span<const Point> images) const {
  if (backend) return backend->find(images);
  std::vector<Point> row(images.size());
  for (Index e = offset(); e < tree.size(); ++e) {
    read_rows(e, e + 1, row);
    if (std::ranges::equal(row, images)) return e;
  }
  return std::nullopt;
}

// --- what is known

namespace {
constexpr std::uint64_t kRowsAtOnce = std::uint64_t{1} << 22;  // whose idempotents are counted between two looks at the clock
}

bool Enumeration::complete() const noexcept {
  return state_->next == state_->tree.size();
}
std::uint64_t Enumeration::size() const noexcept {
  return state_->tree.size() - state_->offset();
}
std::uint64_t Enumeration::complete_to() const noexcept {
  const State& state = *state_;
  // Words of length k+1 are all known once the products of all elements of length k are.
  return state.next == state.tree.size() ? state.tree.longest() : state.tree.length(state.next);
}

std::vector<std::uint64_t> Enumeration::levels() const {
  const WordTree& tree = state_->tree;
  std::vector<std::uint64_t> levels;
  for (std::size_t k = state_->offset(); k <= tree.longest(); ++k)
    levels.push_back(tree.level_begin(k + 1) - tree.level_begin(k));
  return levels;
}

/// How to tell whether x sends each image of a tracked point to itself, which is whether it is idempotent.
class Enumeration::State::IdempotentTest {
 public:
  explicit IdempotentTest(const State& state) : state_(state) {
    const Generators& generators = state.generators;
    if (state.other_kind()) {
      way_ = Way::square;
    } else if (state.whole_rows()) {
      way_ = Way::row;
    } else if (state.known_base() && state.plan.tracked.size() == state.action->base().size()) {
      way_ = Way::action;
    } else if (are_permutations(generators)) {
      way_ = Way::identity;
    } else if (state.plan.acyclic && generators.count() <= 64) {
      way_ = Way::letters;
      content_.resize(state.tree.size());
      for (std::size_t x = 1; x < content_.size(); ++x) {
        const auto e = static_cast<Index>(x);
        content_[x] = content_[state.tree.prefix(e)] | std::uint64_t{1} << state.tree.last(e);
      }
    }
  }

  /// How long the test may take.
  std::uint64_t steps(Index x) const { return state_.plan.tracked.size() * (way_ == Way::word ? state_.tree.length(x) + 1 : 1); }
  bool operator()(Index x, std::span<const Point> row) const {
    switch (way_) {
      case Way::row: return std::ranges::all_of(row, [&](Point image) { return row[image] == image; });
      case Way::square: return std::ranges::equal(semigroup::multiply(state_.generators.kind, row, row), row);
      case Way::action: return state_.action->is_idempotent(row);
      case Way::identity: return std::ranges::equal(row, state_.plan.tracked);
      case Way::letters: return letters_fix(content_[x], row);
      default: return word_fixes(x, row);
    }
  }

 private:
  /// By the row, which has the images of all points; by the square of an element of another kind; by how it acts; a permutation
  /// is idempotent if it is the identity; where a moved point never comes back, x fixes a point exactly if every letter of its
  /// word does; and by x's word.
  enum class Way { row, square, action, identity, letters, word };

  bool letters_fix(std::uint64_t letters, std::span<const Point> row) const {
    for (; letters != 0; letters &= letters - 1) {
      const Point* images = state_.generators.row(static_cast<std::size_t>(std::countr_zero(letters))).data();
      if (!std::ranges::all_of(row, [&](Point image) { return images[image] == image; })) return false;
    }
    return true;
  }
  bool word_fixes(Index x, std::span<const Point> row) const {
    const Word word = state_.tree.word(x);
    return std::ranges::all_of(row, [&](Point image) {
      Point at = image;
      for (const Letter letter : word) at = state_.generators.row(letter)[at];
      return at == image;
    });
  }
  static bool are_permutations(const Generators& generators) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      std::vector<bool> hit(generators.degree);
      for (const Point image : generators.row(g)) hit[image] = true;
      if (std::ranges::find(hit, false) != hit.end()) return false;
    }
    return true;
  }

  const State& state_;
  Way way_ = Way::word;
  std::vector<std::uint64_t> content_;  // the letters of each element's word
};

void Enumeration::State::visit_idempotents(RunControl& run, FunctionRef<void(Index, unsigned)> visit) const {
  const IdempotentTest is_idempotent(*this);
  const auto size = static_cast<Index>(tree.size());
  const std::size_t columns = plan.tracked.size();
  // Rows read at once: many, because a GPU has each read wait for it, and no more than 16 MiB of them.
  const auto at_once = static_cast<Index>(std::clamp<std::size_t>((std::size_t{1} << 22) / columns, 1, 1 << 18));
  std::vector<Point> rows;
  StopCheck look(run);
  for (Index begin = offset(); begin < size;) {
    if (begin != offset()) look.look();
    const Index end = begin + std::min(at_once, size - begin);
    rows.resize((end - begin) * columns);
    read_rows(begin, end, rows);
    parallel_ranges(end - begin, options.threads, 1024, [&](Range range, unsigned thread) {
      StopCheck check(run);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const auto x = static_cast<Index>(begin + i);
        check.spend(8 + is_idempotent.steps(x));
        if (is_idempotent(x, std::span(rows).subspan(i * columns, columns))) visit(x, thread);
      }
    });
    begin = end;
  }
}

std::uint64_t Enumeration::count_idempotents(RunControl* given) const {
  GivenRun run(given);
  const auto timer = run->phase("count idempotents");
  const State& state = *state_;
  std::vector<std::uint64_t> counts(resolve_threads(state.options.threads), 0);
  or_limit_reached([&] {
    if (state.backend && state.whole_rows()) {
      StopCheck check(run);
      for (std::uint64_t begin = state.offset(); begin < state.tree.size(); begin += kRowsAtOnce) {
        if (begin != state.offset()) check.look();
        counts[0] += state.backend->count_idempotents(
            static_cast<Index>(begin), static_cast<Index>(std::min<std::uint64_t>(state.tree.size(), begin + kRowsAtOnce)));
      }
    } else {
      state.visit_idempotents(run, [&](Index, unsigned thread) { ++counts[thread]; });
    }
  });
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::vector<bool> Enumeration::idempotents(RunControl* given) const {
  GivenRun run(given);
  const State& state = *state_;
  std::vector<char> marks(size());  // bytes, since threads write side by side
  or_limit_reached([&] { state.visit_idempotents(run, [&](Index x, unsigned) { marks[x - state.offset()] = 1; }); });
  return {marks.begin(), marks.end()};
}

}  // namespace wreath::semigroup
