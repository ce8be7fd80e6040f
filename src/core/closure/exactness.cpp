// SPDX-License-Identifier: MIT
#include "wreath/exactness.hpp"

#include "core/text/names.hpp"

namespace wreath {

std::string_view to_string(Exactness exactness) noexcept {
  static constexpr Named<Exactness> kNames[] = {
      {Exactness::places, "every possible element has a place of its own in the table"},
      {Exactness::whole_rows, "the table stores entire rows"},
      {Exactness::compared, "every fingerprint hit compared"},
      {Exactness::compared_on_disk, "every fingerprint hit compared, with rows on disk"},
      {Exactness::recomputed, "every fingerprint hit compared, with elements recomputed from their words"},
      {Exactness::kernels, "kernels and images compared"},
      {Exactness::fingerprints, "102-bit fingerprints, not compared"}};
  return name_of<Exactness>(exactness, kNames);
}

}  // namespace wreath
