// SPDX-License-Identifier: MIT
//
// Generators of orbits from files: GAP text, CayleyPy's JSON, arrays.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/mapped_file.hpp"
#include "core/text/json.hpp"
#include "core/text/named_input.hpp"
#include "core/text/text_reader.hpp"
#include "format/gap.hpp"
#include "open/gap_matrices.hpp"
#include "open/input_text.hpp"
#include "orbit/inputs/families.hpp"

namespace wreath::orbit {

namespace {

Generators orbit_from_gap(std::string_view text, std::string_view name) {
  if (open::is_text_of_matrices(text)) return open::gap_matrices(text, name);
  const std::vector<std::vector<std::uint64_t>> rows = format::parse_gap_maps(text, name, {.permutations = true});
  std::size_t degree = 0;
  for (const auto& row : rows) degree = std::max(degree, row.size());
  if (rows.empty()) throw InputError(fmt::format("{}: the file has no generators", name));
  if (degree == 0) throw InputError(fmt::format("{}: no generator moves a point", name));
  Generators generators{.degree = static_cast<std::uint32_t>(degree)};
  for (const auto& row : rows) {
    for (std::size_t p = 0; p < degree; ++p) generators.images.push_back(static_cast<std::uint32_t>(p < row.size() ? row[p] : p));
  }
  return generators;
}

/// The text of a central state: an arrangement if all letters differ, otherwise a word.
std::string start_of(const Json& letters) {
  std::vector<bool> seen(letters.size());
  std::string arrangement;
  std::string word;
  bool distinct = true;
  bool writable = true;
  for (const Json& each : letters) {
    if (!each.is_number_unsigned()) throw InputError("the letters of \"central_state\" must be numbers from 0");
    const auto letter = each.get<std::uint64_t>();
    distinct = distinct && letter < seen.size() && !seen[letter];
    if (distinct) seen[letter] = true;
    arrangement += fmt::format("{}{}", arrangement.empty() ? "[" : ",", letter + 1);
    writable = writable && letter <= 61;
    word += static_cast<char>(letter < 10 ? '0' + letter : letter < 36 ? 'a' + letter - 10 : 'A' + letter - 36);
  }
  if (distinct) return arrangement + "]";
  if (!writable) throw InputError("the letters of \"central_state\" must be 0..61 if some are equal");
  return word;
}

/// {"generators": [[1,2,0], ...], "central_state": "001"}: the word x goes to the word y with y[i] = x[s[i]], so that, as a
/// permutation of places, s sends the place s[i] to i. A permutation is a word of distinct letters here.
Generators orbit_from_json(std::string_view text, std::string_view name) {
  const Json json = parse_json(text, name);
  const auto fail = [&](const std::string& message) -> void { throw InputError(fmt::format("{}: {}", name, message)); };
  if (!json.is_object() || !json.contains("generators") || !json["generators"].is_array() || json["generators"].empty())
    fail("a graph is an object with \"generators\", a list of permutations of 0, 1, 2, ...");
  const Json& rows = json["generators"];
  Generators generators{.on_places = true};
  for (std::size_t g = 0; g < rows.size(); ++g) {
    if (!rows[g].is_array() || rows[g].empty()) fail(fmt::format("generator {} is not a list", g));
    if (g == 0) generators.degree = static_cast<std::uint32_t>(rows[g].size());
    if (rows[g].size() != generators.degree)
      fail(fmt::format("generator {} has {} points, but generator 0 has {}", g, rows[g].size(), generators.degree));
    Permutation images(generators.degree, generators.degree);
    for (std::size_t i = 0; i < rows[g].size(); ++i) {
      const Json& value = rows[g][i];
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= generators.degree)
        fail(fmt::format("entry {} of generator {} is not a point: points are 0..{}", i, g, generators.degree - 1));
      std::uint32_t& image = images[value.get<std::uint32_t>()];
      if (image != generators.degree)
        fail(fmt::format("generator {} is not a permutation: {} appears twice", g, value.get<std::uint64_t>()));
      image = static_cast<std::uint32_t>(i);
    }
    generators.images.insert(generators.images.end(), images.begin(), images.end());
  }
  if (json.contains("generator_names") && json["generator_names"].is_array()) {
    for (const Json& each : json["generator_names"])
      generators.names.push_back(each.is_string() ? each.get<std::string>() : to_text(each));
    if (generators.names.size() != generators.count())
      fail(fmt::format("there are {} generators, but {} names", generators.count(), generators.names.size()));
  }
  if (json.contains("central_state")) {
    const Json& state = json["central_state"];
    if (state.is_string()) generators.start = state.get<std::string>();
    if (!state.is_string() && !state.is_array()) fail("\"central_state\" must be a string or a list of letters");
    const std::size_t letters = state.is_array() ? state.size() : state.get<std::string>().size();
    if (letters != generators.degree)
      fail(fmt::format("\"central_state\" has {} letters, but the generators act on {} places", letters, generators.degree));
    try {
      generators.start = state.is_array() ? start_of(state) : state.get<std::string>();
    } catch (const InputError& error) {
      fail(error.message());
    }
  }
  return generators;
}

Generators orbit_from_npy(std::string_view text, const std::string& name) {
  NpyHeader header;
  Generators generators{.images = open::npy_points(text, name, 0, header)};
  if (generators.images.empty()) throw InputError(fmt::format("{}: the file has no generators", name));
  generators.degree = static_cast<std::uint32_t>(header.shape.back());
  if (header.shape.size() == 1) generators.names.push_back(std::filesystem::path(name).stem().string());
  return generators;
}

/// As they stand in the text; `json`: whether it is a graph, to which no inverses are added.
Generators parse_as_given(std::string_view text, std::string_view name, bool& json) {
  const bool npy = text.starts_with("\x93NUMPY") || name.ends_with(".npy");
  json = !npy && TextReader(text, name).peek() == '{';
  return npy ? orbit_from_npy(text, std::string(name)) : json ? orbit_from_json(text, name) : orbit_from_gap(text, name);
}

}  // namespace

Generators parse_generators(std::string_view text, std::string_view name, const InputOptions& options) {
  bool json = false;
  Generators generators = parse_as_given(text, name, json);
  try {
    complete_generators(generators, options, json);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.message()));
  }
  return generators;
}

Generators open_generators(const std::string& input, const InputOptions& options) {
  if (std::error_code ignored; std::filesystem::is_directory(input, ignored) && !is_family_name(input))
    throw InputError(fmt::format("{}: this is a folder, not a file", input));
  const auto ends = [&](const char* ending) { return input.ends_with(ending); };
  const bool named_file = input == "-" || input.find('/') != std::string::npos ||
                          std::ranges::any_of(std::array{".npy", ".g", ".gap", ".txt", ".json"}, ends);
  if (!named_file && !means_file(input, is_family_name(input), "family of generators")) return make_family(input, options);
  const open::InputText file(input);
  return parse_generators(file.text(), file.name(), options);
}

Generators open_generators(const std::vector<std::string>& files, const InputOptions& options) {
  if (files.empty()) throw InputError("no generators were given");
  if (files.size() == 1) return open_generators(files.front(), options);
  Generators all;
  for (const std::string& path : files) {
    if (!std::filesystem::exists(path) && is_family_name(path)) {
      throw InputError(fmt::format("'{}' is a family; further files can be given only if every generator is in a file", path));
    }
    const MappedFile file(path);
    bool json = false;
    Generators more = parse_as_given(file.text(), path, json);
    if (json || more.moves != Moves::permutations) {
      throw InputError(fmt::format("{}: several files hold permutations; a graph is one file", path));
    }
    if (all.degree != 0 && more.degree != all.degree) {
      throw InputError(fmt::format("{} has {} points and {} has {}: they must be permutations of the same points", files.front(),
                                   all.degree, path, more.degree));
    }
    all.degree = more.degree;
    if (more.names.empty()) {
      const std::size_t first = all.names.size();
      for (std::size_t g = 0; g < more.count(); ++g) more.names.push_back(fmt::format("s{}", first + g + 1));
    }
    all.images.insert(all.images.end(), more.images.begin(), more.images.end());
    all.names.insert(all.names.end(), more.names.begin(), more.names.end());
  }
  return completed(std::move(all), options);
}

}  // namespace wreath::orbit
