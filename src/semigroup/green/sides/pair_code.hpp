// SPDX-License-Identifier: MIT
//
// A kernel as bits: which classes of edges it collapses (pair_certificate.hpp).
//
// A generator g takes class c to class c*g, so bit c of g*x is bit c*g of x, or 1 where g collapses c. For 64 kernels at once the
// bits are turned so that a word holds one class of all of them; then a generator moves words, and the result is turned back. A
// candidate of 672 bits costs some tens of nanoseconds in this way.
//
// The base is the whole transversal: an element is determined by its kernel and the image of the base. What permutes blocks
// cannot be seen at one point, so this code serves where no groups appear.
#pragma once

#include <memory>

#include "semigroup/green/sides/kernel_code.hpp"
#include "semigroup/green/sides/pair_certificate.hpp"

namespace wreath::semigroup {

std::unique_ptr<KernelCode> make_pair_code(PairCertificate certificate, const Generators& generators);

}  // namespace wreath::semigroup
