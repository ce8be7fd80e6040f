// SPDX-License-Identifier: MIT
#include "cli/front/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/names.hpp"

namespace wreath::cli {

namespace {

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command* subcommand : command.subcommands()) names.push_back(subcommand->name());
  return names;
}

/// The verbs of this name: "'wreath word info' or 'wreath orbit info'".
std::string of_another_command(const Command& program, const std::string& name) {
  std::vector<std::string> found;
  for (const Command* engine : program.subcommands()) {
    if (const Command* verb = engine->subcommand(name)) found.push_back(fmt::format("'{}'", verb->full_name()));
  }
  return fmt::format("{}", fmt::join(found, " or "));
}

std::optional<Option> find_option(const Command& command, const std::string& name) {
  const std::vector<Option> options = command.options();
  const auto found = std::ranges::find_if(options, [&](const Option& option) { return option.has_flag(name); });
  return found == options.end() ? std::nullopt : std::optional(*found);
}

/// "--threads=4" and "-o4" to "--threads" and "-o".
std::string option_name(const std::string& argument) {
  if (argument.compare(0, 2, "--") == 0) return argument.substr(0, argument.find('='));
  return argument.substr(0, 2);
}

/// -q, --quiet or --, but neither a number nor '-', the standard input.
bool looks_like_option(const std::string& value) {
  return value.size() > 1 && value[0] == '-' && std::string_view(".0123456789").find(value[1]) == std::string_view::npos;
}

}  // namespace

void keep_lists(std::vector<std::string>& arguments) {
  constexpr std::string_view kFirst = "0123456789 ,";
  for (std::string& argument : arguments) {
    if (argument == "--") return;
    if (argument.size() < 2 || argument[0] != '-' || argument.find_first_of(" ,") == std::string::npos) continue;
    const bool infinite = argument.starts_with("-inf ") || argument.starts_with("-inf,");
    if (infinite || kFirst.find(argument[1]) != std::string_view::npos) argument.insert(0, 1, ' ');
  }
}

std::optional<std::string> usage_error(const Command& program, const std::vector<std::string>& arguments) {
  const Command* command = &program;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    if (argument == "--") break;
    if (argument.size() > 1 && argument[0] == '-') {
      const std::string name = option_name(argument);
      const std::optional<Option> option = find_option(*command, name);
      if (!option && argument[1] >= '0' && argument[1] <= '9') continue;  // a negative number, as an argument
      if (!option) {
        const bool number = argument.find_first_not_of("0123456789", 1) == std::string::npos;
        const std::string why = number ? fmt::format("; negative numbers go to the end, after --: ... -- {}", argument)
                                       : did_you_mean(name, command->flags());
        return fmt::format("'{}' has no option {}{}", command->full_name(), name, why);
      }
      const Option::Facts facts = option->facts();
      if (!facts.takes_value || argument != name) continue;
      ++at;
      if (!facts.needs_value) continue;
      if (at == arguments.size()) return fmt::format("{} needs a value: {}", name, facts.type);
      if (looks_like_option(arguments[at])) {
        return fmt::format("{} needs a value, and '{}' looks like an option; for a file of that name write ./{}", name,
                           arguments[at], arguments[at]);
      }
    } else if (const auto names = command_names(*command); !names.empty()) {
      if (std::find(names.begin(), names.end(), argument) == names.end()) {
        const std::string elsewhere = of_another_command(program, argument);
        return fmt::format("'{}' has no command '{}'{}", command->full_name(), argument,
                           elsewhere.empty() ? did_you_mean(argument, names) : "; did you mean " + elsewhere + "?");
      }
      command = command->subcommand(argument);
    }
  }
  const bool asks_for_help = std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--help" || argument == "-h" || argument == "--version";
  });
  if (const auto names = command_names(*command); !names.empty() && !asks_for_help) {
    return fmt::format("'{}' needs a command: {}", command->full_name(), fmt::join(names, ", "));
  }
  return std::nullopt;
}

const Command& named_command(const Command& program, const std::vector<std::string>& arguments) {
  const Command* command = &program;
  for (const std::string& argument : arguments) {
    const auto names = command_names(*command);
    if (std::find(names.begin(), names.end(), argument) == names.end()) break;
    command = command->subcommand(argument);
  }
  return *command;
}

}  // namespace wreath::cli
