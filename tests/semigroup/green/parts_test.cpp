// SPDX-License-Identifier: MIT
//
// The parts that the count of Green's structure is made of: sets of keys, components, certificates.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <string>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/data/rng.hpp"
#include "semigroup/graphs.hpp"
#include "semigroup/green/key_set.hpp"
#include "semigroup/green/sides/kernel_code.hpp"
#include "semigroup/green_reference.hpp"

namespace wreath::semigroup {
namespace {

std::vector<std::byte> random_key(RandomStream& random, std::size_t fixed) {
  std::vector<std::byte> key(fixed != 0 ? fixed : 1 + random.below(6));
  for (std::byte& byte : key) byte = static_cast<std::byte>(random.below(4));
  return key;
}

std::string text_of(std::span<const std::byte> key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

TEST(KeySet, NumbersKeysInTheirOrderForAnyNumberOfThreads) {
  for (const std::size_t fixed : {0U, 1U, 5U, 11U}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      RandomStream random(fixed, 9);
      KeySet set(fixed);
      std::map<std::string, Index> expected;
      KeyBatch batch;
      for (const std::size_t count : {1U, 0U, 100U, 5000U, 20000U}) {
        std::vector<std::vector<std::byte>> keys;
        std::vector<std::size_t> sizes;
        for (std::size_t i = 0; i < count; ++i) {
          keys.push_back(random_key(random, fixed));
          sizes.push_back(keys.back().size() + (fixed != 0 ? 0 : 3));
        }
        batch.reset(sizes);
        for (std::size_t i = 0; i < count; ++i) {
          std::ranges::copy(keys[i], batch.slot(i));
          batch.set_length(i, keys[i].size());
        }
        set.insert(batch, threads);
        for (std::size_t i = 0; i < count; ++i) {
          const Index number = expected.try_emplace(text_of(keys[i]), static_cast<Index>(expected.size())).first->second;
          ASSERT_EQ(batch.ids()[i], number) << fixed << " bytes, " << threads << " threads";
        }
      }
      ASSERT_EQ(set.size(), expected.size());
      for (const auto& [key, number] : expected) {
        EXPECT_EQ(set.find(std::as_bytes(std::span(key))), std::optional(number));
        EXPECT_EQ(text_of(set[number]), key);
      }
      EXPECT_EQ(set.find(std::vector(fixed != 0 ? fixed : 3, std::byte{99})), std::nullopt);
    }
  }
}

TEST(OrbitComponents, AgreeWithReachability) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomStream random(seed, 3);
    const std::size_t nodes = 1 + random.below(40);
    const std::size_t letters = 1 + random.below(3);
    std::vector<Index> edges;
    std::vector<std::vector<std::size_t>> lists(nodes);
    for (std::size_t i = 0; i < nodes * letters; ++i) {
      edges.push_back(random.below(static_cast<std::uint32_t>(nodes)));
      lists[i / letters].push_back(edges.back());
    }
    const std::vector<std::size_t> least = test::classes_reference(lists);
    const OrbitComponents found = find_components(edges, nodes, letters);
    for (Index node = 0; node < nodes; ++node) {
      EXPECT_EQ(found.representative(found.of[node]), least[node]) << "seed " << seed;
      EXPECT_TRUE(std::ranges::binary_search(found.nodes(found.of[node]), node));
    }
  }
}

TEST(PairCertificate, TellsKernelsApartExactly) {
  for (const char* name : {"bihecke:3", "bihecke:4"}) {
    const Generators generators = make_family(name);
    auto certificate = certify_pairs(generators);
    ASSERT_TRUE(certificate.has_value()) << name;
    const auto code = make_pair_code(*certificate, generators);
    Permutation identity(generators.degree);
    std::iota(identity.begin(), identity.end(), Point{0});
    std::map<std::string, Permutation> kernels;
    std::vector<Point> row(generators.degree);
    std::vector<Point> labels(generators.degree);
    const auto elements = test::elements_reference(generators, 1000);
    for (const test::Row& x : *elements) {
      test::Row kernel = x;
      for (Point& point : kernel) point = static_cast<Point>(std::ranges::find(x, point) - x.begin());
      std::vector<std::byte> key(code->key_bytes());
      code->encode(x, identity, key.data());
      EXPECT_EQ(kernels.try_emplace(text_of(key), kernel).first->second, kernel);
      code->row(key, {}, std::vector{x[certificate->base]}, row);
      EXPECT_EQ(row, x);
      code->labels(key, labels);
      for (Point p = 0; p < generators.degree; ++p) {
        for (Point q = 0; q < generators.degree; ++q) {
          ASSERT_EQ(labels[p] == labels[q], x[p] == x[q]);
          std::vector<Point> mark{q};
          code->locate({.key = key, .frame = {p}, .labels = {}, .position = {}}, mark);
          ASSERT_EQ(mark[0] == 0, x[p] == x[q]);
        }
      }
    }
    std::set<Permutation> different;
    for (const auto& [key, kernel] : kernels) different.insert(kernel);
    EXPECT_EQ(different.size(), kernels.size());
  }
}

TEST(PairCertificate, HasTheBitsThatTheWeakOrderPredicts) {
  // n! / ((j-1)! 2 (n-j-1)!) for j = 1..n-1
  EXPECT_EQ(certify_pairs(make_family("bihecke:3"))->bits(), 6U);
  EXPECT_EQ(certify_pairs(make_family("bihecke:4"))->bits(), 24U);
  EXPECT_EQ(certify_pairs(make_family("bihecke:5"))->bits(), 80U);
  EXPECT_EQ(certify_pairs(make_family("bihecke:6"))->bits(), 240U);
}

// More than 64 kernels, and a number of them that is not a multiple of 64.
TEST(PairCode, PullsBackAsTheDefinitionSays) {
  const Generators generators = make_family("bihecke:4");
  const auto certificate = certify_pairs(generators);
  ASSERT_TRUE(certificate.has_value());
  const auto code = make_pair_code(*certificate, generators);
  Permutation identity(generators.degree);
  std::iota(identity.begin(), identity.end(), Point{0});
  KeySet kernels(code->key_bytes());
  std::vector<test::Row> element;
  const auto elements = test::elements_reference(generators, 1000);
  for (const test::Row& x : *elements) {
    std::vector<std::byte> key(code->key_bytes());
    code->encode(x, identity, key.data());
    if (kernels.insert(key) == element.size()) element.push_back(x);
  }
  ASSERT_EQ(kernels.size(), 71U);
  const std::size_t letters = generators.count();
  KeyBatch out;
  out.reset(kernels.size() * letters, code->key_bytes());
  StopCheck never;
  code->act(kernels, 0, kernels.size(), out, 0, never);
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    for (std::size_t g = 0; g < letters; ++g) {
      const test::Row row(generators.row(g).begin(), generators.row(g).end());
      std::vector<std::byte> key(code->key_bytes());
      code->encode(test::times(row, element[k]), identity, key.data());
      EXPECT_EQ(std::memcmp(key.data(), out.key(k * letters + g).data(), key.size()), 0);
    }
  }
}

TEST(PairCertificate, IsRefusedWhereItWouldBeWrong) {
  EXPECT_FALSE(certify_pairs(make_family("full:5")).has_value());
  EXPECT_FALSE(certify_pairs({.degree = 4, .images = {0, 1, 2, 3}, .monoid = true}).has_value());
  // Two points are joined by no edge.
  EXPECT_FALSE(certify_pairs({.degree = 4, .images = {1, 1, 3, 3}, .monoid = true}).has_value());
}

}  // namespace
}  // namespace wreath::semigroup
