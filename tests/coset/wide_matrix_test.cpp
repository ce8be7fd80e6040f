// SPDX-License-Identifier: MIT
//
// Every verb on tables with entries of 5 bytes, for every method and every kind of subgroup, against the slow reference.
// Entries become wide at the least number of rows that an enumeration needs, so that small tables are wide.
#include <gtest/gtest.h>

#include "core/io/npy.hpp"
#include "coset/matrix.hpp"
#include "coset/strategies/enumerator.hpp"
#include "coset/tables/closed_table.hpp"
#include "temporary_folder.hpp"

namespace wreath::coset {
namespace {

class WideMatrix : public testing::TestWithParam<std::tuple<SubgroupKind, Method, unsigned>> {
 protected:
  Method method() const { return std::get<1>(GetParam()); }
  unsigned threads() const { return std::get<2>(GetParam()); }
  bool can_widen() const { return method() == Method::hlt || method() == Method::sparse; }

  /// From here on rows are wide: those of coset 1, at most, fit before.
  static std::uint64_t narrow_rows(const System& system) { return system.relator_letters + 8; }

  void check_verbs(const Table& wide, const Entries& rows, const Problem& problem) {
    const std::size_t letters = wide.letters();
    ASSERT_EQ(wide.index() * letters, rows.size());
    const std::vector<Word> words = least_words(rows, letters);
    for (AnyCoset c = 0; c < wide.index(); ++c) {
      for (std::size_t x = 0; x < letters; ++x) EXPECT_EQ(wide.image(c, static_cast<Letter>(x)), rows[c * letters + x]);
      EXPECT_EQ(wide.representative(c), words[c]);
      EXPECT_EQ(wide.trace(words[c]), c);
      EXPECT_EQ(wide.trace(words[c], c), Table(problem, rows).trace(words[c], c));
    }
    for (const std::size_t x : {std::size_t{0}, letters - 1}) {
      const std::string path = folder_.file("images.npy");
      write_permutation(path, wide, static_cast<Letter>(x));
      const NpyFile images(path, 1);
      for (AnyCoset c = 0; c < wide.index(); ++c) EXPECT_EQ(images.data<AnyCoset>()[c], rows[c * letters + x]);
    }
    const Verification verified = verify(wide, problem, threads());
    EXPECT_TRUE(verified.verified) << verified.problem;
    EXPECT_FALSE(verified.exact);  // which is not tried
    EXPECT_THROW(schreier_generators(wide), InputError);
    EXPECT_THROW(subgroup_presentation(wide), InputError);
  }

  /// A table in which two entries changed places is none, and verify() finds that.
  void check_damage(const Table& wide, const Problem& problem, std::mt19937& draw) {
    const auto bytes = TableMaker::bytes(wide);
    const std::size_t entries = bytes.size() / sizeof(WideEntry);
    const std::size_t one = draw() % entries;
    const std::size_t other = draw() % entries;
    if (std::ranges::equal(bytes.subspan(one * sizeof(WideEntry), sizeof(WideEntry)),
                           bytes.subspan(other * sizeof(WideEntry), sizeof(WideEntry))))
      return;
    GrowingArray<std::byte> changed;
    changed.append(bytes);
    std::swap_ranges(changed.data() + one * sizeof(WideEntry), changed.data() + (one + 1) * sizeof(WideEntry),
                     changed.data() + other * sizeof(WideEntry));
    RunControl run;
    const Table damaged = TableMaker::make(problem, std::move(changed), true, run);
    EXPECT_FALSE(verify(damaged, problem, threads()).verified);
  }

  wreath::test::TestFolder folder_;
};

TEST_P(WideMatrix, EveryVerbAgreesWithTheReference) {
  const unsigned seed = 777;
  std::mt19937 draw(seed);
  int wide_tables = 0;
  int full = 0;
  // Groups of short relators, so that few rows are narrow.
  for (const char* group : {"<a,b | a^2, b^3, (ab)^5>", "<a,b | a^2, b^3, (ab)^7, [a,b]^4>", "<a,b | a^4, b^3, (ab)^2>",
                            "<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^5, (ac)^2>", "symmetric:5"}) {
    Problem problem = open_problem(group);
    problem.subgroup = draw_subgroup(problem, draw, std::get<0>(GetParam()));
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + group);
    const System system = prepare(problem, false);
    const auto rows = ReferenceEnumerator(problem).run(1000);
    ASSERT_TRUE(rows);
    const std::uint64_t index = rows->size() / problem.group.alphabet.size();
    if (index <= narrow_rows(system)) continue;  // the finished table is narrow again
    Enumerator enumerator(system, method(), narrow_rows(system), threads(), {.narrow_rows = narrow_rows(system)});
    enumerator.set_limits(std::uint64_t{1} << 30);
    RunControl run;
    const Enumerator::End end = enumerator.turn(~std::uint64_t{0}, run);
    if (!can_widen()) {  // those that work coset by coset have narrow rows only
      EXPECT_EQ(end, Enumerator::End::full);
      EXPECT_EQ(enumerator.why_full(), Ending::rows);
      ++full;
      continue;
    }
    ASSERT_EQ(end, Enumerator::End::complete);
    EXPECT_EQ(enumerator.first_fault(run), "");
    const Table wide = enumerator.take_table(problem);
    ASSERT_TRUE(wide.is_wide());
    ++wide_tables;
    check_verbs(wide, *rows, problem);
    write_table(folder_.file("wide.coset"), wide);
    const Table read = read_table(folder_.file("wide.coset"));
    ASSERT_TRUE(read.is_wide());
    check_verbs(read, *rows, problem);
    for (int tries = 0; tries < 5; ++tries) check_damage(wide, problem, draw);
  }
  EXPECT_GT(can_widen() ? wide_tables : full, 0);
}

INSTANTIATE_TEST_SUITE_P(All, WideMatrix,
                         testing::Combine(testing::Values(SubgroupKind::trivial, SubgroupKind::cyclic, SubgroupKind::repeated),
                                          testing::Values(Method::hlt, Method::felsch, Method::mixed, Method::sparse),
                                          testing::Values(1U, 3U)));

}  // namespace
}  // namespace wreath::coset
