// SPDX-License-Identifier: MIT
//
// Levels of a transformation semigroup by ranks: a transformation of n points is a number with n digits to the base n.
//
// To multiply by a generator is to replace every digit by its image. The digits are cut into an upper and a lower half, and there
// is a table for each, so a product is two look-ups and a sum. Numbers with the same upper half are a row; a generator maps a row
// into a row, so that the bits which are set for the numbers of one row lie close together (n = 10: rows of 12.5 kB).
//
// Cost: |S| * |generators| products of some nanoseconds each, and a pass over the bitmaps for each level.
#include "wreath/semigroup/levels.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/frontier_bitmaps.hpp"
#include "core/run/given_run.hpp"
#include "core/run/option.hpp"
#include "core/run/stop_check.hpp"
#include "core/run/units.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/keeper.hpp"
#include "semigroup/kinds/action.hpp"

namespace wreath::semigroup {

namespace {

constexpr const char* kLevelsKind = "semigroup levels 1";
constexpr std::size_t kAlone = 8;          // blocks for which threads do not pay
constexpr std::uint64_t kMostDegree = 15;  // 16^16 does not fit 64 bits

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

class LevelCounter {
 public:
  LevelCounter(const Generators& generators, unsigned threads)
      : generators_(generators),
        threads_(threads),
        low_digits_((generators.degree + 1) / 2),
        row_(power(generators.degree, low_digits_)),
        bits_(power(generators.degree, generators.degree)) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      lower_.push_back(images(g, low_digits_, 1));
      upper_.push_back(images(g, generators.degree - low_digits_, row_));
    }
    if (generators.monoid) {
      std::vector<Point> identity(generators.degree);
      std::iota(identity.begin(), identity.end(), Point{0});
      bits_.add_start(rank(identity));
    } else {
      for (std::size_t g = 0; g < generators.count(); ++g) bits_.add_start(rank(generators.row(g)));
    }
    levels_.push_back(bits_.known());
  }

  bool complete() const noexcept { return complete_; }
  const std::vector<std::uint64_t>& levels() const noexcept { return levels_; }
  std::uint64_t memory() const noexcept { return bits_.bytes(); }

  /// Makes the next level. Throws Stopped; the same level is then made again.
  void add_level(RunControl& run) {
    const unsigned threads = bits_.blocks() < kAlone ? 1 : threads_;
    parallel_tasks(bits_.blocks(), threads, [&](std::size_t block) {
      if (!bits_.has_last(block)) return;
      if (run.should_stop()) throw Stopped{};
      expand(block);
    });
    const std::uint64_t found = bits_.finish_level(threads);
    complete_ = found == 0;
    if (found != 0) levels_.push_back(found);
  }

  void save(ByteWriter& into) const {
    into.put(std::uint64_t{complete_ ? 1U : 0U});
    into.put_all(std::span<const std::uint64_t>(levels_));
    bits_.save(into);
  }
  void restore(std::span<const std::byte> saved) {
    ByteReader from(saved);
    complete_ = from.number() != 0;
    from.array_into<std::uint64_t>(levels_);
    bits_.restore(from);
    if (std::accumulate(levels_.begin(), levels_.end(), std::uint64_t{0}) != bits_.known()) {
      from.fail("the checkpoint is damaged: its levels do not add up");
    }
  }

 private:
  /// Of all numbers with a given number of digits, with the weight of their least digit.
  std::vector<std::uint64_t> images(std::size_t generator, std::uint64_t digits, std::uint64_t weight) const {
    const std::uint64_t n = generators_.degree;
    std::vector<std::uint64_t> table{0};
    for (std::uint64_t digit = 0; digit < digits; ++digit, weight *= n) {
      const std::size_t lesser = table.size();
      std::vector<std::uint64_t> longer(lesser * n);
      for (std::uint64_t value = 0; value < n; ++value) {
        for (std::size_t i = 0; i < lesser; ++i)
          longer[value * lesser + i] = table[i] + generators_.row(generator)[value] * weight;
      }
      table = std::move(longer);
    }
    return table;
  }
  std::uint64_t rank(std::span<const Point> images) const {
    std::uint64_t rank = 0;
    for (std::size_t i = images.size(); i-- > 0;) rank = rank * generators_.degree + images[i];
    return rank;
  }

  void expand(std::size_t block) {
    std::uint64_t upper = 0;
    std::uint64_t begin = 0;  // of the row
    std::uint64_t end = 0;
    bits_.visit_block(block, [&](std::uint64_t number) {
      if (number >= end) {
        upper = number / row_;
        begin = upper * row_;
        end = begin + row_;
      }
      for (std::size_t g = 0; g < lower_.size(); ++g) bits_.push(upper_[g][upper] + lower_[g][number - begin]);
    });
  }

  const Generators& generators_;
  unsigned threads_;
  std::uint64_t low_digits_;
  std::uint64_t row_;  // numbers of a row
  FrontierBitmaps bits_;
  std::vector<std::vector<std::uint64_t>> lower_;  // for each generator
  std::vector<std::vector<std::uint64_t>> upper_;
  std::vector<std::uint64_t> levels_;
  bool complete_ = false;
};

void require_room(const Generators& generators, RunControl& run) {
  const std::uint64_t n = generators.degree;
  if (n > kMostDegree) {
    throw ResourceError(
        fmt::format("levels alone are counted by one bit for each transformation: the degree is {}, and the limit "
                    "is {}; leave out {}",
                    n, kMostDegree, option("levels-only")));
  }
  const std::uint64_t needed = FrontierBitmaps::bytes_for(power(n, n));
  const std::uint64_t left = run.memory_left();
  if (needed <= left) return;
  throw ResourceError(
      fmt::format("the bitmaps of the {}^{} transformations need {}, and {} may be taken; raise {} or leave out {}", n, n,
                  format_bytes(needed), format_bytes(left), option("memory"), option("levels-only")));
}

}  // namespace

LevelCount count_levels(const Generators& given_generators, const LevelOptions& options, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  require_valid(given_generators);
  const AsTransformations transformations(given_generators, option("levels-only"));
  const Generators& generators = *transformations;
  require_room(generators, run);
  Keeper keeper(checkpoint_file(options.checkpoint, options.resume), options.checkpoint_every, kLevelsKind,
                problem_of(generators));
  LevelCounter counter(generators, options.threads);
  if (!options.resume.empty()) {
    counter.restore(OpenCheckpoint(options.resume, kLevelsKind, problem_of(generators)).payload());
  }
  const auto save = [&](ByteWriter& into) { counter.save(into); };
  LevelCount result;
  {
    const auto timer = run.phase("levels");
    try {
      while (!counter.complete() && !run.should_stop()) {
        counter.add_level(run);
        const auto& levels = counter.levels();
        result.size = std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
        run.report({"levels", result.size, 0, "elements"});
        if (!counter.complete()) keeper.save_if_due(save);
      }
    } catch (const Stopped&) {
    }
  }
  if (!counter.complete()) keeper.save(save);
  result.complete = counter.complete();
  result.levels = counter.levels();
  result.size = std::accumulate(result.levels.begin(), result.levels.end(), std::uint64_t{0});
  result.memory = counter.memory();
  return result;
}

}  // namespace wreath::semigroup
