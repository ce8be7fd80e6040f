// SPDX-License-Identifier: MIT
//
// The lowest known ranks, from data/matmul-records.tsv and data/tensor-records.tsv, which are built into the program, and what a
// public collection of schemes adds to them.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/files.hpp"
#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// Where a rank comes from: "fmm", "tables" or "wreath", as the data file explains, and a date such as 2026-07-02.
struct RankSource {
  std::string source;
  std::string date;
};

struct KnownRanks {
  Shape shape;  // n <= m <= p: the rank is the same for every order of the sides
  unsigned f2 = 0;
  unsigned integers = 0;
  unsigned ternary = 0;
  unsigned rationals = 0;
  unsigned f3 = 0;  // of tensors other than matrix products

  std::array<RankSource, static_cast<std::size_t>(Ring::rationals) + 1> sources = {};  // by ring; of matrix products none over F3

  /// The lowest known rank over a ring; 0 if none is. Over F3, which the table of matrix products does not have, that of an
  /// integer scheme.
  unsigned in(Ring ring) const;
  /// Where the rank over a ring comes from; empty over F3, and for shapes with a side of 1.
  const RankSource& source(Ring ring) const { return sources[static_cast<std::size_t>(ring)]; }
};
inline constexpr Ring kRings[] = {Ring::f2, Ring::ternary, Ring::integers, Ring::rationals};

inline constexpr Shape kMostKnown{16, 16, 16};  // where the table ends
/// A shape of the table, 2x2x2 to that, its sides in any order; throws InputError.
[[nodiscard]] Shape parse_known_shape(std::string_view text);

/// The same shape with its sides in ascending order.
[[nodiscard]] Shape in_order(const Shape& shape);
/// The whole table, one entry per shape, which is parsed at the first call.
[[nodiscard]] const std::vector<KnownRanks>& known_ranks();
/// For a shape with its sides in any order; nothing if the table does not have it. With a side of 1 the rank is exact: m*p.
[[nodiscard]] std::optional<KnownRanks> known_ranks(const Shape& shape);

/// The other tensors whose ranks are built in, by name.
[[nodiscard]] const std::vector<KnownRanks>& known_tensor_ranks();
/// The latest date of a rank that is built in.
[[nodiscard]] std::string known_ranks_date();

/// A rank over one ring.
struct KnownRank {
  Shape shape;  // of a matrix product with its sides in order
  Ring ring = Ring::f2;
  unsigned rank = 0;
  RankSource source;
};
/// Rows of tensor, ring, rank, source and date with tabs between them, as data/tensor-records.tsv has them, and what is written
/// after an import. '#' begins a comment. Throws InputError that names the line.
[[nodiscard]] std::vector<KnownRank> parse_rank_rows(std::string_view text, std::string_view source);
/// The same as text, with a line of headings.
[[nodiscard]] std::string print_rank_rows(std::span<const KnownRank> rows);

/// What a collection of schemes has.
struct ImportedRanks {
  std::size_t schemes = 0;                // read and verified
  std::vector<KnownRank> rows = {};       // the lowest rank of each shape over each ring that its schemes are defined over
  std::vector<KnownRank> better = {};     // of them, those below the built-in ranks, or new
  std::vector<SkippedFile> skipped = {};  // of the folder
};
/// Reads a folder and all below it; every scheme is verified. The source, and a date such as
/// 2026-07-02 (empty: today), go to the rows. Throws
/// InputError if there is no folder of that name, LimitReached if the run is stopped first.
[[nodiscard]] ImportedRanks import_ranks(const std::filesystem::path& folder, const RankSource& source,
                                         RunControl* run = nullptr);

/// The text of the data file; throws InputError that names the line.
[[nodiscard]] std::vector<KnownRanks> parse_known_ranks(std::string_view text, std::string_view source);

/// A shape whose lowest known rank over a ring is above that over another.
struct RankGap {
  Shape shape;
  unsigned rank = 0;
  unsigned least = 0;        // over any ring,
  Ring least_in = Ring::f2;  // such as this one
};
/// Among these shapes, which must be known; if there are none, among those of the table with no side longer than those of
/// `up_to`.
[[nodiscard]] std::vector<RankGap> rank_gaps(Ring ring, std::span<const Shape> shapes, const Shape& up_to = kMostKnown);

/// What is known of a shape, and the lowest ranks in a folder of schemes.
struct RankRecord {
  Shape shape;                                 // n <= m <= p
  KnownRanks known = {};                       // zeros if the table does not have the shape
  std::optional<std::size_t> here_f2 = {};     // over F2, where integer schemes count as well
  std::optional<std::size_t> here_exact = {};  // over Z or Q
};
struct RankRecords {
  std::vector<RankRecord> records;        // one per shape
  std::vector<SkippedFile> skipped = {};  // of the folder
};
/// For these shapes; if there are none, for those of the tables with no side longer than those of `up_to`, and of the folder.
/// Schemes are verified as they are read. An empty name: no folder. Throws InputError if there is no folder of that name,
/// LimitReached if the run is stopped first.
[[nodiscard]] RankRecords rank_records(std::span<const Shape> shapes, const std::filesystem::path& folder = {},
                                       const Shape& up_to = kMostKnown, RunControl* run = nullptr);
/// Puts ranks that are lower than those of the records in their place.
void take_lower_ranks(RankRecords& records, std::span<const KnownRank> rows);
/// The folder of known schemes below the working directory, data/schemes; empty if it is not there.
[[nodiscard]] std::string scheme_folder();

}  // namespace wreath::flip
