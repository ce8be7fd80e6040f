// SPDX-License-Identifier: MIT
#include "wreath/exactness.hpp"

#include "core/text/names.hpp"

namespace wreath {

std::string_view to_string(Exactness exactness) noexcept {
  static constexpr Named<Exactness> kNames[] = {
      {Exactness::places, "every possible element has its own place in the table"},
      {Exactness::whole_rows, "entire rows are compared"},
      {Exactness::compared, "elements with equal fingerprints are compared"},
      {Exactness::compared_on_disk, "elements with equal fingerprints are compared, on disk"},
      {Exactness::recomputed, "elements with equal fingerprints are recomputed from their words and compared"},
      {Exactness::kernels, "kernels and images are compared"},
      {Exactness::fingerprints, "only 102-bit fingerprints are compared"}};
  return name_of<Exactness>(exactness, kNames);
}

}  // namespace wreath
