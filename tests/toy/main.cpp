// SPDX-License-Identifier: MIT
//
// A program with one verb: what would be added to cli/ENGINE/ENGINE.cpp, and a main function.
#include "cli/front/common.hpp"
#include "cli/front/program.hpp"
#include "toy/collatz.hpp"

namespace wreath::cli {

namespace {

struct CollatzOptions : CommonOptions {
  std::uint64_t numbers = 0;
};

int collatz(Session& session, const CollatzOptions& options) {
  const toy::Chain found = toy::longest_chain(options.numbers, &session.run());
  return session.finish(found.tried == options.numbers, toy::chain_report(found));
}

void add_collatz(Program& program, Command& parent) {
  add_command<CollatzOptions>(
      program, parent, "collatz", "Find the longest Collatz chain", "  wreath-toy collatz 1000000", Length::resumable,
      [](Command& command, CollatzOptions& options) {
        command.add_parsed("NUMBERS", options.numbers, parse_positive, "How many starts to try").required();
      },
      collatz);
}

}  // namespace

}  // namespace wreath::cli

int main(int argc, char** argv) {
  using namespace wreath::cli;
  Program program("wreath-toy", "wreath-toy: the verb of an example");
  return run_program(program, [](Program& all) { add_collatz(all, all.app); }, {argv + 1, argv + argc});
}
