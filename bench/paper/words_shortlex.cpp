// SPDX-License-Identifier: MIT
//
// Figures 6 to 9 of Khan's paper: ShortLex normal forms, letter after letter by path doubling, and as wreath reduces words.
#include <fmt/format.h>

#include <algorithm>

#include "bench/paper/measure.hpp"
#include "bench/paper/words.hpp"
#include "core/data/rng.hpp"

namespace wreath::paper {

using word::Letter;
using word::Word;

namespace {

constexpr double kLettersPerSecond = 3e3;  // read off the drawing

Word random_word(const Group& group, std::size_t letters, std::uint64_t seed) {
  RandomStream random(seed, letters);
  Word word(letters);
  for (Letter& x : word) x = static_cast<Letter>(random.below(group.machine().ref().letters));
  return word;
}

/// The paper's ShortLex: letter after letter from the empty word on.
double time_letter_by_letter(word::PathDoubling& doubling, const Word& letters, const Word& answer) {
  const double seconds = seconds_of([&] {
    doubling.assign({});
    for (const Letter g : letters) doubling.multiply(g);
  });
  require_same(doubling.word(), answer);
  return seconds;
}

double time_reduction(const Group& group, const Word& letters, unsigned threads) {
  word::ReduceOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.machine.threads = threads;
  Word out(letters.size());
  return least_seconds(
      5, [] {}, [&] { group.reducer->reduce(letters, out.data(), options); });
}

/// How long the paper's ShortLex may take for one length: of one curve much longer, so that it goes to the end.
double shortlex_limit(const Context& context, unsigned block) {
  if (context.quick) return context.has_gpu() ? 1 : 1.5;
  if (!context.has_gpu()) return 15;
  return block == kUsualBlock ? 9 : 1;
}

}  // namespace

/// Figures 6 and 7.
void shortlex_times(Context& context, Report& report, Groups& groups, const GroupCase& which) {
  const Group& group = open(groups, which);
  for (const unsigned block : figure_blocks(context)) {
    Series line = over_length(doubling_name(context, block));
    for (const std::size_t n : figure_lengths(context)) {
      if (context.run.should_stop()) return;
      const std::size_t last = line.x.size();  // the next takes about the square of the lengths' ratio
      const double grown = last == 0 ? 0 : static_cast<double>(n) / line.x[last - 1];
      if (last != 0 && line.y[last - 1] * grown * grown > shortlex_limit(context, block)) break;
      const Word letters = random_word(group, n, context.seed);
      const auto doubling = word::make_path_doubling(group.structure.view(), n + 1, context.gpu_or_cpu(), block);
      line.add(static_cast<double>(n), time_letter_by_letter(*doubling, letters, group.reducer->reduce(letters)));
      context.run.report({"normal forms", n, figure_lengths(context).back(), "letters"});
    }
    if (line.x.empty()) continue;
    const bool usual = !context.has_gpu() || block == kUsualBlock;
    report.add({fmt::format("n = {:.0f}", line.x.back()), "ShortLex, " + line.name, "letters/s",
                usual ? std::optional(kLettersPerSecond) : std::nullopt, line.x.back() / line.y.back(),
                usual ? "the paper's: about, up to n = 3000, read off the drawing" : "", Better::more});
    add_exponent(report, line, 30, 2, "the paper: O(n^2)");
    report.add(line);
  }
  Series ours = over_length("reduction, one core");
  for (std::size_t n = 10; n <= (context.quick ? 100'000U : 10'000'000U) && !context.run.should_stop(); n *= 10)
    ours.add(static_cast<double>(n), time_reduction(group, random_word(group, n, context.seed), 1));
  if (ours.x.empty()) return;
  report.add({fmt::format("n = {:.0f}", ours.x.back()), "ShortLex, " + ours.name, "letters/s", kLettersPerSecond,
              ours.x.back() / ours.y.back(), "the paper's: as above", Better::more});
  add_exponent(report, ours, 1000, 2, "the paper: O(n^2)");
  report.add(ours);
}

/// Figures 8 and 9.
void shortlex_speedups(Context& context, Report& report, Groups& groups, const GroupCase& which) {
  const Group& group = open(groups, which);
  if (context.has_gpu()) {
    const std::size_t n = context.quick ? 30 : 300;
    const Word letters = random_word(group, n, context.seed);
    const Word answer = group.reducer->reduce(letters);
    std::vector<unsigned> blocks;
    std::vector<double> seconds;
    for (const unsigned block : kBlocks) {
      if (context.run.should_stop()) break;
      const auto doubling = word::make_path_doubling(group.structure.view(), n + 1, BackendChoice::cuda, block);
      blocks.push_back(block);
      seconds.push_back(time_letter_by_letter(*doubling, letters, answer));
    }
    add_speedups(report, "ShortLex by path doubling on the GPU", "threads per block", blocks, seconds, fmt::format("n = {}", n));
  } else {
    report.add({"threads per block", "speed-up of ShortLex", "", std::nullopt, std::nullopt,
                "the paper: nowhere close to that of products, most of the time went into clearing matrices; no GPU here",
                Better::more});
  }
  const auto n =
      static_cast<std::size_t>(std::min<std::uint64_t>(context.quick ? 1'000'000 : 100'000'000, context.run.memory_left() / 64));
  const Word letters = random_word(group, n, context.seed);
  const std::vector<unsigned> counts = context.thread_counts(1024);
  std::vector<double> seconds;
  for (const unsigned count : counts) {
    if (context.run.should_stop()) break;
    seconds.push_back(time_reduction(group, letters, count));
  }
  add_speedups(report, "reduction on the CPU", "threads", counts, seconds, fmt::format("n = {}", n));
}

}  // namespace wreath::paper
