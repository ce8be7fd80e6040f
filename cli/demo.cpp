// SPDX-License-Identifier: MIT
//
// wreath demo: each engine does one small real piece of work, and the end is one table.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cli/front/common.hpp"
#include "cli/front/table.hpp"
#include "core/data/huge_array.hpp"
#include "core/data/rng.hpp"
#include "core/text/units.hpp"
#include "wreath/coset.hpp"
#include "wreath/flip.hpp"
#include "wreath/gpu.hpp"
#include "wreath/orbit.hpp"
#include "wreath/perm.hpp"
#include "wreath/semigroup.hpp"
#include "wreath/word.hpp"

namespace wreath::cli {

namespace {

/// What a step found.
struct Found {
  std::string answer;
  bool correct = false;
  double seconds = 0;
  double items = 0;  // for the rate per second
};

/// Two lines of the table: what is computed and how it is checked, the answer, the time and the rate.
struct Step {
  std::string engine;
  std::string what;
  std::string check;
  std::string unit;
  std::function<Found()> work;
};

using Tour = std::vector<Step>;

const ReportForm kStep("", {{"engine", "whose step it is"},
                            {"what", "what was computed"},
                            {"answer", "in words"},
                            {"check", "how the answer was checked"},
                            {"passed", "whether it is correct"},
                            {"seconds", "time of the step"},
                            {"rate", "per second, of the unit"},
                            {"unit", "what is counted"}});
const ReportForm kDemo("demo", {{"passed", "whether all answers are correct"}, {"items", "the steps", Unit::none, &kStep}});

template <class Body>
double timed(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The surface group of genus 2: its automatic structure is found and proven, and then a long word is reduced.
void add_word_steps(Tour& tour, const CommonOptions& options) {
  const auto group = std::make_shared<std::optional<word::Group>>();
  tour.push_back({"word", "surface group of genus 2", "proven; the known sizes", "states", [group]() -> Found {
                    const double seconds = timed([&] { group->emplace(word::Group::build("surface:2")); });
                    const word::Group& built = **group;
                    const bool known = built.word_acceptor_states() == 36 && built.general_multiplier_states() == 104;
                    return {"automatic", built.verified() && known, seconds, 104};
                  }});
  const auto reduce_long_word = [group, seed = options.seed, threads = options.machine.threads]() -> Found {
    word::ReduceOptions how;
    how.machine.threads = threads;
    RandomStream random(seed, 0);
    std::vector<std::uint8_t> word(1'000'000);
    for (std::uint8_t& x : word) x = static_cast<std::uint8_t>(random.below(8));
    const auto letters = static_cast<double>(word.size());
    std::vector<std::uint8_t> form = (*group)->reduce_letters(word, how);  // makes the tables: not the engine's time
    const double seconds = timed([&] { form = (*group)->reduce_letters(word, how); });
    for (std::size_t i = form.size(); i-- > 0;) word.push_back(form[i] ^ 1U);  // a, A, b, B, ...: neighbours are inverses
    return {format_count(form.size()) + " letters", (*group)->reduce_letters(word, how).empty(), seconds, letters};
  };
  tour.push_back({"word", "a word of 10^6 letters, reduced", "word * form^-1 = 1", "letters", reduce_long_word});
}

/// From a presentation to cosets, and from their table to permutations, which the perm engine multiplies.
void add_coset_steps(Tour& tour, const CommonOptions& options) {
  const auto table = std::make_shared<std::optional<coset::Table>>();
  const auto enumerate = [table, threads = options.machine.threads]() -> Found {
    coset::Options how;
    how.machine.threads = threads;
    coset::Enumeration found(coset::open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>"), how);
    const double seconds = timed([&] { found.run(); });
    const std::uint64_t index = found.complete() ? found.index() : 0;
    const auto total = static_cast<double>(found.total());
    if (found.complete()) table->emplace(found.take_table());
    return {format_count(index) + " cosets", index == 10752, seconds, total};
  };
  tour.push_back({"coset", "(2,3,7;8): the cosets of 1", "verified; the known order", "cosets", enumerate});
  const auto multiply = [table]() -> Found {
    if (!*table) return {"none", false, 1, 0};
    const std::vector<coset::Coset> a = (*table)->permutation(0);
    const std::vector<coset::Coset> b = (*table)->permutation(1);
    std::vector<coset::Coset> product(a.size());
    std::vector<perm::CycleCount> cycles;
    const double seconds = timed([&] {
      perm::multiply(a, b, product);
      cycles = perm::cycle_type<coset::Coset>(product);
    });
    const bool correct = cycles.size() == 1 && cycles[0].length == 7 && cycles[0].count == product.size() / 7;
    const auto points = static_cast<double>(product.size());
    return {fmt::format("{} cycles", format_count(product.size() / 7)), correct, seconds, points};
  };
  tour.push_back({"coset", "its permutations, multiplied: a*b", "all of length 7", "points", multiply});
}

/// Two monoids whose sizes are known, and a map written as a product of generators.
void add_semigroup_steps(Tour& tour, const CommonOptions& options) {
  semigroup::Options how;
  how.machine.threads = options.machine.threads;
  how.machine.backend = BackendChoice::cpu;
  const auto add = [&](const char* family, std::string what, std::uint64_t known) {
    tour.push_back({"semigroup", std::move(what), "the known size", "elements", [=]() -> Found {
                      semigroup::Enumeration found(semigroup::make_family(family), how);
                      const double seconds = timed([&] { found.run(); });
                      const auto elements = static_cast<double>(found.size());
                      return {format_count(found.size()) + " elements", found.size() == known, seconds, elements};
                    }});
  };
  add("bihecke:5", "biHecke 5: all elements of degree 120", 31103);
  add("renner:7", "Renner 7: all elements of degree 130922", 130922);
  tour.push_back({"semigroup", "a map of 7 points as a product of 3", "multiplied out", "elements", [how]() -> Found {
                    const std::vector<semigroup::Point> map{6, 6, 4, 4, 2, 2, 0};
                    semigroup::Enumeration found(semigroup::make_family("full:7"), how);
                    semigroup::Word word;
                    const double seconds = timed([&] {
                      if (const auto element = found.position(map)) word = found.word(*element);
                    });
                    std::vector<semigroup::Point> product{0, 1, 2, 3, 4, 5, 6};
                    for (const semigroup::Letter letter : word) {
                      for (semigroup::Point& point : product) point = found.generators().row(letter)[point];
                    }
                    const auto elements = static_cast<double>(found.size());
                    return {fmt::format("{} letters", word.size()), product == map, seconds, elements};
                  }});
}

/// A random permutation of 2^24 points, its inverse by the partitioned algorithm, and products that must be the identity.
void add_perm_steps(Tour& tour, const CommonOptions& options, bool with_gpu) {
  using Point = std::uint32_t;
  constexpr std::size_t kPoints = std::size_t{1} << 24;
  struct Arrays {
    HugeArray<Point> x{kPoints};
    HugeArray<Point> inverse{kPoints};
    HugeArray<Point> product{kPoints};
    perm::Workspace workspace;
  };
  const auto arrays = std::make_shared<Arrays>();
  for (auto* array : {&arrays->x, &arrays->inverse, &arrays->product}) {
    std::fill(array->begin(), array->end(), 0);  // takes the pages: not the engine's time
  }
  perm::Options how;
  how.machine.threads = options.machine.threads;
  how.workspace = &arrays->workspace;
  const auto make_random = [arrays, how, seed = options.seed]() -> Found {
    const std::span<Point> x = arrays->x.span();
    const double seconds = timed([&] { perm::random(x, seed, how); });
    const bool correct = perm::is_permutation<Point>(x, how);
    std::uint64_t count = 0;
    if (correct) {
      for (const perm::CycleCount& cycle : perm::cycle_type<Point>(x, how)) count += cycle.count;
    }
    return {fmt::format("{} cycles", count), correct, seconds, kPoints};
  };
  tour.push_back({"perm", "random x on 2^24 points", "every point is hit once", "points", make_random});
  how.method = perm::Method::partition;
  const auto invert = [arrays, how]() -> Found {
    const auto inverse = [&] { perm::inverse<Point>(arrays->x.span(), arrays->inverse.span(), how); };
    inverse();  // takes the scratch memory's pages: not the engine's time either
    const double seconds = timed(inverse);
    bool correct = true;
    for (std::size_t i = 0; i < kPoints; ++i) correct = correct && arrays->inverse[arrays->x[i]] == i;
    return {fmt::format("0 comes from {}", arrays->inverse[0]), correct, seconds, kPoints};
  };
  tour.push_back({"perm", "x^-1, partitioned", "all points, by the definition", "points", invert});
  const auto add_product = [&](const char* what, perm::Method method, BackendChoice backend) {
    how.method = method;
    how.machine.backend = backend;
    tour.push_back({"perm", what, "all points", "points", [arrays, how]() -> Found {
                      HugeArray<Point>& product = arrays->product;
                      std::fill(product.begin(), product.end(), 0);
                      const double seconds = timed(
                          [&] { perm::multiply<Point, Point>(arrays->x.span(), arrays->inverse.span(), product.span(), how); });
                      bool correct = true;
                      for (std::size_t i = 0; i < kPoints; ++i) correct = correct && product[i] == i;
                      return {"the identity", correct, seconds, kPoints};
                    }});
  };
  add_product("x * x^-1, partitioned", perm::Method::partition, BackendChoice::cpu);
  add_product("x * x^-1, plain loop", perm::Method::loop, BackendChoice::cpu);
  if (with_gpu) add_product("x * x^-1 on the GPU, sent and fetched", perm::Method::automatic, BackendChoice::cuda);
}

/// The Cayley graph of ten letters under rotations and a swap: all distances.
void add_orbit_steps(Tour& tour, const CommonOptions& options) {
  orbit::Options how;
  how.machine.backend = BackendChoice::cpu;
  how.machine.threads = options.machine.threads;
  tour.push_back({"orbit", "S_10, rotations and a swap: distances", "the known diameter; 10! states", "states", [how]() -> Found {
                    const orbit::Generators generators = orbit::make_family("lrx:10");
                    orbit::Search search(generators, orbit::parse_start("", generators), how);
                    const double seconds = timed([&] { search.run(); });
                    const std::size_t diameter = search.levels().size() - 1;
                    const bool correct = search.complete() && search.states() == 3628800 && diameter == 45;
                    return {fmt::format("diameter {}", diameter), correct, seconds, static_cast<double>(search.states())};
                  }});
}

/// Matrix multiplication: from the standard algorithms to 3x3x3 with 23 products and 4x4x4 with 49.
void add_flip_steps(Tour& tour, const CommonOptions& options) {
  flip::SearchOptions how;
  how.machine.backend = BackendChoice::cpu;
  how.machine.threads = options.machine.threads;
  how.seed = options.seed;
  const auto add = [&](const flip::Shape& shape, std::uint64_t target) {
    how.target = target;
    tour.push_back({"flip", to_string(shape) + " matrices, few products", "multiplied out over F2", "flips", [=]() -> Found {
                      RunControl run;
                      run.limit_time(60);
                      flip::Search search(shape, how, &run);
                      const double seconds = timed([&] { search.run(&run); });
                      const flip::SearchResult& found = search.result();
                      const flip::Scheme& best = found.bests.back().scheme;
                      return {fmt::format("{} for {}", best.rank(), flip::standard_scheme(shape).rank()),
                              found.reached && !flip::first_wrong_entry(best), seconds, static_cast<double>(found.flips)};
                    }});
  };
  add({3, 3, 3}, 23);
  add({4, 4, 4}, 49);
}

int demo(Session& session, const CommonOptions& options) {
  RunControl& run = session.run();
  const bool cpu_only = options.machine.backend == BackendChoice::cpu;
  const std::string gpu = cpu_only ? "" : gpu_name();
  if (options.machine.backend == BackendChoice::cuda) require_gpu();
  run.note_choice("backend", gpu.empty() ? "cpu" : "cpu and cuda",
                  cpu_only      ? "asked for"
                  : gpu.empty() ? "no GPU was found"
                                : gpu);

  Tour tour;
  add_word_steps(tour, options);
  add_coset_steps(tour, options);
  add_semigroup_steps(tour, options);
  add_perm_steps(tour, options, !gpu.empty());
  add_orbit_steps(tour, options);
  add_flip_steps(tour, options);
  std::vector<std::vector<std::string>> rows{{"engine", "what was computed, and its check", "answer, time and rate"}};
  ValueList items;
  bool all_correct = true;
  for (const Step& step : tour) {
    if (run.should_stop()) break;
    const Found found = step.work();
    const double rate = found.items / found.seconds;
    all_correct = all_correct && found.correct;
    rows.push_back({step.engine, step.what, found.answer});
    rows.push_back({"", (found.correct ? "  ok: " : "  FAILED: ") + step.check,
                    fmt::format("{}, {}", format_seconds(found.seconds), format_rate(rate, step.unit))});
    items.add(Report(kStep, step.engine, step.what, found.answer, step.check, found.correct, found.seconds, rate, step.unit));
    run.report({"demo", items.size(), tour.size(), "steps"});
  }
  const bool complete = items.size() == tour.size();
  Report report(kDemo, all_correct, items.take());
  if (rows.size() > 1) report.block(format_table(rows) + "\n");
  if (!all_correct) {
    report.line("An answer is WRONG: please report it with the output of 'wreath doctor'.");
  } else if (complete) {
    report.line("All {} answers are correct, in {}.", {std::to_string(tour.size()), format_seconds(run.seconds())});
  }
  report.partial(" after {} of {} steps", {std::to_string((rows.size() - 1) / 2), std::to_string(tour.size())});
  const int code = session.finish(complete, report);
  return all_correct ? code : kError;
}

}  // namespace

void add_demo(Program& program) {
  add_command<CommonOptions>(
      program, program.app, "demo", "Take a tour: each engine does one small real piece of work",
      "  wreath demo\n"
      "  wreath demo --backend cpu --json",
      Length::brief, [](Command&, CommonOptions&) {}, demo);
}

}  // namespace wreath::cli
