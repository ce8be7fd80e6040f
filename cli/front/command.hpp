// SPDX-License-Identifier: MIT
//
// The tree of commands and their options. CLI11 parses the command line, and only command.cpp includes it: its headers cost
// every file that sees them six seconds.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): its name
class App;
class Option;
}  // namespace CLI

namespace wreath::cli {

/// The command line is wrong; the text explains how.
struct UsageError {
  std::string message;
};

/// An option or an argument of a command. A handle: copies mean the same option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  // What its declaration says besides name and description.
  const Option& group(const std::string& name) const;
  const Option& required() const;
  const Option& one_of(const std::vector<std::string>& words) const;
  const Option& in_range(int least, int most) const;
  const Option& expected(int least, int most) const;  // how many values
  const Option& separated_by(char delimiter) const;   // several values in one argument
  const Option& one_at_a_time() const;                // several values only by repeating the option
  const Option& excludes(const Option& other) const;
  const Option& suggests(std::function<std::vector<std::string>()> words) const;  // what completion offers besides files

  /// Whether the command line has it, and what it has for it.
  bool is_given() const;
  std::vector<std::string> values() const;

  /// What was declared.
  struct Facts {
    std::vector<std::string> flags = {};  // "-o", "--output"; none for an argument
    std::string name = {};                // "-o,--output", or that of an argument
    std::string type = {};
    std::string group = {};
    std::string description = {};
    bool is_argument = false;
    bool takes_value = false;
    bool needs_value = false;
  };
  Facts facts() const;
  bool has_flag(const std::string& flag) const;
  /// The words that may be its value, from the table that it is read by; or those that are suggested.
  struct Words {
    std::vector<std::string> words;
    bool or_others = true;  // whether other values are possible, such as files
  };
  Words words() const;

 private:
  CLI::Option* option_;
};

/// A command: the program itself, an engine, or a verb.
class Command {
 public:
  /// The program.
  Command(const std::string& name, const std::string& description);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// A command below this one, listed in the group of that name.
  Command& add_subcommand(const std::string& name, const std::string& description, const std::string& group = "Commands");
  Option add_flag(const std::string& name, bool& target, const std::string& description);
  /// For a text, a number, or several of them; `type` is how a value is shown: FILE, N.
  template <class T>
  Option add_option(const std::string& name, T& target, const std::string& description, const std::string& type = "");
  /// An option that parse(text) reads; its InputError becomes a usage error. If the option is repeated, the last value is used.
  template <class T, class Parse>
  Option add_parsed(const std::string& name, T& target, const Parse& parse, const std::string& description,
                    const std::string& type = "") {
    return add_reader(
        name, [&target, parse](const std::string& text) { target = parse(text); }, description, type);
  }
  /// The same for several values.
  template <class T, class Parse>
  Option add_list(const std::string& name, std::vector<T>& target, const Parse& parse, const std::string& description,
                  const std::string& type = "") {
    return add_readers(
        name, [&target, parse](const std::string& text) { target.push_back(parse(text)); }, description, type);
  }
  /// A rule about options that do not go together: a usage error if check() returns a sentence.
  void add_rule(std::function<std::string()> check);
  /// Declares the options and what else --help shows, when any of it is first asked for: a run uses one command of a hundred.
  void declare_later(std::function<void(Command&)> declare) { declare_ = std::move(declare); }
  void require_subcommand();
  void set_version(const std::string& text);
  void footer(const std::string& text);
  /// What happens when the command line names this command and is correct.
  void on_chosen(std::function<void()> action);

  enum class Asked { work, help, version };
  /// Reads the command line; what was chosen happens. Throws UsageError.
  Asked parse(const std::vector<std::string>& arguments);

  std::string name() const;
  std::string full_name() const;  // "wreath perm multiply"
  std::string description() const;
  std::string footer() const;
  std::string help() const;
  const Command* parent() const noexcept { return parent_; }
  std::vector<const Command*> subcommands() const;
  const Command* subcommand(const std::string& name) const;  // null if there is none
  std::vector<Option> options() const;
  std::vector<std::string> flags() const;  // of all its options
  bool has_flag(const std::string& flag) const;

 private:
  Command(Command& parent, CLI::App& app);
  Option add_reader(const std::string& name, std::function<void(const std::string&)> read, const std::string& description,
                    const std::string& type);
  Option add_readers(const std::string& name, std::function<void(const std::string&)> read, const std::string& description,
                     const std::string& type);

  /// The app with all that declare_later() held back.
  CLI::App* app() const;

  const Command* parent_ = nullptr;
  std::unique_ptr<CLI::App> root_;  // of the program; the others are its own
  CLI::App* app_;
  mutable std::function<void(Command&)> declare_;
  std::vector<std::function<std::string()>> rules_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

}  // namespace wreath::cli
