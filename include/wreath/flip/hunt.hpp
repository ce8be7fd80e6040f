// SPDX-License-Identifier: MIT
//
// A hunt: short searches of many shapes, each started from what is known of the others, for as long as you like.
//
// A folder holds the schemes, one file for each, and several hunts may work on it at once, also on several machines: files are
// written whole, under names of their rank and hash, and read again when they are needed. A hunt that was killed has lost nothing
// but its last round; another one on the same folder continues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/files.hpp"
#include "wreath/flip/scheme.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

/// Where a round takes its starts from.
enum class HuntMove {
  extend,    // mirrored schemes with a new index in the middle of a side, or a new pair at its ends; then walks with that mirror
  mirror,    // mirrored schemes of the shape itself, raised by a plus
  walk,      // any schemes of the shape, after random flips and a plus; walks without a symmetry, as in those below
  project,   // larger schemes without a random line, or in a mirrored basis without a middle index or an outer pair
  merge,     // two schemes, in random bases of the sides that they share
  product,   // of two schemes
  blocks,    // a scheme in a random basis on matrices of blocks
  standard,  // the standard scheme; walks with a mirror
};
/// "extend", "mirror", "walk", "project", "merge", "product", "blocks" or "standard".
std::string_view to_string(HuntMove move) noexcept;

struct HuntOptions {
  Machine machine = {};                // automatic: the cores; after four rounds, or if they are long, a GPU if there is one
  std::string folder = {};             // of schemes; made if it does not exist
  std::vector<Shape> shapes = {};      // to be hunted, the sides in any order; schemes of smaller shapes are made where needed
  std::optional<Shape> up_to = {};     // or all shapes with no side longer than these, from 2x2x2 on
  std::vector<std::string> from = {};  // files, or folders of files, with schemes to begin with, beside the built-in ones
  std::vector<Shape> withheld = {};    // take no built-in schemes, or schemes of `from`, of these shapes or larger ones
  std::uint64_t target = 0;            // stop when each of `shapes` has this rank
  std::uint64_t rounds = 0;            // stop after this number; in a new folder the hunt then repeats exactly. 0: until stopped
  std::uint64_t steps = 0;             // of every walk in the shortest rounds; 0: half a second of two cores, a tenth of a GPU
  std::uint64_t seed = 1;
  std::uint64_t keep = 0;  // schemes kept of a shape, rank and mirror; 0: 32
};

/// What rounds took and brought.
struct HuntCounts {
  std::uint64_t rounds = 0;
  std::uint64_t flips = 0;
  std::uint64_t improvements = 0;
  double seconds = 0;
  std::int64_t last_improvement = 0;  // in seconds since 1970; 0: none

  /// Adds the counts of other rounds; the last improvement becomes the later of the two.
  HuntCounts& operator+=(const HuntCounts& other);
};

/// A scheme of lower rank than the folder had of its shape; it is verified, and in the folder.
struct HuntFind {
  Shape shape;  // n <= m <= p
  std::size_t rank = 0;
  std::size_t before = 0;  // 0: there was none
  HuntMove move = HuntMove::walk;
  std::string how;     // such as "4x4x4:47 extended by a pair of p, mirror 1,1,2"
  double seconds = 0;  // of the hunt
  std::uint64_t round = 0;
  std::string file;
};

struct HuntShape {
  Shape shape;
  std::optional<std::size_t> best = {};  // of the folder
  std::optional<unsigned> known = {};    // over F2, of any table
  std::size_t kept = 0;                  // schemes
  HuntCounts counts = {};
};
struct HuntMoveCounts {
  HuntMove move = HuntMove::walk;
  HuntCounts counts = {};
};
/// A round that a hunt is making, or was making when it was killed: one of this machine that runs no more, or one that has not
/// reported for a minute, where hunts report every two seconds.
struct HuntUnderWay {
  std::uint32_t hunt = 0;  // its number in the folder
  Shape shape = {};
  HuntMove move = HuntMove::walk;
  std::string how;
  std::uint64_t flips = 0;
  double seconds = 0;
  std::int64_t reported = 0;  // when that was, in seconds since 1970
  std::string machine = {};   // where the hunt runs
  std::int64_t process = 0;   // and its number there; 0: not known
};
struct HuntStatus {
  std::vector<HuntShape> shapes;      // those with schemes or rounds
  std::vector<HuntMoveCounts> moves;  // those with rounds
  HuntCounts total = {};
  std::size_t hunts = 0;                     // that have worked on the folder
  std::vector<HuntUnderWay> under_way = {};  // not counted above
  std::vector<HuntUnderWay> killed = {};     // likewise: rounds of hunts that run no more
  std::vector<SkippedFile> skipped = {};     // files that are not schemes of their folder's shape, or not records of hunts
};
/// Of all hunts that have worked on the folder. All its schemes are read, and for each shape one of the best rank is verified.
/// Throws InputError if this is not the folder of a hunt, LimitReached if the run is stopped first.
[[nodiscard]] HuntStatus hunt_status(const std::filesystem::path& folder, RunControl* run = nullptr);

class Hunt {
 public:
  /// Reads the folder and the catalogues. Throws InputError if an option is wrong, ResourceError if the folder cannot be written.
  explicit Hunt(HuntOptions options, RunControl* run = nullptr);
  ~Hunt();
  Hunt(Hunt&&) noexcept;
  Hunt& operator=(Hunt&&) noexcept;

  /// Calls `on_find` for every improvement of a shape, as soon as its file is written.
  void listen(std::function<void(const HuntFind&)> on_find);
  /// Rounds until the target, the last round, or a stop. Returns complete(); if the rounds ended before the target was reached,
  /// the run's stop reason is `steps`. Throws ResourceError if the disk is full: what was found is saved.
  bool run(RunControl* run = nullptr);
  /// One round. False when there is nothing left to do.
  bool advance(RunControl* run = nullptr);

  /// Whether the target is reached, or, without one, all rounds are made.
  bool complete() const;
  /// What the rounds of this hunt took and brought so far, without those of other hunts on the folder.
  const HuntCounts& counts() const;
  /// The improvements that this hunt has made, in the order in which they were found.
  const std::vector<HuntFind>& finds() const;
  /// Those that are hunted, with n <= m <= p.
  const std::vector<Shape>& shapes() const;
  /// The lowest rank in the folder, as far as this hunt has read it.
  std::optional<std::size_t> best(const Shape& shape) const;
  /// Files of the catalogues and of the folder that were left out.
  const std::vector<SkippedFile>& skipped() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace wreath::flip
