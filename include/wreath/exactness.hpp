// SPDX-License-Identifier: MIT
//
// How it is known that two elements with equal fingerprints are the same.
#pragma once

#include <string_view>

namespace wreath {

enum class Exactness {
  none,              // no elements have been formed
  places,            // every possible element has a place of its own in a table
  whole_rows,        // the table stores entire rows
  compared,          // rows are compared at every hit
  compared_on_disk,  // the same, with rows on disk
  recomputed,        // the same, with elements that are computed again from their words
  kernels,           // kernels and images are compared
  fingerprints,      // nothing is compared: not exact
};
/// In words: "every fingerprint hit compared".
std::string_view to_string(Exactness exactness) noexcept;

}  // namespace wreath
