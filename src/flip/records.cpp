// SPDX-License-Identifier: MIT
#include "wreath/flip/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "core/io/text_reader.hpp"

namespace wreath::flip {

extern const std::string_view kMatmulRecords;  // made by CMake

namespace {

constexpr const char* kSchemeFolder = "data/schemes";

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

void keep_least(std::optional<std::size_t>& least, std::size_t rank) {
  least = std::min(rank, least.value_or(rank));
}

}  // namespace

unsigned KnownRanks::in(Ring ring) const {
  switch (ring) {
    case Ring::f2: return f2;
    case Ring::f3:
    case Ring::integers: return integers;  // an integer scheme is one modulo 3
    case Ring::ternary: return ternary;
    default: return rationals;
  }
}

Shape in_order(const Shape& shape) {
  std::array<unsigned, 3> sides{shape.n, shape.m, shape.p};
  std::ranges::sort(sides);
  return {sides[0], sides[1], sides[2]};
}

std::vector<KnownRanks> parse_known_ranks(std::string_view text, std::string_view source) {
  TextReader reader(text, source);
  for (const char* heading : {"n", "m", "p", "rank_F2", "rank_Z", "rank_ZT", "rank_Q"}) reader.expect(heading, "the heading");
  std::vector<KnownRanks> ranks;
  while (!reader.at_end()) {
    std::array<unsigned, 7> row{};
    for (unsigned& number : row) number = static_cast<unsigned>(reader.take_integer("a number of the table", 1'000'000));
    ranks.push_back({{row[0], row[1], row[2]}, row[3], row[4], row[5], row[6]});
  }
  return ranks;
}

const std::vector<KnownRanks>& known_ranks() {
  static const std::vector<KnownRanks> ranks = parse_known_ranks(kMatmulRecords, "matmul-records.tsv");
  return ranks;
}

std::optional<KnownRanks> known_ranks(const Shape& shape) {
  const auto found = std::ranges::find(known_ranks(), in_order(shape), &KnownRanks::shape);
  return found == known_ranks().end() ? std::nullopt : std::optional(*found);
}

RankRecords rank_records(std::span<const Shape> shapes, const std::string& folder, RunControl* run) {
  if (!folder.empty() && !is_folder(folder)) throw InputError(fmt::format("{}: no such folder", folder));
  RankRecords result;
  std::map<Shape, RankRecord> found;
  const auto add_file = [&](const KnownScheme& file) {
    if (file.ring == Ring::f3) return;
    RankRecord& here = found[in_order(file.scheme.shape)];
    if (file.ring != Ring::f2) keep_least(here.here_exact, file.scheme.rank());
    if (file.ring != Ring::rationals) keep_least(here.here_f2, file.scheme.rank());
  };
  const std::string in_folder = (std::filesystem::path(folder) / "").string();  // a folder 4x4x4 is not taken for a shape
  if (!folder.empty()) result.skipped = for_each_scheme(in_folder, {}, add_file, run);
  if (shapes.empty()) {
    for (const KnownRanks& known : known_ranks()) found.try_emplace(known.shape);
  }
  const auto add = [&](const Shape& shape) {
    RankRecord record = found[shape];
    record.shape = shape;
    record.known = known_ranks(shape).value_or(KnownRanks{});
    result.records.push_back(record);
  };
  for (const Shape& shape : shapes) add(in_order(shape));
  if (!shapes.empty()) return result;
  for (const auto& [shape, record] : found) add(shape);
  return result;
}

std::string scheme_folder() {
  return is_folder(kSchemeFolder) ? kSchemeFolder : "";
}

}  // namespace wreath::flip
