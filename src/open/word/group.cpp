// SPDX-License-Identifier: MIT
#include "open/word/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/text/named_input.hpp"
#include "core/text/text_reader.hpp"
#include "format/kbmag/kbmag.hpp"
#include "open/input_text.hpp"
#include "word/automatic/structure_file.hpp"
#include "word/families/families.hpp"
#include "word/internals.hpp"
#include "wreath/word/word_problem.hpp"

namespace wreath::open {

namespace {

/// kbmag's files name their letters in order; another order is the user's wish.
word::Presentation in_order(word::Presentation given, const std::string& order) {
  if (order.empty()) return given;
  word::Presentation result = word::assemble(given.name, given.alphabet, given.equations, {.order = order, .involutions = false});
  result.ordering = given.ordering;
  for (const std::string& name : result.alphabet.names) {
    if (given.weights.empty()) break;
    const auto old = std::find(given.alphabet.names.begin(), given.alphabet.names.end(), name) - given.alphabet.names.begin();
    result.weights.push_back(given.weights[static_cast<std::size_t>(old)]);
  }
  return result;
}

/// Whether the argument is the name of a file.
bool names_file(const std::string& argument) {
  return !word::looks_like_presentation(argument) && means_file(argument, word::is_group_name(argument), "group");
}

/// How to read a group.
word::GroupReading reading_of(const word::Options& options) {
  return {.order = options.letter_order, .involutions = !options.keep_inverses};
}

}  // namespace

word::Presentation parse_group(std::string_view text, std::string_view source, const word::GroupReading& reading) {
  switch (format::kbmag_kind(text)) {
    case format::KbmagKind::rewriting: return in_order(format::parse_kbmag_rewriting(text, source).presentation, reading.order);
    case format::KbmagKind::automaton: throw InputError(fmt::format("{}: this is an automaton, not a group", source));
    case format::KbmagKind::none: break;
  }
  if (text.find("subGenerators") != std::string_view::npos)
    throw InputError(fmt::format("{}: this is kbmag's list of generators of a subgroup, not a group", source));
  if (word::is_family(text)) return word::make_family(text, source, reading);
  return word::parse_presentation(text, source, reading);
}

word::Presentation read_group(const std::string& argument, const word::GroupReading& reading) {
  if (names_file(argument)) return read_group_file(argument, reading);
  if (word::is_family(argument) || word::looks_like_presentation(argument)) return parse_group(argument, {}, reading);
  const bool is_path = argument.find_first_of("/.") != std::string::npos;  // no family has such a name
  if (is_path) return read_group_file(argument, reading);                  // which reports why it cannot be opened
  throw InputError(
      fmt::format("'{}' is not a file, a presentation such as '<a,b | a^3>' or a family of groups such as surface:2{}",
                  TextReader::shown(argument), word::family_hint(argument)));
}

word::Presentation read_group_file(const std::string& path, const word::GroupReading& reading) {
  word::Presentation group = parse_group(InputText(path).text(), path, reading);
  if (group.name.empty() || group.name == "_RWS") group.name = std::filesystem::path(path).filename().string();
  return group;
}

std::optional<word::Group> find_group_file(const std::string& source, const word::Options& options) {
  if (!names_file(source) || !word::is_structure_file(source)) return std::nullopt;
  if (!options.letter_order.empty()) {
    throw InputError(
        fmt::format("{}: the order of the letters is fixed by the structure file; build the group again to change it", source));
  }
  const word::Group group = word::Group::load(source);
  if (options.cache) word::Internals::let_use_cache(group);
  return group;
}

}  // namespace wreath::open

namespace wreath::word {

Presentation read_presentation(const std::string& source, const Options& options) {
  return open::read_group(source, open::reading_of(options));
}

Alphabet read_alphabet(const std::string& source, const Options& options) {
  if (open::names_file(source) && is_structure_file(source)) return read_structure(source).presentation.alphabet;
  return read_presentation(source, options).alphabet;
}

Group Group::open(const std::string& source, const Options& options, RunControl* run) {
  if (const auto group = open::find_group_file(source, options)) return *group;
  return build(read_presentation(source, options), options, run);
}

WordProblem WordProblem::open(const std::string& source, const Options& options) {
  if (const auto group = open::find_group_file(source, options)) return WordProblem(*group, options);
  return WordProblem(read_presentation(source, options), options);
}

Group Group::build(std::string_view text, const Options& options, RunControl* run) {
  return build(open::parse_group(text, {}, open::reading_of(options)), options, run);
}

}  // namespace wreath::word
