// SPDX-License-Identifier: MIT
#include "semigroup/grown_backend.hpp"

namespace wreath::semigroup {

GrownBackend::GrownBackend(std::unique_ptr<Backend> inner, WordTree words, GrowingArray<Index> graph, std::size_t old_letters,
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

bool GrownBackend::add_letters(const Generators& larger) {
  if (!inner_->add_letters(larger)) return false;
  letters_ = larger.count();
  forget_numbers();
  return true;
}

void GrownBackend::forget_numbers() {
  places_.resize(0);
  places_.push_back(0);
  numbers_.resize(inner_->size());
  std::fill(numbers_.data(), numbers_.data() + numbers_.size(), kNoIndex);
  numbers_[0] = 0;
}

Index GrownBackend::known_product(Index place, Letter letter) const {
  if (letter >= old_letters_) return kNoIndex;
  if (std::size_t{place} * old_letters_ < graph_.size()) return graph_[std::size_t{place} * old_letters_ + letter];
  if (std::size_t{place} + 1 >= children_.size()) return kNoIndex;
  for (Index child = children_[place]; child < children_[place + 1]; ++child) {
    if (words_.last(child) == letter) return child;
  }
  return kNoIndex;
}

bool GrownBackend::knows_nearly_all(Index first, Index last) const {
  std::size_t unknown = 0;
  for (Index e = first; e < last; ++e) unknown += knows_product(e, 0) ? 0 : 1;
  return 16 * unknown <= last - first;
}

std::span<const Product> GrownBackend::with_known(Index first, Index last, std::span<const Product> formed) {
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

Expansion GrownBackend::expand(const Candidates& candidates, bool want_results) {
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

void GrownBackend::read_rows(Index first, Index last, std::span<Point> rows) const {
  if (first == last) return;
  const std::size_t columns = rows.size() / (last - first);
  for (Index e = first; e < last; ++e)
    inner_->read_rows(places_[e], places_[e] + 1, rows.subspan(std::size_t{e - first} * columns, columns));
}

std::optional<Index> GrownBackend::find(std::span<const Point> row) const {
  const std::optional<Index> place = inner_->find(row);
  if (!place || numbers_[*place] == kNoIndex) return std::nullopt;
  return numbers_[*place];
}

std::uint64_t GrownBackend::count_idempotents(Index first, Index last) const {
  std::uint64_t count = 0;
  for (Index e = first; e < last; ++e) count += inner_->count_idempotents(places_[e], places_[e] + 1);
  return count;
}

std::uint64_t GrownBackend::memory() const {
  return inner_->memory() + words_.memory() + graph_.memory() + places_.memory() + numbers_.memory() +
         children_.size() * sizeof(Index);
}

std::unique_ptr<Backend> GrownBackend::settle() {
  if (!inner_->reorder(places_.span(), numbers_.span())) return nullptr;
  return std::move(inner_);
}

}  // namespace wreath::semigroup
