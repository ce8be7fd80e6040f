// SPDX-License-Identifier: MIT
//
// Conjugacy in an irreducible Artin group of finite type by sliding circuits (Gebhardt and Gonzalez-Meneses, "The cyclic sliding
// operation in Garside groups" and "Solving the conjugacy problem in Garside groups by cyclic sliding", 2010).
//
// Write i(x) for the first factor of x's form, and p(x) for the greatest common prefix of i(x) and i(x^-1). Cyclic sliding takes
// x to its conjugate by p(x). Repeated, it ends in a circuit; on the way the form becomes as short as any conjugate's. The
// elements of all circuits in a conjugacy class are finitely many, and two elements are conjugate if and only if these sets are
// the same. So: slide u and v until something repeats, then list the circuits of u from there, until v's element is found or all
// are known. They are connected by conjugations with simple elements, of which the minimal ones suffice: for each element x and
// each letter a the least c that begins with a and leads from x into a circuit. It is found in three steps.
//
//  1. The least r that begins with a such that x^r is as short as x (Franco and Gonzalez-Meneses 2003): r grows by what x*r and
//     x^-1*r lack at their ends.
//  2. Sliding x and x^r in step turns r into its transport p(x)^-1*r*p(x^r). Once around x's circuit, again and again, this ends
//     in a cycle of elements that lead into circuits. If one of them begins with a, that is c. If they are not 1, then they are
//     proper prefixes of c, which is not minimal, and other letters lead there.
//  3. If they are 1, as is common for letters of p(x), pulling a back around x's circuit, again and again, ends in a cycle of
//     elements some transport of which is c. The pullback of s is the least t such that x^t is as short as x and the transport of
//     t has the prefix s. (Pulling back is the lower adjoint of transport, so what repeats is a prefix of c, and its transports,
//     which it is a prefix of, grow until they are c.)
//
// Most elements slide to themselves, so a circuit has one element, transports are cheap, and there are some 2r circuits.
#pragma once

#include <optional>

#include "core/data/key_table.hpp"
#include "word/known/garside/garside_form.hpp"

namespace wreath::word::garside {

/// An element of a circuit, conjugated from the one given: element = by^-1 * given * by.
struct Slid {
  Form element;
  Form by;
};

/// Slides x until it is in a circuit. Throws Stopped.
Slid slide_into_circuit(const FormArithmetic& arithmetic, const Form& x, StopCheck& stop);

/// The elements of the circuits in the conjugacy class of one of them.
class SlidingCircuits {
 public:
  /// The table of elements may take `most_bytes` bytes.
  SlidingCircuits(const FormArithmetic& arithmetic, std::size_t most_bytes) : arithmetic_(arithmetic), most_bytes_(most_bytes) {}

  /// An element c with c^-1 * from * c = to, for two elements of circuits; nothing if there is none. Throws Stopped, and
  /// LimitReached if the table is full.
  std::optional<Form> connect(const Form& from, const Form& to, StopCheck& stop);
  /// How many elements were found.
  std::size_t size() const noexcept { return elements_.size(); }

 private:
  /// Where an element was found: conjugating element `from` by `arrow` gives it.
  struct Step {
    std::uint32_t from;
    std::vector<Point> arrow;
  };

  Form path_to(std::uint32_t element, StopCheck& stop) const;

  const FormArithmetic& arithmetic_;
  const std::size_t most_bytes_;
  KeyTable<std::uint8_t> elements_;
  std::vector<Step> steps_;
};

}  // namespace wreath::word::garside
