// SPDX-License-Identifier: MIT
//
// Everything that an enumeration says of its elements, against the reference.
#pragma once

#include <gtest/gtest.h>

#include "semigroup/enumeration_reference.hpp"
#include "semigroup/tight_memory.hpp"

namespace wreath::semigroup {

/// Of an enumeration that has been begun.
inline void expect_agreement(Enumeration& found, const Reference& reference, RunControl& run) {
  const Generators& generators = found.generators();
  ASSERT_TRUE(found.run(&run));
  ASSERT_EQ(found.size(), reference.rows.size());
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    ASSERT_EQ(found.word(e), reference.words[e]) << "element " << e;
    ASSERT_EQ(found.images(e), reference.rows[e]) << "element " << e;
    ASSERT_EQ(found.find(reference.rows[e]), e);
    ASSERT_EQ(found.length(e), reference.words[e].size());
  }
  EXPECT_EQ(found.count_idempotents(&run), reference.idempotents);
  const std::vector<bool> idempotents = found.idempotents(&run);
  ASSERT_EQ(idempotents.size(), reference.rows.size());
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    const auto& row = reference.rows[e];
    EXPECT_EQ(idempotents[e], product_reference(generators.kind, row, row) == row) << "element " << e;
  }
  if (!found.has_graphs()) return;
  const auto right = found.right_graph();
  const auto left = found.left_graph();
  const std::size_t letters = generators.count();
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    for (std::size_t g = 0; g < letters; ++g) {
      ASSERT_EQ(right[e * letters + g], reference.right[e][g]) << e << " * " << g;
      ASSERT_EQ(left[e * letters + g], reference.left[e][g]) << g << " * " << e;
    }
  }
}

inline void expect_agreement(const Generators& generators, const Options& options, const Reference& reference) {
  Enumeration found(generators, options);
  RunControl run;
  if (options.keep == Keep::disk) pretend_memory(run, 600 << 10);  // many partitions, several calls to a level
  expect_agreement(found, reference, run);
}

}  // namespace wreath::semigroup
