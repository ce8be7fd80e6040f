// SPDX-License-Identifier: MIT
#include "wreath/semigroup/congruence.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "wreath/coset/monoid.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

constexpr CongruenceKind kKinds[] = {CongruenceKind::twosided, CongruenceKind::right, CongruenceKind::left};
using Classes = std::vector<std::uint32_t>;

Enumeration enumerated(const Generators& generators) {
  Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = true});
  found.run();
  return found;
}

Enumeration family(const char* name) {
  return enumerated(make_family(name));
}

/// A semigroup of at most `most` elements; one in two is a monoid.
Enumeration random_semigroup(std::mt19937& draw, std::uint64_t most) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint64_t>(draw() % n); };
  while (true) {
    Generators generators{.degree = 2 + below(3), .images = {}, .monoid = below(2) == 0};
    const std::uint64_t count = 1 + below(3);
    for (std::uint64_t k = 0; k < count * generators.degree; ++k)
      generators.images.push_back(static_cast<Point>(below(generators.degree)));
    Enumeration found = enumerated(generators);
    if (found.size() <= most) return found;
  }
}

Classes renumbered(const Classes& classes) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  Classes result;
  for (const std::uint32_t each : classes)
    result.push_back(numbers.emplace(each, static_cast<std::uint32_t>(numbers.size())).first->second);
  return result;
}

bool is_compatible(const Enumeration& found, const Classes& classes, CongruenceKind kind) {
  for (std::uint64_t x = 0; x < found.size(); ++x) {
    for (std::uint64_t y = 0; y < x; ++y) {
      if (classes[x] != classes[y]) continue;
      for (std::uint64_t z = 0; z < found.size(); ++z) {
        if (kind != CongruenceKind::left && classes[found.multiply(x, z)] != classes[found.multiply(y, z)]) return false;
        if (kind != CongruenceKind::right && classes[found.multiply(z, x)] != classes[found.multiply(z, y)]) return false;
      }
    }
  }
  return true;
}

/// By the definition: whatever two elements that are related and a third one show to be related, until nothing changes.
Classes reference(const Enumeration& found, const std::vector<ElementPair>& pairs, CongruenceKind kind) {
  Classes classes(found.size());
  for (std::uint32_t x = 0; x < classes.size(); ++x) classes[x] = x;
  const auto relate = [&](std::uint64_t x, std::uint64_t y) {
    const std::uint32_t from = classes[x];
    const std::uint32_t to = classes[y];
    for (std::uint32_t& each : classes) each = each == from ? to : each;
    return from != to;
  };
  for (const auto& [x, y] : pairs) relate(x, y);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint64_t x = 0; x < found.size(); ++x) {
      for (std::uint64_t y = 0; y < x; ++y) {
        for (std::uint64_t z = 0; classes[x] == classes[y] && z < found.size(); ++z) {
          if (kind != CongruenceKind::left) changed = relate(found.multiply(x, z), found.multiply(y, z)) || changed;
          if (kind != CongruenceKind::right) changed = relate(found.multiply(z, x), found.multiply(z, y)) || changed;
        }
      }
    }
  }
  return renumbered(classes);
}

/// All equivalences of a few elements that are compatible.
std::set<Classes> reference_lattice(const Enumeration& found, CongruenceKind kind) {
  std::set<Classes> all;
  Classes classes(found.size(), 0);
  const std::function<void(std::size_t, std::uint32_t)> extend = [&](std::size_t at, std::uint32_t count) {
    if (at == classes.size()) {
      if (is_compatible(found, classes, kind)) all.insert(classes);
      return;
    }
    for (classes[at] = 0; classes[at] <= count; ++classes[at]) {
      const std::uint32_t chosen = classes[at];
      extend(at + 1, std::max(count, chosen + 1));
    }
  };
  extend(0, 0);
  return all;
}

bool is_finer(const Classes& fine, const Classes& coarse) {
  std::map<std::uint32_t, std::uint32_t> to;
  for (std::size_t x = 0; x < fine.size(); ++x) {
    if (to.emplace(fine[x], coarse[x]).first->second != coarse[x]) return false;
  }
  return true;
}

Classes classes_of(const Congruence& congruence) {
  return {congruence.classes().begin(), congruence.classes().end()};
}

unsigned seed_of_test() {
  const char* given = std::getenv("WREATH_SEED");
  return given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
}

TEST(Congruence, AgreesWithTheDefinitionOnRandomSemigroups) {
  const unsigned seed = seed_of_test();
  std::mt19937 draw(seed);
  for (int round = 0; round < 300; ++round) {
    Enumeration found = random_semigroup(draw, 24);
    std::vector<ElementPair> pairs;
    for (unsigned k = 1 + draw() % 2; k-- > 0;) {
      const std::uint64_t x = draw() % found.size();
      pairs.emplace_back(x, draw() % found.size());
    }
    for (const CongruenceKind kind : kKinds)
      EXPECT_EQ(classes_of(congruence(found, pairs, kind)), reference(found, pairs, kind))
          << "WREATH_SEED=" << seed << ", round " << round;
  }
}

TEST(Congruence, QuotientsMultiplyClasses) {
  const unsigned seed = seed_of_test();
  std::mt19937 draw(seed);
  for (int round = 0; round < 100; ++round) {
    Enumeration found = random_semigroup(draw, 60);
    const ElementPair pair{draw() % found.size(), draw() % found.size()};
    const Congruence classes = congruence(found, std::span(&pair, 1));
    const Enumeration again = enumerated(quotient(found, classes));
    EXPECT_EQ(again.size(), classes.count()) << "WREATH_SEED=" << seed << ", round " << round;
  }
}

/// The rules of the semigroup with the same pairs, by Todd and Coxeter.
TEST(Congruence, AgreesWithTheEnumerationOfPresentations) {
  const unsigned seed = seed_of_test();
  std::mt19937 draw(seed);
  for (int round = 0; round < 100; ++round) {
    Enumeration found = random_semigroup(draw, 60);
    coset::MonoidProblem problem;
    problem.monoid.is_semigroup = !found.generators().monoid;
    for (std::size_t g = 0; g < found.generators().count(); ++g)
      problem.monoid.alphabet.names.push_back("s" + std::to_string(g + 1));
    problem.monoid.alphabet.inverses.assign(found.generators().count(), word::kNoLetter);
    const auto word_of = [](const Word& word) { return word::Word(word.begin(), word.end()); };
    for (const auto& [u, v] : found.rules()) problem.monoid.equations.emplace_back(word_of(u), word_of(v));
    const ElementPair pair{draw() % found.size(), draw() % found.size()};
    problem.pairs.emplace_back(word_of(found.word(pair.first)), word_of(found.word(pair.second)));
    for (const CongruenceKind kind : kKinds) {
      problem.kind = kind;
      coset::MonoidEnumeration table(problem);
      ASSERT_TRUE(table.run());
      EXPECT_EQ(table.table().size(), congruence(found, std::span(&pair, 1), kind).count())
          << "WREATH_SEED=" << seed << ", round " << round << ", " << to_string(kind);
    }
  }
}

TEST(CongruenceLattice, HasAllCongruencesOfRandomSemigroups) {
  const unsigned seed = seed_of_test();
  std::mt19937 draw(seed);
  for (int round = 0; round < 60; ++round) {
    Enumeration found = random_semigroup(draw, 7);
    for (const CongruenceKind kind : kKinds) {
      const CongruenceLattice lattice = all_congruences(found, kind);
      ASSERT_TRUE(lattice.complete);
      std::set<Classes> all;
      for (const Congruence& each : lattice.congruences) all.insert(classes_of(each));
      EXPECT_EQ(all.size(), lattice.congruences.size());
      EXPECT_EQ(all, reference_lattice(found, kind)) << "WREATH_SEED=" << seed << ", round " << round << ", " << to_string(kind);
      std::set<std::pair<std::uint64_t, std::uint64_t>> covers;
      const auto finer = [&](std::size_t a, std::size_t b) {
        return a != b && is_finer(classes_of(lattice.congruences[a]), classes_of(lattice.congruences[b]));
      };
      const std::size_t count = all.size();
      for (std::size_t a = 0; count <= 60 && a < count; ++a) {
        for (std::size_t b = 0; b < count; ++b) {
          bool between = !finer(a, b);
          for (std::size_t c = 0; c < count && !between; ++c) between = finer(a, c) && finer(c, b);
          if (!between) covers.emplace(b, a);
        }
      }
      if (count <= 60) {
        EXPECT_EQ(covers, std::set(lattice.covers.begin(), lattice.covers.end()));
      }
    }
  }
}

TEST(CongruenceLattice, OfFullTransformationMonoids) {
  // Mal'cev 1952: 3 n - 1 for n >= 5, and 11 for n = 4.
  for (const auto& [name, count] : {std::pair("full:3", 7U), std::pair("full:4", 11U)}) {
    Enumeration found = family(name);
    const CongruenceLattice lattice = all_congruences(found);
    EXPECT_TRUE(lattice.complete);
    EXPECT_EQ(lattice.congruences.size(), count);
    EXPECT_EQ(lattice.covers.size(), count - 1) << "they are a chain";
    EXPECT_EQ(lattice.congruences.front().count(), found.size());
    EXPECT_EQ(lattice.congruences.back().count(), 1U);
  }
}

TEST(CongruenceLattice, EndsAtItsLimit) {
  Enumeration found = family("full:3");
  const CongruenceLattice lattice = all_congruences(found, CongruenceKind::right, 10);
  EXPECT_FALSE(lattice.complete);
  EXPECT_TRUE(lattice.reached_most);
  EXPECT_EQ(lattice.congruences.size(), 10U);
  EXPECT_TRUE(lattice.covers.empty());
  EXPECT_FALSE(all_congruences(found, CongruenceKind::twosided, 6).complete);
  EXPECT_TRUE(all_congruences(found, CongruenceKind::twosided, 7).complete);
}

TEST(Congruence, ReadsPairsAndRejectsNonsense) {
  Enumeration found = family("full:3");
  EXPECT_EQ(parse_element_pairs("s1 s1 s1 = 1, s2 = s3 = s1*s1", found).size(), 3U);
  EXPECT_EQ(parse_element_pairs("s1^3 = 1", found).front(), ElementPair(0, 0));
  EXPECT_THROW(static_cast<void>(parse_element_pairs("s1", found)), InputError);
  EXPECT_THROW(static_cast<void>(parse_element_pairs("s4 = s1", found)), InputError);
  const ElementPair outside{0, 27};
  EXPECT_THROW(static_cast<void>(congruence(found, std::span(&outside, 1))), InputError);
  EXPECT_THROW(static_cast<void>(quotient(found, congruence(found, {}, CongruenceKind::right))), InputError);
}

}  // namespace
}  // namespace wreath::semigroup
