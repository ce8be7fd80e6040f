// SPDX-License-Identifier: MIT
//
// Khan, "Solving the word problem on CUDA": the constants of Section 4 and Figures 2 to 9.
//
// The figures draw the time of one product u*g (2 and 3) and of a normal form, letter after letter (6 and 7), over the length of
// the word, and their speed-up over the threads of a block (4, 5, 8, 9). The paper prints none of the values; what its text says
// of them is how they grow. Here the paper's method runs beside ours: path doubling on the GPU by the threads of a block, or on
// one core where there is none; and the walk, the scan and the reduction in pieces that wreath has in its place. Without a GPU
// the speed-ups are those of our parallel ways over the threads of the CPU. Words for products are such that g changes all of u.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "bench/paper/measure.hpp"
#include "core/run/rng.hpp"
#include "core/run/units.hpp"
#include "format/group_input.hpp"
#include "word/automatic/build.hpp"
#include "word/hyperbolic.hpp"
#include "word/reduction/adversary.hpp"
#include "word/reduction/backend.hpp"
#include "word/reduction/reducer.hpp"
#include "word/reduction/scan_multiply.hpp"
#include "word/thin_triangles.hpp"

namespace wreath::paper {

namespace {

using word::Letter;
using word::Word;

constexpr const char* kPaper = "S. Khan, Solving the word problem on CUDA";
constexpr const char* kMachine = "NVIDIA V100, 80 multiprocessors";
constexpr unsigned kBlocks[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
constexpr unsigned kUsualBlock = 64;
constexpr double kLettersPerSecond = 3e3;  // read off the drawing

/// A group of the paper and what it says of it.
struct GroupCase {
  const char* name;
  const char* family;
  double states;  // of M_g
  double delta;
  double triangles;
  double triangle_gigabytes;
};
constexpr GroupCase kS2{"S_2", "surface:2", 105, 5, 496799521, 38};
constexpr GroupCase kC334{"C_334", "triangle:3,3,4", 78, 5, 11881, 1};

/// Its automata and tables; built once.
struct Group {
  explicit Group(const GroupCase& which) {
    RunControl run;
    structure = word::build_structure(format::read_group(which.family), {}, run).structure;
    reducer.emplace(structure.view());
  }
  const word::Machine& machine() const { return reducer->machine(); }

  word::AutomaticStructure structure;
  std::optional<word::Reducer> reducer;
};

using Groups = std::map<std::string, Group>;

const Group& open(Groups& groups, const GroupCase& which) {
  return groups.try_emplace(which.family, which).first->second;
}

void constants(Context& context, Report& report, Groups& groups) {
  for (const GroupCase& which : {kS2, kC334}) {
    const Group* group = nullptr;
    const double seconds = seconds_of([&] { group = &open(groups, which); });
    const word::StructureView view = group->structure.view();
    report.add(count_row(which.name, "states of M_g", "", which.states, view.multiplier.states() + 1.0,
                         "the general multiplier, with the fail state as in the paper"));
    const auto hyperbolicity = word::find_hyperbolicity(view, {}, context.run);
    const auto thin = word::find_thin_triangles(view, hyperbolicity.geodesics, {}, context.run);
    report.add(count_row(which.name, "hyperbolicity constant", "", which.delta,
                         thin.complete ? std::optional<double>(static_cast<double>(thin.thinness)) : std::nullopt,
                         "ours: how far opposite points of a geodesic triangle are apart at most, proven"));
    report.add(count_row(which.name, "small triangles", "", which.triangles,
                         std::stod(word::small_triangles(view.acceptor).text()), "pairs of elements of length at most 5"));
    report.add({which.name, "their database", "GB", which.triangle_gigabytes, std::nullopt,
                "almost, in the paper; ours needs none: two halves are joined by the multiplier alone", Better::less});
    report.add(time_row(which.name, "automata from the presentation", std::nullopt, seconds,
                        "verified; the paper took them from kbmag"));
    if (context.run.should_stop()) return;
  }
}

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

Word random_word(const Group& group, std::size_t letters, std::uint64_t seed) {
  RandomStream random(seed, letters);
  Word word(letters);
  for (Letter& x : word) x = static_cast<Letter>(random.below(group.machine().ref().letters));
  return word;
}

void require_same(const Word& here, const Word& there) {
  if (here != there) throw InternalError("path doubling gives another word than the plain walk");
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
  options.backend = BackendChoice::cpu;
  options.threads = threads;
  Word out(letters.size());
  return least_seconds(
      5, [] {}, [&] { group.reducer->reduce(letters, out.data(), options); });
}

Series over_length(std::string name) {
  return {std::move(name), "letters", "", "time", "s", true, true, {}, {}, "wreath"};
}

std::vector<std::size_t> lengths(const Context& context) {
  if (context.quick) return {10, 30, 100, 300};
  return {10, 30, 100, 300, 1000, 2000, 3000};
}

std::vector<unsigned> figure_blocks(const Context& context) {
  if (!context.has_gpu()) return {1};  // one core
  if (context.quick) return {1, kUsualBlock};
  return {1, 4, 16, kUsualBlock, 256, 1024};
}

std::string doubling_name(const Context& context, unsigned block) {
  return context.has_gpu() ? fmt::format("path doubling, GPU, block {}", block) : "path doubling, one core";
}

void add_exponent(Report& report, const Series& line, std::size_t from, double paper, const std::string& note) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (line.x[i] < static_cast<double>(from)) continue;
    x.push_back(line.x[i]);
    y.push_back(line.y[i]);
  }
  report.add({line.name, "growth: time ~ n^k, k", "", paper, growth_exponent(x, y), note, Better::less});
}

/// Figures 2 and 3.
void product_times(Context& context, Report& report, Groups& groups, const GroupCase& which) {
  const Group& group = open(groups, which);
  for (const unsigned block : figure_blocks(context)) {
    Series line = over_length(doubling_name(context, block));
    for (const std::size_t n : lengths(context)) {
      if (context.run.should_stop()) return;
      const auto product = product_of(group, n, context.seed);
      if (!product) continue;
      const auto doubling = word::make_path_doubling(group.structure.view(), product->u.size() + 1, context.gpu_or_cpu(), block);
      line.add(static_cast<double>(product->u.size()), time_product(*doubling, *product));
      context.run.report({"products", n, lengths(context).back(), "letters"});
    }
    report.add(time_row(fmt::format("n = {:.0f}", line.x.back()), "one product, " + line.name, std::nullopt, line.y.back(),
                        "the paper's value is only drawn"));
    add_exponent(report, line, 100, 1, "the paper: linear");
    report.add(line);
  }
  Series walk = over_length("the plain walk, one core");
  for (std::size_t n = 10; n <= (context.quick ? 100'000U : 10'000'000U) && !context.run.should_stop(); n *= 10) {
    const auto product = product_of(group, n, context.seed);
    if (product) walk.add(static_cast<double>(product->u.size()), time_walk(group, *product));
  }
  if (walk.x.empty()) return;
  report.add(time_row(fmt::format("n = {:.0f}", walk.x.back()), "one product, " + walk.name, std::nullopt, walk.y.back()));
  add_exponent(report, walk, 1000, 1, "the paper: linear");
  report.add(walk);
}

void add_speedups(Report& report, const std::string& what, const std::string& unit, const std::vector<unsigned>& counts,
                  const std::vector<double>& seconds, const std::string& size) {
  Series line{what, unit, "", "speed-up", "", true, true, {}, {}, "wreath"};
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    line.add(counts[i], seconds[0] / seconds[i]);
    report.add({fmt::format("{} {}", unit, counts[i]), "speed-up, " + what, "", std::nullopt, seconds[0] / seconds[i],
                fmt::format("{}: {}", size, format_seconds(seconds[i])), Better::more});
  }
  report.add(line);
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
  const auto product = product_of(group, context.quick ? 1'000'000 : 10'000'000, context.seed);
  if (!product) return;
  const std::vector<unsigned> counts = context.thread_counts(1024);
  std::vector<double> seconds;
  for (const unsigned count : counts) {
    if (context.run.should_stop()) break;
    seconds.push_back(time_scan(group, *product, count));
  }
  add_speedups(report, "scan on the CPU", "threads", counts, seconds, fmt::format("n = {}", product->u.size()));
}

/// How long the paper's ShortLex may take for one length: of one curve much longer, so that it goes to the end.
double shortlex_limit(const Context& context, unsigned block) {
  if (context.quick) return context.has_gpu() ? 1 : 1.5;
  if (!context.has_gpu()) return 15;
  return block == kUsualBlock ? 9 : 1;
}

/// Figures 6 and 7.
void shortlex_times(Context& context, Report& report, Groups& groups, const GroupCase& which) {
  const Group& group = open(groups, which);
  for (const unsigned block : figure_blocks(context)) {
    Series line = over_length(doubling_name(context, block));
    for (const std::size_t n : lengths(context)) {
      if (context.run.should_stop()) return;
      const std::size_t last = line.x.size();  // the next takes about the square of the lengths' ratio
      const double grown = last == 0 ? 0 : static_cast<double>(n) / line.x[last - 1];
      if (last != 0 && line.y[last - 1] * grown * grown > shortlex_limit(context, block)) break;
      const Word letters = random_word(group, n, context.seed);
      const auto doubling = word::make_path_doubling(group.structure.view(), n + 1, context.gpu_or_cpu(), block);
      line.add(static_cast<double>(n), time_letter_by_letter(*doubling, letters, group.reducer->reduce(letters)));
      context.run.report({"normal forms", n, lengths(context).back(), "letters"});
    }
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
  const std::size_t n = context.quick ? 1'000'000 : 100'000'000;
  const Word letters = random_word(group, n, context.seed);
  const std::vector<unsigned> counts = context.thread_counts(1024);
  std::vector<double> seconds;
  for (const unsigned count : counts) {
    if (context.run.should_stop()) break;
    seconds.push_back(time_reduction(group, letters, count));
  }
  add_speedups(report, "reduction on the CPU", "threads", counts, seconds, fmt::format("n = {}", n));
}

}  // namespace

std::vector<Experiment> word_experiments() {
  const auto groups = std::make_shared<Groups>();
  std::vector<Experiment> list;
  const auto add = [&](const std::string& name, const std::string& what, auto body) {
    list.push_back(
        {name, kPaper, what, kMachine, [groups, body](Context& context, Report& report) { body(context, report, *groups); }});
  };
  const auto figure = [&](int number, const std::string& what, const GroupCase& which, auto body) {
    add(fmt::format("words-figure-{}", number), fmt::format("{} in {}", what, which.name),
        [which, body](Context& context, Report& report, Groups& all) { body(context, report, all, which); });
  };
  add("words-constants", "Section 4: states of M_g, hyperbolicity, small triangles of S_2 and C_334", constants);
  figure(2, "time of a product u*g over the length of u", kS2, product_times);
  figure(3, "time of a product u*g over the length of u", kC334, product_times);
  figure(4, "speed-up of a product with the threads", kS2, product_speedups);
  figure(5, "speed-up of a product with the threads", kC334, product_speedups);
  figure(6, "time of a ShortLex normal form over the length", kS2, shortlex_times);
  figure(7, "time of a ShortLex normal form over the length", kC334, shortlex_times);
  figure(8, "speed-up of a ShortLex normal form with the threads", kS2, shortlex_speedups);
  figure(9, "speed-up of a ShortLex normal form with the threads", kC334, shortlex_speedups);
  return list;
}

}  // namespace wreath::paper
