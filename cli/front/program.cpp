// SPDX-License-Identifier: MIT
#include "cli/front/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <new>

#include "cli/front/usage.hpp"
#include "core/run/record.hpp"
#include "core/text/characters.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::cli {

namespace {

std::string see_help(const Command& command) {
  return fmt::format("Run '{} --help' for usage.", command.full_name());
}

/// With --json an error is an object, too, unless the answer has been printed; people read it on stderr.
void print_error_object(const Program& program, std::string_view kind, const std::string& message, int code) noexcept try {
  if (program.json && !has_printed_result()) print_result(error_json(kind, message, code) + "\n");
} catch (const std::exception&) {  // stdout cannot be written to
}

int wrong_usage(const Program& program, const Command& command, const std::string& message) {
  print_error_object(program, "usage", message, kWrongUsage);
  print_error(fmt::format("{}: {}\n{}\n", program.app.name(), message, see_help(command)));
  return kWrongUsage;
}

std::string version_text(const std::string& name) {
  const std::string_view commit = build_commit();
  return fmt::format("{} {}{}", name, version(), commit == "unknown" ? "" : fmt::format(" ({})", commit));
}

int run_arguments(Program& program, std::vector<std::string> arguments) {
  program.command_line = program.app.name();
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
  keep_lists(arguments);
  const Command& named = named_command(program.app, arguments);
  if (const auto message = usage_error(program.app, arguments)) return wrong_usage(program, named, *message);
  try {
    switch (program.app.parse(arguments)) {
      case Command::Asked::version: print_result(version_text(program.app.name()) + "\n"); return kDone;
      case Command::Asked::help: print_result(named.help()); return kDone;
      case Command::Asked::work: break;
    }
    require_cluster_command(program.ranks, named.full_name());
    return program.chosen();
  } catch (const UsageError& error) {
    return wrong_usage(program, named, error.message);
  } catch (const WrongUsage& error) {
    // One of the ranks prints it.
    if (program.ranks.several()) throw WrongUsage(error.message() + "\n" + see_help(named));
    return wrong_usage(program, named, error.text(OptionStyle::flag));
  }
}

}  // namespace

int run_program(Program& program, const std::function<void(Program&)>& add_commands, std::vector<std::string> arguments) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows past its limit is an error of write(), with our own message
  const std::string name = program.app.name();
  program.json = std::ranges::find(arguments, "--json") != arguments.end();
  const auto fail = [&](std::string_view kind, const std::string& message, int code = kError) {
    print_error_object(program, kind, message, code);
    return program.ranks.fail(name + ": " + message + "\n", code);
  };
  try {
    program.app.set_version(version_text(name));
    add_commands(program);
    return program.ranks.end(run_arguments(program, std::move(arguments)));
  } catch (const InternalError& error) {
    return fail("internal", std::string("internal error, please report it: ") + error.what());
  } catch (const std::bad_alloc&) {
    return fail("resource", "not enough memory");
  } catch (const WrongUsage& error) {
    return fail("usage", error.text(OptionStyle::flag), kWrongUsage);
  } catch (const ResourceError& error) {
    return fail("resource", error.text(OptionStyle::flag));
  } catch (const Error& error) {
    return fail("input", error.text(OptionStyle::flag));
  } catch (const std::exception& error) {
    return fail("internal", error.what());
  }
}

}  // namespace wreath::cli
