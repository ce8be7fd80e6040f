// SPDX-License-Identifier: MIT
//
// Khan, "Solving the word problem on CUDA": the constants of Section 4 and Figures 2 to 9.
//
// The figures draw the time of one product u*g (2 and 3) and of a normal form, letter after letter (6 and 7), over the length of
// the word, and their speed-up over the threads of a block (4, 5, 8, 9). The paper prints none of the values; what its text says
// of them is how they grow. Here the paper's method runs beside ours: path doubling on the GPU by the threads of a block, or on
// one core where there is none; and the walk, the scan and the reduction in pieces that wreath has in its place. Without a GPU
// the speed-ups are those of our parallel ways over the threads of the CPU. Words for products are such that g changes all of u.
#include "bench/paper/words.hpp"

#include <fmt/format.h>

#include <memory>

#include "bench/paper/measure.hpp"
#include "core/text/units.hpp"
#include "open/word/group.hpp"
#include "word/automatic/build.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/internals.hpp"

namespace wreath::paper {

Group::Group(const GroupCase& which) {
  RunControl run;
  structure = word::build_structure(open::read_group(which.family), {}, run).structure;
  reducer.emplace(structure.view());
}

const Group& open(Groups& groups, const GroupCase& which) {
  return groups.try_emplace(which.family, which).first->second;
}

Series over_length(std::string name) {
  return {std::move(name), "letters", "", "time", "s", true, true, {}, {}, "wreath"};
}

std::vector<std::size_t> figure_lengths(const Context& context) {
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

void require_same(const word::Word& here, const word::Word& there) {
  if (here != there) throw InternalError("path doubling gives another word than the plain walk");
}

namespace {

constexpr const char* kWordsPaper = "S. Khan, Solving the word problem on CUDA";
constexpr const char* kWordsMachine = "NVIDIA V100, 80 multiprocessors";
constexpr GroupCase kS2{"S_2", "surface:2", 105, 5, 496799521, 38};
constexpr GroupCase kC334{"C_334", "triangle:3,3,4", 78, 5, 11881, 1};

void constants(Context& context, Report& report, Groups& groups) {
  for (const GroupCase& which : {kS2, kC334}) {
    const Group* group = nullptr;
    const double seconds = seconds_of([&] { group = &open(groups, which); });
    const word::StructureView view = group->structure.view();
    report.add(count_row(which.name, "states of M_g", "", which.states, view.multiplier.states() + 1.0,
                         "the general multiplier, with the fail state as in the paper"));
    const auto hyperbolicity =
        word::find_hyperbolicity(view, {.rounds = 64, .differences = 10000, .states = 1U << 24}, context.run);
    if (!word::Internals::geodesics(hyperbolicity)->complete) return;  // stopped
    const auto thin =
        word::find_thin_triangles(view, *word::Internals::geodesics(hyperbolicity), {.states = 1U << 22}, context.run);
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

}  // namespace

std::vector<Experiment> word_experiments() {
  const auto groups = std::make_shared<Groups>();
  std::vector<Experiment> list;
  const auto add = [&](const std::string& name, const std::string& what, auto body) {
    list.push_back({name, kWordsPaper, what, kWordsMachine,
                    [groups, body](Context& context, Report& report) { body(context, report, *groups); }});
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
