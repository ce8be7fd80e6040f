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
// Generators can be added to what has been found (more_generators.cpp), and a long enumeration moves to a GPU (move_to_gpu.cpp).
//
// Cost: |S| * generators products, each deduced in constant time or formed in the length of the element's form.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "semigroup/enumerate/cayley.hpp"
#include "semigroup/enumerate/plan.hpp"
#include "semigroup/enumerate/state.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

/// A batch. Throws Stopped if the run is to stop before that.
void Enumeration::State::step(RunControl& run) {
  prepare(run);
  backend->watch(run);
  {
    const auto timer = run.phase("enumerate");
    while (!advance(run)) StopCheck(run).look();
  }
  run.report({.phase = "enumerate", .done = tree.size() - offset(), .total = 0, .unit = "elements"});
  if (next == tree.size()) settle(run);
}

/// Does a batch, or changes to a plan that takes less memory; whether a batch was done. Requests a stop if neither is possible.
bool Enumeration::State::advance(RunControl& run) {
  try {
    if (auto faster = backend->successor()) backend = std::move(faster);
    if (should_move_to_gpu(run)) move_to_gpu(run);
    require_memory(coming(), run);
    expand_next();
    return true;
  } catch (const ResourceError& error) {
    if (!make_room(run)) stop_for_memory(error, run);
    return false;
  }
}

/// Multiplies the next elements, all of one length, by the generators. A product can be new only if its word without the first
/// letter is a least word, too (cayley.cpp). The others are not formed: they are deduced if the Cayley graphs are wanted.
void Enumeration::State::expand_next() {
  const Index level_end = tree.level_begin(tree.length(next) + 1);
  const auto last = static_cast<Index>(std::min<std::uint64_t>(level_end, std::uint64_t{next} + batch()));
  if (use_factors && forms_all_faster()) {
    use_factors = false;
    factors = Factors(tree, generators.count(), options.machine.threads);
  }
  if (use_factors) {
    const std::span<const Product> products = factors.candidates(next, last);
    products_each = products.size() / (last - next) + 1;
    if (!products.empty()) add_products({next, last, products}, false);
  } else if (plan.deduce && !backend->knows_nearly_all(next, last)) {
    cayley.extend_left(tree.level_begin(tree.length(next)));
    const std::span<const Product> products = backend->with_known(next, last, factors.candidates(next, last));
    const Expansion found = products.empty() ? Expansion{} : add_products({next, last, products}, true);
    cayley.add_deduced(next, last, factors, products, found.results);
    if (last == level_end) cayley.extend_left(last);
  } else {
    const Expansion found = add_products({next, last, {}}, options.graphs);
    if (options.graphs) cayley.add_all(found.results);
  }
  next = last;
}

/// Forms products, and adds the words of those that are new.
Expansion Enumeration::State::add_products(const Candidates& candidates, bool want_results) {
  const Expansion found = backend->expand(candidates, want_results);
  tree.append(found.prefixes, found.letters, options.machine.threads);
  return found;
}

/// Whether a product costs less than to find out that it cannot be new, and there are not many for each that can be.
bool Enumeration::State::forms_all_faster() const {
  return backend->cheap_products() && generators.count() < tuning::kManyLetters;
}

void Enumeration::State::prepare(RunControl& run) {
  if (backend) return;
  constexpr std::uint64_t kLeast = std::uint64_t{256} << 10;
  constexpr std::uint64_t kMost = std::uint64_t{64} << 20;
  least_memory = std::clamp(run.memory_left() / 8, kLeast, kMost);
  batch_memory = run.limits_memory() ? least_memory : ~std::uint64_t{0};
  started = looked_at = run.seconds();
  looked_size = tree.size();
  plan = other_kind() ? make_kind_plan(generators, options)
                      : make_plan(generators, known_base() ? std::span(action->base()) : std::span<const Point>{}, options, run);
  try {
    if (const auto old = std::move(before); old && take_over(*old, run)) return;
  } catch (const ResourceError&) {
    backend.reset();
  }
  try {
    start_backend(run);
  } catch (const ResourceError& error) {
    if (make_room(run)) return;
    if (tree.size() == 1) throw;
    stop_for_memory(error, run);
    throw Stopped{};
  }
}

void Enumeration::State::stop_for_memory(const ResourceError& error, RunControl& run) {
  run.note_choice("stop", "memory", error.what());
  run.request_stop(StopReason::memory);
}

/// Elements whose products are formed at once: no more than fit the memory that is kept free for a batch. Where those that cannot
/// be new are not formed, a few products of each are left: about as many as of the elements before.
std::uint64_t Enumeration::State::batch() const {
  const std::uint64_t all = generators.count();
  const std::uint64_t each = use_factors ? products_each : all;
  return std::max<std::uint64_t>(1, std::min(backend->batch() * all, batch_memory / backend->product_bytes()) / each);
}

std::uint64_t Enumeration::State::coming() const {
  return std::min<std::uint64_t>(tree.size() - next, batch()) * (use_factors ? products_each : generators.count());
}

void Enumeration::State::require_memory(std::uint64_t products, const RunControl& run) {
  const std::uint64_t growth = backend->growth(products);
  // Asking the system takes microseconds: not before each of many short batches.
  not_looked_at += products * backend->product_bytes() + growth;
  if (not_looked_at < least_memory / 4) return;
  not_looked_at = 0;
  const std::uint64_t left = run.memory_left();
  if (run.limits_memory()) batch_memory = std::max(least_memory, left / tuning::kBatchShare);
  if (left >= least_memory + growth) return;
  throw ResourceError(fmt::format("only {} of memory is left, which is too little to continue", format_bytes(left)));
}

void Enumeration::State::reset_deductions() {
  cayley = Cayley(tree, generators.count(), options.machine.threads);
  if (options.graphs && !plan.gpu && !has_place_for_every_row(plan, generators)) plan.deduce = true;
  factors = Factors(tree, generators.count(), options.machine.threads);
  products_each = generators.count();
  // A GPU alone forms products faster than they are chosen; those that ranks send take longer.
  use_factors = !options.graphs && (!plan.gpu || options.machine.cluster) && plan.method != Method::disk;
  if (use_factors) plan.deduce = false;
}

/// A backend with the elements that the tree names, or, where this fails or the run is to stop, none.
void Enumeration::State::start_backend(RunControl& run) {
  reset_deductions();
  try {
    backend = make_backend(plan, generators, options, tree, run);
    backend->watch(run);
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
  if (options.method != Method::automatic || options.machine.backend == BackendChoice::cuda || options.machine.cluster)
    return false;
  while (true) {
    Plan smaller = make_smaller_plan(plan, generators);
    if (smaller.method == Method::automatic) return false;
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
    const auto end = static_cast<Index>(std::min<std::uint64_t>(level_end, std::uint64_t{begin} + batch()));
    check.look();
    if (auto faster = backend->successor()) backend = std::move(faster);
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

}  // namespace wreath::semigroup
