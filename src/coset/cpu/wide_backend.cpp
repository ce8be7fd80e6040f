// SPDX-License-Identifier: MIT
#include "coset/cpu/wide_backend.hpp"

#include "core/run/memory_error.hpp"

namespace wreath::coset {

void WideBackend::copy_home() {
  if (table_.rows() > kMostRowsOf<Row>) throw MemoryError("the coset table has too many rows for entries of 4 bytes");
  narrow_.take(table_);
}

}  // namespace wreath::coset
