// SPDX-License-Identifier: MIT
//
// wreath demo: each engine does one small real piece of work, and the end is one table.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "cli/common.hpp"
#include "cli/table.hpp"
#include "core/data/huge_array.hpp"
#include "core/run/rng.hpp"
#include "core/run/units.hpp"
#include "wreath/gpu.hpp"
#include "wreath/coset.hpp"
#include "wreath/flip.hpp"
#include "wreath/orbit.hpp"
#include "wreath/perm.hpp"
#include "wreath/semigroup.hpp"
#include "wreath/word.hpp"

namespace wreath::cli {

namespace {

/// One line of the table.
struct Shown {
  std::string engine;
  std::string what;
  std::string answer;
  std::string check;
  bool passed = false;
  double seconds = 0;
  double items = 0;  // for the rate per second
  std::string unit;
};

using Step = std::function<Shown()>;

template <class Body>
double timed(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Permutations of 2^24 points: one at random, its inverse by the partitioned algorithm, and products that must be the identity.
class PermDemo {
 public:
  explicit PermDemo(const CommonOptions& options) : seed_(options.seed), x_(kPoints), inverse_(kPoints), product_(kPoints) {
    options_.threads = options.threads;
    options_.workspace = &workspace_;
    for (auto* array : {&x_, &inverse_, &product_})
      std::fill(array->begin(), array->end(), 0);  // takes the pages: not the engine's time
  }

  std::vector<Step> steps(bool with_gpu) {
    std::vector<Step> steps{
        [this] { return show_random(); }, [this] { return show_inverse(); },
        [this] { return show_product("x * x^-1, partitioned", perm::Algorithm::partition, BackendChoice::cpu); },
        [this] { return show_product("x * x^-1, plain loop", perm::Algorithm::loop, BackendChoice::cpu); }};
    if (with_gpu) {
      steps.push_back([this] {
        return show_product("x * x^-1 on the GPU, sent and fetched", perm::Algorithm::automatic, BackendChoice::cuda);
      });
    }
    return steps;
  }

 private:
  using Point = std::uint32_t;
  static constexpr std::size_t kPoints = std::size_t{1} << 24;

  Shown line(std::string what, std::string answer, std::string check, bool passed, double seconds) {
    return {"perm",  std::move(what), std::move(answer), std::move(check), passed, seconds, static_cast<double>(kPoints),
            "points"};
  }

  Shown show_random() {
    const double seconds = timed([&] { perm::random(x_.span(), seed_, options_); });
    const bool passed = perm::is_permutation<Point>(x_.span(), options_);
    const auto cycles = passed ? perm::cycle_type<Point>(x_.span(), options_) : std::vector<perm::CycleCount>{};
    std::uint64_t count = 0;
    for (const perm::CycleCount& cycle : cycles) count += cycle.count;
    return line("random x on 2^24 points", fmt::format("{} cycles", count), "every point is hit once", passed, seconds);
  }

  Shown show_inverse() {
    options_.algorithm = perm::Algorithm::partition;
    perm::inverse<Point>(x_.span(), inverse_.span(), options_);  // takes the scratch memory's pages: not the engine's time either
    const double seconds = timed([&] { perm::inverse<Point>(x_.span(), inverse_.span(), options_); });
    bool passed = true;
    for (std::size_t i = 0; i < kPoints; ++i) passed = passed && inverse_[x_[i]] == i;
    return line("x^-1, partitioned", fmt::format("0 comes from {}", inverse_[0]), "all points, by the definition", passed,
                seconds);
  }

  Shown show_product(std::string what, perm::Algorithm algorithm, BackendChoice backend) {
    options_.algorithm = algorithm;
    options_.backend = backend;
    std::fill(product_.begin(), product_.end(), 0);
    const double seconds = timed([&] { perm::multiply<Point, Point>(x_.span(), inverse_.span(), product_.span(), options_); });
    bool passed = true;
    for (std::size_t i = 0; i < kPoints; ++i) passed = passed && product_[i] == i;
    return line(std::move(what), "the identity", "all points", passed, seconds);
  }

  std::uint64_t seed_;
  perm::Workspace workspace_;
  perm::Options options_;
  HugeArray<Point> x_;
  HugeArray<Point> inverse_;
  HugeArray<Point> product_;
};

/// The surface group of genus 2: its automatic structure is found and proven, and then a long word is reduced.
class WordDemo {
 public:
  explicit WordDemo(const CommonOptions& options) : seed_(options.seed) { options_.threads = options.threads; }

  std::vector<Step> steps() {
    return {[this] { return show_structure(); }, [this] { return show_reduction(); }};
  }

 private:
  static constexpr std::size_t kLetters = 1'000'000;

  Shown show_structure() {
    const double seconds = timed([&] { group_.emplace(word::Group::build("surface:2")); });
    const bool passed = group_->verified() && group_->word_acceptor_states() == 36 && group_->general_multiplier_states() == 104;
    return {"word", "surface group of genus 2", "automatic", "proven; the known sizes", passed, seconds, 104, "states"};
  }

  Shown show_reduction() {
    RandomStream random(seed_, 0);
    std::vector<std::uint8_t> word(kLetters);
    for (std::uint8_t& x : word) x = static_cast<std::uint8_t>(random.below(8));
    std::vector<std::uint8_t> form = group_->reduce_letters(word, options_);  // makes the tables: not the engine's time
    const double seconds = timed([&] { form = group_->reduce_letters(word, options_); });
    const std::size_t length = form.size();
    for (std::size_t i = form.size(); i-- > 0;) word.push_back(form[i] ^ 1U);  // a, A, b, B, ...: neighbours are inverses
    return {"word",
            "a word of 10^6 letters, reduced",
            format_count(length) + " letters",
            "word * form^-1 = 1",
            group_->reduce_letters(word, options_).empty(),
            seconds,
            static_cast<double>(kLetters),
            "letters"};
  }

  std::uint64_t seed_;
  word::ReduceOptions options_;
  std::optional<word::Group> group_;
};

/// Two monoids whose sizes are known, and a map written as a product of generators.
class SemigroupDemo {
 public:
  explicit SemigroupDemo(const CommonOptions& options) { options_.threads = options.threads; }

  std::vector<Step> steps() {
    return {[this] { return show_size("bihecke:5", "biHecke 5: all elements of degree 120", 31103); },
            [this] { return show_size("renner:7", "Renner 7: all elements of degree 130922", 130922); },
            [this] { return show_factor(); }};
  }

 private:
  Shown show_size(const char* family, std::string what, std::uint64_t known) {
    options_.backend = BackendChoice::cpu;
    semigroup::Enumeration found(semigroup::make_family(family), options_);
    RunControl run;
    const double seconds = timed([&] { found.run(&run); });
    return {"semigroup",           std::move(what), format_count(found.size()) + " elements", "the known size",
            found.size() == known, seconds,         static_cast<double>(found.size()),        "elements"};
  }

  Shown show_factor() {
    const std::vector<semigroup::Point> map{6, 6, 4, 4, 2, 2, 0};
    semigroup::Enumeration found(semigroup::make_family("full:7"), options_);
    RunControl run;
    semigroup::Word word;
    const double seconds = timed([&] {
      if (const auto element = found.position(map, &run)) word = found.word(*element);
    });
    std::vector<semigroup::Point> product{0, 1, 2, 3, 4, 5, 6};
    for (const semigroup::Letter letter : word) {
      for (semigroup::Point& point : product) point = found.generators().row(letter)[point];
    }
    return {"semigroup",
            "a map of 7 points as a product of 3",
            fmt::format("{} letters", word.size()),
            "multiplied out",
            product == map,
            seconds,
            static_cast<double>(found.size()),
            "elements"};
  }

  semigroup::Options options_;
};

/// Matrix multiplication: from the standard algorithms to 3x3x3 with 23 products and 4x4x4 with 49.
class FlipDemo {
 public:
  explicit FlipDemo(const CommonOptions& options) {
    options_.backend = BackendChoice::cpu;
    options_.threads = options.threads;
    options_.seed = options.seed;
  }

  std::vector<Step> steps() {
    return {[this] { return show_search({3, 3, 3}, 23); }, [this] { return show_search({4, 4, 4}, 49); }};
  }

 private:
  Shown show_search(const flip::Shape& shape, std::uint64_t target) {
    options_.target = target;
    RunControl run;
    run.limit_time(60);
    flip::Search search(shape, options_, &run);
    const double seconds = timed([&] { search.run(&run); });
    const flip::Scheme& best = search.result().bests.back().scheme;
    return {"flip",
            fmt::format("{} matrices, few products", to_string(shape)),
            fmt::format("{} for {}", best.rank(), flip::standard_scheme(shape).rank()),
            "multiplied out over F2",
            search.result().reached && !flip::first_wrong_entry(best),
            seconds,
            static_cast<double>(search.result().flips),
            "flips"};
  }

  flip::SearchOptions options_;
};

/// The Cayley graph of ten letters under rotations and a swap: all distances, and a shortest word.
class OrbitDemo {
 public:
  explicit OrbitDemo(const CommonOptions& options) {
    options_.backend = BackendChoice::cpu;
    options_.threads = options.threads;
  }

  std::vector<Step> steps() {
    return {[this] { return show_levels(); }};
  }

 private:
  Shown show_levels() {
    const orbit::Generators generators = orbit::make_family("lrx:10");
    orbit::Search search(generators, orbit::parse_start("", generators), options_);
    const double seconds = timed([&] { search.run(); });
    const bool passed = search.complete() && search.states() == 3628800 && search.levels().size() == 46;
    return {"orbit",
            "S_10, rotations and a swap: distances",
            fmt::format("diameter {}", search.levels().size() - 1),
            "the known diameter; 10! states",
            passed,
            seconds,
            static_cast<double>(search.states()),
            "states"};
  }

  orbit::Options options_;
};

/// From a presentation to cosets, and from their table to permutations, which the perm engine multiplies.
class CosetDemo {
 public:
  explicit CosetDemo(const CommonOptions& options) { options_.threads = options.threads; }

  std::vector<Step> steps() {
    return {[this] { return show_cosets(); }, [this] { return show_permutations(); }};
  }

 private:
  Shown show_cosets() {
    coset::Enumeration found(coset::open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>"), options_);
    const double seconds = timed([&] { found.run(); });
    const std::uint64_t index = found.complete() ? found.index() : 0;
    const auto total = static_cast<double>(found.total());
    if (found.complete()) table_.emplace(found.take_table());
    return {"coset",
            "(2,3,7;8): the cosets of 1",
            format_count(index) + " cosets",
            "verified; the known order",
            index == 10752,
            seconds,
            total,
            "cosets"};
  }

  Shown show_permutations() {
    if (!table_) return {"coset", "its permutations", "none", "there is no table", false, 1, 0, "points"};
    const std::vector<coset::Coset> a = table_->permutation(0);
    const std::vector<coset::Coset> b = table_->permutation(1);
    std::vector<coset::Coset> product(a.size());
    std::vector<perm::CycleCount> cycles;
    const double seconds = timed([&] {
      perm::multiply(a, b, product);
      cycles = perm::cycle_type<coset::Coset>(product);
    });
    const bool passed = cycles.size() == 1 && cycles[0].length == 7 && cycles[0].count == product.size() / 7;
    return {"coset",
            "its permutations, multiplied: a*b",
            fmt::format("{} cycles", format_count(product.size() / 7)),
            "all of length 7",
            passed,
            seconds,
            static_cast<double>(product.size()),
            "points"};
  }

  coset::Options options_;
  std::optional<coset::Table> table_;
};

Json to_json(const Shown& item) {
  return {{"engine", item.engine},
          {"what", item.what},
          {"answer", item.answer},
          {"check", item.check},
          {"passed", item.passed},
          {"seconds", item.seconds},
          {"rate", item.items / item.seconds},
          {"unit", item.unit}};
}

int demo(Session& session, const CommonOptions& options) {
  RunControl& run = session.run();
  const bool cpu_only = options.backend == BackendChoice::cpu;
  const std::string gpu = cpu_only ? "" : gpu_name();
  if (options.backend == BackendChoice::cuda) require_gpu();
  run.note_choice("backend", gpu.empty() ? "cpu" : "cpu and cuda",
                  cpu_only      ? "asked for"
                  : gpu.empty() ? "no GPU was found"
                                : gpu);

  PermDemo perm_demo(options);
  WordDemo word_demo(options);
  SemigroupDemo semigroup_demo(options);
  OrbitDemo orbit_demo(options);
  FlipDemo flip_demo(options);
  CosetDemo coset_demo(options);
  std::vector<Step> steps = word_demo.steps();
  std::ranges::move(coset_demo.steps(), std::back_inserter(steps));
  std::ranges::move(semigroup_demo.steps(), std::back_inserter(steps));
  std::ranges::move(perm_demo.steps(!gpu.empty()), std::back_inserter(steps));
  std::ranges::move(orbit_demo.steps(), std::back_inserter(steps));
  std::ranges::move(flip_demo.steps(), std::back_inserter(steps));
  std::vector<std::vector<std::string>> rows{{"engine", "what was computed, and its check", "answer, time and rate"}};
  Json items = Json::array();
  bool all_passed = true;
  for (const Step& step : steps) {
    if (run.should_stop()) break;
    const Shown item = step();
    all_passed = all_passed && item.passed;
    rows.push_back({item.engine, item.what, item.answer});
    rows.push_back({"", (item.passed ? "  ok: " : "  FAILED: ") + item.check,
                    fmt::format("{}, {}", format_seconds(item.seconds), format_rate(item.items / item.seconds, item.unit))});
    items.push_back(to_json(item));
    run.report({"demo", items.size(), steps.size(), "steps"});
  }
  const bool complete = items.size() == steps.size();
  std::string end = fmt::format("All {} answers are correct, in {}.", items.size(), format_seconds(run.seconds()));
  if (!complete) end = fmt::format("Stopped after {} of {} steps.", items.size(), steps.size());
  if (!all_passed) end = "An answer is WRONG: please report it with the output of 'wreath doctor'.";
  const int code = session.finish(complete, {{"items", items}, {"passed", all_passed}, {"seconds", run.seconds()}},
                                  format_table(rows) + "\n" + end + "\n");
  return all_passed ? code : kError;
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
