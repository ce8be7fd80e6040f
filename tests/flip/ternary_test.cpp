// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "bench/signature/host_walk.hpp"
#include "flip/cpu/walk.hpp"
#include "flip/ternary_reference.hpp"
#include "flip/walk/ternary_word.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip/files.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {
namespace {

template <class Word>
void check_words(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  constexpr unsigned kEntries = 4 * sizeof(Word);
  std::mt19937_64 random(seed);
  for (unsigned t = 0; t < 200; ++t) {
    std::array<int, kEntries> x{}, y{};
    Word packed_x = 0, packed_y = 0, expected = 0, carries = 0;
    const auto put = [](Word& word, unsigned k, int value) {
      if (value != 0) word |= Word{1} << (value > 0 ? k : kEntries + k);
    };
    for (unsigned k = 0; k < kEntries; ++k) {
      x[k] = static_cast<int>(random() % 3) - 1;
      y[k] = static_cast<int>(random() % 3) - 1;
      put(packed_x, k, x[k]);
      put(packed_y, k, y[k]);
      put(expected, k, (x[k] + y[k] + 4) % 3 - 1);
      if (std::abs(x[k] + y[k]) == 2) put(carries, k, x[k]);
    }
    ASSERT_EQ(ternary::sum(packed_x, packed_y), expected);
    ASSERT_EQ(static_cast<Word>(packed_x & packed_y), carries);
    ASSERT_EQ(ternary::sum(packed_x, ternary::negative(packed_x)), 0u);
    ASSERT_EQ(ternary::without_sign(packed_x), ternary::without_sign(ternary::negative(packed_x)));
  }
}

TEST(TernaryWord, AddsAsIntegersModulo3) {
  check_words<std::uint32_t>(1);
  check_words<std::uint64_t>(2);
}

class TernaryWalks : public ::testing::TestWithParam<Ring> {};
INSTANTIATE_TEST_SUITE_P(Rings, TernaryWalks, ::testing::Values(Ring::ternary, Ring::f3),
                         [](const auto& one) { return std::string(to_string(one.param)); });

TEST_P(TernaryWalks, OfTheCpuFollowTheReference) {
  for (const Shape shape : {Shape{2, 2, 2}, Shape{3, 3, 3}, Shape{2, 3, 4}, Shape{4, 4, 4}, Shape{4, 5, 5}}) {
    SCOPED_TRACE(to_string(shape));
    const Scheme start = standard_scheme(shape);
    const Schedule schedule{200, 3};
    Walk walk(WalkRandom(5, 0));
    place(walk, start, Symmetry::none, schedule);
    const auto walker = make_walker(shape, schedule, Symmetry::none, GetParam());
    TernaryReference reference(start, GetParam());
    for (const unsigned steps : {1U, 100U, 5000U, 20000U}) {
      std::vector<Move> moves;
      walker->run(walk, steps, &moves);
      for (const Move& move : moves) reference.apply(move);
      const Scheme now{shape, walk.summands};
      ASSERT_EQ(now, reference.scheme());
      ASSERT_TRUE(is_valid_over(now, GetParam()));
      ASSERT_TRUE(is_valid_over({shape, walk.best_summands}, GetParam()));
    }
    EXPECT_GT(walk.status.flips, 10000u);
  }
}

template <class Value, unsigned Words>
void follow_thread_walk(const Shape& shape, std::uint32_t room, Ring ring) {
  SCOPED_TRACE(to_string(shape));
  const Scheme start = standard_scheme(shape);
  WalkRules rules{100, 3, room};
  rules.modulo_3 = ring == Ring::f3 ? 1 : 0;
  const WalkCodec codec(shape, Symmetry::none, room, 1, ring);
  ASSERT_EQ(codec.width(), 8 * sizeof(Value));
  auto state = start_walk<Value>(codec, start, 3, 0, rules);
  TernaryReference reference(start, ring);
  for (const unsigned rounds : {1U, 50U, 3000U}) {
    // the walk applies what it drops at the end of a round, the reference at once: the same, since a walk then rests
    run_ternary_walk<Value, Words, 12>(state, rules, rounds, [&](const Move& move) { reference.apply(move); });
    const Scheme now = scheme_of(codec, state.slots, state.counts);
    ASSERT_EQ(now, reference.scheme());
    ASSERT_TRUE(is_valid_over(now, ring));
    ASSERT_TRUE(is_valid_over(scheme_of(codec, state.best, state.best_counts), ring));
  }
  EXPECT_GT(state.counts.flips, 4000u);
}

TEST_P(TernaryWalks, OfAThreadFollowTheReference) {
  follow_thread_walk<std::uint32_t, 2>({3, 3, 3}, 40, GetParam());
  follow_thread_walk<std::uint32_t, 2>({4, 4, 4}, 64, GetParam());
  follow_thread_walk<std::uint64_t, 2>({2, 4, 5}, 48, GetParam());
  follow_thread_walk<std::uint64_t, 3>({4, 4, 5}, 88, GetParam());
  follow_thread_walk<std::uint64_t, 4>({4, 5, 5}, 112, GetParam());
}

TEST_P(TernaryWalks, FindKnownRanks) {
  const test::TestFolder folder;
  const std::string output = folder.file("best.txt");
  for (const auto& [shape, rank, steps] : {std::tuple{Shape{2, 2, 2}, 7U, 400000U}, {Shape{2, 2, 3}, 11U, 4000000U}}) {
    SearchOptions options;
    options.machine.backend = BackendChoice::cpu;
    options.ring = GetParam();
    options.target = rank;
    options.steps = steps;
    options.walks = 4;
    options.files.output = output;
    Search search(shape, options);
    ASSERT_TRUE(search.run()) << to_string(shape);
    const VerifiedScheme written = read_rational_scheme(output);
    EXPECT_EQ(written.scheme.rank(), rank);
    if (GetParam() == Ring::ternary) {
      EXPECT_EQ(written.ring, Ring::ternary);
    }
    EXPECT_EQ(to_walk_scheme(written.scheme, GetParam(), "written"), search.result().bests.back().scheme);
    std::filesystem::remove(output);
  }
}

TEST_P(TernaryWalks, ContinueFromACheckpointAsIfNothingHadHappened) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.ring = GetParam();
  options.walks = 4;
  Search whole({3, 3, 3}, options);
  for (int batch = 0; batch < 2; ++batch) whole.advance();
  const auto middle = whole.save();
  whole.advance();
  Search resumed({3, 3, 3}, options);
  resumed.restore(middle);
  resumed.advance();
  EXPECT_EQ(resumed.result().flips, whole.result().flips);
  EXPECT_EQ(resumed.kept(100), whole.kept(100));
}

TEST(TernaryScheme, IsRefusedWithAReason) {
  const RationalScheme standard = to_rational(standard_scheme({2, 2, 2}));
  RationalScheme doubled = standard;
  for (auto& row : doubled.summands[0]) row[0].numerator *= 2;
  EXPECT_THROW((void)to_walk_scheme(doubled, Ring::ternary, "x"), InputError);
  RationalScheme scaled = standard;  // 2 * 2 = 1 modulo 3
  scaled.summands[0][0][0].numerator = scaled.summands[0][1][0].numerator = 2;
  EXPECT_EQ(require_right_somewhere(scaled, "x"), Ring::f3);
  EXPECT_THROW(require_right_over(Ring::ternary, scaled, "x"), InputError);
  EXPECT_TRUE(is_valid_over(to_walk_scheme(scaled, Ring::f3, "x"), Ring::f3));
  EXPECT_EQ(to_walk_scheme(standard, Ring::ternary, "x"), standard_scheme({2, 2, 2}));
  SearchOptions options;
  options.ring = Ring::ternary;
  options.machine.backend = BackendChoice::cpu;
  EXPECT_THROW(Search({6, 6, 6}, options), InputError);
  options.symmetry = Symmetry::c2;
  EXPECT_THROW(Search({3, 3, 3}, options), InputError);
  EXPECT_THROW((void)parse_walk_ring("Q"), InputError);
  EXPECT_EQ(parse_walk_ring("Z"), Ring::ternary);
}

TEST(TernaryScheme, HasUsualSigns) {
  Scheme scheme = standard_scheme({2, 2, 2});
  const Scheme standard = scheme;
  for (unsigned p = 0; p < 2; ++p) scheme.summands[3].factor[p] = ternary::negative(scheme.summands[3].factor[p]);
  EXPECT_NE(scheme, standard);
  EXPECT_TRUE(is_valid_over(scheme, Ring::ternary));
  EXPECT_EQ(with_usual_signs(scheme), standard);
}

}  // namespace
}  // namespace wreath::flip
