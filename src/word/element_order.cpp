// SPDX-License-Identifier: MIT
//
// The order of an element, if it can be proven.
//
// Finite: a power is 1. Infinite, by one of two proofs:
//   - its image in the group made abelian has infinite order;
//   - a conjugate of one of its powers is *straight*: q, qq, qqq, ... are all normal forms, and so are different elements. The
//     acceptor shows: it reads q again and again until it fails, or until it is at the end of a q where it was before.
// In a hyperbolic group each element of infinite order has such a power (Epstein and Holt, "The linearity of the conjugacy
// problem in word-hyperbolic groups"), so with enough powers every order is found. In general nothing of the kind is true, and
// the answer may be that it is not known.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/algebra/integer_rows.hpp"
#include "word/automata/operations.hpp"
#include "word/internals.hpp"
#include "core/words/words.hpp"
#include "word/reduction/reducer.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kMostRotated = 512;      // letters of a word all of whose rotations are looked at
constexpr std::uint64_t kStraightPowers = 24;  // the powers among whose conjugates a straight one is sought

class OrderSearch {
 public:
  OrderSearch(const AutomaticStructure& structure, const Reducer& reducer, const ReduceOptions& options, RunControl* run)
      : structure_(structure), reducer_(reducer), options_(options), run_(run) {}

  ElementOrder find(std::span<const Letter> word, std::uint64_t powers) {
    if (has_infinite_abelian_image(structure_.presentation, word))
      return infinite("its image in the abelianised group has infinite order");
    std::uint64_t exponent = 1;
    try {
      return find_by_powers(word, powers, exponent);
    } catch (const LimitReached&) {
      return {ElementOrder::Kind::unknown, 0, fmt::format("stopped: no power up to {} is 1", exponent - 1)};
    }
  }

 private:
  static ElementOrder infinite(std::string proof) { return {ElementOrder::Kind::infinite, 0, std::move(proof)}; }

  void stop_if_asked() const {
    if (run_ != nullptr && run_->should_stop()) throw LimitReached("the run was stopped before the order was found");
  }

  /// `exponent` is the power that is looked at.
  ElementOrder find_by_powers(std::span<const Letter> word, std::uint64_t powers, std::uint64_t& exponent) const {
    const Word base = shortened(reducer_.reduce(word, options_, run_));
    const bool finite_group = automata::is_finite(structure_.acceptor);
    Word power;
    for (; finite_group || exponent <= powers; ++exponent) {
      stop_if_asked();
      power.insert(power.end(), base.begin(), base.end());
      power = reducer_.reduce(power, options_, run_);
      if (power.empty())
        return {ElementOrder::Kind::finite, exponent, fmt::format("power {} is 1, and no smaller power is", exponent)};
      if (exponent > kStraightPowers || finite_group) continue;
      if (const Word straight = straight_conjugate(power); !straight.empty()) {
        return infinite(fmt::format("power {} is conjugate to {}, all of whose powers are normal forms", exponent,
                                    print_word(straight, structure_.presentation.alphabet)));
      }
    }
    return {ElementOrder::Kind::unknown, 0, fmt::format("no power up to {} is 1", powers)};
  }

  /// A conjugate that half a turn does not make shorter.
  Word shortened(Word word) const {
    while (!word.empty()) {
      stop_if_asked();
      Word turned = reducer_.reduce(rotated(word, word.size() / 2), options_, run_);
      if (turned.size() >= word.size()) break;
      word = std::move(turned);
    }
    return word;
  }

  /// A conjugate of the word all of whose powers are normal forms, or nothing.
  Word straight_conjugate(const Word& word) const {
    Word core = shortened(word);
    if (is_straight(structure_.acceptor, core)) return core;
    if (core.size() > kMostRotated) return {};
    for (std::size_t by = 1; by < core.size(); ++by) {
      stop_if_asked();
      Word turned = reducer_.reduce(rotated(core, by), options_, run_);
      if (is_straight(structure_.acceptor, turned)) return turned;
    }
    return {};
  }

  const AutomaticStructure& structure_;
  const Reducer& reducer_;
  const ReduceOptions& options_;
  RunControl* run_;
};

}  // namespace

bool is_straight(const automata::Dfa& acceptor, std::span<const Letter> word) {
  if (word.empty()) return false;
  std::vector<bool> seen(acceptor.states());
  automata::State state = 0;
  while (!seen[state]) {
    seen[state] = true;
    for (const Letter x : word) {
      state = acceptor.step(state, x);
      if (state == automata::kNoState) return false;
    }
    if (acceptor.labels[state] == 0) return false;
  }
  return true;
}

ElementOrder find_order(const AutomaticStructure& structure, const Reducer& reducer, std::span<const Letter> word,
                        std::uint64_t powers, const ReduceOptions& options, RunControl* run) {
  return OrderSearch(structure, reducer, options, run).find(word, powers);
}

bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word) {
  if (!group.is_group()) return false;
  const auto& inverses = group.alphabet.inverses;
  const auto relators = exponent_rows(inverses, group.equations);
  if (!relators) return false;
  IntegerRows::Row row(inverses.size());
  add_exponent_sums(row, word, inverses, 1);
  const auto rest = relators->reduced(std::move(row));
  return rest && IntegerRows::first_nonzero(*rest) < inverses.size();
}

}  // namespace wreath::word
