// SPDX-License-Identifier: MIT
#include "semigroup/cpu/cpu_backend.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace wreath::semigroup {
namespace {

/// Products of all elements so far, level by level, until there are `most` elements.
std::vector<Product> enumerate(std::unique_ptr<Backend>& backend, std::size_t letters, std::size_t most) {
  std::vector<Product> words{{0, 0}};
  for (Index next = 0; next < words.size() && words.size() < most;) {
    if (auto faster = backend->successor()) backend = std::move(faster);
    const auto last = static_cast<Index>(std::min<std::size_t>(words.size(), next + backend->batch()));
    const Expansion found = backend->expand({next, last, {}}, true);
    for (std::size_t i = 0; i < found.prefixes.size(); ++i) words.push_back({found.prefixes[i], found.letters[i]});
    EXPECT_EQ(found.results.size(), std::size_t{last - next} * letters);
    for (const Index result : found.results) EXPECT_LT(result, words.size());
    next = last;
  }
  return words;
}

// Six of 17 points, 30 bits: by the hash table throughout, or by an array of all 17^6 rows from some element on.
TEST(PackedBackendTest, AnArrayTakenUnderwayChangesNothing) {
  Generators generators{.degree = 17, .images = {}, .monoid = true};
  for (Point p = 0; p < 17; ++p) generators.images.push_back((p + 1) % 17);
  for (Point p = 0; p < 17; ++p) generators.images.push_back(p == 3 ? 4 : p);
  for (Point p = 0; p < 17; ++p) generators.images.push_back(p == 0 ? 1 : p == 1 ? 0 : p);
  std::vector<Point> tracked(6);
  std::iota(tracked.begin(), tracked.end(), Point{0});
  constexpr std::size_t kMost = 60000;
  for (const bool monoid : {true, false}) {
    const auto run = [&](unsigned threads, std::uint64_t worth) {
      std::unique_ptr<Backend> backend =
          std::make_unique<PackedBackend>(PackedStore(PackedPoints(generators, tracked.size()), tracked), generators.count(),
                                          monoid, threads, std::uint64_t{1} << 30, worth);
      std::vector<Product> words = enumerate(backend, generators.count(), kMost);
      std::vector<Point> row(6);
      for (Index e = 1; e < backend->size(); e += 97) {
        backend->read_rows(e, e + 1, row);
        EXPECT_EQ(backend->find(row), e);
      }
      EXPECT_EQ(backend->find(tracked).has_value(), monoid || backend->find(tracked) > 0U);
      return std::pair(std::move(words), backend->exactness());
    };
    const auto [expected, by_hash] = run(1, PackedBackend::kNever);
    EXPECT_GE(expected.size(), kMost);
    for (const unsigned threads : {1U, 2U, 3U}) {
      const auto [words, by_array] = run(threads, 1000);
      EXPECT_NE(by_hash, by_array);
      ASSERT_EQ(words.size(), expected.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        ASSERT_EQ(words[i].element, expected[i].element) << i;
        ASSERT_EQ(words[i].letter, expected[i].letter) << i;
      }
    }
  }
}

}  // namespace
}  // namespace wreath::semigroup
