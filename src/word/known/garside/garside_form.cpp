// SPDX-License-Identifier: MIT
#include "word/known/garside/garside_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/units.hpp"
#include "core/words/words.hpp"

namespace wreath::word::garside {

namespace {

constexpr std::size_t kPiece = 32;  // letters; 8 to 64 take the same time

}  // namespace

void FormArithmetic::erase(Form& x, std::size_t i) const {
  const auto begin = x.factors.begin() + static_cast<std::ptrdiff_t>(i * simples_.points());
  x.factors.erase(begin, begin + static_cast<std::ptrdiff_t>(simples_.points()));
}

bool FormArithmetic::append_before_power(Form& x, const Point* simple, StopCheck& stop) const {
  if (simples_.is_identity(simple)) return false;
  if (simples_.is_delta(simple)) {
    ++x.power;
    return true;
  }
  x.factors.insert(x.factors.end(), simple, simple + simples_.points());
  bool any = false;
  for (std::size_t i = length(x) - 1; i > 0 && simples_.left_weight(at(x, i - 1), at(x, i)); --i) {
    any = true;
    stop.spend(simples_.points());
    if (!simples_.is_delta(at(x, i - 1))) continue;
    // What was before this factor ended with fewer letters than delta, so nothing changes there.
    erase(x, i - 1);
    for (std::size_t j = i - 1; j < length(x); ++j) simples_.flip(at(x, j));
    ++x.power;
    break;
  }
  if (any && simples_.is_identity(at(x, length(x) - 1))) erase(x, length(x) - 1);
  return any;
}

bool FormArithmetic::append(Form& x, const Point* simple, StopCheck& stop) const {
  Point flipped[kMaxPoints];
  simples_.copy(simple, flipped);
  simples_.flip(flipped, x.power);
  return append_before_power(x, flipped, stop);
}

// A run s1*...*sk of positive letters is the inverse, in the Coxeter group, of sk*...*s1. A run of negative ones is the inverse
// of sk*...*s1 in the Artin group: so both grow alike.
Form FormArithmetic::form_of(std::span<const SignedLetter> word, StopCheck& stop) const {
  if (word.size() > kPiece) {
    const std::size_t half = word.size() / 2;
    return product(form_of(word.first(half), stop), form_of(word.subspan(half), stop), stop);
  }
  stop.spend(word.size() * simples_.points());
  Form x;
  for (std::size_t i = 0; i < word.size();) {
    Point back[kMaxPoints];
    Point simple[kMaxPoints];
    simples_.set_identity(back);
    const bool inverse = word[i].inverse;
    for (; i < word.size() && word[i].inverse == inverse && !simples_.begins_with(back, word[i].generator); ++i)
      simples_.multiply_from_left(word[i].generator, back);
    if (inverse) {
      simples_.complement(back, simple);
    } else {
      simples_.invert(back, simple);
    }
    append(x, simple, stop);
    if (inverse) --x.power;
  }
  return x;
}

void FormArithmetic::put_in_front(Form& x, const Point* simple, StopCheck& stop) const {
  Point carried[kMaxPoints];
  simples_.copy(simple, carried);
  std::size_t i = 0;
  for (; i < length(x) && simples_.left_weight(carried, at(x, i)); ++i) {
    stop.spend(simples_.points());
    std::swap_ranges(carried, carried + simples_.points(), at(x, i));
  }
  if (!simples_.is_identity(carried))
    x.factors.insert(x.factors.begin() + static_cast<std::ptrdiff_t>(i * simples_.points()), carried,
                     carried + simples_.points());
  std::size_t deltas = 0;
  while (deltas < length(x) && simples_.is_delta(at(x, deltas))) ++deltas;
  x.factors.erase(x.factors.begin(), x.factors.begin() + static_cast<std::ptrdiff_t>(deltas * simples_.points()));
  for (std::size_t j = 0; j < length(x); ++j) simples_.flip(at(x, j), static_cast<std::int64_t>(deltas));
  x.power += static_cast<std::int64_t>(deltas);
}

void FormArithmetic::divide_from_left(Form& x, const Point* simple, StopCheck& stop) const {
  Point rest[kMaxPoints];
  simples_.complement(simple, rest);
  for (std::size_t i = 0; i < length(x); ++i) simples_.flip(at(x, i));
  --x.power;
  put_in_front(x, rest, stop);
}

Form FormArithmetic::conjugated(const Form& x, const Point* simple, StopCheck& stop) const {
  Form y = x;
  if (simples_.is_identity(simple)) return y;
  append(y, simple, stop);
  divide_from_left(y, simple, stop);
  return y;
}

Form FormArithmetic::product(const Form& x, const Form& y, StopCheck& stop) const {
  Form all = x;
  std::size_t i = 0;
  while (i < length(y) && append(all, factor(y, i++), stop)) continue;
  const std::size_t rest = length(all);
  all.factors.insert(all.factors.end(), factor(y, i), factor(y, length(y)));  // these are left weighted already
  for (std::size_t j = rest; j < length(all); ++j) simples_.flip(at(all, j), all.power);
  all.power += y.power;
  return all;
}

// The inverse of xi is its complement, times delta^-1; flips carry these powers to the end.
Form FormArithmetic::inverse(const Form& x) const {
  Form y;
  y.factors.resize(x.factors.size());
  y.power = -x.power;
  for (std::size_t i = 0; i < length(x); ++i) {
    simples_.complement(factor(x, length(x) - 1 - i), at(y, i));
    simples_.flip(at(y, i), y.power);
    --y.power;
  }
  return y;
}

std::vector<SignedLetter> FormArithmetic::word_of(const Form& x, StopCheck& stop) const {
  std::vector<SignedLetter> word;
  const auto write = [&](const Point* simple, bool inverse) {
    const std::size_t begin = word.size();
    simples_.for_each_letter(simple, [&](std::size_t s) { word.push_back({static_cast<std::uint8_t>(s), inverse}); });
    stop.spend(simples_.points() + (word.size() - begin) * simples_.rank());
    if (inverse) std::reverse(word.begin() + static_cast<std::ptrdiff_t>(begin), word.end());
    if (word.size() > kMaxWordLength)
      throw LimitReached(fmt::format("the normal form has more than {} letters", group_digits(std::to_string(kMaxWordLength))));
  };
  // delta^p*y1*...*yr with yi = flip^p(xi). While p < 0, delta^-1*yi is the inverse of a simple element: it has moved to the
  // front over the powers of delta that are left.
  std::int64_t p = x.power;
  std::size_t i = 0;
  Point simple[kMaxPoints];
  for (; p < 0; ++p) {
    simples_.copy(simples_.delta(), simple);
    if (i < length(x)) {
      simples_.complement(factor(x, i++), simple);
      simples_.flip(simple, x.power);
      simples_.flip(simple, p + 1);
    }
    write(simple, true);
  }
  for (; p > 0; --p) write(simples_.delta(), false);
  for (; i < length(x); ++i) {
    simples_.copy(factor(x, i), simple);
    simples_.flip(simple, x.power);
    write(simple, false);
  }
  return word;
}

}  // namespace wreath::word::garside
