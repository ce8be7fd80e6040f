// SPDX-License-Identifier: MIT
//
// wreath completion, wreath man: made from the same tree of commands that parses the command line, so they are never behind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "bench/signature/signature.hpp"
#include "cli/common.hpp"
#include "cli/table.hpp"
#include "cli/usage.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kManualColumns = 72;  // of an example: manual pages indent it by seven, and have 80

template <class Visit>
void for_each_command(const Command& app, const Visit& visit) {
  visit(app);
  for (const Command* command : app.subcommands()) for_each_command(*command, visit);
}

/// What may follow a command: its commands, or the names that it takes; with what each is.
std::vector<std::pair<std::string, std::string>> words_after(const Command& app) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const Command* command : app.subcommands()) words.emplace_back(command->name(), command->description());
  if (app.full_name() == "wreath bench signature") {
    for (const bench::SignedEngine& engine : bench::signed_engines()) words.emplace_back(engine.name, engine.work);
  }
  return words;
}

/// All commands as "|wreath|wreath perm|...|": what the scripts look words up in.
std::string known_paths(const Command& app) {
  std::string paths = "|";
  for_each_command(app, [&](const Command& command) { paths += command.full_name() + "|"; });
  return paths;
}

/// What may follow an option that takes one of a few words.
const std::map<std::string, std::string> kValues{{"--backend", "auto cpu cuda"},
                                                 {"--algorithm", "auto traditional implicit scan"},
                                                 {"--verify", "sample all"},
                                                 {"--keep", "auto rows base compressed words disk"},
                                                 {"--type", "uint8 uint16 uint32 uint64"},
                                                 {"--ring", "auto F2 ZT Z Q"},
                                                 {"--from", "txt json exp npy"},
                                                 {"--to", "txt json exp npy"},
                                                 {"--c-transposed", "yes no"},
                                                 {"--output-c-transposed", "yes no"},
                                                 {"--along", "n m p"},
                                                 {"--order", "nmp mpn pnm pmn npm mnp"},
                                                 {"derive", "extend project merge product blocks permute"},
                                                 {"completion", "bash zsh"}};

std::string value_cases(const std::string& variable) {
  std::string cases;
  for (const auto& [after, words] : kValues) cases += fmt::format("    {}) {}='{}' ;;\n", after, variable, words);
  return cases;
}

std::string bash_completion(const Command& app) {
  std::string commands;
  std::string options;
  for_each_command(app, [&](const Command& command) {
    std::string words;
    for (const auto& [word, what] : words_after(command)) words += (words.empty() ? "" : " ") + word;
    commands += fmt::format("    '{}') words='{}' ;;\n", command.full_name(), words);
    options += fmt::format("      '{}') words='{}' ;;\n", command.full_name(), fmt::join(command.flags(), " "));
  });
  return fmt::format(
      "# bash completion for wreath; load it with: source <(wreath completion bash)\n"
      "_wreath() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\" path=wreath words='' word IFS=$' "
      "\\t\\n'\n"
      "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
      "    case '{}' in *\"|$path $word|\"*) path=\"$path $word\" ;; esac\n"
      "  done\n"
      "  case \"$before\" in\n{}  esac\n"
      "  if [ -z \"$words\" ]; then\n"
      "    case \"$current\" in\n"
      "    -*) case \"$path\" in\n{}      esac ;;\n"
      "    *) case \"$path\" in\n{}    esac ;;\n"
      "    esac\n"
      "  fi\n"
      "  if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  else IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$current\")); fi\n"
      "}}\n"
      "complete -o filenames -F _wreath wreath\n",
      known_paths(app), value_cases("words"), options, commands);
}

std::string zsh_completion(const Command& app) {
  std::string cases;
  for_each_command(app, [&](const Command& command) {
    std::string described;
    for (const auto& [word, what] : words_after(command)) described += fmt::format(" '{}:{}'", word, what);
    cases += fmt::format("    '{}') options=({}); commands=({}) ;;\n", command.full_name(), fmt::join(command.flags(), " "),
                         described);
  });
  return fmt::format(
      "#compdef wreath\n"
      "# zsh completion for wreath; after compinit, load it with: source <(wreath completion zsh)\n"
      "_wreath() {{\n"
      "  local path_=wreath word known='{}' before=${{words[CURRENT-1]}} choices=''\n"
      "  local -a options commands\n"
      "  for word in ${{words[2,CURRENT-1]}}; do\n"
      "    [[ $known == *\"|$path_ $word|\"* ]] && path_=\"$path_ $word\"\n"
      "  done\n"
      "  case $before in\n{}  esac\n"
      "  case $path_ in\n{}  esac\n"
      "  if [[ -n $choices ]]; then compadd -- ${{=choices}}\n"
      "  elif [[ $PREFIX == -* ]]; then compadd -- $options\n"
      "  elif (( $#commands )); then _describe command commands\n"
      "  else _files; fi\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _wreath ]; then _wreath \"$@\"; else compdef _wreath wreath; fi\n",
      known_paths(app), value_cases("choices"), cases);
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

std::string manual_of(const Command& command) {
  std::string text = fmt::format(".SS \"{}\"\n{}\n", troff(command.full_name()), troff(command.description()));
  for (const Option& option : command.options()) {
    if (option.group() == kCommonGroup || option.has_flag("--help")) continue;
    text += fmt::format(".TP\n.B {}\n{}\n", troff(option.name() + " " + (option.is_argument() ? "" : option.type_name())),
                        troff(option.description()));
  }
  if (!command.footer().empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", troff(fit_columns(command.footer(), kManualColumns)));
  return text;
}

std::string manual(const Command& app) {
  std::string text = fmt::format(
      ".TH WREATH 1 \"\" \"wreath {}\" \"User Commands\"\n"
      ".SH NAME\nwreath \\- computing with the large discrete objects of algebra\n"
      ".SH SYNOPSIS\n.B wreath\n.I COMMAND\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\n"
      "wreath computes with words in infinite groups, transformation semigroups and permutations on billions of points, exactly "
      "and "
      "at the speed of the memory they live in.\n"
      "Results go to stdout, progress to stderr. A first Ctrl\\-C finishes the batch and keeps what is known; a second one "
      "kills.\n"
      ".SH COMMANDS\n",
      version());
  for_each_command(app, [&](const Command& command) {
    if (command.parent() != nullptr) text += manual_of(command);
  });
  text += ".SH OPTIONS COMMON TO ALL COMMANDS\n";
  const Command* longest = app.subcommand("perm")->subcommand("multiply");  // it has the checkpoint options too
  for (const Option& option : longest->options()) {
    if (option.group() != kCommonGroup) continue;
    text += fmt::format(".TP\n.B {}\n{}\n", troff(option.name() + " " + option.type_name()), troff(option.description()));
  }
  text +=
      ".SH EXIT STATUS\n0 done; 1 error; 2 stopped early with a partial result (time, memory, Ctrl\\-C); 64 wrong usage.\n"
      ".SH FILES\nNumbers are kept in numpy's .npy files; results appear whole or not at all.\n";
  return text;
}

}  // namespace

void add_manual(Program& program) {
  Command& completion = program.app.add_subcommand("completion", "Print a completion script for bash or zsh");
  auto shell = std::make_shared<std::string>();
  completion.add_option("SHELL", *shell, "bash or zsh").required().type_name("").one_of({"bash", "zsh"});
  completion.footer("Examples:\n  source <(wreath completion bash)\n  wreath completion zsh > ~/.zfunc/_wreath");
  completion.on_chosen([&program, shell] {
    program.chosen = [&program, shell] {
      print_result(*shell == "bash" ? bash_completion(program.app) : zsh_completion(program.app));
      return kDone;
    };
  });
  Command& man = program.app.add_subcommand("man", "Print the manual page");
  man.footer("Examples:\n  wreath man | man -l -");
  man.on_chosen([&program] {
    program.chosen = [&program] {
      print_result(manual(program.app));
      return kDone;
    };
  });
}

}  // namespace wreath::cli
