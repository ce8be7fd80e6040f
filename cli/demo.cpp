// SPDX-License-Identifier: MIT
//
// wreath demo: each engine does one small real piece of work, and the end is one table.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/common.hpp"
#include "cli/table.hpp"
#include "core/data/huge_array.hpp"
#include "core/run/units.hpp"
#include "wreath/perm.hpp"

namespace wreath::cli {

namespace {

struct DemoOptions : CommonOptions {};

/// One line of the table.
struct Shown {
  std::string engine;
  std::string what;
  std::string answer;
  std::string check;
  bool passed = false;
  double seconds = 0;
  double rate = 0;
  std::string unit;
};

template <class Body>
double timed(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr std::size_t kPoints = std::size_t{1} << 24;

/// The inverse by its definition; also tells whether x is a permutation.
bool invert(std::span<const std::uint32_t> x, std::span<std::uint32_t> inverse) {
  std::fill(inverse.begin(), inverse.end(), ~std::uint32_t{0});
  for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = static_cast<std::uint32_t>(i);
  return std::find(inverse.begin(), inverse.end(), ~std::uint32_t{0}) == inverse.end();
}

bool is_identity(std::span<const std::uint32_t> x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != i) return false;
  }
  return true;
}

std::vector<Shown> show_perm(const DemoOptions& demo, RunControl& run, bool with_gpu) {
  std::vector<Shown> shown;
  perm::Options options;
  options.threads = demo.threads;
  HugeArray<std::uint32_t> x(kPoints);
  HugeArray<std::uint32_t> inverse(kPoints);
  HugeArray<std::uint32_t> product(kPoints);
  const auto add = [&](std::string what, std::string answer, std::string check, bool passed, double seconds) {
    shown.push_back({"perm", std::move(what), std::move(answer), std::move(check), passed, seconds, kPoints / seconds, "points"});
    run.report({"demo", shown.size(), 0, "pieces of work"});
  };
  std::fill(x.begin(), x.end(), 0);  // take the pages now: their first touch is not the engine's time
  std::fill(product.begin(), product.end(), 0);

  const double shuffling = timed([&] { perm::random(x.span(), demo.seed, options); });
  const bool is_permutation = invert(x.span(), inverse.span());
  std::size_t fixed = 0;
  for (std::size_t i = 0; i < kPoints; ++i) fixed += x[i] == i;
  add("random x on 2^24 points", fmt::format("{} fixed point{}", fixed, fixed == 1 ? "" : "s"), "every point is hit once",
      is_permutation, shuffling);

  options.backend = BackendChoice::cpu;
  const double multiplying =
      timed([&] { perm::multiply<std::uint32_t, std::uint32_t>(x.span(), inverse.span(), product.span(), options); });
  add("x * x^-1 on the CPU", "the identity", "all points", is_identity(product.span()), multiplying);

  if (with_gpu) {
    options.backend = BackendChoice::cuda;
    const double on_gpu =
        timed([&] { perm::multiply<std::uint32_t, std::uint32_t>(inverse.span(), x.span(), product.span(), options); });
    add("x^-1 * x on the GPU, sent and fetched", "the identity", "all points", is_identity(product.span()), on_gpu);
  }
  return shown;
}

int demo(Session& session, const DemoOptions& options) {
  RunControl& run = session.run();
  const std::string gpu = options.backend == BackendChoice::cpu ? "" : gpu_name();
  run.note_backend(gpu.empty() ? "cpu" : "cpu and cuda", gpu.empty() ? "no GPU was found" : gpu);
  std::vector<Shown> shown = show_perm(options, run, !gpu.empty());

  std::vector<std::vector<std::string>> rows{{"engine", "what was computed", "answer", "checked", "time", "rate"}};
  Json items = Json::array();
  bool all_passed = true;
  for (const Shown& item : shown) {
    all_passed = all_passed && item.passed;
    rows.push_back({item.engine, item.what, item.answer, (item.passed ? "ok: " : "FAILED: ") + item.check,
                    format_seconds(item.seconds), format_rate(item.rate, item.unit)});
    items.push_back({{"engine", item.engine},
                     {"what", item.what},
                     {"answer", item.answer},
                     {"check", item.check},
                     {"passed", item.passed},
                     {"seconds", item.seconds},
                     {"rate", item.rate},
                     {"unit", item.unit}});
  }
  const std::string end = all_passed
                              ? fmt::format("All {} answers are right, in {}.", shown.size(), format_seconds(run.seconds()))
                              : "An answer is WRONG: please report it with the output of 'wreath doctor'.";
  const int code = session.finish({{"items", items}, {"passed", all_passed}, {"seconds", run.seconds()}},
                                  format_table(rows) + "\n" + end + "\n", {});
  return all_passed ? code : kError;
}

}  // namespace

void add_demo(Program& program) {
  add_command<DemoOptions>(
      program, program.app, "demo", "A tour: each engine does one small real piece of work",
      "  wreath demo\n"
      "  wreath demo --backend cpu --json",
      Length::brief, [](CLI::App&, DemoOptions&) {}, demo);
}

}  // namespace wreath::cli
