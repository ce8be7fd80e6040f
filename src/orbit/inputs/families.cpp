// SPDX-License-Identifier: MIT
//
// Families of generators, by name.
#include "orbit/inputs/families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/text_reader.hpp"

namespace wreath::orbit {

namespace {

constexpr std::uint64_t kMostGraphs = 1000;  // of a range
constexpr FamilyInfo kFaces{"rubik333", "U,R,...", "Rubik's cube by these turns: U D L R F B, slices M E S, half turns U2"};

std::string_view head_of(std::string_view name) {
  return name.substr(0, name.find(':'));
}

/// A family without arguments is its name.
const Family* find_family(std::string_view name) {
  for (const auto all : {word_families(), matrix_families(), presentation_families(), puzzle_families()}) {
    for (const Family& family : all) {
      if (family.info.name == (family.most_arguments == 0 ? name : head_of(name))) return &family;
    }
  }
  return nullptr;
}

FamilyArguments parse_arguments(std::string_view name, const Family& family) {
  if (family.most_arguments == 0) return {};
  if (name.find("..") != std::string_view::npos) {
    throw InputError(
        fmt::format("'{}' is a range of graphs, which 'orbit growth' takes: name one graph here", TextReader::shown(name)));
  }
  FamilyArguments numbers;
  const std::size_t colon = name.find(':');
  std::string_view rest = colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1);
  bool good = !rest.empty();
  while (good && !rest.empty()) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    good = error == std::errc{};
    numbers.push_back(number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) break;
    good = good && (rest[0] == ',' || rest[0] == 'x') && rest.size() > 1;
    if (good) rest.remove_prefix(1);
  }
  good = good && numbers.size() >= family.least_arguments && numbers.size() <= family.most_arguments &&
         numbers[0] >= family.least && numbers[0] <= family.most;
  if (!good || std::ranges::find(numbers, 0U) != numbers.end()) {
    throw InputError(fmt::format("'{}': {} is written {}:{}, where {} is from {} to {}", TextReader::shown(name),
                                 family.info.name, family.info.name, family.info.arguments, family.info.arguments.substr(0, 1),
                                 family.least, family.most));
  }
  return numbers;
}

}  // namespace

bool is_family_name(std::string_view text) {
  const std::string_view name = without_builtin(text);
  const Family* family = find_family(name);
  if (family != nullptr && family->most_arguments == 0) return true;
  return name.find(':') != std::string_view::npos && (family != nullptr || head_of(name) == kFaces.name);
}

Generators make_family(std::string_view text, const InputOptions& options) {
  const std::string_view name = without_builtin(text);
  Generators made;
  if (const Family* family = find_family(name)) {
    made = family->make(parse_arguments(name, *family));
  } else if (head_of(name) == kFaces.name) {
    made = make_cube_faces(name.size() > kFaces.name.size() ? name.substr(kFaces.name.size() + 1) : std::string_view{});
  } else {
    std::vector<std::string> names;
    for (const FamilyInfo& known : families()) names.emplace_back(known.name);
    std::string hint = did_you_mean(head_of(name), names);
    if (hint.empty()) hint = "; families are written like lrx:8 or rubik222";
    throw InputError(fmt::format("'{}' is neither a file nor a family of generators{}", TextReader::shown(name), hint));
  }
  complete_generators(made, options, head_of(name) != "mathieu");
  return made;
}

std::span<const FamilyInfo> families() {
  static const auto infos = [] {
    std::vector<FamilyInfo> all;
    for (const auto part : {word_families(), matrix_families(), presentation_families(), puzzle_families()}) {
      for (const Family& family : part) all.push_back(family.info);
    }
    all.push_back(kFaces);
    return all;
  }();
  return infos;
}

std::string family_help() {
  std::string text;
  for (const FamilyInfo& family : families()) {
    const std::string name = std::string(family.name) + (family.arguments.empty() ? "" : ":") + std::string(family.arguments);
    text += fmt::format("  {:<20} {}\n", name, family.description);
  }
  return text;
}

std::vector<NamedGraph> expand_range(const std::string& input) {
  const std::size_t colon = input.find(':', input.starts_with("builtin:") ? 8 : 0);
  if (colon == std::string::npos || !is_family_name(input)) return {{{}, input}};
  // The numbers, and after each what separates it from the next; a range has its two ends.
  std::vector<std::array<std::uint64_t, 2>> numbers;
  std::vector<std::string> texts{input.substr(0, colon + 1)};
  std::size_t at = colon + 1;
  const auto take_number = [&](std::uint64_t& value) {
    const auto [end, error] = std::from_chars(input.data() + at, input.data() + input.size(), value);
    at = static_cast<std::size_t>(end - input.data());
    return error == std::errc{};
  };
  std::optional<std::size_t> range;
  while (at < input.size()) {
    std::array<std::uint64_t, 2> ends{};
    const bool has_number = take_number(ends[0]);
    ends[1] = ends[0];
    if (input.compare(at, 2, "..") == 0) {
      at += 2;
      const bool good =
          has_number && take_number(ends[1]) && ends[0] != 0 && ends[1] >= ends[0] && input.compare(at, 1, ".") != 0;
      if (!good) throw InputError(fmt::format("'{}': a range is written 4..12, the smaller number first, from 1 on", input));
      if (ends[1] - ends[0] >= kMostGraphs)
        throw InputError(fmt::format("'{}': a range has at most {} numbers", input, kMostGraphs));
      if (range) throw InputError(fmt::format("'{}': only one of the numbers of a family can be a range", input));
      range = numbers.size();
    }
    if (!has_number) return {{{}, input}};  // the family reports what is wrong with it
    numbers.push_back(ends);
    const std::size_t next = std::min(input.find_first_of("0123456789", at), input.size());
    texts.push_back(input.substr(at, next - at));
    at = next;
  }
  std::vector<NamedGraph> all;
  const std::uint64_t more = range ? numbers[*range][1] - numbers[*range][0] : 0;
  for (std::uint64_t step = 0; step <= more; ++step) {
    NamedGraph graph{{}, texts[0]};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      graph.numbers.push_back(numbers[i][0] + (range == i ? step : 0));
      graph.name += std::to_string(graph.numbers.back()) + texts[i + 1];
    }
    if (!range) graph.name = input;
    all.push_back(std::move(graph));
  }
  return all;
}

GraphRange existing_graphs(const std::string& input) {
  std::vector<NamedGraph> all = expand_range(input);
  if (all.size() == 1 && all[0].name == input) return {.graphs = std::move(all)};
  GraphRange found;
  for (NamedGraph& graph : all) {
    try {
      (void)make_family(graph.name);
    } catch (const InputError& error) {
      if (found.graphs.empty() && &graph == &all.back()) throw;
      if (found.left_out.empty()) found.why = error.what();
      found.left_out.push_back(graph.name);
      continue;
    }
    found.graphs.push_back(std::move(graph));
  }
  return found;
}

}  // namespace wreath::orbit
