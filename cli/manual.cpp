// SPDX-License-Identifier: MIT
//
// wreath completion, wreath man: made from the same tree of commands that parses the command line, so they are never behind.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/front/common.hpp"
#include "cli/front/table.hpp"
#include "cli/front/usage.hpp"
#include "core/run/record.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kManualColumns = 72;  // of an example: manual pages indent it by seven, and have 80

template <class Visit>
void for_each_command(const Command& app, const Visit& visit) {
  visit(app);
  for (const Command* command : app.subcommands()) for_each_command(*command, visit);
}

/// What may follow a command besides options: its commands, or the words that its arguments suggest, and perhaps files.
struct Followers {
  std::vector<const Command*> commands;
  std::vector<std::string> words;
  bool files = false;
};

Followers followers_of(const Command& command) {
  Followers after{command.subcommands(), {}};
  for (const Option& option : command.options()) {
    if (!option.facts().is_argument) continue;
    const Option::Words its = option.words();
    after.words.insert(after.words.end(), its.words.begin(), its.words.end());
    after.files = after.files || its.or_others;
  }
  return after;
}

/// All commands as "|wreath|wreath perm|...|": what the scripts look words up in.
std::string known_paths(const Command& app) {
  std::string paths = "|";
  for_each_command(app, [&](const Command& command) { paths += command.full_name() + "|"; });
  return paths;
}

/// What may follow options that take a value, as cases of "COMMAND OPTION": words, or files.
std::string value_cases(const Command& app) {
  std::string cases;
  for_each_command(app, [&](const Command& command) {
    std::vector<std::string> before_files;
    for (const Option& option : command.options()) {
      const Option::Facts facts = option.facts();
      if (facts.is_argument || !facts.takes_value) continue;
      std::vector<std::string> patterns;
      for (const std::string& flag : facts.flags) patterns.push_back(fmt::format("'{} {}'", command.full_name(), flag));
      const std::vector<std::string> words = option.words().words;
      if (words.empty()) {
        before_files.insert(before_files.end(), patterns.begin(), patterns.end());
      } else {
        cases += fmt::format("    {}) values='{}' ;;\n", fmt::join(patterns, "|"), fmt::join(words, " "));
      }
    }
    if (!before_files.empty()) cases += fmt::format("    {}) value=file ;;\n", fmt::join(before_files, "|"));
  });
  return cases;
}

std::string bash_completion(const Command& app) {
  std::string commands;
  std::string options;
  for_each_command(app, [&](const Command& command) {
    Followers after = followers_of(command);
    for (const Command* below : after.commands) after.words.push_back(below->name());
    commands += fmt::format("      '{}') words='{}' files={} ;;\n", command.full_name(), fmt::join(after.words, " "),
                            after.files ? "yes" : "no");
    options += fmt::format("      '{}') words='{}' ;;\n", command.full_name(), fmt::join(command.flags(), " "));
  });
  return fmt::format(
      R"(# bash completion for wreath; load it with: source <(wreath completion bash)
_wreath() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" path=wreath values='' value='' words='' files=no word IFS=$' \t\n'
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case '{}' in *"|$path $word|"*) path="$path $word" ;; esac
  done
  case "$path $before" in
{}  esac
  if [ -n "$values" ]; then words=$values
  elif [ -n "$value" ]; then files=yes
  else
    case "$current" in
    -*) case "$path" in
{}      esac ;;
    *) case "$path" in
{}      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ ${{#COMPREPLY[@]}} -gt 0 ]; then
    compopt +o filenames 2> /dev/null  # which would write 'surface\:'
    case "${{COMPREPLY[0]}}" in *:) compopt -o nospace 2> /dev/null ;; esac
  fi
  if [ $files = yes ]; then IFS=$'\n'; COMPREPLY+=($(compgen -f -- "$current")); fi
}}
complete -o filenames -F _wreath wreath
)",
      known_paths(app), value_cases(app), options, commands);
}

std::string zsh_completion(const Command& app) {
  std::string cases;
  for_each_command(app, [&](const Command& command) {
    const Followers after = followers_of(command);
    std::string described;
    for (const Command* below : after.commands) described += fmt::format(" '{}:{}'", below->name(), below->description());
    cases += fmt::format("    '{}') options=({}); commands=({}); names=({}); files={} ;;\n", command.full_name(),
                         fmt::join(command.flags(), " "), described, fmt::join(after.words, " "), after.files ? 1 : 0);
  });
  return fmt::format(
      R"(#compdef wreath
# zsh completion for wreath; after compinit, load it with: source <(wreath completion zsh)
_wreath() {{
  local path_=wreath word known='{}' before=${{words[CURRENT-1]}} values='' value='' files=0
  local -a options commands names
  for word in ${{words[2,CURRENT-1]}}; do
    [[ $known == *"|$path_ $word|"* ]] && path_="$path_ $word"
  done
  case "$path_ $before" in
{}  esac
  case $path_ in
{}  esac
  if [[ -n $values ]]; then compadd -- ${{=values}}
  elif [[ -n $value ]]; then _files
  elif [[ $PREFIX == -* ]]; then compadd -- $options
  elif (( $#commands )); then _describe command commands
  else
    (( $#names )) && compadd -S '' -- $names
    (( files )) && _files
  fi
}}
if [ "$funcstack[1]" = _wreath ]; then _wreath "$@"; else compdef _wreath wreath; fi
)",
      known_paths(app), value_cases(app), cases);
}

/// Within single quotes of fish.
std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_completion(const Command& app) {
  std::string lines;
  for_each_command(app, [&](const Command& command) {
    const std::string here = fmt::format("complete -c wreath -n \"__wreath_at {}\"", command.full_name());
    const Followers after = followers_of(command);
    for (const Command* below : after.commands)
      lines += fmt::format("{} -a {} -d {}\n", here, below->name(), fish_quoted(below->description()));
    if (!after.words.empty()) lines += fmt::format("{} -a '{}'\n", here, fmt::join(after.words, " "));
    if (after.files) lines += here + " -F\n";
    for (const Option& option : command.options()) {
      const Option::Facts facts = option.facts();
      if (facts.is_argument) continue;
      lines += here;
      for (const std::string& flag : facts.flags)
        lines += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      const std::vector<std::string> words = option.words().words;
      if (!words.empty()) {
        lines += fmt::format(" -x -a '{}'", fmt::join(words, " "));
      } else if (facts.takes_value) {
        lines += " -r -F";
      }
      lines += fmt::format(" -d {}\n", fish_quoted(facts.description));
    }
  });
  return fmt::format(
      R"(# fish completion for wreath; load it with: wreath completion fish | source
function __wreath_at
  set -l path wreath
  for word in (commandline -opc)[2..]
    string match -q -- "*|$path $word|*" '{}'; and set path "$path $word"
  end
  test "$path" = "$argv"
end
complete -c wreath -f
{})",
      known_paths(app), lines);
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
    const Option::Facts facts = option.facts();
    if (facts.group == kCommonGroup || option.has_flag("--help")) continue;
    text += fmt::format(".TP\n.B {}\n{}\n", troff(facts.name + " " + (facts.is_argument ? "" : facts.type)),
                        troff(facts.description));
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
      "wreath computes with words in infinite groups, semigroups of maps, partitions and matrices, permutations on billions of "
      "points, orbits, coset tables and matrix multiplication schemes, exactly and at the speed of the memory they live in.\n"
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
    const Option::Facts facts = option.facts();
    if (facts.group != kCommonGroup) continue;
    text += fmt::format(".TP\n.B {}\n{}\n", troff(facts.name + " " + facts.type), troff(facts.description));
  }
  text +=
      ".SH EXIT STATUS\n0 done; 1 error; 2 stopped early with a partial result (time, memory, Ctrl\\-C); 64 wrong usage.\n"
      ".SH FILES\nNumbers are kept in numpy's .npy files; results appear whole or not at all.\n";
  return text;
}

/// The rows of a table, one per field; fields of parts come after the field that has them.
std::string field_rows(const ReportForm& form, const std::string& before = "") {
  std::string rows;
  for (const Field& field : form.fields) {
    const std::string name = before + std::string(field.name);
    std::string about(field.about);
    for (std::size_t at = 0; (at = about.find('*', at)) != std::string::npos; at += 2) about.insert(at, 1, '\\');
    rows += fmt::format("| `{}` | {} |\n", name, about);
    if (field.parts != nullptr && !field.parts->name.empty()) continue;  // it has a table of its own
    if (field.parts != nullptr) rows += field_rows(*field.parts, name + ".");
  }
  return rows;
}

/// docs/json.md.
std::string page_of_fields() {
  constexpr const char* kHead = "| field | meaning |\n|---|---|\n";
  std::string text = fmt::format(
      "<!-- SPDX-License-Identifier: MIT -->\n<!-- Written by `wreath man --fields > docs/json.md`: a test compares them. -->\n"
      "# The fields of `--json`\n\n"
      "With `--json` a command prints one object. Its `format` names the command and its `version` grows when a field is "
      "renamed, "
      "is removed or changes its meaning; new fields do not change it. A field that is not known is left out, unless its "
      "description "
      "states otherwise. Numbers are JSON numbers, exact and of any size unless they have a point. In these tables "
      "`classes.rank` "
      "is "
      "the field `rank` of each object in the list `classes`. Python's results and GAP's records have the same fields.\n\n"
      "## In every object\n\n{}{}\n",
      kHead, field_rows(common_fields()));
  for (const ReportForm* form : ReportForm::all()) text += fmt::format("## {}\n\n{}{}\n", form->name, kHead, field_rows(*form));
  text.pop_back();
  return text;
}

}  // namespace

void add_manual(Program& program) {
  Command& completion = program.app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  auto shell = std::make_shared<std::string>();
  completion.add_option("SHELL", *shell, "bash, zsh or fish").required().one_of({"bash", "zsh", "fish"});
  completion.footer(
      "Examples:\n  source <(wreath completion bash)\n  wreath completion zsh > ~/.zfunc/_wreath\n  wreath completion fish | "
      "source");
  completion.on_chosen([&program, shell] {
    program.chosen = [&program, shell] {
      print_result(*shell == "bash"  ? bash_completion(program.app)
                   : *shell == "zsh" ? zsh_completion(program.app)
                                     : fish_completion(program.app));
      return kDone;
    };
  });
  Command& man = program.app.add_subcommand("man", "Print the manual page");
  auto fields = std::make_shared<bool>(false);
  man.add_flag("--fields", *fields, "Print the page of the documentation that lists the fields of --json (Markdown)");
  man.footer("Examples:\n  wreath man | man -l -");
  man.on_chosen([&program, fields] {
    program.chosen = [&program, fields] {
      print_result(*fields ? page_of_fields() : manual(program.app));
      return kDone;
    };
  });
}

}  // namespace wreath::cli
