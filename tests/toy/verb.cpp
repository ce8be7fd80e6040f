// SPDX-License-Identifier: MIT
//
// The verb of CONTRIBUTING.md, "To add a verb", in a program of its own.
#include "cli/program.hpp"
#include "core/run/units.hpp"
#include "tests/toy/divisors.hpp"

namespace wreath::cli {

namespace {

struct DivisorsOptions : CommonOptions {
  std::uint64_t number = 0;
};

int divisors(Session& session, const DivisorsOptions& options) {
  const toy::Divisors found = toy::find_divisors(options.number, &session.run());
  return session.finish(found.complete, toy::divisors_report(found));
}

void add_divisors(Program& program, Command& parent) {
  add_command<DivisorsOptions>(
      program, parent, "divisors", "List the divisors of a number", "  wreath toy divisors 60 --json", Length::brief,
      [](Command& command, DivisorsOptions& options) {
        command.add_parsed("N", options.number, parse_positive, "The number, such as 60").required();
      },
      divisors);
}

}  // namespace

}  // namespace wreath::cli

int main(int argc, char** argv) {
  wreath::cli::Program program("wreath", "a program with one verb");
  return wreath::cli::run_program(program,
                                  [](auto& all) { wreath::cli::add_divisors(all, all.app.add_subcommand("toy", "an engine")); },
                                  {argv + 1, argv + argc});
}
