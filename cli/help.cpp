// SPDX-License-Identifier: MIT
#include "cli/help.hpp"

#include "cli/usage.hpp"

namespace wreath::cli {

namespace {

class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(26);
    label("Positionals", "Arguments");
    label("REQUIRED", "");
  }

  std::string make_usage(const CLI::App* command, std::string) const override {
    std::string usage = "Usage: " + full_name(*command);
    for (const CLI::Option* option : command->get_options()) {
      if (!option->get_positional()) continue;
      const std::string name = option->get_name(true);
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

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

}  // namespace wreath::cli
