// SPDX-License-Identifier: MIT
#include "wreath/flip/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <map>

#include "core/text/text_reader.hpp"
#include "flip/scheme/built_in.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/files/text.hpp"
#include "wreath/flip/catalogue.hpp"
#include "wreath/flip/tensor.hpp"

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
    case Ring::f3: return f3 != 0 ? f3 : integers;  // an integer scheme is one modulo 3
    case Ring::integers: return integers;
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

namespace {

unsigned& rank_in(KnownRanks& ranks, Ring ring) {
  return ring == Ring::f2         ? ranks.f2
         : ring == Ring::f3       ? ranks.f3
         : ring == Ring::ternary  ? ranks.ternary
         : ring == Ring::integers ? ranks.integers
                                  : ranks.rationals;
}

/// Whether a scheme over one ring is one over another.
bool serves(Ring ring, Ring other) {
  if (ring == other) return true;
  if (ring == Ring::ternary || ring == Ring::integers) return other != Ring::ternary;
  return false;  // one over Q may have any denominators
}

void lower(KnownRanks& ranks, const KnownRank& row) {
  for (const Ring ring : {Ring::f2, Ring::f3, Ring::ternary, Ring::integers, Ring::rationals}) {
    if (!serves(row.ring, ring)) continue;
    unsigned& rank = rank_in(ranks, ring);
    if (rank != 0 && rank <= row.rank) continue;
    rank = row.rank;
    ranks.sources[static_cast<std::size_t>(ring)] = row.source;
  }
}

/// The rings over which the scheme of a file is defined and valid.
std::vector<Ring> rings_of(const KnownScheme& file) {
  std::vector<Ring> rings{file.ring};
  for (const Ring ring : {Ring::f2, Ring::f3, Ring::integers, Ring::rationals}) {
    if (ring != file.ring && serves(file.ring, ring)) rings.push_back(ring);
  }
  if (file.ring != Ring::rationals) return rings;
  for (const Ring ring : {Ring::f2, Ring::f3}) {
    try {
      (void)require_right_over(ring, file.scheme, file.name, 1);
      rings.push_back(ring);
    } catch (const InputError&) {  // a denominator is divisible by the prime, or a factor is zero there
    }
  }
  return rings;
}

std::vector<std::string_view> split(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t cut = text.find(between);
    parts.push_back(text.substr(0, cut));
    if (cut == std::string_view::npos) return parts;
    text.remove_prefix(cut + 1);
  }
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

constexpr std::string_view kRowHeadings = "tensor\tring\trank\tsource\tdate";

}  // namespace

std::vector<KnownRank> parse_rank_rows(std::string_view text, std::string_view source) {
  std::vector<KnownRank> rows;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.empty() || line[0] == '#' || line == kRowHeadings) continue;
    const std::vector<std::string_view> parts = split(line, '\t');
    try {
      if (parts.size() != 5) throw InputError("expected a tensor, a ring, a rank, a source and a date, with tabs between them");
      TextReader rank(parts[2], "");
      rows.push_back({in_order(open_tensor(parts[0])),
                      parse_ring(parts[1]),
                      static_cast<unsigned>(rank.take_integer("a rank", 1'000'000)),
                      {std::string(parts[3]), std::string(parts[4])}});
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", source, number, error.message()));
    }
  }
  return rows;
}

std::string print_rank_rows(std::span<const KnownRank> rows) {
  std::string text = std::string(kRowHeadings) + "\n";
  for (const KnownRank& row : rows)
    text += fmt::format("{}\t{}\t{}\t{}\t{}\n", to_string(row.shape), to_string(row.ring), row.rank, row.source.source,
                        row.source.date);
  return text;
}

const std::vector<KnownRanks>& known_tensor_ranks() {
  static const std::vector<KnownRanks> ranks = [] {
    std::map<Shape, KnownRanks> by_shape;
    for (const KnownRank& row : parse_rank_rows(kTensorRecords, "tensor-records.tsv")) {
      KnownRanks& known = by_shape[row.shape];
      known.shape = row.shape;
      lower(known, row);
    }
    std::vector<KnownRanks> all;
    for (auto& [shape, known] : by_shape) all.push_back(std::move(known));
    return all;
  }();
  return ranks;
}

std::string known_ranks_date() {
  std::string latest;
  for (const auto* table : {&known_ranks(), &known_tensor_ranks()}) {
    for (const KnownRanks& known : *table) {
      for (const RankSource& source : known.sources) latest = std::max(latest, source.date);
    }
  }
  return latest;
}

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
  if (!shape.is_matrices()) {
    const auto tensor = std::ranges::find(known_tensor_ranks(), shape, &KnownRanks::shape);
    return tensor == known_tensor_ranks().end() ? std::nullopt : std::optional(*tensor);
  }
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
    RankRecord& here = found[in_order(file.scheme.shape)];
    if (file.ring == Ring::f3) return;
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
    for (const KnownRanks& known : known_tensor_ranks()) found.try_emplace(known.shape);
  }
  const auto add = [&](const Shape& shape) {
    RankRecord record = found[shape];
    record.shape = shape;
    record.known = known_ranks(shape).value_or(KnownRanks{});
    result.records.push_back(record);
  };
  for (const Shape& shape : shapes) add(in_order(shape));
  if (!shapes.empty()) return result;
  for (const auto& [shape, record] : found) {
    if (shape.is_matrices()) add(shape);
  }
  std::vector<Shape> tensors;
  for (const auto& [shape, record] : found) {
    if (!shape.is_matrices()) tensors.push_back(shape);
  }
  std::ranges::sort(tensors, {}, [](const Shape& shape) { return to_string(shape); });
  for (const Shape& shape : tensors) add(shape);
  return result;
}

ImportedRanks import_ranks(const std::filesystem::path& folder, const RankSource& given, RunControl* run) {
  const RankSource source{given.source.empty() ? "collection" : given.source, given.date.empty() ? today() : given.date};
  if (!is_folder(folder) && !is_archive(folder)) throw InputError(fmt::format("{}: no such folder", folder.string()));
  ImportedRanks result;
  std::map<std::pair<Shape, Ring>, KnownRank> least;
  const auto add_file = [&](const KnownScheme& file) {
    ++result.schemes;
    const Shape shape = in_order(file.scheme.shape);
    const auto rank = static_cast<unsigned>(file.scheme.rank());
    for (const Ring ring : rings_of(file)) {
      const auto at = least.try_emplace({shape, ring}, KnownRank{shape, ring, rank, source}).first;
      at->second.rank = std::min(at->second.rank, rank);
    }
  };
  for (const std::string& path : is_archive(folder) ? std::vector{folder.string()} : folders_in(folder)) {
    std::vector<SkippedFile> skipped = for_each_scheme(path, {}, add_file, run);
    std::ranges::move(skipped, std::back_inserter(result.skipped));
  }
  for (const auto& [key, row] : least) {
    result.rows.push_back(row);
    const auto known = known_ranks(row.shape);
    if (!known || known->in(row.ring) == 0 || row.rank < known->in(row.ring)) result.better.push_back(row);
  }
  const auto by_name = [](const KnownRank& row) { return std::pair(to_string(row.shape), row.ring); };
  std::ranges::sort(result.rows, {}, by_name);
  std::ranges::sort(result.better, {}, by_name);
  return result;
}

void take_lower_ranks(RankRecords& records, std::span<const KnownRank> rows) {
  for (RankRecord& record : records.records) {
    for (const KnownRank& row : rows) {
      if (in_order(row.shape) == record.shape) lower(record.known, row);
    }
  }
}

std::string scheme_folder() {
  return is_folder(kSchemeFolder) ? kSchemeFolder : "";
}

}  // namespace wreath::flip
