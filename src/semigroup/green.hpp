// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "wreath/semigroup.hpp"

namespace wreath::semigroup {

/// Green's classes of an enumerated semigroup. Classes are numbered by their first element.
struct GreenClasses {
  struct DClass {
    std::uint64_t representative = 0;  // its first element
    std::uint64_t rank = 0;            // distinct images of an element
    std::uint64_t size = 0;
    std::uint64_t r_classes = 0;
    std::uint64_t l_classes = 0;
    std::uint64_t idempotents = 0;  // regular where there are any
    std::uint64_t h_size() const { return size / (r_classes * l_classes); }
  };

  std::vector<std::uint32_t> r;  // the R-class of each element
  std::vector<std::uint32_t> l;
  std::vector<std::uint32_t> d;
  std::vector<bool> idempotent;
  std::uint64_t r_count = 0;
  std::uint64_t l_count = 0;
  std::uint64_t h_count = 0;
  std::vector<DClass> d_classes;
};

/// The enumeration must be complete and have its graphs.
GreenClasses green_classes(Enumeration& enumeration, RunControl& run);

}  // namespace wreath::semigroup
