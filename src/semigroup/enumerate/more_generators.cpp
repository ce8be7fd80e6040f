// SPDX-License-Identifier: MIT
//
// Generators added to an enumeration, and what becomes of the elements that were found before.
//
// With more generators the least words change, and with them the order of the elements, but not what is known of products: the
// elements found before stay where they are, in another backend, whose numbers are called places here, and the enumeration
// starts with new numbers, which are given out as its candidates come by. A product by an old generator of an element that was
// there before is looked up: in the right Cayley graph if it was recorded, otherwise among the words, each of which is such a
// product. All others are formed by the other backend, which finds the old elements and appends the new ones. To the enumeration
// this is a backend as any other, so the result is that of an enumeration by the longer list, word for word.
//
// When all elements have their numbers, they are brought into that order, and this backend has done its work.
//
// Cost: two accesses to memory for each product that is looked up; 8 bytes per element, and the old words or graph.
#include "semigroup/enumerate/state.hpp"
#include "semigroup/kinds/packed_points.hpp"

namespace wreath::semigroup {

namespace {

class GrownBackend final : public Backend {
 public:
  /// `inner` has the elements of `words`, in their order, and takes the larger list of generators already. `graph` has x*g for
  /// the first elements x and the `old_letters` first generators g, or nothing.
  GrownBackend(std::unique_ptr<Backend> inner, WordTree words, GrowingArray<Index> graph, std::size_t old_letters,
               std::size_t letters, unsigned threads)
      : inner_(std::move(inner)),
        words_(std::move(words)),
        graph_(std::move(graph)),
        old_letters_(old_letters),
        letters_(letters),
        threads_(resolve_threads(threads)) {
    if (graph_.empty()) {
      children_.assign(words_.size() + 1, static_cast<Index>(words_.size()));
      Index parent = 0;
      for (std::size_t child = 1; child < words_.size(); ++child) {
        while (parent <= words_.prefix(child)) children_[parent++] = static_cast<Index>(child);
      }
    }
    forget_numbers();
  }

  /// Takes still more generators, and forgets all numbers.
  bool add_letters(const Generators& larger) override {
    if (!inner_->add_letters(larger)) return false;
    letters_ = larger.count();
    forget_numbers();
    return true;
  }
  bool is_grown() const override { return true; }
  bool holds(std::span<const Point> row) const override { return inner_->find(row).has_value(); }
  bool knows_nearly_all(Index first, Index last) const override {
    std::size_t unknown = 0;
    for (Index e = first; e < last; ++e) unknown += knows_product(e, 0) ? 0 : 1;
    return 16 * unknown <= last - first;
  }
  std::span<const Product> with_known(Index first, Index last, std::span<const Product> formed) override {
    wanted_.clear();
    auto next = formed.begin();
    for (Index e = first; e < last; ++e) {
      for (std::size_t g = 0; g < letters_; ++g) {
        const auto letter = static_cast<Letter>(g);
        const bool is_formed = next != formed.end() && next->element == e && next->letter == letter;
        if (is_formed) ++next;
        if (is_formed || knows_product(e, letter)) wanted_.push_back({e, letter});
      }
    }
    return wanted_;
  }
  std::unique_ptr<Backend> settle() override {
    if (!inner_->reorder(places_.span(), numbers_.span())) return nullptr;
    return std::move(inner_);
  }

  void watch(RunControl& run) override { inner_->watch(run); }
  Expansion expand(const Candidates& candidates, bool want_results) override {
    constexpr std::size_t kAhead = 16;
    if (auto faster = inner_->successor()) inner_ = std::move(faster);
    const std::size_t total = Batch::count(candidates, letters_);
    const Batch batch(candidates, letters_, 0, total);
    formed_.resize(total);
    parallel_chunks(total, 4096, total < 1 << 15 ? 1 : threads_, [&](Range range, std::size_t, unsigned) {
      batch.for_each(range, [&](std::size_t i, Product product) {
        if (!graph_.empty() && product.letter == 0 && product.element + kAhead < places_.size())
          __builtin_prefetch(graph_.data() + std::size_t{places_[product.element + kAhead]} * old_letters_);
        formed_[i] = known_product(places_[product.element], product.letter);
      });
    });
    asked_.clear();
    batch.for_each({0, total}, [&](std::size_t i, Product product) {
      if (formed_[i] == kNoIndex) asked_.push_back({places_[product.element], product.letter});
    });
    if (!asked_.empty()) {
      // Should anything below fail, the elements that this appends have no numbers, and are found when they are asked for again.
      const Expansion found = inner_->expand({0, 0, asked_}, true);
      std::size_t next = 0;
      for (std::size_t i = 0; i < total; ++i) {
        if (formed_[i] == kNoIndex) formed_[i] = found.results[next++];
      }
    }
    const std::size_t before = numbers_.size();
    numbers_.resize(inner_->size());
    std::fill(numbers_.data() + before, numbers_.data() + numbers_.size(), kNoIndex);
    places_.reserve(places_.size() + total);
    prefixes_.resize(total);
    new_letters_.resize(total);
    results_.resize(want_results ? total : 0);
    std::size_t fresh = 0;
    batch.for_each({0, total}, [&](std::size_t i, Product product) {
      if (i + kAhead < total) __builtin_prefetch(&numbers_[formed_[i + kAhead]], 1);
      Index& number = numbers_[formed_[i]];
      if (number == kNoIndex) {
        number = size();
        places_.push_back(formed_[i]);
        prefixes_[fresh] = product.element;
        new_letters_[fresh++] = product.letter;
      }
      if (want_results) results_[i] = number;
    });
    return {prefixes_.span().first(fresh), new_letters_.span().first(fresh), results_.span()};
  }
  std::size_t batch() const override { return inner_->batch(); }
  std::size_t product_bytes() const override { return inner_->product_bytes(); }
  std::uint64_t growth(std::size_t products) const override { return inner_->growth(products); }
  Index size() const override { return static_cast<Index>(places_.size()); }
  void read_rows(Index first, Index last, std::span<Point> rows) const override {
    if (first == last) return;
    const std::size_t columns = rows.size() / (last - first);
    for (Index e = first; e < last; ++e)
      inner_->read_rows(places_[e], places_[e] + 1, rows.subspan(std::size_t{e - first} * columns, columns));
  }
  std::optional<Index> find(std::span<const Point> row) const override {
    const std::optional<Index> place = inner_->find(row);
    if (!place || numbers_[*place] == kNoIndex) return std::nullopt;
    return numbers_[*place];
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    std::uint64_t count = 0;
    for (Index e = first; e < last; ++e) count += inner_->count_idempotents(places_[e], places_[e] + 1);
    return count;
  }
  void report_steps(RunControl& run) override { inner_->report_steps(run); }
  std::uint64_t memory() const override {
    return inner_->memory() + words_.memory() + graph_.memory() + places_.memory() + numbers_.memory() +
           children_.size() * sizeof(Index);
  }
  Exactness exactness() const override { return inner_->exactness(); }
  std::string_view name() const override { return inner_->name(); }

 private:
  /// Whether the product is looked up in the graph.
  bool knows_product(Index element, Letter letter) const {
    return letter < old_letters_ && std::size_t{places_[element]} * old_letters_ < graph_.size();
  }
  Index known_product(Index place, Letter letter) const {
    if (letter >= old_letters_) return kNoIndex;
    if (std::size_t{place} * old_letters_ < graph_.size()) return graph_[std::size_t{place} * old_letters_ + letter];
    if (std::size_t{place} + 1 >= children_.size()) return kNoIndex;
    for (Index child = children_[place]; child < children_[place + 1]; ++child) {
      if (words_.last(child) == letter) return child;
    }
    return kNoIndex;
  }
  void forget_numbers() {
    places_.resize(0);
    places_.push_back(0);
    numbers_.resize(inner_->size());
    std::fill(numbers_.data(), numbers_.data() + numbers_.size(), kNoIndex);
    numbers_[0] = 0;
  }

  std::unique_ptr<Backend> inner_;
  WordTree words_;             // of the elements that were there before
  GrowingArray<Index> graph_;  // [place * old_letters + letter]
  std::size_t old_letters_;
  std::size_t letters_;
  unsigned threads_;
  std::vector<Index> children_;  // the first element of words_ that is longer by a letter; only without a graph
  GrowingArray<Index> places_;   // of the elements that have numbers
  GrowingArray<Index> numbers_;  // of the places; kNoIndex: none yet
  // of the call
  GrowingArray<Index> formed_;  // the places of the candidates
  std::vector<Product> asked_;
  std::vector<Product> wanted_;
  GrowingArray<Index> prefixes_;
  GrowingArray<Letter> new_letters_;
  GrowingArray<Index> results_;
};

}  // namespace

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
  if (!whole_rows() && !known_base()) return false;  // a base distinguishes elements; whether a row is one needs all points
  return backend->holds(images);
}

}  // namespace wreath::semigroup
