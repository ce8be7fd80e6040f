// SPDX-License-Identifier: MIT
#include "cli/word_common.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/run/units.hpp"
#include "format/group_input.hpp"
#include "word/automata/language.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_cache.hpp"
#include "word/structure_file.hpp"

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

OpenedStructure open_structure(const WordOptions& options, RunControl& run) {
  if (word::is_structure_file(options.group)) {
    if (!options.order.empty())
      throw InputError(fmt::format("{}: the order of the letters is that of the file; --order is for groups", options.group));
    return {word::read_structure(options.group), "file", {}};
  }
  const word::Presentation presentation = read_presentation(options);
  if (auto cached = options.no_cache ? std::nullopt : word::find_cached(presentation)) return {std::move(*cached), "cache", {}};
  word::BuildResult built = word::build_structure(presentation, build_options(options), run);
  if (!options.no_cache) word::keep_cached(built.structure);
  return {std::move(built.structure), "built", built.report.ending};
}

bool is_at_hand(const WordOptions& options) {
  if (word::is_structure_file(options.group)) return true;
  return !options.no_cache && word::find_cached(read_presentation(options)).has_value();
}

word::AutomaticStructure open_verified(const WordOptions& options, RunControl& run) {
  OpenedStructure opened = open_structure(options, run);
  if (opened.structure.verified) return std::move(opened.structure);
  if (opened.origin == "file")
    throw InputError(
        fmt::format("{}: the structure in this file is not verified, and answers nothing; build it again", options.group));
  throw StoppedEarly{
      Json{{"group", group_name(opened.structure.presentation)}, {"verified", false}, {"ending", opened.ending}},
      fmt::format("{}: no verified structure of this group is known: {}. More --time, --max-rules or another --order may help.\n",
                  options.group, opened.ending)};
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

std::string group_name(const word::Presentation& presentation) {
  return presentation.name.empty() ? word::print_presentation(presentation) : presentation.name;
}

Json order_to_json(const word::AutomaticStructure& structure) {
  const auto size = word::automata::language_size(structure.acceptor);
  return size ? natural_to_json(*size) : Json("infinite");
}

}  // namespace wreath::cli
