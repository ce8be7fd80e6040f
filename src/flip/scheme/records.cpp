// SPDX-License-Identifier: MIT
#include "wreath/flip/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "core/text/text_reader.hpp"
#include "flip/scheme/built_in.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/files/text.hpp"
#include "wreath/flip/catalogue.hpp"

namespace wreath::flip {

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
  if (!shape.is_matrices()) return shape;
  std::array<unsigned, 3> sides{shape.n, shape.m, shape.p};
  std::ranges::sort(sides);
  return {sides[0], sides[1], sides[2]};
}

namespace {

RankSource take_source(TextReader& reader) {
  const std::string_view source = reader.take_name();
  if (source.empty()) reader.fail_expected("the source of a rank");
  const auto number = [&] { return reader.take_integer("a date such as 2026-07-02", 9999); };
  const std::int64_t year = number();
  reader.expect("-", "a date");
  const std::int64_t month = number();
  reader.expect("-", "a date");
  return {std::string(source), fmt::format("{:04}-{:02}-{:02}", year, month, number())};
}

/// A folder and all below it, as those of a hunt; none if there is none. Their names end in '/', so that a folder 4x4x4 is not
/// taken for a shape.
std::vector<std::string> folders_in(const std::string& folder) {
  if (folder.empty()) return {};
  std::vector<std::string> folders{(std::filesystem::path(folder) / "").string()};
  try {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.is_directory()) folders.push_back((entry.path() / "").string());
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw InputError(fmt::format("{}: cannot read the folder: {}", folder, error.code().message()));
  }
  std::ranges::sort(folders);
  return folders;
}

}  // namespace

std::vector<KnownRanks> parse_known_ranks(std::string_view text, std::string_view source) {
  TextReader reader(text, source);
  for (const char* heading : {"n", "m", "p", "rank_F2", "rank_Z", "rank_ZT", "rank_Q", "source_F2", "date_F2", "source_Z",
                              "date_Z", "source_ZT", "date_ZT", "source_Q", "date_Q"})
    reader.expect(heading, "the heading");
  std::vector<KnownRanks> ranks;
  while (!reader.at_end()) {
    std::array<unsigned, 7> row{};
    for (unsigned& number : row) number = static_cast<unsigned>(reader.take_integer("a number of the table", 1'000'000));
    KnownRanks& known = ranks.emplace_back(KnownRanks{{row[0], row[1], row[2]}, row[3], row[4], row[5], row[6]});
    for (const Ring ring : {Ring::f2, Ring::integers, Ring::ternary, Ring::rationals})  // as the table has them
      known.sources[static_cast<std::size_t>(ring)] = take_source(reader);
  }
  return ranks;
}

const std::vector<KnownRanks>& known_ranks() {
  static const std::vector<KnownRanks> ranks = parse_known_ranks(kMatmulRecords, "matmul-records.tsv");
  return ranks;
}

std::optional<KnownRanks> known_ranks(const Shape& shape) {
  if (!shape.is_matrices()) return std::nullopt;
  if (const Shape sides = in_order(shape); sides.n == 1) {  // the standard scheme is the best: a factor has as many entries
    const unsigned rank = sides.m * sides.p;
    return KnownRanks{sides, rank, rank, rank, rank};
  }
  const auto found = std::ranges::find(known_ranks(), in_order(shape), &KnownRanks::shape);
  return found == known_ranks().end() ? std::nullopt : std::optional(*found);
}

const std::vector<Scheme>& built_in_schemes() {
  static const std::vector<Scheme> schemes = [] {
    std::vector<Scheme> read;
    for (const SchemeText& file : scheme_texts())
      read.push_back(require_valid_modulo_2(parse_scheme_text(file.text, file.name), std::string(file.name)));
    return read;
  }();
  return schemes;
}

Shape parse_known_shape(std::string_view text) {
  const Shape shape = parse_large_shape(std::string(text));
  if (!fits(shape, kMostKnown))
    throw InputError(fmt::format("{} is beyond the table, which ends at {}", text, to_string(kMostKnown)));
  if (in_order(shape).n == 1) throw InputError(fmt::format("{} is before the table, which begins at 2x2x2", text));
  return shape;
}

std::vector<RankGap> rank_gaps(Ring ring, std::span<const Shape> shapes, const Shape& up_to) {
  for (const Shape& shape : shapes) {
    if (!known_ranks(shape))
      throw InputError(fmt::format("{} is beyond the table, which ends at {}", to_string(shape), to_string(kMostKnown)));
  }
  std::vector<RankGap> gaps;
  for (const KnownRanks& known : known_ranks()) {
    const bool is_wanted =
        shapes.empty() ? fits(known.shape, in_order(up_to)) : std::ranges::find(shapes, known.shape, &in_order) != shapes.end();
    if (!is_wanted) continue;
    const Ring least = *std::ranges::min_element(kRings, {}, [&](Ring other) { return known.in(other); });
    if (known.in(least) < known.in(ring)) gaps.push_back({known.shape, known.in(ring), known.in(least), least});
  }
  return gaps;
}

RankRecords rank_records(std::span<const Shape> shapes, const std::filesystem::path& folder, const Shape& up_to,
                         RunControl* run) {
  const bool is_npz = is_archive(folder);
  if (!folder.empty() && !is_npz && !is_folder(folder)) throw InputError(fmt::format("{}: no such folder", folder.string()));
  RankRecords result;
  std::map<Shape, RankRecord> found;
  const auto add_file = [&](const KnownScheme& file) {
    if (file.ring == Ring::f3) return;
    RankRecord& here = found[in_order(file.scheme.shape)];
    if (file.ring != Ring::f2) keep_least(here.here_exact, file.scheme.rank());
    if (file.ring != Ring::rationals) keep_least(here.here_f2, file.scheme.rank());
  };
  for (const std::string& path : is_npz ? std::vector{folder.string()} : folders_in(folder)) {
    std::vector<SkippedFile> skipped = for_each_scheme(path, {}, add_file, run);
    std::ranges::move(skipped, std::back_inserter(result.skipped));
  }
  if (shapes.empty()) {
    for (const KnownRanks& known : known_ranks()) {
      if (fits(known.shape, in_order(up_to))) found.try_emplace(known.shape);
    }
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
