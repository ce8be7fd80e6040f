// SPDX-License-Identifier: MIT
//
// Where the time of a hunt goes: FOLDER/hunts/1.json, 2.json, ... one file for each hunt that has worked on the folder. Its
// number is also that of its random stream, so that hunts that begin at the same moment with the same seed do different things.
//
// The file also has what the ways to starts have cost and reached in this hunt. A hunt that begins adds up those of all hunts
// before it, and so continues where they ended; since each writes its own file only, they need not know of one another.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flip/hunt/way.hpp"
#include "wreath/flip/hunt.hpp"

namespace wreath::flip {

inline constexpr std::size_t kHuntMoves = 8;

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
