// SPDX-License-Identifier: MIT
//
// The simple elements that lead from an element of a sliding circuit to another, by the three steps of sliding_circuits.hpp.
#pragma once

#include <vector>

#include "word/known/garside/garside_form.hpp"

namespace wreath::word::garside {

using Simple = std::vector<Point>;

/// The greatest common prefix of the first factors of x and x^-1.
Simple sliding_prefix(const FormArithmetic& arithmetic, const Form& x);

/// For one element of a circuit.
class MinimalConjugators {
 public:
  MinimalConjugators(const FormArithmetic& arithmetic, const Form& x, StopCheck& stop);

  /// Simple elements other than 1 that lead from x to elements of circuits, by which all of them can be reached.
  std::vector<Simple> find();

 private:
  /// An element of x's circuit with what does not change while it is conjugated.
  struct Place {
    Form element;
    Form inverse;
    Simple prefix;
  };

  const SimpleElements& simples() const { return arithmetic_.simples(); }
  /// The least element s of the group such that `simple` is a prefix of x*s; `skip` is a prefix of x and of that, which is left
  /// out.
  void lacking(const Form& x, Point* simple, const Point* skip = nullptr) const;
  /// Makes t the least element with t as a prefix that conjugates the place's element to one as short.
  void keep_short(const Place& place, Simple& t);
  /// The elements into which transports around the circuit turn s again and again.
  std::vector<Simple> repeated_transports(const Simple& s);
  std::vector<Simple> repeated_pullbacks(const Simple& s);
  Simple transport(Simple s);
  Simple pullback(Simple s);

  const FormArithmetic& arithmetic_;
  StopCheck& stop_;
  std::vector<Place> circuit_;  // from x on
};

}  // namespace wreath::word::garside
