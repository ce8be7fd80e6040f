// SPDX-License-Identifier: MIT
#include "format/group_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/io/mapped_file.hpp"
#include "core/io/text_reader.hpp"
#include "format/kbmag.hpp"
#include "word/automatic/build.hpp"
#include "word/families.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_cache.hpp"
#include "word/structure_file.hpp"

namespace wreath::format {

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

/// From the cache, or built now and cached.
word::Group group_of(const word::Presentation& presentation, const word::Options& options) {
  if (auto cached = options.cache ? word::find_cached(presentation) : std::nullopt)
    return word::Group(std::move(*cached), "cache");
  word::BuildOptions how;
  how.completion = {options.max_rules, options.max_length};
  how.states = options.max_states;
  if (options.rules != nullptr) {
    how.known = *options.rules;
    how.save = [&](const std::vector<word::Equation>& found) { *options.rules = found; };
  }
  RunControl unlimited;
  word::BuildResult built = word::build_structure(presentation, how, options.run != nullptr ? *options.run : unlimited);
  if (options.cache) word::keep_cached(built.structure);
  return word::Group(std::move(built.structure), "built", std::move(built.report.ending));
}

}  // namespace

word::Presentation parse_group(std::string_view text, std::string_view source, const word::GroupReading& reading) {
  switch (kbmag_kind(text)) {
    case KbmagKind::rewriting: return in_order(parse_kbmag_rewriting(text, source).presentation, reading.order);
    case KbmagKind::automaton: throw InputError(fmt::format("{}: this is an automaton, and a group is expected", source));
    case KbmagKind::none: break;
  }
  if (word::is_family(text)) return word::make_family(text, source, reading);
  return word::parse_presentation(text, source, reading);
}

word::Presentation read_group(const std::string& argument, const word::GroupReading& reading) {
  if (word::is_family(argument) || word::looks_like_presentation(argument)) return parse_group(argument, "group", reading);
  std::error_code ignored;
  if (!std::filesystem::exists(argument, ignored)) {
    std::string families;
    for (const word::FamilyInfo& family : word::families()) families += fmt::format(", {}", family.name);
    throw InputError(
        fmt::format("'{}' is no file, no presentation such as '<a,b | a^3>' and no family of groups such as surface:2; the "
                    "families are {}",
                    TextReader::shown(argument), families.substr(2)));
  }
  return read_group_file(argument, reading);
}

word::Presentation read_group_file(const std::string& path, const word::GroupReading& reading) {
  const MappedFile file(path);
  const auto bytes = file.bytes();
  word::Presentation group = parse_group({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path, reading);
  if (group.name.empty() || group.name == "_RWS") group.name = std::filesystem::path(path).filename().string();
  return group;
}

word::GroupReading reading_of(const word::Options& options) {
  return {.order = options.order, .involutions = !options.keep_inverses};
}

bool is_at_hand(const std::string& argument, const word::Options& options) {
  if (word::is_structure_file(argument)) return true;
  return options.cache && word::find_cached(read_group(argument, reading_of(options))).has_value();
}

}  // namespace wreath::format

namespace wreath::word {

Group Group::open(const std::string& source, const Options& options) {
  if (!is_structure_file(source)) return format::group_of(format::read_group(source, format::reading_of(options)), options);
  if (!options.order.empty())
    throw InputError(fmt::format("{}: the order of the letters is that of the file, and no other can be chosen", source));
  return load(source);
}

Group Group::build(std::string_view text, const Options& options) {
  return format::group_of(format::parse_group(text, "group", format::reading_of(options)), options);
}

}  // namespace wreath::word
