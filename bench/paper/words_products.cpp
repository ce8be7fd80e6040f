// SPDX-License-Identifier: MIT
//
// Figures 2 to 5 of Khan's paper: one product u*g, where g changes all of u.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "bench/baselines/word/scan_multiply.hpp"
#include "bench/inputs/word/adversary.hpp"
#include "bench/paper/measure.hpp"
#include "bench/paper/words.hpp"
#include "core/text/units.hpp"

namespace wreath::paper {

using word::Letter;
using word::Word;

namespace {

/// u and g such that u*g differs from u in all places, and what u*g is.
struct Product {
  Word u;
  Letter g = 0;
  Word answer;
};

std::optional<Product> product_of(const Group& group, std::size_t letters, std::uint64_t seed) {
  const auto change = word::whole_word_change(group.machine(), letters, seed);
  if (!change) return std::nullopt;
  word::Marks marks = word::ScanMultiplier(group.machine()).marks(change->u);
  std::vector<word::Set> sets;
  word::multiply_serially(group.machine().ref(), marks, change->g, sets);
  return Product{change->u, change->g, word::letters_of(group.machine().ref(), marks)};
}

/// Least of three, of a product by path doubling.
double time_product(word::PathDoubling& doubling, const Product& product) {
  double least = 1e30;
  for (int run = 0; run < 3 && (run == 0 || least < 1); ++run) {
    doubling.assign(product.u);
    doubling.multiply(product.g);
    least = std::min(least, doubling.seconds());
  }
  require_same(doubling.word(), product.answer);
  return least;
}

double time_walk(const Group& group, const Product& product) {
  const word::Marks u = word::ScanMultiplier(group.machine()).marks(product.u);
  word::Marks marks;
  std::vector<word::Set> sets;
  const auto prepare = [&] {
    marks = u;
    marks.reserve(u.size() + 1);
  };
  return least_seconds(5, prepare, [&] { word::multiply_serially(group.machine().ref(), marks, product.g, sets); });
}

double time_scan(const Group& group, const Product& product, unsigned threads) {
  word::ScanMultiplier multiplier(group.machine(), {.pieces = {.threads = threads}});
  const word::Marks u = multiplier.marks(product.u);
  word::Marks marks;
  const auto prepare = [&] {
    marks = u;
    marks.reserve(u.size() + 1);
  };
  return least_seconds(3, prepare, [&] { multiplier.multiply(marks, product.g); });
}

/// The first block that is within a tenth of the fastest.
void add_knee(Report& report, const std::vector<unsigned>& blocks, const std::vector<double>& seconds, double paper,
              const std::string& note) {
  std::optional<double> knee;
  const double best = seconds.empty() ? 0 : *std::ranges::min_element(seconds);
  for (std::size_t i = seconds.size(); i-- > 0;) {
    if (seconds[i] <= 1.1 * best) knee = blocks[i];
  }
  report.add(count_row("threads per block", "from where more gain little", "", paper, knee, note));
}

void say_no_gpu(Report& report, const std::string& what, double paper, const std::string& said) {
  report.add(count_row("threads per block", what, "", paper, std::nullopt, said + "; no GPU here"));
}

constexpr const char* kKneeSaid = "the paper: 64 or 128; ours: within a tenth of the fastest";

/// Of path doubling, in host memory: its matrices.
std::uint64_t doubling_bytes(const Group& group, std::size_t letters) {
  const std::uint64_t states = group.structure.view().multiplier.states() + 1;
  return 4 * states * states * std::bit_ceil(letters + 1);
}

/// As many letters as fit the memory, with some tens of bytes for each.
std::size_t fitting(const Context& context, std::size_t letters) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(letters, context.run.memory_left() / 64));
}

}  // namespace

/// Figures 2 and 3.
void product_times(Context& context, Report& report, Groups& groups, const GroupCase& which) {
  const Group& group = open(groups, which);
  for (const unsigned block : figure_blocks(context)) {
    Series line = over_length(doubling_name(context, block));
    for (const std::size_t n : figure_lengths(context)) {
      if (context.run.should_stop()) return;
      const auto product = product_of(group, n, context.seed);
      if (!product) continue;
      if (const std::uint64_t bytes = doubling_bytes(group, product->u.size());
          !context.has_gpu() && bytes > context.run.memory_left()) {
        report.add(time_row(fmt::format("n = {}", product->u.size()), "one product, " + line.name, std::nullopt, std::nullopt,
                            fmt::format("not run: needs {} of memory", format_bytes(bytes))));
        break;
      }
      const auto doubling = word::make_path_doubling(group.structure.view(), product->u.size() + 1, context.gpu_or_cpu(), block);
      line.add(static_cast<double>(product->u.size()), time_product(*doubling, *product));
      context.run.report({"products", n, figure_lengths(context).back(), "letters"});
    }
    if (line.x.empty()) continue;
    report.add(time_row(fmt::format("n = {:.0f}", line.x.back()), "one product, " + line.name, std::nullopt, line.y.back(),
                        "the paper's value is only drawn"));
    add_exponent(report, line, 100, 1, "the paper: linear");
    report.add(line);
  }
  Series walk = over_length("the plain walk, one core");
  for (std::size_t n = 10; n <= fitting(context, context.quick ? 100'000 : 10'000'000) && !context.run.should_stop(); n *= 10) {
    const auto product = product_of(group, n, context.seed);
    if (product) walk.add(static_cast<double>(product->u.size()), time_walk(group, *product));
  }
  if (walk.x.empty()) return;
  report.add(time_row(fmt::format("n = {:.0f}", walk.x.back()), "one product, " + walk.name, std::nullopt, walk.y.back()));
  add_exponent(report, walk, 1000, 1, "the paper: linear");
  report.add(walk);
}

/// Figures 4 and 5.
void product_speedups(Context& context, Report& report, Groups& groups, const GroupCase& which) {
  const Group& group = open(groups, which);
  if (context.has_gpu()) {
    const auto product = product_of(group, context.quick ? 300 : 3000, context.seed);
    std::vector<unsigned> blocks;
    std::vector<double> seconds;
    for (const unsigned block : kBlocks) {
      if (!product || context.run.should_stop()) break;
      const auto doubling = word::make_path_doubling(group.structure.view(), product->u.size() + 1, BackendChoice::cuda, block);
      blocks.push_back(block);
      seconds.push_back(time_product(*doubling, *product));
    }
    if (product)
      add_speedups(report, "path doubling on the GPU", "threads per block", blocks, seconds,
                   fmt::format("n = {}", product->u.size()));
    add_knee(report, blocks, seconds, 64, kKneeSaid);
  } else {
    say_no_gpu(report, "from where more gain little", 64, kKneeSaid);
  }
  const auto product = product_of(group, fitting(context, context.quick ? 1'000'000 : 10'000'000), context.seed);
  if (!product) return;
  const std::vector<unsigned> counts = context.thread_counts(1024);
  std::vector<double> seconds;
  for (const unsigned count : counts) {
    if (context.run.should_stop()) break;
    seconds.push_back(time_scan(group, *product, count));
  }
  add_speedups(report, "scan on the CPU", "threads", counts, seconds, fmt::format("n = {}", product->u.size()));
}

}  // namespace wreath::paper
