// SPDX-License-Identifier: MIT
#include "cli/word_common.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/data/hash.hpp"
#include "core/run/units.hpp"
#include "format/group_input.hpp"
#include "word/automata/language.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_file.hpp"

namespace wreath::cli {

namespace {

/// Where a group's structure is kept: $XDG_CACHE_HOME/wreath or ~/.cache/wreath; empty where there is neither.
std::string cache_path(const word::Presentation& presentation) {
  std::filesystem::path folder;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
    folder = cache;
  } else if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".cache";
  } else {
    return {};
  }
  folder /= "wreath";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return {};
  const std::string key = word::print_presentation(presentation) + " " + word::print_order(presentation.alphabet);
  return (folder / fmt::format("word-{:016x}.wreath", hash_bytes(bytes_of(key)))).string();
}

bool same_group(const word::Presentation& a, const word::Presentation& b) {
  return a.alphabet == b.alphabet && a.equations == b.equations && a.ordering == b.ordering;
}

/// The cached structure; nothing where there is none, or one that is damaged or another group's: it is made anew then.
std::optional<word::AutomaticStructure> from_cache(const std::string& path, const word::Presentation& presentation) {
  if (path.empty() || !word::is_structure_file(path)) return std::nullopt;
  try {
    word::AutomaticStructure structure = word::read_structure(path);
    if (structure.verified && same_group(structure.presentation, presentation)) return structure;
  } catch (const Error&) {
  }
  return std::nullopt;
}

void to_cache(const std::string& path, const word::AutomaticStructure& structure) {
  try {
    word::write_structure(path, structure);
  } catch (const Error&) {  // a cache that cannot be written is no reason to fail
  }
}

}  // namespace

void add_group(CLI::App& command, WordOptions& options, const std::string& description) {
  command.add_option("GROUP", options.group, description)->required()->type_name("");
}

void add_structure(CLI::App& command, WordOptions& options) {
  command.add_option("FILE", options.group, "A file of 'wreath word build', or a group, which is then built")
      ->required()
      ->type_name("");
  add_build_options(command, options);
  add_cache_option(command, options);
}

void add_build_options(CLI::App& command, WordOptions& options) {
  command.add_option("--order", options.order, "The order of the letters: a,b,A,B")->type_name("LETTERS");
  command.add_flag("--keep-inverses", options.keep_inverses, "A relator a^2 does not make a its own inverse: A stays a letter");
  add_parsed(command, "--max-rules", options.rules, parse_count,
             "Give up the completion at so many rules, unless a structure was found by then (1M)")
      ->type_name("N");
  add_parsed(command, "--max-length", options.length, parse_count, "The longest side of a rule (4096)")->type_name("N");
  add_parsed(command, "--max-states", options.states, parse_count, "The most states of an automaton (16M)")->type_name("N");
}

void add_cache_option(CLI::App& command, WordOptions& options) {
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
  const std::string cache = options.no_cache ? std::string{} : cache_path(presentation);
  if (auto cached = from_cache(cache, presentation)) {
    cached->presentation.name = presentation.name;
    return {std::move(*cached), "cache", {}};
  }
  word::BuildResult built = word::build_structure(presentation, build_options(options), run);
  if (built.structure.verified && !cache.empty()) to_cache(cache, built.structure);
  return {std::move(built.structure), "built", built.report.ending};
}

bool is_at_hand(const WordOptions& options) {
  if (word::is_structure_file(options.group)) return true;
  const word::Presentation presentation = read_presentation(options);
  return !options.no_cache && from_cache(cache_path(presentation), presentation).has_value();
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
