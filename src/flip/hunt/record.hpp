// SPDX-License-Identifier: MIT
//
// Where the time of a hunt goes: FOLDER/hunts/1.json, 2.json, ... one file for each hunt that has worked on the folder. Its
// number is also that of its random stream, so that hunts that begin at the same moment with the same seed do different things.
//
// The file also has what the ways to starts have cost and reached in this hunt. A hunt that begins adds up those of all hunts
// before it, and so continues where they ended; since each writes its own file only, they need not know of one another.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "flip/scheme/symmetry.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/hunt.hpp"

namespace wreath::flip {

inline constexpr std::size_t kHuntMoves = 8;

/// A way of a hunt to starts of a shape.
struct Way {
  Shape shape;
  HuntMove move = HuntMove::standard;
  Swaps swaps{};                          // the mirror of the starts, which a walk does not keep; all 0: none, or any
  Shape from = {};                        // extend: the smaller shape, in the order of sides in which one grows
  unsigned side = 0;                      // extend: the one that grows,
  NewIndices where = NewIndices::middle;  // and where
  std::size_t from_rank = 0;              // extend: of the best schemes of the smaller shape with that mirror
  bool for_parts = false;                 // a round for the smaller shape

  auto operator<=>(const Way&) const = default;
};

struct WayOutcome {
  std::uint64_t cost = 0;  // in rounds of the least length
  std::size_t rank = 0;    // the lowest of its walks
};

class WayOutcomes : public std::map<Way, WayOutcome> {
 public:
  void add(const Way& way, const WayOutcome& outcome) {
    const auto [at, is_new] = try_emplace(way, WayOutcome{0, outcome.rank});
    at->second.cost += outcome.cost;
    if (outcome.rank < at->second.rank) at->second.rank = outcome.rank;
  }
};

struct HuntRecord {
  std::map<Shape, HuntCounts> shapes;
  std::array<HuntCounts, kHuntMoves> moves;
  HuntCounts total;
  WayOutcomes ways;

  void add(const Shape& shape, HuntMove move, const HuntCounts& counts);
  HuntRecord& operator+=(const HuntRecord& other);
};

/// The file of one hunt.
class HuntRecordFile {
 public:
  /// Takes the next free number. Throws ResourceError.
  explicit HuntRecordFile(const std::filesystem::path& folder);

  unsigned number() const { return number_; }
  /// With the round that is under way, if there is one.
  void write(const HuntRecord& record, std::uint64_t seed, const std::optional<HuntUnderWay>& under_way) const;

 private:
  std::filesystem::path file_;
  unsigned number_ = 0;
};

/// Of all hunts. A file that is empty is of a hunt that was killed at once, and counts for nothing.
struct HuntRecords {
  HuntRecord sum;
  std::size_t hunts = 0;
  std::vector<HuntUnderWay> under_way;
  std::vector<HuntUnderWay> killed;
  std::vector<SkippedFile> skipped;  // that are not records
};
HuntRecords read_hunt_records(const std::filesystem::path& folder);

}  // namespace wreath::flip
