// SPDX-License-Identifier: MIT
//
// Elements of an irreducible Artin group of finite type as greedy normal forms (Garside; Deligne; Thurston; El-Rifai and Morton).
//
// A form is x1*x2*...*xr*delta^k, where each xi is a simple element other than 1 and delta, and takes as many letters from those
// after it as it can: xi begins only with letters that x(i-1) ends with ("left weighted"). Each element has one such form. The
// power of delta stands at the end, where others have it in front, so that letters are appended without a change to all factors:
// delta^k*s = flip^k(s)*delta^k, and flip^2 = 1. The negative letter s^-1 is the simple element s^-1*delta, times delta^-1.
//
// To append a simple element, it becomes the last factor, and the pairs of neighbours are left weighted from the last to the
// first, until one does not change. One such pass suffices (El-Rifai and Morton), and a pass to the right does when an element is
// put in front. A word is cut into runs of letters that make simple elements; some of these are multiplied one after the other,
// and the products in pairs, since what changes is near the joint, and there is less to change in short forms. How far a pass
// goes is what a letter costs. For random words that does not grow with their length in any group that was measured, so the time
// is linear. It is quadratic for words such as a^n*c^n, where a and c commute and each c moves past all a.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run/stop_check.hpp"
#include "word/known/garside/simple_elements.hpp"

namespace wreath::word::garside {

/// factors[0..r) * delta^power; each factor takes points() bytes.
struct Form {
  std::vector<Point> factors;
  std::int64_t power = 0;

  bool operator==(const Form&) const = default;
};

/// A letter of the component: a generator or its inverse.
struct SignedLetter {
  std::uint8_t generator;
  bool inverse;
};

/// The arithmetic of forms. Functions that take a StopCheck throw Stopped.
class FormArithmetic {
 public:
  explicit FormArithmetic(SimpleElements simples) : simples_(std::move(simples)) {}

  const SimpleElements& simples() const noexcept { return simples_; }
  std::size_t length(const Form& x) const noexcept { return x.factors.size() / simples_.points(); }
  const Point* factor(const Form& x, std::size_t i) const noexcept { return x.factors.data() + i * simples_.points(); }

  Form form_of(std::span<const SignedLetter> word, StopCheck& stop) const;
  /// x becomes x*s. Returns whether more than a new factor at the end was changed.
  bool append(Form& x, const Point* simple, StopCheck& stop) const;
  /// x becomes s^-1*x.
  void divide_from_left(Form& x, const Point* simple, StopCheck& stop) const;
  /// s^-1*x*s.
  Form conjugated(const Form& x, const Point* simple, StopCheck& stop) const;
  Form product(const Form& x, const Form& y, StopCheck& stop) const;
  Form inverse(const Form& x) const;

  /// A word of x: a^-1*b without common prefix of a and b, the letters of both as their left weighted factors have them.
  std::vector<SignedLetter> word_of(const Form& x, StopCheck& stop) const;

 private:
  Point* at(Form& x, std::size_t i) const noexcept { return x.factors.data() + i * simples_.points(); }
  void erase(Form& x, std::size_t i) const;
  /// The same without the flips that the power asks for.
  bool append_before_power(Form& x, const Point* simple, StopCheck& stop) const;
  void put_in_front(Form& x, const Point* simple, StopCheck& stop) const;

  SimpleElements simples_;
};

}  // namespace wreath::word::garside
