// SPDX-License-Identifier: MIT
//
// The elements of an enumeration to which generators were added.
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
#pragma once

#include <memory>
#include <vector>

#include "core/data/growing_array.hpp"
#include "semigroup/word_tree.hpp"

namespace wreath::semigroup {

class GrownBackend final : public Backend {
 public:
  /// `inner` has the elements of `words`, in their order, and takes the larger list of generators already. `graph` has x*g for
  /// the first elements x and the `old_letters` first generators g, or nothing.
  GrownBackend(std::unique_ptr<Backend> inner, WordTree words, GrowingArray<Index> graph, std::size_t old_letters,
               std::size_t letters, unsigned threads);

  /// Takes still more generators, and forgets all numbers.
  bool add_letters(const Generators& larger) override;
  bool is_grown() const override { return true; }
  bool holds(std::span<const Point> row) const override { return inner_->find(row).has_value(); }
  bool knows_nearly_all(Index first, Index last) const override;
  std::span<const Product> with_known(Index first, Index last, std::span<const Product> formed) override;
  std::unique_ptr<Backend> settle() override;

  void watch(RunControl& run) override { inner_->watch(run); }
  Expansion expand(const Candidates& candidates, bool want_results) override;
  std::size_t batch() const override { return inner_->batch(); }
  std::size_t product_bytes() const override { return inner_->product_bytes(); }
  std::uint64_t growth(std::size_t products) const override { return inner_->growth(products); }
  Index size() const override { return static_cast<Index>(places_.size()); }
  void read_rows(Index first, Index last, std::span<Point> rows) const override;
  std::optional<Index> find(std::span<const Point> row) const override;
  std::uint64_t count_idempotents(Index first, Index last) const override;
  void report_steps(RunControl& run) override { inner_->report_steps(run); }
  std::uint64_t memory() const override;
  Exactness exactness() const override { return inner_->exactness(); }
  std::string_view name() const override { return inner_->name(); }

 private:
  /// Whether the product is looked up in the graph.
  bool knows_product(Index element, Letter letter) const {
    return letter < old_letters_ && std::size_t{places_[element]} * old_letters_ < graph_.size();
  }
  Index known_product(Index place, Letter letter) const;
  void forget_numbers();

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

}  // namespace wreath::semigroup
