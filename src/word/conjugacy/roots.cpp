// SPDX-License-Identifier: MIT
//
// Roots: if h^a = u then h commutes with u^m, so h is among the conjugators of u^m to itself, up to powers of u^m.
#include <fmt/format.h>

#include <algorithm>

#include "word/conjugacy/conjugacy_state.hpp"

namespace wreath::word {

/// Roots of an element whose power is conjugate to a cyclically geodesic word: that is a power of a shortest one, r.
class RootSearch {
 public:
  RootSearch(const Conjugacy::State& state, Word target, Word by, const Word& line, std::uint64_t exponent, RunControl* run)
      : state_(state), best_{target, 1}, target_(std::move(target)), by_(std::move(by)), exponent_(exponent), run_(run) {
    const std::size_t period = period_of(line);
    unit_.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(period));
    units_ = line.size() / period;
    const double slim = static_cast<double>(state.triangles.thinness) + 1;
    const auto length = static_cast<double>(line.size());
    stretch_ = (length + 4 * slim) / (length - 4 * slim);
  }

  /// c commutes with the line: looks for roots c * r^s.
  void look_at(const Word& c, std::uint64_t most_powers) {
    Word product = c;
    for (std::uint64_t b = 1; b <= most_powers; ++b, product = state_.product({product, c}, run_)) {
      const auto moved = units_of(product);
      if (!moved) continue;
      // c moves along the line by moved/b units and c * r^s by s more, and of that the exponent of the root, times that of the
      // line, makes all units of the line.
      for (std::uint64_t all = exponent_; all <= units_ * b; all += exponent_) {
        if (units_ * b % all != 0) continue;
        const std::int64_t rest = static_cast<std::int64_t>(units_ * b / all) - *moved;
        if (rest % static_cast<std::int64_t>(b) == 0) try_root(c, rest / static_cast<std::int64_t>(b), all / exponent_);
      }
      return;
    }
  }
  const ElementRoot& best() const { return best_; }

 private:
  /// The t with r^t = word. As the powers of r are quasi-geodesics, with the stretch above, few t come into question.
  std::optional<std::int64_t> units_of(const Word& word) const {
    const std::size_t least = (word.size() + unit_.size() - 1) / unit_.size();
    const double slim = static_cast<double>(state_.triangles.thinness) + 1;
    const auto most =
        static_cast<std::size_t>(stretch_ * (static_cast<double>(word.size()) + 2 * slim) / static_cast<double>(unit_.size())) +
        1;
    Word forward = state_.power(unit_, least, run_);
    for (std::size_t t = least; t <= most; ++t, forward = state_.product({forward, unit_}, run_)) {
      if (word == forward) return static_cast<std::int64_t>(t);
      if (state_.product({word, forward}, run_).empty()) return -static_cast<std::int64_t>(t);
    }
    return std::nullopt;
  }
  void try_root(const Word& c, std::int64_t shift, std::uint64_t exponent) {
    if (exponent <= best_.exponent) return;
    const Word& unit = shift < 0 ? state_.cyclic.inverse(unit_) : unit_;
    const Word part = state_.power(unit, static_cast<std::uint64_t>(std::abs(shift)), run_);
    Word root = state_.product({by_, c, part, state_.cyclic.inverse(by_)}, run_);
    if (state_.power(root, exponent, run_) == target_) best_ = {std::move(root), exponent};
  }

  const Conjugacy::State& state_;
  ElementRoot best_;
  Word target_;
  Word by_;
  std::uint64_t exponent_;
  RunControl* run_;
  Word unit_;
  std::uint64_t units_ = 1;
  double stretch_ = 1;
};

ElementRoot Conjugacy::root_of(std::span<const Letter> word, RunControl* run) {
  state_->require(word);
  const State& state = *state_;
  const CyclicForm form = state.cyclic.cyclic_form(word, run);
  const std::size_t length = std::max(state.bridges.comfortable(), 8 * (thinness() + 1) + 1);
  const State::Power power = state.long_power(form.word, length, run);
  if (power.order != 0) {
    throw InputError(
        fmt::format("the element has the finite order {}: roots are found for elements of infinite order", power.order));
  }
  const Word& line = power.form.word;
  std::uint64_t tried = 0;
  std::vector<Word> commuting;
  state.conjugators(line, line, period_of(line), tried, run, [&](const Word& c) {
    commuting.push_back(c);
    return false;
  });
  RootSearch search(state, state.cyclic.reduce(word, run), state.product({form.by, power.form.by}, run), line, power.exponent,
                    run);
  for (const Word& c : commuting) search.look_at(c, commuting.size());
  return search.best();
}

}  // namespace wreath::word
