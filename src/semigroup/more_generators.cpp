// SPDX-License-Identifier: MIT
//
// Generators added to an enumeration: what becomes of the elements that were found before (grown_backend.hpp).
#include "semigroup/grown_backend.hpp"
#include "semigroup/kinds/packed_points.hpp"
#include "semigroup/state.hpp"

namespace wreath::semigroup {

void Enumeration::add_generators(std::span<const Point> images) {
  Generators larger = state_->given;
  larger.images.insert(larger.images.end(), images.begin(), images.end());
  Enumeration more(std::move(larger), state_->options);
  more.state_->before = state_->backend || !state_->before ? std::move(state_) : std::move(state_->before);
  *this = std::move(more);
}

bool Enumeration::knows(std::span<const Point> row) const {
  return find(row).has_value() || state_->holds(row);
}

/// Whether it takes less time to start again: where elements are rows of a few bytes, it takes as long to look up a product among
/// words as to form it, and longer to append new elements to the old ones. Known once all old elements are.
bool Enumeration::State::starts_again(const State& old) const {
  const bool short_rows = !other_kind() && old.whole_rows() && PackedPoints::fits(generators.degree, old.plan.tracked.size());
  if (options.graphs || !short_rows || old.next != old.tree.size()) return false;
  for (std::size_t g = old.given.count(); g < given.count(); ++g) {
    if (!old.holds(given.row(g))) return true;
  }
  return false;
}

bool Enumeration::State::take_over(State& old, RunControl& run) {
  // A product that is cheaper than to look it up is formed again.
  if (!old.backend || old.tree.size() == 1 || old.backend->cheap_products() || starts_again(old)) return false;
  if ((action == nullptr) != (old.action == nullptr)) return false;
  // A base was certified for the old generators.
  const bool same_points = plan.tracked == old.plan.tracked;
  if (old.plan.method == Method::base && !same_points) return false;
  if (!old.backend->add_letters(generators)) return false;
  if (old.backend->is_grown()) {
    backend = std::move(old.backend);
  } else {
    const std::size_t letters = old.generators.count();
    backend = std::make_unique<GrownBackend>(std::move(old.backend), std::move(old.tree), old.cayley.take_right(), letters,
                                             generators.count(), options.machine.threads);
  }
  const bool acyclic = same_points && plan.acyclic;
  plan = std::move(old.plan);
  plan.acyclic = acyclic;
  plan.why = "the elements found by fewer generators are kept";
  reset_deductions();
  run.note_choice("backend", std::string(backend->name()), plan.why);
  run.note_choice("elements", std::string(to_string(plan.method)), plan.why);
  exactness = backend->exactness();
  return true;
}

/// The elements that have been taken over are put into their new order.
void Enumeration::State::settle(RunControl& run) {
  if (!backend || !backend->is_grown() || run.memory_left() < backend->memory()) return;
  const auto timer = run.phase("reorder");
  try {
    if (auto ordered = backend->settle()) backend = std::move(ordered);
  } catch (const ResourceError&) {
    backend.reset();  // the words are enough to form them again
  }
}

bool Enumeration::State::holds(std::span<const Point> row) const {
  if (!backend) return before && before->holds(row);
  const std::vector<Point> images = tracked_images(row);
  if (!whole_rows() && !known_base()) return false;  // a base tells elements apart; whether a row is one needs all points
  return backend->holds(images);
}

}  // namespace wreath::semigroup
