// SPDX-License-Identifier: MIT
//
// Vectors and subspaces over every kind of field, against sets of vectors; and the action on orbits against its definition.
#include <gtest/gtest.h>

#include <set>

#include "core/algebra/finite_ring.hpp"
#include "core/data/rng.hpp"
#include "core/io/mapped_file.hpp"
#include "orbit/orbit_reference.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/spaces/state_moves.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

using Vector = std::vector<std::uint32_t>;

Vector product(const Vector& v, std::span<const std::uint32_t> matrix, const FiniteRing& ring) {
  Vector made(v.size());
  for (std::size_t j = 0; j < v.size(); ++j) {
    for (std::size_t i = 0; i < v.size(); ++i) made[j] = ring.add(made[j], ring.multiply(v[i], matrix[i * v.size() + j]));
  }
  return made;
}

/// All vectors that the rows span.
std::set<Vector> span_of(const State& rows, std::size_t columns, const FiniteRing& ring) {
  std::set<Vector> found{Vector(columns)};
  for (std::size_t at = 0; at < rows.size(); at += columns) {
    std::set<Vector> more;
    for (const Vector& v : found) {
      for (std::uint32_t factor = 0; factor < ring.size(); ++factor) {
        Vector sum = v;
        for (std::size_t i = 0; i < columns; ++i) sum[i] = ring.add(sum[i], ring.multiply(factor, rows[at + i]));
        more.insert(sum);
      }
    }
    found = std::move(more);
  }
  return found;
}

Generators random_matrices(std::uint32_t order, std::uint32_t n, std::uint32_t count, RandomStream& random) {
  Generators generators{.moves = Moves::matrices, .degree = n, .modulus = order, .over_field = true};
  while (generators.count() < count) {
    Generators one = generators;
    one.images.clear();
    for (std::uint32_t i = 0; i < n * n; ++i) one.images.push_back(random.below(order));
    try {
      require_valid(one);
    } catch (const InputError&) {
      continue;
    }
    generators.images.insert(generators.images.end(), one.images.begin(), one.images.end());
  }
  return generators;
}

std::string shown(const std::vector<Vector>& rows, char open, char close) {
  std::string text(1, open);
  for (const Vector& row : rows) {
    text += text.size() > 1 ? ",[" : "[";
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(row[i]);
    text += "]";
  }
  return text + close;
}

class FieldTest : public testing::TestWithParam<std::uint32_t> {};

TEST_P(FieldTest, OrbitsOfSubspacesAreOrbitsOfSetsOfVectors) {
  const std::uint32_t order = GetParam();
  const FiniteRing ring = FiniteRing::field(order);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    RandomStream random(seed, order);
    const std::uint32_t n = order <= 3 ? 3 + random.below(2) : 2 + (order < 10 ? random.below(2) : 0);
    const std::uint32_t dimension = 1 + random.below(n - 1);
    const Generators generators = random_matrices(order, n, 1 + random.below(2), random);
    std::vector<Vector> rows(dimension);
    for (Vector& row : rows) {
      for (std::uint32_t i = 0; i < n; ++i) row.push_back(random.below(order));
    }
    rows[0][random.below(n)] = 1;
    const std::string text = shown(rows, '<', '>');
    const std::string what = "seed " + std::to_string(seed) + ", order " + std::to_string(order) + ", start " + text;
    const Start start = parse_start(text, generators);
    const FiniteRing& field = ring;
    EXPECT_EQ(parse_start(print_state(start.state, generators, start), generators).state, start.state) << what;

    // By the definition: sets of vectors.
    std::set<std::set<Vector>> seen{span_of(start.state, n, field)};
    std::vector<std::uint64_t> levels{1};
    std::vector<std::set<Vector>> last(seen.begin(), seen.end());
    while (!last.empty() && seen.size() < 2000) {
      std::vector<std::set<Vector>> next;
      for (const std::set<Vector>& space : last) {
        for (std::size_t g = 0; g < generators.count(); ++g) {
          std::set<Vector> moved;
          for (const Vector& v : space) moved.insert(product(v, generators.row(g), field));
          if (seen.insert(moved).second) next.push_back(std::move(moved));
        }
      }
      if (!next.empty()) levels.push_back(next.size());
      last = std::move(next);
    }
    if (!last.empty()) continue;  // too large for the definition
    Search search(generators, start, {.machine = {.backend = BackendChoice::cpu}, .keep_last = true});
    EXPECT_TRUE(search.run()) << what;
    EXPECT_EQ(search.levels(), levels) << what;
    for (const State& state : search.last_level(10)) EXPECT_TRUE(seen.contains(span_of(state, n, field))) << what;
  }
}

TEST_P(FieldTest, SpacesAgreeWithStates) {
  const std::uint32_t order = GetParam();
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    RandomStream random(seed, 1000 + order);
    const std::uint32_t n = 2 + random.below(order < 10 ? 5 : 3);
    const Generators generators = random_matrices(order, n, 2, random);
    const bool subspace = random.below(2) == 0;
    State state;
    const std::uint32_t rows = 1 + random.below(n);
    for (std::uint32_t i = 0; i < rows * n; ++i) state.push_back(random.below(order));
    if (subspace) reduce_rows(state, n, ring_of(generators));
    if (state.empty()) continue;
    const Start start{.kind = subspace ? Start::Kind::subspace : Start::Kind::matrix, .state = state};
    const KeyCodec codec = codec_of(generators, start);
    if (codec.words() > 4) continue;
    const auto moves = make_host_state_moves(generators, codec, start.kind);
    with_key_words(codec.words(), [&](auto width) {
      for (int step = 0; step < 30; ++step) {
        const auto key = codec.template pack<width.value>(state.data());
        std::vector<Key<width.value>> products(generators.count());
        moves->act(key.words, 1, products.front().words);
        for (std::size_t g = 0; g < generators.count(); ++g) {
          State made = codec.fixed();
          codec.unpack(products[g], made.data());
          ASSERT_EQ(made, apply(state, g, generators, start)) << "seed " << seed << ", order " << order << ", step " << step;
        }
        state = apply(state, random.below(2), generators, start);
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, FieldTest, testing::Values(2, 3, 4, 5, 7, 8, 9, 13, 25, 27));

TEST(Subspaces, TheWholeGrassmannian) {
  const auto count = [](const char* family, const char* start) {
    const Generators generators = make_family(family);
    Search search(generators, parse_start(start, generators));
    search.run();
    return search.states();
  };
  EXPECT_EQ(count("sl:3,7", "<[1,0,0]>"), 57U);
  EXPECT_EQ(count("sl:3,7", "[1,0,0]"), 342U);
  EXPECT_EQ(count("sl:4,3", "<[1,0,0,0],[0,1,0,0]>"), 130U);
  EXPECT_EQ(count("gl:5,2", "<[1,0,0,0,1],[0,1,0,0,0]>"), 155U);
}

TEST(Subspaces, WrongStarts) {
  const Generators modulo = make_family("sl:3,6");
  EXPECT_THROW((void)parse_start("<[1,0,0]>", modulo), InputError);
  const Generators generators = make_family("sl:3,7");
  EXPECT_THROW((void)parse_start("<[0,0,0]>", generators), InputError);
  EXPECT_THROW((void)parse_start("<[1,0]>", generators), InputError);
  EXPECT_THROW((void)parse_start("<[1,0,0]", generators), InputError);
  EXPECT_THROW((void)parse_start("[Z(5),0,0]", generators), InputError);
  EXPECT_EQ(parse_start("[Z(7)^0,0*Z(7),Z(7)]", generators).state, (State{1, 0, 3}));
  EXPECT_THROW((void)parse_start("<[1,0,0]>", make_family("lrx:3")), InputError);
}

TEST(SubspaceOrbits, AddUpAndAreOrbits) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    RandomStream random(seed, 77);
    const std::uint32_t order = std::array{2U, 3U, 4U, 5U}[random.below(4)];
    const std::uint32_t n = order == 2 ? 5 : 3;
    const Generators generators = random_matrices(order, n, 1, random);
    const std::uint32_t dimension = 1 + random.below(n);
    const auto orbits = subspace_orbits(generators, dimension, 2);
    std::uint64_t total = 0;
    for (const SubspaceOrbit& orbit : orbits) {
      const Start start{.kind = Start::Kind::subspace, .state = orbit.representative};
      Search search(generators, start, {.machine = {.backend = BackendChoice::cpu}});
      search.run();
      EXPECT_EQ(search.states(), orbit.size) << "seed " << seed;
      total += orbit.size;
    }
    EXPECT_GE(total, 1U);
  }
  EXPECT_EQ(subspace_orbits(make_family("sl:4,2"), 2).size(), 1U);
  EXPECT_THROW((void)subspace_orbits(make_family("sl:4,2"), 5), InputError);
  EXPECT_THROW((void)subspace_orbits(make_family("sl:3,4"), 1), InputError);
  EXPECT_THROW((void)subspace_orbits(make_family("lrx:4"), 1), InputError);
}

void check_action(const Generators& generators, const char* text) {
  const Start start = parse_start(text, generators);
  const Action action(generators, start, 2);
  const auto levels = test::search_reference(generators, start);
  std::uint64_t states = 0;
  for (const auto& level : levels) states += level.size();
  ASSERT_EQ(action.size(), states) << text;
  std::size_t length = 0;
  for (std::uint64_t i = 0; i < action.size(); ++i) {
    const State state = action.state(i);
    EXPECT_EQ(action.find(state), i) << text;
    const Word word = action.word(i);
    EXPECT_GE(word.size(), length) << text;
    length = word.size();
    EXPECT_TRUE(levels[length].contains(state)) << text;
    State walked = start.state;
    for (const Letter letter : word) walked = apply(walked, letter, generators, start);
    EXPECT_EQ(walked, state) << text;
    for (std::size_t g = 0; g < generators.count(); ++g)
      EXPECT_EQ(action.state(action.permutation(g)[i]), apply(state, g, generators, start)) << text;
  }
  const Generators stabilizer = action.stabilizer(3);
  for (std::size_t g = 0; g < stabilizer.count(); ++g) EXPECT_EQ(apply(start.state, g, stabilizer, start), start.state) << text;
  if (stabilizer.count() != 0) {
    const Generators read = parse_generators(print_gap(stabilizer), "stabilizer.g", {.inverses = Inverses::no});
    EXPECT_EQ(read.images, stabilizer.images) << text;
  }
}

TEST(OrbitAction, IsTheDefinition) {
  check_action(make_family("lrx:5"), "");
  check_action(make_family("lrx:6"), "001122");
  check_action(make_family("mathieu:12"), "[1,2]");
  check_action(make_family("mathieu:11"), "{1,2,3}");
  check_action(make_family("sl:3,3"), "[1,0,0]");
  check_action(make_family("sl:3,3"), "<[1,0,0],[0,1,2]>");
  check_action(make_family("sl:2,5"), "");
  EXPECT_EQ(Action(make_family("mathieu:24"), parse_start("[1,2]", make_family("mathieu:24"))).group_order(), Natural(244823040));
  EXPECT_THROW(Action(make_family("hanoi:3,3"), parse_start("", make_family("hanoi:3,3"))), InputError);
  EXPECT_THROW((void)Action(make_family("sl:4,7"), parse_start("[1,0,0,0]", make_family("sl:4,7"))).group_order(), InputError);
}

TEST(GapMatrices, EntriesOfSubfields) {
  const InputOptions as_given{.inverses = Inverses::no};
  const Generators nine = parse_generators(
      "a := [ [ Z(9), 0*Z(3) ], [ 0*Z(3), Z(9)^7 ] ];\nb := [ [ Z(3), Z(3)^0 ], [ Z(3)^0, 0*Z(3) ] ];", "nine.g", as_given);
  EXPECT_EQ(nine.modulus, 9U);
  EXPECT_TRUE(nine.over_field);
  EXPECT_EQ(nine.images, (std::vector<std::uint32_t>{3, 0, 0, FiniteRing::field(9).power(3, 7), 2, 1, 1, 0}));
  EXPECT_EQ(parse_generators(print_gap(nine), "again.g", as_given).images, nine.images);
  const Generators both = parse_generators("[ [ Z(4), Z(8) ], [ Z(8), 0*Z(2) ] ]", "both.g", as_given);
  EXPECT_EQ(both.modulus, 64U);
  const FiniteRing field = FiniteRing::field(64);
  EXPECT_EQ(field.power(both.images[0], 3), 1U);
  EXPECT_EQ(field.power(both.images[1], 7), 1U);
  const Generators numbers = parse_generators("[ [ 0, 1 ], [ 1, 3 ] ] * One(GF(4));", "numbers.g", as_given);
  EXPECT_EQ(numbers.images, (std::vector<std::uint32_t>{0, 1, 1, 1}));
  EXPECT_THROW((void)parse_generators("[ [ Z(5), Z(7) ], [ Z(5), Z(5) ] ]", "x.g", as_given), InputError);
  EXPECT_THROW((void)parse_generators("[ [ Z(343), Z(343) ], [ Z(7), 0*Z(7) ] ]", "x.g", as_given), InputError);
  EXPECT_THROW((void)parse_generators("[ [ Z(3), Z(3) ], [ Z(3), Z(3) ] ]", "x.g", as_given), InputError);  // not invertible
}

TEST(OrbitAction, FilesAreReadBack) {
  const wreath::test::TestFolder folder;
  const Generators generators = make_family("mathieu:11");
  const Action action(generators, parse_start("[1,2]", generators));
  write_permutations(folder.file("p.npy"), action);
  write_states(folder.file("s.npy"), action);
  write_words(folder.file("w.txt"), action);
  const Generators read = open_generators(folder.file("p.npy"), {.inverses = Inverses::no});
  ASSERT_EQ(read.degree, action.size());
  for (std::size_t g = 0; g < generators.count(); ++g) EXPECT_TRUE(std::ranges::equal(read.row(g), action.permutation(g)));
  EXPECT_THROW(write_permutations(folder.file("p.txt"), action), InputError);
}

}  // namespace
}  // namespace wreath::orbit
