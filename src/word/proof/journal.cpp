// SPDX-License-Identifier: MIT
#include "word/proof/journal.hpp"

#include <algorithm>

namespace wreath::word {

Chain reversed(Chain chain) {
  std::ranges::reverse(chain);
  for (Use& use : chain) use.is_backwards ^= 1U;
  return chain;
}

void append(Chain& chain, std::span<const Use> uses, std::size_t by) {
  for (Use use : uses) {
    use.position += static_cast<std::uint32_t>(by);
    chain.push_back(use);
  }
}

Journal::Journal(const Presentation& presentation) {
  LemmaId next = 0;
  for (const Letter inverse : presentation.alphabet.inverses) inverses_.push_back(inverse == kNoLetter ? ~LemmaId{0} : next++);
  first_equation_ = next;
  axioms_ = next + presentation.equations.size();
}

LemmaId Journal::add(std::span<const Letter> u, std::span<const Use> uses) {
  letters_.insert(letters_.end(), u.begin(), u.end());
  uses_.insert(uses_.end(), uses.begin(), uses.end());
  begins_.push_back({letters_.size(), uses_.size()});
  return static_cast<LemmaId>(size() - 1);
}

LemmaId Journal::assume() {
  assumed_.push_back(add({}, {}));
  return assumed_.back();
}

void Journal::cancel_word(Chain& chain, std::span<const Letter> w, std::size_t position) const {
  for (std::size_t i = w.size(); i-- > 0;) chain.push_back(cancel(w[i], position + i));
}

}  // namespace wreath::word
