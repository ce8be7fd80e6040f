// SPDX-License-Identifier: MIT
#include "cli/front/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <regex>
#include <utility>

#include "cli/front/table.hpp"
#include "core/text/names.hpp"
#include "wreath/run.hpp"

namespace wreath::cli {

namespace {

/// "wreath perm multiply"
std::string full_name_of(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : full_name_of(*parent) + " " + app.get_name();
}

/// How --help looks.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(26);
    label("Positionals", "Arguments");
    label("REQUIRED", "");
  }

  std::string make_usage(const CLI::App* command, std::string) const override {
    std::string usage = "Usage: " + full_name_of(*command);
    for (const CLI::Option* option : command->get_options()) {
      if (!option->get_positional()) continue;
      const std::string name = option->get_name(true) + (option->get_items_expected_max() > 1 ? "..." : "");
      usage += option->get_required() ? " " + name : " [" + name + "]";
    }
    for (const CLI::Option* option : command->get_options()) {
      if (!option->get_positional() && option->get_required()) usage += " " + first_name(*option) + " " + option->get_type_name();
    }
    usage += command->get_subcommands([](const CLI::App*) { return true; }).empty() ? " [OPTIONS]" : " COMMAND ...";
    return usage + "\n";
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }

 private:
  static std::string first_name(const CLI::Option& option) {
    return option.get_snames().empty() ? "--" + option.get_lnames().front() : "-" + option.get_snames().front();
  }
};

/// What CLI11's options have no room for: the words that one takes.
std::function<Option::Words()>& words_for(const CLI::Option* option) {
  static std::map<const CLI::Option*, std::function<Option::Words()>> all;
  return all[option];
}

/// The names that a reader chooses from are in the error that any other text meets.
Option::Words words_of(const std::function<void(const std::string&)>& read) {
  try {
    read("");
  } catch (const UnknownName& error) {
    return {error.choices(), false};
  } catch (const Error&) {  // it reads something else than names
  }
  return {};
}

/// read(text), whose InputError becomes one of the command line.
void read_guarded(const std::string& name, const std::function<void(const std::string&)>& read, const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    throw CLI::ValidationError(name, error.text(OptionStyle::flag));
  }
}

/// "give a word such as a*b": the first part of an argument's description, as part of a sentence.
std::string what_to_give(const CLI::Option& option) {
  std::string text = option.get_description();
  text.resize(std::min({text.find(';'), text.find(". "), text.find('\n'), text.size()}));
  if (text.size() > 1 && (text[1] == ' ' || (text[1] >= 'a' && text[1] <= 'z'))) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return "give " + text;
}

/// CLI11 takes [a,b] for a list of two values; after this character, which no argument has, for what was typed.
constexpr char kAsTyped = '\0';

void keep_brackets(std::string& argument) {
  const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
  const std::size_t value = equals == std::string::npos ? 0 : equals + 1;
  if (value < argument.size() && argument[value] == '[') argument.insert(value, 1, kAsTyped);
}

/// An option whose values are what was typed.
CLI::Option* as_typed(CLI::Option* option, const std::string& type) {
  if (type == "FILE" || type == "PREFIX" || type == "DIR")
    option->check([](const std::string& text) { return text.empty() ? "the file name is empty" : ""; });
  return option->type_name(type)->transform([](std::string text) {
    if (text.starts_with(kAsTyped)) text.erase(0, 1);
    return text;
  });
}

/// CLI11's words for what is wrong, as sentences.
std::string sentence_of(const CLI::ParseError& error, const CLI::App& command) {
  std::string text = error.what();
  std::erase(text, kAsTyped);
  std::smatch part;
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && text.ends_with(" is required")) {
    const std::string name = text.substr(0, text.size() - std::string_view(" is required").size());
    const CLI::Option* option = command.get_option_no_throw(name);
    return fmt::format("{} is missing{}", name, option == nullptr ? "" : ": " + what_to_give(*option));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> left = command.remaining(true);  // CLI11's own text has them backwards
    if (left.size() > 1) return fmt::format("unexpected arguments: {}", fmt::join(left, " "));
    return "unexpected argument: " + text.substr(text.find(": ") + 2);
  }
  if (std::regex_match(text, part, std::regex("(.*): At Most ([0-9]+) required but received ([0-9]+)")))
    return fmt::format("{}: at most {} allowed, {} given", part.str(1), part.str(2), part.str(3));
  if (std::regex_match(text, part, std::regex("(.*): At Least ([0-9]+) required but received ([0-9]+)", std::regex::icase)))
    return fmt::format("{}: at least {} required, {} given", part.str(1), part.str(2), part.str(3));
  if (std::regex_match(text, part, std::regex("(.*): ([0-9]+) required (.*) missing")))
    return fmt::format("{} needs a value: {}", part.str(1), part.str(3));
  if (std::regex_match(text, part, std::regex("Could not convert: (.*) = (.*)")))
    return fmt::format("{}: '{}' is not a valid number", part.str(1), part.str(2));
  if (std::regex_match(text, part, std::regex("(.*) excludes (.*)")))
    return fmt::format("{} and {} cannot be used together", part.str(1), part.str(2));
  return text;
}

}  // namespace

const Option& Option::group(const std::string& name) const {
  option_->group(name);
  return *this;
}

const Option& Option::required() const {
  option_->required();
  return *this;
}

const Option& Option::one_of(const std::vector<std::string>& words) const {
  option_->check([words](const std::string& word) {
    return std::ranges::find(words, word) != words.end() ? ""
                                                         : fmt::format("'{}' is not one of {}", word, fmt::join(words, ", "));
  });
  words_for(option_) = [words] { return Words{words, false}; };
  return *this;
}

const Option& Option::suggests(std::function<std::vector<std::string>()> words) const {
  words_for(option_) = [words = std::move(words)] { return Words{words(), true}; };
  return *this;
}

Option::Words Option::words() const {
  const auto& words = words_for(option_);
  return words ? words() : Words{};
}

const Option& Option::in_range(int least, int most) const {
  option_->check([least, most](const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool fits = error == std::errc{} && end == text.data() + text.size() && number >= least && number <= most;
    return fits ? "" : fmt::format("'{}' is not a number from {} to {}", text, least, most);
  });
  return *this;
}

const Option& Option::expected(int least, int most) const {
  option_->expected(least, most);
  return *this;
}

const Option& Option::separated_by(char delimiter) const {
  option_->delimiter(delimiter);
  return *this;
}

const Option& Option::one_at_a_time() const {
  option_->allow_extra_args(false);
  return *this;
}

const Option& Option::excludes(const Option& other) const {
  option_->excludes(other.option_);
  return *this;
}

bool Option::is_given() const {
  return option_->count() != 0;
}

std::vector<std::string> Option::values() const {
  return option_->results();
}

Option::Facts Option::facts() const {
  Facts facts{.type = option_->get_type_name(),
              .group = option_->get_group(),
              .description = option_->get_description(),
              .is_argument = option_->get_positional(),
              .takes_value = option_->get_items_expected_max() > 0,
              .needs_value = option_->get_items_expected_min() > 0};
  for (const std::string& name : option_->get_snames()) facts.flags.push_back("-" + name);
  for (const std::string& name : option_->get_lnames()) facts.flags.push_back("--" + name);
  facts.name = facts.is_argument ? option_->get_name(true) : option_->get_name(false, true);
  return facts;
}

bool Option::has_flag(const std::string& flag) const {
  return option_->check_name(flag);
}

Command::Command(const std::string& name, const std::string& description)
    : root_(std::make_unique<CLI::App>(description)), app_(root_.get()) {
  app_->name(name);
  app_->formatter(std::make_shared<HelpFormatter>());
}

Command::Command(Command& parent, CLI::App& app) : parent_(&parent), app_(&app) {}

Command::~Command() = default;

CLI::App* Command::app() const {
  if (const auto declare = std::exchange(declare_, {})) declare(const_cast<Command&>(*this));  // NOLINT: it was made as such
  return app_;
}

Command& Command::add_subcommand(const std::string& name, const std::string& description, const std::string& group) {
  CLI::App* app = app_->add_subcommand(name, description)->group(group);
  subcommands_.push_back(std::unique_ptr<Command>(new Command(*this, *app)));
  return *subcommands_.back();
}

Option Command::add_flag(const std::string& name, bool& target, const std::string& description) {
  return Option(app_->add_flag(name, target, description));
}

template <class T>
Option Command::add_option(const std::string& name, T& target, const std::string& description, const std::string& type) {
  return Option(as_typed(app_->add_option(name, target, description), type));
}
template Option Command::add_option(const std::string&, std::string&, const std::string&, const std::string&);
template Option Command::add_option(const std::string&, unsigned&, const std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&, const std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<unsigned>&, const std::string&, const std::string&);

Option Command::add_reader(const std::string& name, std::function<void(const std::string&)> read, const std::string& description,
                           const std::string& type) {
  const auto guarded = [name, read](const std::string& text) { read_guarded(name, read, text); };
  CLI::Option* option = as_typed(app_->add_option_function<std::string>(name, guarded, description), type);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  words_for(option) = [read = std::move(read)] { return words_of(read); };
  return Option(option);
}

Option Command::add_readers(const std::string& name, std::function<void(const std::string&)> read, const std::string& description,
                            const std::string& type) {
  const auto guarded = [name, read](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) read_guarded(name, read, text);
  };
  CLI::Option* option = as_typed(app_->add_option_function<std::vector<std::string>>(name, guarded, description), type);
  words_for(option) = [read = std::move(read)] { return words_of(read); };
  return Option(option);
}

void Command::add_rule(std::function<std::string()> check) {
  rules_.push_back(std::move(check));
  if (rules_.size() > 1) return;
  app_->parse_complete_callback([this] {  // CLI11 keeps one such callback per app
    if (app_->get_help_ptr()->count() > 0) return;
    for (const auto& rule : rules_) {
      if (const std::string wrong = rule(); !wrong.empty()) throw CLI::ValidationError(wrong);
    }
  });
}

void Command::require_subcommand() {
  app_->require_subcommand(1);
}

void Command::set_version(const std::string& text) {
  app_->set_version_flag("--version", text, "Print the version");
}

void Command::footer(const std::string& text) {
  app_->footer(join_paragraphs(text));
}

void Command::on_chosen(std::function<void()> action) {
  app_->callback(std::move(action));
}

Command::Asked Command::parse(const std::vector<std::string>& arguments) {
  const Command* named = this;
  for (const std::string& argument : arguments) {
    const Command* next = named->subcommand(argument);
    if (next == nullptr) break;
    named = next;
  }
  CLI::App* app = named->app();
  std::vector<std::string> from_the_end(arguments.rbegin(), arguments.rend());  // as CLI11 takes them
  std::ranges::for_each(from_the_end, keep_brackets);
  try {
    app_->parse(std::move(from_the_end));
  } catch (const CLI::CallForVersion&) {
    return Asked::version;
  } catch (const CLI::CallForHelp&) {
    return Asked::help;
  } catch (const CLI::ParseError& error) {
    throw UsageError{sentence_of(error, *app)};
  }
  return Asked::work;
}

std::string Command::name() const {
  return app_->get_name();
}

std::string Command::full_name() const {
  return full_name_of(*app_);
}

std::string Command::description() const {
  return app_->get_description();
}

std::string Command::footer() const {
  return app()->get_footer();
}

std::string Command::help() const {
  std::string text = app()->help();
  for (std::size_t at = 0; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);  // CLI11 ends each group with one
  return fit_columns(text, kHelpColumns);
}

std::vector<const Command*> Command::subcommands() const {
  std::vector<const Command*> commands;
  for (const auto& command : subcommands_) commands.push_back(command.get());
  return commands;
}

const Command* Command::subcommand(const std::string& name) const {
  const auto found = std::ranges::find(subcommands_, name, [](const auto& command) { return command->name(); });
  return found == subcommands_.end() ? nullptr : found->get();
}

std::vector<Option> Command::options() const {
  std::vector<Option> options;
  for (CLI::Option* option : app()->get_options()) options.emplace_back(option);
  return options;
}

std::vector<std::string> Command::flags() const {
  std::vector<std::string> all;
  for (const Option& option : options()) std::ranges::move(option.facts().flags, std::back_inserter(all));
  return all;
}

bool Command::has_flag(const std::string& flag) const {
  return std::ranges::any_of(options(), [&](const Option& option) { return option.has_flag(flag); });
}

}  // namespace wreath::cli
