// SPDX-License-Identifier: MIT
//
// Streams of words that several ranks reduce: the same normal forms in the same order as by one process.
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "core/mpi/thread_ranks.hpp"
#include "temporary_folder.hpp"
#include "word/reduction/backend.hpp"
#include "wreath/word.hpp"
#include "wreath/word/streams.hpp"

namespace wreath::word {
namespace {

using mpi::Communicator;
using mpi::test::run_ranks;

/// Hands out words in batches, and then throws if it is to.
class TestSource final : public WordSource {
 public:
  TestSource(std::vector<Words> batches, bool fails) : batches_(std::move(batches)), fails_(fails) {}
  std::optional<WordsRef> next() override {
    if (at_ < batches_.size()) return batches_[at_++].ref();
    if (fails_) throw InputError("line 7 is wrong");
    return std::nullopt;
  }
  bool at_end() const override { return at_ == batches_.size(); }

 private:
  std::vector<Words> batches_;
  std::size_t at_ = 0;
  bool fails_;
};

Words draw_words(std::uint64_t seed, std::size_t count, std::uint32_t longest, std::uint32_t letters) {
  RandomStream random(seed, 0);
  Words words;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint32_t k = random.below(longest + 1); k > 0; --k)
      words.letters.push_back(static_cast<Letter>(random.below(letters)));
    words.end_word();
  }
  return words;
}

class RankReducerTest : public testing::TestWithParam<int> {
 protected:
  std::vector<std::string> reduce(const std::vector<Words>& batches, FormOf of, Communicator* ranks, bool fails = false) const {
    std::vector<std::string> forms;
    TestSource source(ranks == nullptr || ranks->rank() == 0 ? batches : std::vector<Words>{}, fails);
    const auto sink = write_list(forms, group_.text());
    RunControl run;
    ReduceOptions options{.machine = {.threads = 1}};
    if (ranks != nullptr) options.machine.cluster = Cluster(*ranks);
    const StreamReport report = reduce_stream(group_, source, *sink, of, options, &run);
    EXPECT_TRUE(report.complete);
    return forms;
  }

  void expect_same(const std::vector<Words>& batches, FormOf of) const {
    const std::vector<std::string> expected = reduce(batches, of, nullptr);
    run_ranks(GetParam(), {.message_limit = 100'000}, [&](Communicator& ranks) {
      const std::vector<std::string> forms = reduce(batches, of, &ranks);
      if (ranks.rank() == 0) {
        EXPECT_EQ(forms, expected);
      }
    });
  }

  Group group_ = Group::build("surface:2");
};

TEST_P(RankReducerTest, FormsAreTheSameInTheSameOrder) {
  // Batches of many words, of fewer words than ranks, of empty words, and of words of very different lengths.
  Words uneven = draw_words(3, 1, 5000, 8);
  uneven.letters.resize(5000, 3);
  uneven.offsets.back() = 5000;
  uneven.end_word();
  const std::vector<Words> batches{draw_words(1, 1000, 50, 8), draw_words(2, 2, 40, 8), draw_words(4, 5, 0, 8), uneven,
                                   draw_words(5, 1, 30, 8)};
  expect_same(batches, FormOf::words);
  expect_same(batches, FormOf::inverses);
  expect_same({}, FormOf::words);
}

TEST_P(RankReducerTest, OneLongWordIsCut) {
  Words random;
  RandomStream stream(11, 0);
  for (std::size_t i = 0; i < ClusterBackend::kLongWord + 17; ++i) random.letters.push_back(static_cast<Letter>(stream.below(8)));
  random.end_word();
  Words trivial;  // u u^-1: all that the pieces leave cancels
  for (std::size_t i = 0; i < ClusterBackend::kLongWord / 2; ++i) trivial.letters.push_back(static_cast<Letter>(stream.below(8)));
  for (std::size_t i = trivial.letters.size(); i-- > 0;) trivial.letters.push_back(trivial.letters[i] ^ 1U);
  trivial.end_word();
  expect_same({random, trivial, draw_words(1, 10, 20, 8)}, FormOf::words);
}

TEST_P(RankReducerTest, AWrongWordIsTheErrorOfAllRanks) {
  const std::vector<Words> batches{draw_words(1, 100, 50, 8)};
  run_ranks(GetParam(), {}, [&](Communicator& ranks) {
    EXPECT_EQ(wreath::test::message_of<InputError>([&] { reduce(batches, FormOf::words, &ranks, ranks.rank() == 0); }),
              "line 7 is wrong");
    EXPECT_TRUE(ranks.failed_together());
  });
}

TEST_P(RankReducerTest, AStopEndsAllRanks) {
  const std::vector<Words> batches{draw_words(1, 100, 50, 8)};
  run_ranks(GetParam(), {}, [&](Communicator& ranks) {
    std::vector<std::string> forms;
    TestSource source(batches, false);
    const auto sink = write_list(forms, group_.text());
    RunControl run;
    run.request_stop(StopReason::interrupted);
    ReduceOptions options{.machine = {.threads = 1}};
    options.machine.cluster = Cluster(ranks);
    const StreamReport report = reduce_stream(group_, source, *sink, FormOf::words, options, &run);
    EXPECT_EQ(report.complete, ranks.rank() != 0);  // the others only serve
    EXPECT_TRUE(forms.empty());
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankReducerTest, testing::Values(1, 2, 3, 5));

}  // namespace
}  // namespace wreath::word
