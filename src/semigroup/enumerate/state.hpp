// SPDX-License-Identifier: MIT
//
// What an Enumeration holds.
#pragma once

#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/gpu_start.hpp"
#include "semigroup/enumerate/cayley.hpp"
#include "semigroup/enumerate/plan.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/kinds/action.hpp"

namespace wreath::semigroup {

struct Enumeration::State {
  State(Generators from, const Options& asked)
      : given(std::move(from)),
        action(find_action(given, asked)),
        acting(action ? action->transformations(given) : Generators{}),
        generators(action ? acting : given),
        options(asked),
        tree(generators.count()),
        cayley(tree, generators.count(), asked.machine.threads),
        factors(tree, generators.count(), asked.machine.threads) {
    plan.tracked = known_base() ? action->base() : all_points(generators.degree);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Makes the plan and the backend, with the elements that are known. Throws Stopped; ResourceError if none are.
  void prepare(RunControl& run);
  void save(ByteWriter& into) const;
  static void stop_for_memory(const ResourceError& error, RunControl& run);
  /// Continues with the elements of an enumeration by fewer generators, if its backend can take more and that saves time; the
  /// plan is made. False: it is to start again.
  bool take_over(State& old, RunControl& run);
  bool starts_again(const State& old) const;
  void settle(RunControl& run);
  /// Whether the element was found by fewer generators, and may have no number yet.
  bool holds(std::span<const Point> row) const;
  void reset_deductions();
  void step(RunControl& run);
  bool advance(RunControl& run);
  void expand_next();
  bool forms_all_faster() const;
  Expansion add_products(const Candidates& candidates, bool want_results);
  void start_backend(RunControl& run);
  bool make_room(RunControl& run);
  bool should_move_to_gpu(RunControl& run);
  bool is_worth_a_gpu(const RunControl& run);
  void move_to_gpu(RunControl& run);
  void form_again(RunControl& run);
  void form_graphs_again(RunControl& run);
  std::uint64_t batch() const;
  /// About the most products that the next batch forms.
  std::uint64_t coming() const;
  /// Throws ResourceError if the memory left might not hold a batch of this many products.
  void require_memory(std::uint64_t products, const RunControl& run);

  /// Numbers are counted from the empty word inside, and from the first element outside.
  Index offset() const { return generators.monoid ? 0 : 1; }
  Index inside(std::uint64_t element) const { return static_cast<Index>(element + offset()); }

  static std::unique_ptr<const Action> find_action(const Generators& given, const Options& options) {
    const bool as_they_are = (options.method == Method::automatic || options.method == Method::rows) && !options.machine.cluster;
    const bool acts = (!given.kind.is_transformation() && Action::exists(given.kind, given.count())) ||
                      (!as_they_are && Action::exists_for_bipartitions(given.kind));
    return acts ? std::make_unique<const Action>(given.kind) : nullptr;
  }
  /// Whether elements are neither transformations nor act as such: they are kept as their cells.
  bool other_kind() const { return !generators.kind.is_transformation(); }
  /// Whether a few points are known to determine every element.
  bool known_base() const { return action != nullptr && action->base().size() < action->points(); }
  /// The row of an element: from the empty word's by its letters. `row` has the images of some points, or the whole element of
  /// another kind, under the empty word.
  void trace(Index element, std::span<Point> row) const;

  /// Whether the backend's rows have the images of all points.
  bool whole_rows() const { return plan.tracked.size() == generators.degree; }
  /// The element with these images of the tracked points.
  std::optional<Index> find(std::span<const Point> images) const;
  /// The images of the tracked points under elements first..last-1. Where memory ran out and there is no backend, they are
  /// computed from the words.
  void read_rows(Index first, Index last, std::span<Point> rows) const;
  std::vector<Point> tracked_images(std::span<const Point> row) const;
  void read_by_action(Index first, Index last, std::span<Point> rows) const;
  /// visit(x, g, y) for each rule: the words x g and y are equal, x g is not a least word, and all its proper factors are. All
  /// elements are known.
  template <class Visit>
  void for_each_rule(StopCheck& check, const Visit& visit) {
    factors.reach_all(check);
    factors.for_each_minimal([&](Index x, Letter g) { visit(x, g, cayley.right(x, g)); });
  }
  class IdempotentTest;
  /// Calls visit(element, thread) for each idempotent, from all threads. Throws Stopped if the run is to stop.
  void visit_idempotents(RunControl& run, FunctionRef<void(Index, unsigned)> visit) const;

  Generators given;
  std::unique_ptr<const Action> action;  // of elements that are kept as transformations
  Generators acting;                     // the generators as such
  const Generators& generators;          // what the enumeration works with
  Options options;
  Plan plan;
  WordTree tree;
  Cayley cayley;
  Factors factors;
  bool use_factors = false;         // only products that can be new are formed
  std::uint64_t products_each = 1;  // of an element, that were formed last
  std::unique_ptr<Backend> backend;
  std::unique_ptr<State> before;          // the enumeration to which generators were added, until it is looked at
  Exactness exactness = Exactness::none;  // of the last backend
  std::uint64_t least_memory = 0;         // when less is left, elements go into a smaller form
  std::uint64_t batch_memory = 0;         // what a batch may take
  std::uint64_t not_looked_at = 0;        // bytes that batches may have taken since the memory was last looked at
  double started = 0;                     // when this run began, in its seconds
  double looked_at = 0;                   // when it was last looked whether a GPU would pay, and how many words there were
  std::uint64_t looked_size = 0;
  double looked_rate = 0;  // and how many elements were found in a second before that
  bool tried_gpu = false;
  GpuStart gpu_start;
  Index next = 0;                            // the first element whose products are not known
  std::vector<std::uint32_t> right_outside;  // graphs in outside numbers, once asked for
  std::vector<std::uint32_t> left_outside;
};

}  // namespace wreath::semigroup
