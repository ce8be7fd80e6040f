// SPDX-License-Identifier: MIT
#include "cli/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace wreath::cli {

namespace {

/// Edit distance in which a swap of neighbours counts once (optimal string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command* subcommand : command.subcommands()) names.push_back(subcommand->name());
  return names;
}

std::optional<Option> find_option(const Command& command, const std::string& name) {
  const std::vector<Option> options = command.options();
  const auto found = std::ranges::find_if(options, [&](const Option& option) { return option.has_flag(name); });
  return found == options.end() ? std::nullopt : std::optional(*found);
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
  const auto near = nearest(word, candidates);
  return near ? fmt::format("; did you mean '{}'?", *near) : "";
}

/// "--threads=4" and "-o4" to "--threads" and "-o".
std::string option_name(const std::string& argument) {
  if (argument.compare(0, 2, "--") == 0) return argument.substr(0, argument.find('='));
  return argument.substr(0, 2);
}

}  // namespace

std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  if (word.size() < 3 && word[0] == '-') return best;  // any letter is near to any other
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const bool begins = word.size() >= 2 && candidate.compare(0, word.size(), word) == 0;
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::optional<std::string> usage_error(const Command& program, const std::vector<std::string>& arguments) {
  const Command* command = &program;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    if (argument == "--") break;
    if (argument.size() > 1 && argument[0] == '-') {
      const std::string name = option_name(argument);
      const std::optional<Option> option = find_option(*command, name);
      if (!option) {
        const bool number = argument.find_first_not_of("0123456789", 1) == std::string::npos;
        const std::string why =
            number ? fmt::format("negative numbers go to the end, after --: ... -- {}", argument) : command->unknown_options();
        return fmt::format("'{}' has no option {}{}", command->full_name(), name,
                           why.empty() ? suggestion(name, command->flags()) : "; " + why);
      }
      if (option->takes_value() && argument == name) ++at;
    } else if (const auto names = command_names(*command); !names.empty()) {
      if (std::find(names.begin(), names.end(), argument) == names.end()) {
        return fmt::format("'{}' has no command '{}'{}", command->full_name(), argument, suggestion(argument, names));
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
