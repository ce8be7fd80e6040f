// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <csignal>
#include <new>
#include <string>
#include <vector>

#include "cli/common.hpp"
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

/// CLI11 takes [a,b] for a list of two arguments, and after a space for what it is: a commutator.
void keep_brackets(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    if (argument.starts_with('[')) argument.insert(0, " ");
  }
}

int wrong_usage(const Command& command, const std::string& message) {
  print_error(fmt::format("wreath: {}\n'{} --help' shows how it is used\n", message, command.full_name()));
  return kWrongUsage;
}

std::string version_text() {
  return fmt::format("wreath {} ({})", version(), build_commit());
}

void build_commands(Program& program) {
  program.app.set_version(version_text());
  program.app.footer(
      "Examples:\n"
      "  wreath demo                                  a tour: each engine does one small real piece of work\n"
      "  wreath doctor                                what this machine has, and what is missing\n"
      "  wreath word build surface:2 -o s2.wreath     from a presentation to a verified automatic structure\n"
      "  wreath semigroup enumerate bihecke:5         all elements, words and idempotents, exactly\n"
      "  wreath perm random 16M -o x.npy              a random permutation of 2^24 points\n"
      "  wreath perm multiply x.npy y.npy -o z.npy    x first, then y\n"
      "  wreath bench paper list                      the experiments of the papers, to be repeated\n"
      "  wreath plot run.json                         what a run measured, drawn as text\n"
      "\n"
      "Results go to stdout, progress to stderr. Exit codes: 0 done, 1 error, 2 stopped early with a partial result,\n"
      "64 wrong usage. Sizes: K, M, G, T are powers of 1024. 'wreath COMMAND --help', or 'wreath help COMMAND', tells more.");
  program.app.require_subcommand();
  add_word(program);
  add_flip(program);
  add_semigroup(program);
  add_perm(program);
  add_bench(program);
  add_demo(program);
  add_doctor(program);
  add_plot(program);
  add_manual(program);
}

int run_program(Program& program, std::vector<std::string> arguments) {
  build_commands(program);
  program.command_line = "wreath";
  for (const std::string& argument : arguments) program.command_line += " " + quoted_for_shell(argument);
  program.ranks.join(program.command_line);
  if (arguments.empty()) {
    print_error(program.app.help());
    return kWrongUsage;
  }
  if (arguments.front() == "help") {  // `wreath help perm multiply`, as many programs have it
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  const Command& named = named_command(program.app, arguments);
  if (const auto message = usage_error(program.app, arguments)) return wrong_usage(named, *message);
  try {
    if (arguments.front() == "word") keep_brackets(arguments);
    switch (program.app.parse(arguments)) {
      case Command::Asked::version: print_result(version_text() + "\n"); return kDone;
      case Command::Asked::help: print_result(named.help()); return kDone;
      case Command::Asked::work: break;
    }
  } catch (const UsageError& error) {
    return wrong_usage(named, error.message);
  }
  require_cluster_command(program.ranks, named.full_name());
  return program.chosen();
}

}  // namespace

}  // namespace wreath::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows past its limit is an error of write(), with a sentence of ours
  wreath::cli::Program program;
  try {
    return program.ranks.end(wreath::cli::run_program(program, {argv + 1, argv + argc}));
  } catch (const wreath::InternalError& error) {
    return program.ranks.fail(std::string("wreath: internal error, please report it: ") + error.what() + "\n");
  } catch (const std::bad_alloc&) {
    return program.ranks.fail("wreath: not enough memory\n");
  } catch (const wreath::Error& error) {
    return program.ranks.fail("wreath: " + error.text(wreath::OptionStyle::flag) + "\n");
  } catch (const std::exception& error) {
    return program.ranks.fail(std::string("wreath: ") + error.what() + "\n");
  }
}
