// SPDX-License-Identifier: MIT
//
// A scheme as Python holds it: its coefficients, and the ring in which it was found to be right.
#pragma once

#include <optional>
#include <string>

#include "python/src/common.hpp"
#include "wreath/flip.hpp"

namespace wreath::python {

struct Scheme {
  flip::RationalScheme scheme;
  std::optional<flip::Ring> ring;  // nothing: not verified yet
};

/// The same over F2, verified.
flip::Scheme bits_of(const Scheme& scheme);
Scheme scheme_of(const flip::Scheme& bits);

void bind_search(py::module_& module);
void bind_hunt(py::module_& module);

}  // namespace wreath::python
