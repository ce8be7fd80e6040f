// SPDX-License-Identifier: MIT
//
// How equations came about, for proofs (docs/proofs.md).
//
// A lemma is an equation with its proof: a word, and the uses of earlier lemmas that turn it, one after the other, into the other
// side. The first lemmas are axioms: x*X = 1 for each letter x with an inverse X, then the equations of the presentation. A
// completion adds a lemma for each equation that is not trivial and for each rule; what a proof does not need is left out when it
// is written. The two sides of a lemma may be used either way.
//
// Memory: a byte for each letter, 8 bytes for each use, 16 for each lemma.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "wreath/word/presentation.hpp"

namespace wreath::word {

using LemmaId = std::uint32_t;

/// A lemma, used within a word: at a position one of its sides becomes the other.
struct Use {
  LemmaId lemma;
  std::uint32_t position : 31;
  std::uint32_t is_backwards : 1;
};

/// Uses that turn one word into another, from the first to the last. The same uses turn p*u*q into p*v*q, moved by |p|.
using Chain = std::vector<Use>;

/// The way back.
Chain reversed(Chain chain);
/// Appends uses, moved by a number of letters.
void append(Chain& chain, std::span<const Use> uses, std::size_t by = 0);

class Journal {
 public:
  explicit Journal(const Presentation& presentation);

  /// u, and how it became another word: the lemma that they are equal.
  LemmaId add(std::span<const Letter> u, std::span<const Use> uses);

  /// A lemma without a proof: what follows from it cannot be proven.
  LemmaId assume();
  bool is_assumed(LemmaId lemma) const { return std::ranges::binary_search(assumed_, lemma); }

  /// The axiom x*X = 1, and the k-th equation of the presentation.
  LemmaId inverse(Letter x) const { return inverses_[x]; }
  LemmaId equation(std::size_t k) const { return first_equation_ + static_cast<LemmaId>(k); }
  bool is_axiom(LemmaId lemma) const { return lemma < axioms_; }

  std::size_t size() const { return axioms_ + begins_.size() - 1; }
  std::size_t axioms() const { return axioms_; }
  std::span<const Letter> word(LemmaId lemma) const { return part(letters_, lemma, &Begin::letters); }
  std::span<const Use> uses(LemmaId lemma) const { return part(uses_, lemma, &Begin::uses); }

  /// x*X -> 1 and 1 -> x*X at a position.
  Use cancel(Letter x, std::size_t position) const { return {inverses_[x], static_cast<std::uint32_t>(position), 0}; }
  Use insert(Letter x, std::size_t position) const { return {inverses_[x], static_cast<std::uint32_t>(position), 1}; }
  /// w*w^-1 -> 1 at a position, by axioms.
  void cancel_word(Chain& chain, std::span<const Letter> w, std::size_t position) const;

 private:
  struct Begin {
    std::uint64_t letters = 0, uses = 0;
  };
  template <class Item>
  std::span<const Item> part(const std::vector<Item>& items, LemmaId lemma, std::uint64_t Begin::*begin) const {
    const std::size_t at = lemma - axioms_;
    return {items.data() + begins_[at].*begin, items.data() + begins_[at + 1].*begin};
  }

  std::vector<LemmaId> inverses_;  // of each letter
  LemmaId first_equation_ = 0;
  std::size_t axioms_ = 0;
  std::vector<Letter> letters_;
  std::vector<Use> uses_;
  std::vector<Begin> begins_{{}};
  std::vector<LemmaId> assumed_;
};

}  // namespace wreath::word
