// SPDX-License-Identifier: MIT
#include "cli/word_common.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/run/units.hpp"
#include "format/group_input.hpp"
#include "word/automata/language.hpp"

namespace wreath::cli {

void add_group(Command& command, WordOptions& options, const std::string& description) {
  command.add_option("GROUP", options.group, description).required().type_name("");
}

void add_structure(Command& command, WordOptions& options) {
  command.add_option("FILE", options.group, "A file of 'wreath word build', or a group, which is then built")
      .required()
      .type_name("");
  add_build_options(command, options);
  add_cache_option(command, options);
}

void add_build_options(Command& command, WordOptions& options) {
  command.add_option("--order", options.order, "The order of the letters: a,b,A,B").type_name("LETTERS");
  command.add_flag("--keep-inverses", options.keep_inverses, "A relator a^2 does not make a its own inverse: A stays a letter");
  command
      .add_parsed("--max-rules", options.rules, parse_count,
                  "Give up the completion at so many rules, unless a structure was found by then (1M)")
      .type_name("N");
  command.add_parsed("--max-length", options.length, parse_count, "The longest side of a rule (4096)").type_name("N");
  command.add_parsed("--max-states", options.states, parse_count, "The most states of an automaton (16M)").type_name("N");
}

void add_cache_option(Command& command, WordOptions& options) {
  command.add_flag("--no-cache", options.no_cache, "Neither look for a built structure in the cache nor keep one there");
}

word::Presentation read_presentation(const WordOptions& options) {
  return format::read_group(options.group, {.order = options.order, .involutions = !options.keep_inverses});
}

word::BuildOptions build_options(const WordOptions& options) {
  word::BuildOptions build;
  build.completion.rules = options.rules;
  build.completion.length = options.length;
  build.states = options.states;
  return build;
}

word::Options group_options(const WordOptions& options, RunControl& run) {
  word::Options group{.order = options.order, .keep_inverses = options.keep_inverses, .cache = !options.no_cache, .run = &run};
  group.max_rules = options.rules;
  group.max_length = options.length;
  group.max_states = options.states;
  return group;
}

word::Group open_group(const WordOptions& options, RunControl& run) {
  return word::Group::open(options.group, group_options(options, run));
}

word::Group open_verified(const WordOptions& options, RunControl& run) {
  word::Group group = open_group(options, run);
  if (!group.verified()) refuse_answers(options, group.name(), group.ending(), group.origin() == "file");
  return group;
}

void refuse_answers(const WordOptions& options, const std::string& group, const std::string& ending, bool from_file) {
  if (from_file)
    throw InputError(
        fmt::format("{}: the structure in this file is not verified, and answers nothing; build it again", options.group));
  throw StoppedEarly{
      Json{{"group", group}, {"verified", false}, {"ending", ending}},
      fmt::format("{}: no verified structure of this group is known: {}. More --time, --max-rules or another --order may help.\n",
                  options.group, ending)};
}

bool is_stopped(const RunControl& run) {
  return run.stop_reason() != StopReason::none;
}

std::string stopped_text(const RunControl& run) {
  return fmt::format("stopped ({})", to_string(run.stop_reason()));
}

Json natural_to_json(const Natural& number) {
  if (const auto small = number.small()) return *small;
  return number.text();
}

Json order_to_json(const word::AutomaticStructure& structure) {
  const auto size = word::automata::language_size(structure.acceptor);
  return size ? natural_to_json(*size) : Json("infinite");
}

}  // namespace wreath::cli
