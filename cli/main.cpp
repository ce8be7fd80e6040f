// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <string_view>

#include "cli/front/common.hpp"
#include "cli/front/program.hpp"
#include "cli/serve.hpp"
#include "core/run/machine.hpp"
#include "core/run/program_end.hpp"
#include "core/run/signals.hpp"

namespace wreath::cli {

namespace {

// Before main, and before what CUDA's runtime does there.
[[gnu::constructor(101)]] void at_the_start() {
  keep_early_signals();
}

struct Engine {
  std::string_view name;
  void (*add)(Program&);
};
constexpr Engine kEngines[] = {{"word", add_word},   {"flip", add_flip},      {"semigroup", add_semigroup},
                               {"perm", add_perm},   {"orbit", add_orbit},    {"coset", add_coset},
                               {"group", add_group}, {"cluster", add_cluster}};

/// `first` is the first argument. If it is an engine, the commands of the others are not made: they would take longer than many
/// a small piece of work.
void add_commands(Program& program, std::string_view first) {
  program.app.footer(
      "Examples:\n"
      "  wreath demo                                  a tour: each engine does one small real piece of work\n"
      "  wreath doctor                                what this machine has, and what is missing\n"
      "  wreath word build surface:2 -o s2.wreath     from a presentation to a verified automatic structure\n"
      "  wreath semigroup enumerate bihecke:5         all elements, words and idempotents, exactly\n"
      "  wreath perm random 16M -o x.npy              a random permutation of 2^24 points\n"
      "  wreath perm multiply x.npy y.npy -o z.npy    x first, then y\n"
      "  wreath orbit growth lrx:10                   the levels and the diameter of a Cayley graph\n"
      "  wreath coset enumerate symmetric:5 --subgroup a    the index of a subgroup\n"
      "  wreath group order mathieu:24                the order of a permutation group, and how it is known\n"
      "  wreath flip search 3x3x3 --target 23         multiply 3 x 3 matrices with 23 products\n"
      "  wreath plot run.json                         what a run measured, drawn as text\n"
      "  wreath cite run.json                         a run and its proof, as a text and BibTeX for a paper\n"
      "\n"
      "Results go to stdout, progress to stderr. Exit codes: 0 done, 1 error, 2 stopped early with a partial result,\n"
      "3 the answer \"no\" to a question with --test, 64 wrong usage. Sizes: K, M, G, T are powers of 1024. 'wreath COMMAND "
      "--help', or 'wreath help COMMAND', prints more.");
  program.app.require_subcommand();
  const bool one = std::ranges::find(kEngines, first, &Engine::name) != std::end(kEngines);
  for (const Engine& engine : kEngines) {
    if (!one || engine.name == first) engine.add(program);
  }
  if (one) return;
  add_bench(program);
  add_demo(program);
  add_doctor(program);
  add_plot(program);
  add_cite(program);
  add_manual(program);
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() > 1 && arguments[0] == "bench" && arguments[1] == "paper") {  // it was a command once
    print_error("wreath: the experiments of the papers are run by another program, wreath-paper; 'make build' builds it\n");
    return kWrongUsage;
  }
  if (!arguments.empty() && arguments[0] == "serve") return serve();
  Program program("wreath", "wreath: computing with the large discrete objects of algebra");
  const std::string_view first = arguments.empty() ? std::string_view{} : arguments.front();
  return run_program(
      program,
      [&](Program& all) {
        require_wanted_level();
        add_commands(all, first);
      },
      arguments);
}

}  // namespace

}  // namespace wreath::cli

int main(int argc, char** argv) {
  wreath::promise_end_program();
  const int code = wreath::cli::run({argv + 1, argv + argc});
  wreath::end_program(code);
  return code;
}
