// SPDX-License-Identifier: MIT
//
// Files of tensors: lines "a b c" or "a b c value", from 0, perhaps after a line "sizes NA NB NC"; or flip-cpd's pair of an .npy
// file of rows (a, b, c, value) and a .meta.json file beside it with the sizes nU, nV and nW.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/mapped_file.hpp"
#include "core/text/json.hpp"
#include "core/text/text_reader.hpp"
#include "flip/files/formats.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr std::int64_t kMostOfValue = std::int64_t{1} << 31;
constexpr std::int64_t kMostCoordinate = 65535;

std::array<unsigned, 3> least_sizes(const std::vector<TensorEntry>& entries) {
  std::array<unsigned, 3> sizes{};
  for (const TensorEntry& entry : entries) {
    for (unsigned mode = 0; mode < 3; ++mode) sizes[mode] = std::max(sizes[mode], entry.at[mode] + 1);
  }
  return sizes;
}

Tensor parse_tensor(std::string_view text, const std::string& path, std::string name) {
  TextReader reader(text, path);
  std::vector<TensorEntry> entries;
  std::array<unsigned, 3> sizes{};
  const auto number = [&](const char* what, std::int64_t least, std::int64_t most) {
    const std::size_t at = reader.skip_space();
    const std::int64_t value = reader.take_integer(what, most);
    if (value < least) reader.fail(at, fmt::format("{} is below {}", what, least));
    return value;
  };
  const auto goes_on = [&] {  // whether a number follows on the same line
    while (reader.here() == ' ' || reader.here() == '\t') reader.advance();
    return reader.here() == '-' || (reader.here() >= '0' && reader.here() <= '9');
  };
  const bool has_sizes = !reader.at_end() && reader.peek() == 's';
  if (has_sizes) {
    reader.expect("sizes", "the line 'sizes NA NB NC'");
    for (unsigned& size : sizes) size = static_cast<unsigned>(number("a size", 1, kMostCoordinate + 1));
  }
  while (!reader.at_end()) {
    TensorEntry& entry = entries.emplace_back();
    for (unsigned& at : entry.at) {
      if (&at != entry.at.data() && !goes_on())
        reader.fail(reader.at(), "a line has three or four numbers: a b c, or a b c value");
      at = static_cast<unsigned>(number("a coordinate", 0, kMostCoordinate));
    }
    if (goes_on()) entry.value = number("a coefficient", -kMostOfValue, kMostOfValue);
    if (goes_on()) reader.fail(reader.at(), "a line has three or four numbers: a b c, or a b c value");
  }
  return {std::move(name), has_sizes ? sizes : least_sizes(entries), std::move(entries)};
}

Tensor parse_npy_tensor(const MappedFile& file, const std::string& path, std::string name) {
  const std::vector<NumberArray> arrays = read_arrays(file.bytes(), path);
  const bool fits =
      arrays.size() == 1 && arrays[0].shape.size() == 2 && arrays[0].shape[1] == 4 && arrays[0].denominators.empty();
  if (!fits) throw InputError(fmt::format("{}: the array of a tensor has rows of four integers: a, b, c, value", path));
  std::vector<TensorEntry> entries;
  const std::vector<std::int64_t>& values = arrays[0].values;
  for (std::size_t k = 0; k < values.size(); k += 4) {
    TensorEntry& entry = entries.emplace_back();
    for (unsigned mode = 0; mode < 3; ++mode) {
      if (values[k + mode] < 0 || values[k + mode] > kMostCoordinate)
        throw InputError(fmt::format("{}: row {}: {} is not a coordinate", path, k / 4, values[k + mode]));
      entry.at[mode] = static_cast<unsigned>(values[k + mode]);
    }
    entry.value = values[k + 3];
  }
  std::array<unsigned, 3> sizes = least_sizes(entries);
  std::filesystem::path beside(path);
  beside.replace_extension(".meta.json");
  std::error_code ignored;
  if (std::filesystem::is_regular_file(beside, ignored)) {
    const Json meta = parse_json(MappedFile(beside.string()).text(), beside.string());
    for (unsigned mode = 0; mode < 3; ++mode) {
      const std::string key = fmt::format("n{}", "UVW"[mode]);
      if (!meta.is_object() || !meta.contains(key) || !meta[key].is_number_unsigned())
        throw InputError(fmt::format("{}: the size \"{}\" is missing", beside.string(), key));
      const auto size = meta[key].get<std::uint64_t>();
      if (size > kMostCoordinate + 1)
        throw InputError(fmt::format("{}: the size \"{}\" is {}, and at most {} is possible", beside.string(), key, size,
                                     kMostCoordinate + 1));
      sizes[mode] = static_cast<unsigned>(size);
    }
  }
  return {std::move(name), sizes, std::move(entries)};
}

}  // namespace

Tensor read_tensor(const std::string& path) {
  const MappedFile file(path);
  const std::string name = "file:" + path;
  return file.text().starts_with("\x93NUMPY") ? parse_npy_tensor(file, path, name) : parse_tensor(file.text(), path, name);
}

}  // namespace wreath::flip
