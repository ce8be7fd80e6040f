// SPDX-License-Identifier: MIT
//
// The GPU against the slow, obvious twin: the same calls, and after each the same words, the same results; at the end the same
// rows, found where they are.
#include "semigroup/cuda/backend.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/data/rng.hpp"
#include "reference_backend.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {
namespace {

using test::ReferenceBackend;

std::vector<Point> all_points(std::uint64_t degree) {
  std::vector<Point> points(degree);
  std::iota(points.begin(), points.end(), 0);
  return points;
}

/// A random permutation, and maps of some lower rank.
Generators random_generators(std::uint64_t degree, std::size_t count, std::uint64_t seed, bool monoid = true) {
  Generators generators{.degree = degree, .images = {}, .monoid = monoid};
  RandomStream random(seed, 0);
  for (std::size_t g = 0; g < count; ++g) {
    std::vector<Point> row = all_points(degree);
    for (std::size_t i = degree; i > 1; --i) std::swap(row[i - 1], row[random.below(static_cast<std::uint32_t>(i))]);
    for (std::uint64_t merged = 0; merged < 1 + degree / 8 && g != 0; ++merged)  // the first one is a permutation
      row[random.below(static_cast<std::uint32_t>(degree))] = row[random.below(static_cast<std::uint32_t>(degree))];
    generators.images.insert(generators.images.end(), row.begin(), row.end());
  }
  return generators;
}

struct Drive {
  std::size_t batch = 64;
  std::size_t limit = 2000;  // elements
  bool results = true;
  bool choose = false;  // some of the products, at random
  CudaOptions options = {};
  std::uint64_t expected = 0;
};

std::vector<Point> rows_of(const Backend& backend, std::size_t columns) {
  std::vector<Point> rows(backend.size() * columns);
  backend.read_rows(0, backend.size(), rows);
  return rows;
}

class CudaEnumeration : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }

  static void expect_same(const Expansion& here, const Expansion& there, bool results) {
    ASSERT_EQ(std::vector(here.prefixes.begin(), here.prefixes.end()), std::vector(there.prefixes.begin(), there.prefixes.end()));
    ASSERT_EQ(std::vector(here.letters.begin(), here.letters.end()), std::vector(there.letters.begin(), there.letters.end()));
    if (!results) return;
    ASSERT_EQ(std::vector(here.results.begin(), here.results.end()), std::vector(there.results.begin(), there.results.end()));
  }

  /// The two hold the same elements, and find them.
  static void expect_same(const Backend& gpu, const Backend& reference, std::size_t columns) {
    ASSERT_EQ(gpu.size(), reference.size());
    const std::vector<Point> rows = rows_of(gpu, columns);
    ASSERT_EQ(rows, rows_of(reference, columns));
    const Index step = 1 + gpu.size() / 50;
    for (Index x = 0; x < gpu.size(); x += step) {
      std::vector<Point> row(rows.begin() + x * columns, rows.begin() + (x + 1) * columns);
      ASSERT_EQ(gpu.find(row), reference.find(row)) << "element " << x;
      row[x % columns] = row[x % columns] == 0 ? 1 : 0;  // another row, and perhaps an element; perhaps no point
      ASSERT_EQ(gpu.find(row), reference.find(row)) << "beside element " << x;
    }
  }

  static void compare(const Generators& generators, const std::vector<Point>& tracked, const Drive& drive, std::uint64_t seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", degree " << generators.degree << ", columns " << tracked.size()
                                    << ", batch " << drive.batch << ", fingerprint bits " << drive.options.fingerprint_bits);
    const auto gpu = make_cuda_backend(generators, tracked, drive.expected, drive.options);
    ReferenceBackend reference(generators, tracked);
    RandomStream random(seed, 1);
    for (Index first = 0; first < reference.size() && reference.size() < drive.limit;) {
      Candidates candidates{first, static_cast<Index>(std::min<std::size_t>(reference.size(), first + drive.batch)), {}};
      std::vector<Product> chosen;
      if (drive.choose) {
        for (const Product& product : reference.products(candidates)) {
          if (random.below(3) != 0) chosen.push_back(product);
        }
        candidates.chosen = chosen;
      }
      const Expansion there = reference.expand(candidates, true);
      expect_same(gpu->expand(candidates, drive.results), there, drive.results);
      if (HasFatalFailure()) return;
      first = candidates.last;
    }
    expect_same(*gpu, reference, tracked.size());
    if (tracked != all_points(generators.degree)) return;
    const Index first = std::min<Index>(3, gpu->size());
    EXPECT_EQ(gpu->count_idempotents(0, gpu->size()), reference.count_idempotents(0, gpu->size()));
    EXPECT_EQ(gpu->count_idempotents(first, gpu->size()), reference.count_idempotents(first, gpu->size()));
  }
};

TEST_F(CudaEnumeration, AgreesWithTheReferenceAroundTheSeams) {
  for (const std::uint64_t degree : {1U, 2U, 3U, 15U, 16U, 17U, 31U, 32U, 33U, 127U, 255U, 256U, 257U, 720U}) {
    for (const bool monoid : {false, true}) {
      for (const bool pack : {false, true}) {
        Drive drive;
        drive.options.pack = pack;
        drive.choose = monoid != pack;
        compare(random_generators(degree, 3, degree, monoid), all_points(degree), drive, degree);
      }
    }
  }
}

TEST_F(CudaEnumeration, AgreesWithTheReferenceOnLongRows) {
  for (const std::uint64_t degree : {767U, 768U, 769U, 5040U, 8191U, 8192U, 65535U, 65536U, 65537U, 100001U}) {
    Drive drive;
    drive.limit = 60;
    compare(random_generators(degree, 2, degree), all_points(degree), drive, degree);
    drive.options.block_from = std::size_t{1} << 40;  // a warp's work
    compare(random_generators(degree, 2, degree + 1), all_points(degree), drive, degree + 1);
  }
}

TEST_F(CudaEnumeration, AgreesWithTheReferenceOnSomePoints) {
  const std::pair<std::uint64_t, std::size_t> shapes[] = {{100, 9}, {256, 8},   {256, 9},   {65536, 4}, {65536, 5}, {65537, 3},
                                                          {300, 1}, {70000, 1}, {70000, 4}, {720, 70},  {256, 70},  {1000, 129}};
  for (const auto& [degree, columns] : shapes) {
    std::vector<Point> tracked = all_points(degree);
    RandomStream random(degree, 2);
    for (std::size_t c = 0; c < columns; ++c)
      std::swap(tracked[c], tracked[c + random.below(static_cast<std::uint32_t>(degree - c))]);
    tracked.resize(columns);
    compare(random_generators(degree, 4, degree), tracked, {}, degree);
  }
}

TEST_F(CudaEnumeration, BatchesOfAnySizeGiveTheSameNumbers) {
  for (const std::size_t batch : {1U, 2U, 7U, 100U, 100000U}) {
    for (const std::uint64_t degree : {7U, 40U, 300U}) {
      Drive drive{.batch = batch, .limit = 3000, .results = batch % 2 == 0};
      drive.options.slots = 16;  // the table must grow
      compare(random_generators(degree, 5, batch + degree), all_points(degree), drive, batch + degree);
      drive.options.block_from = 1;
      compare(random_generators(degree, 5, batch + degree), all_points(degree), drive, batch + degree);
    }
  }
}

TEST_F(CudaEnumeration, ComparesRowsWhereFingerprintsCollide) {
  for (const unsigned bits : {0U, 1U, 8U}) {
    for (const std::uint64_t degree : {6U, 30U, 257U, 720U}) {
      for (const std::size_t block_from : {0U, 1U}) {
        for (const bool pack : {false, true}) {
          Drive drive{.limit = 600, .choose = pack};
          drive.options.fingerprint_bits = bits;
          drive.options.block_from = block_from;
          drive.options.pack = pack;
          compare(random_generators(degree, 3, degree + bits), all_points(degree), drive, degree + bits);
        }
      }
    }
  }
}

TEST_F(CudaEnumeration, ManyGenerators) {
  compare(random_generators(40, 3000, 1), all_points(40), {.batch = 3, .limit = 9000}, 1);    // too many for shared memory
  compare(random_generators(5, 3000, 2), all_points(5), {.batch = 500, .limit = 9000}, 2);    // nearly all equal
  compare(random_generators(300, 100, 3), all_points(300), {.batch = 30, .limit = 3000}, 3);  // in 60 KB of it
  compare(random_generators(30, 1, 4), all_points(30), {.batch = 30, .limit = 3000}, 4);
}

TEST_F(CudaEnumeration, TheEmptyWordIsAnElementInMonoidsOnly) {
  Generators rotation{.degree = 5, .images = {1, 2, 3, 4, 0}, .monoid = false};
  for (const bool pack : {false, true}) {
    for (const bool monoid : {false, true}) {
      rotation.monoid = monoid;
      const auto gpu = make_cuda_backend(rotation, all_points(5), 0, {.pack = pack});
      for (Index first = 0; first < gpu->size(); ++first) gpu->expand({first, first + 1, {}}, false);
      EXPECT_EQ(gpu->size(), monoid ? 5U : 6U);
      EXPECT_EQ(gpu->find(all_points(5)), monoid ? 0U : 5U);
      EXPECT_EQ(gpu->count_idempotents(monoid ? 0 : 1, gpu->size()), 1U);
    }
  }
}

/// Everything, in batches as the backend likes them; the elements of each length.
std::vector<Index> levels_of(Backend& backend) {
  std::vector<Index> levels{1};
  for (Index first = 0; first < backend.size();) {
    const Index level_end = backend.size();
    while (first < level_end) {
      const Index last = static_cast<Index>(std::min<std::size_t>(level_end, first + backend.batch()));
      backend.expand({first, last, {}}, false);
      first = last;
    }
    if (backend.size() > level_end) levels.push_back(backend.size() - level_end);
  }
  return levels;
}

TEST_F(CudaEnumeration, KnownAnswers) {
  const auto levels = [](const char* family, std::uint64_t expected) {
    const Generators generators = make_family(family);
    return levels_of(*make_cuda_backend(generators, all_points(generators.degree), expected));
  };
  const std::vector<Index> bihecke5{1, 8, 36, 126, 356, 860, 1764, 3054, 4594, 5714, 5778, 4118, 2678, 1358, 486, 136, 28, 8};
  EXPECT_EQ(levels("bihecke:5", 0), bihecke5);
  EXPECT_EQ(levels("bihecke:5", 31103), bihecke5);
  const auto size = [&](const char* family) {
    const std::vector<Index> found = levels(family, 0);
    return std::accumulate(found.begin(), found.end(), 0U);
  };
  EXPECT_EQ(size("renner:5"), 1546U);
  EXPECT_EQ(size("renner:6"), 13327U);
  EXPECT_EQ(size("full:6"), 46656U);
  EXPECT_EQ(size("full:7"), 823543U);
}

TEST_F(CudaEnumeration, ShortMemoryLeavesTheElementsAsTheyWere) {
  for (const bool pack : {false, true}) {
    const Generators generators = pack ? make_family("full:7") : make_family("bihecke:5");
    const std::vector<Point> points = all_points(generators.degree);
    CudaOptions options{.memory = std::uint64_t{4} << 20, .slots = 1000};  // fails at the table, or at the rows
    if (!pack) options.memory = std::uint64_t{7} << 20, options.slots = 500000;
    const auto gpu = make_cuda_backend(generators, points, 0, options);
    ReferenceBackend reference(generators, points);
    Index first = 0;
    try {
      while (first < gpu->size()) {
        const Candidates candidates{first, std::min(gpu->size(), first + 100), {}};
        const Expansion here = gpu->expand(candidates, true);
        expect_same(here, reference.expand(candidates, true), true);
        if (HasFatalFailure()) return;
        first = candidates.last;
      }
      FAIL() << "nothing was thrown";
    } catch (const ResourceError& error) {
      EXPECT_NE(std::string(error.what()).find("the limit is"), std::string::npos) << error.what();
    }
    EXPECT_GT(gpu->size(), 500U);
    expect_same(*gpu, reference, points.size());
    EXPECT_THROW(gpu->expand({first, std::min(gpu->size(), first + 100), {}}, true), ResourceError);
    expect_same(*gpu, reference, points.size());
    const Product known{0, 1};
    EXPECT_EQ(gpu->expand({0, 0, {&known, 1}}, true).results[0], reference.expand({0, 0, {&known, 1}}, true).results[0]);
  }
}

TEST_F(CudaEnumeration, SaysWhatIsWrong) {
  const Generators generators = random_generators(4, 2, 1);
  const auto gpu = make_cuda_backend(generators, all_points(4), 0);
  EXPECT_THROW(gpu->find(std::vector<Point>{0, 1}), InputError);
  EXPECT_EQ(gpu->find(std::vector<Point>{0, 1, 2, 4}), std::nullopt);
  EXPECT_TRUE(gpu->expand({0, 0, {}}, true).results.empty());
  EXPECT_THROW(make_cuda_backend({}, all_points(4), 0), InputError);
  EXPECT_THROW(make_cuda_backend(generators, {}, 0), InputError);
  EXPECT_EQ(make_cuda_backend(generators, all_points(4), std::uint64_t{1} << 50)->size(), 1U);  // a hint, no more
}

}  // namespace
}  // namespace wreath::semigroup
