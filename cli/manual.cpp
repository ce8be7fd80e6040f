// SPDX-License-Identifier: MIT
//
// wreath completion, wreath man: made from the same tree of commands that parses the command line, so they are never behind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/common.hpp"
#include "cli/usage.hpp"

namespace wreath::cli {

namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

template <class Visit>
void for_each_command(const CLI::App& app, const Visit& visit) {
  visit(app);
  for (const CLI::App* command : commands_of(app)) for_each_command(*command, visit);
}

/// The words that may follow a command: its subcommands, then its options.
std::vector<std::string> words_after(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* command : commands_of(app)) words.push_back(command->get_name());
  for (const std::string& flag : flags_of(app)) words.push_back(flag);
  return words;
}

/// All commands as "|wreath|wreath perm|...|": what the scripts look words up in.
std::string known_paths(const CLI::App& app) {
  std::string paths = "|";
  for_each_command(app, [&](const CLI::App& command) { paths += full_name(command) + "|"; });
  return paths;
}

std::string bash_completion(const CLI::App& app) {
  std::string cases;
  for_each_command(app, [&](const CLI::App& command) {
    cases += fmt::format("    '{}') words='{}' ;;\n", full_name(command), fmt::join(words_after(command), " "));
  });
  return fmt::format(
      "# bash completion for wreath; load it with: source <(wreath completion bash)\n"
      "_wreath() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" path=wreath words='' word\n"
      "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
      "    case '{}' in *\"|$path $word|\"*) path=\"$path $word\" ;; esac\n"
      "  done\n"
      "  case \"$path\" in\n{}  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  if [ ${{#COMPREPLY[@]}} -eq 0 ]; then COMPREPLY=($(compgen -f -- \"$current\")); fi\n"
      "}}\n"
      "complete -o filenames -F _wreath wreath\n",
      known_paths(app), cases);
}

std::string zsh_completion(const CLI::App& app) {
  std::string cases;
  for_each_command(app, [&](const CLI::App& command) {
    cases += fmt::format("    '{}')", full_name(command));
    std::string described;
    for (const CLI::App* inner : commands_of(command))
      described += fmt::format(" '{}:{}'", inner->get_name(), inner->get_description());
    if (!described.empty()) cases += fmt::format(" local -a commands; commands=({}); _describe command commands;", described);
    cases += fmt::format(" compadd -- {}; _files ;;\n", fmt::join(flags_of(command), " "));
  });
  return fmt::format(
      "#compdef wreath\n"
      "# zsh completion for wreath; load it with: source <(wreath completion zsh)\n"
      "_wreath() {{\n"
      "  local path_=wreath word known='{}'\n"
      "  for word in ${{words[2,CURRENT-1]}}; do\n"
      "    [[ $known == *\"|$path_ $word|\"* ]] && path_=\"$path_ $word\"\n"
      "  done\n"
      "  case $path_ in\n{}  esac\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _wreath ]; then _wreath \"$@\"; else compdef _wreath wreath; fi\n",
      known_paths(app), cases);
}

/// Text for troff: a backslash, a leading dot or quote, and a hyphen have meanings there.
std::string troff(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_line = i == 0 || text[i - 1] == '\n';
    if (starts_line && (text[i] == '.' || text[i] == '\'')) out += "\\&";
    if (text[i] == '\\') {
      out += "\\e";
    } else if (text[i] == '-') {
      out += "\\-";
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string manual_of(const CLI::App& command) {
  std::string text = fmt::format(".SS \"{}\"\n{}\n", troff(full_name(command)), troff(command.get_description()));
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group() == "Options common to all commands" || option->check_name("--help")) continue;
    const std::string name = option->get_positional() ? option->get_name(true) : option->get_name(false, true);
    text += fmt::format(".TP\n.B {}\n{}\n", troff(name + " " + (option->get_positional() ? "" : option->get_type_name())),
                        troff(option->get_description()));
  }
  if (!command.get_footer().empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", troff(command.get_footer()));
  return text;
}

std::string manual(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH WREATH 1 \"\" \"wreath {}\" \"User Commands\"\n"
      ".SH NAME\nwreath \\- computing with the large discrete objects of algebra\n"
      ".SH SYNOPSIS\n.B wreath\n.I COMMAND\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\n"
      "wreath computes with permutations on billions of points at the speed of the memory they live in.\n"
      "Results go to stdout, progress to stderr. A first Ctrl\\-C finishes the batch and keeps what is known; a second one "
      "kills.\n"
      ".SH COMMANDS\n",
      version());
  for_each_command(app, [&](const CLI::App& command) {
    if (command.get_parent() != nullptr) text += manual_of(command);
  });
  text += ".SH OPTIONS COMMON TO ALL COMMANDS\n";
  const CLI::App* longest = app.get_subcommand("perm")->get_subcommand("multiply");  // it has the checkpoint options too
  for (const CLI::Option* option : longest->get_options()) {
    if (option->get_group() != "Options common to all commands") continue;
    text += fmt::format(".TP\n.B {}\n{}\n", troff(option->get_name(false, true) + " " + option->get_type_name()),
                        troff(option->get_description()));
  }
  text +=
      ".SH EXIT STATUS\n0 done; 1 error; 2 stopped early with a partial result (time, memory, Ctrl\\-C); 64 wrong usage.\n"
      ".SH FILES\nNumbers are kept in numpy's .npy files; results appear whole or not at all.\n";
  return text;
}

}  // namespace

void add_manual(Program& program) {
  CLI::App* completion = program.app.add_subcommand("completion", "Print a completion script for bash or zsh")->group("Commands");
  auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash or zsh")->required()->type_name("")->check(CLI::IsMember({"bash", "zsh"}));
  completion->footer("Examples:\n  source <(wreath completion bash)\n  wreath completion zsh > ~/.zfunc/_wreath");
  completion->callback([&program, shell] {
    program.chosen = [&program, shell] {
      fmt::print("{}", *shell == "bash" ? bash_completion(program.app) : zsh_completion(program.app));
      return kDone;
    };
  });
  CLI::App* man = program.app.add_subcommand("man", "Print the manual page")->group("Commands");
  man->footer("Examples:\n  wreath man | man -l -");
  man->callback([&program] {
    program.chosen = [&program] {
      fmt::print("{}", manual(program.app));
      return kDone;
    };
  });
}

}  // namespace wreath::cli
