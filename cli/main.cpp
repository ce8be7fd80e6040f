// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "cli/common.hpp"
#include "cli/help.hpp"
#include "cli/usage.hpp"
#include "core/run/commit.hpp"

namespace wreath::cli {

namespace {

std::string quoted_for_shell(const std::string& word) {
  const bool plain =
      !word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@^%") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

int wrong_usage(const CLI::App& command, const std::string& message) {
  fmt::print(stderr, "wreath: {}\n'{} --help' shows how it is used\n", message, full_name(command));
  return kWrongUsage;
}

void build_commands(Program& program) {
  program.app.name("wreath");
  program.app.formatter(help_formatter());
  program.app.set_version_flag("--version", fmt::format("wreath {} ({})", version(), build_commit()), "Print the version");
  program.app.footer(
      "Examples:\n"
      "  wreath demo                                  a tour: each engine does one small real piece of work\n"
      "  wreath doctor                                what this machine has, and what is missing\n"
      "  wreath perm random 16M -o x.npy              a random permutation of 2^24 points\n"
      "  wreath perm multiply x.npy y.npy -o z.npy    x first, then y\n"
      "\n"
      "Results go to stdout, progress to stderr. Exit codes: 0 done, 1 error, 2 stopped early with a partial result,\n"
      "64 wrong usage. Sizes: K, M, G, T are powers of 1024. 'wreath COMMAND --help' tells more.");
  program.app.require_subcommand(1);
  add_perm(program);
  add_demo(program);
  add_doctor(program);
  add_manual(program);
}

int run_program(std::vector<std::string> arguments) {
  Program program;
  build_commands(program);
  program.command_line = "wreath";
  for (const std::string& argument : arguments) program.command_line += " " + quoted_for_shell(argument);
  if (arguments.empty()) {
    fmt::print(stderr, "{}", program.app.help());
    return kWrongUsage;
  }
  if (arguments.front() == "help") {  // `wreath help perm multiply`, as many programs have it
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (const auto message = unknown_name(program.app, arguments))
    return wrong_usage(named_command(program.app, arguments), *message);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    program.app.parse(reversed);
  } catch (const CLI::Success& asked) {  // --help, --version
    return program.app.exit(asked) == 0 ? kDone : kError;
  } catch (const CLI::ParseError& error) {
    return wrong_usage(named_command(program.app, arguments), error.what());
  }
  return program.chosen();
}

}  // namespace

}  // namespace wreath::cli

int main(int argc, char** argv) {
  try {
    return wreath::cli::run_program({argv + 1, argv + argc});
  } catch (const wreath::InternalError& error) {
    fmt::print(stderr, "wreath: internal error, please report it: {}\n", error.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "wreath: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "wreath: {}\n", error.what());
  }
  return wreath::cli::kError;
}
