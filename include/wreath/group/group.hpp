// SPDX-License-Identifier: MIT
//
// A permutation group by a chain of stabilizers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/group/generators.hpp"
#include "wreath/group/program.hpp"
#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"

namespace wreath::group {

/// How hard a group tries to prove its order where none is given and it is not an alternating or symmetric group.
enum class Proof {
  automatic,  // by Sims' method if that takes a minute or so
  always,     // however long it takes
  none,       // a lower bound is enough
};
/// "auto", "always" or "none"; throws InputError for anything else.
[[nodiscard]] Proof parse_proof(std::string_view name);

/// An order in decimal, of any length. Throws InputError if it is not a whole number of at least 1.
[[nodiscard]] Natural parse_order(std::string_view text);

struct Options {
  Machine machine = {};
  std::uint64_t seed = 1;
  /// The order, if it is known: from a table of groups, or as the index of a coset table times the order of the subgroup. A chain
  /// that reaches it is complete.
  std::optional<Natural> order = {};
  /// The order is that of a presentation which the generators satisfy: proven to be an upper bound.
  bool presented = false;
  /// The first base points.
  std::vector<Point> base = {};
  Proof proof = Proof::automatic;
};

/// What is known about the order.
struct Size {
  Natural order = 1;         // a lower bound, and the order itself if `proven`; 0 of giants of more than 5000 points
  std::string formula = {};  // of giants: "1000000!" or "1000000!/2"
  bool proven = false;
  std::string proof = {};  // how it is known, or why it is not, in a few words
};

enum class Giant { none, alternating, symmetric };
/// "none", "alternating" or "symmetric".
std::string_view to_string(Giant giant) noexcept;

/// A level of the chain.
struct LevelInfo {
  Point base = 0;
  std::uint64_t orbit = 0;  // its length
  unsigned depth = 0;       // of its tree: a point is at most that many steps from the base point
  std::size_t generators = 0;
};

/// Partition of the points into blocks of equal size.
struct BlockSystem {
  std::uint64_t blocks = 0;
  std::uint64_t block_size = 0;
  std::vector<Point> labels = {};  // the least point of each point's block
};

struct BlocksAnswer {
  std::uint64_t orbits = 0;
  bool transitive = false;
  bool primitive = false;
  std::vector<BlockSystem> minimal = {};  // systems whose blocks contain no smaller ones, of a transitive group
};

/// The orbits of the points: labels[i] is the least point of the orbit of i.
struct OrbitsAnswer {
  std::uint64_t orbits = 0;
  std::vector<std::uint64_t> lengths = {};  // in ascending order of the least points, at most 10000
  std::vector<Point> labels = {};
};

/// What generators do on other things, and the things, if they are tuples or sets.
struct Action {
  Generators generators = {};
  std::vector<std::vector<Point>> items = {};
};

/// The group that permutations generate. The order is found by random elements (Schreier and Sims) and then proven; all else
/// rests on it. One thread at a time may use a group.
class Group {
 public:
  /// Throws InputError if the generators are not permutations of the same points.
  explicit Group(Generators generators, const Options& options = {}, RunControl* run = nullptr);
  ~Group();
  Group(Group&& other) noexcept;
  Group& operator=(Group&& other) noexcept;

  /// Continues until the order is proven, or as much of it as the options ask for, or the run is asked to stop. Keeps
  /// RunControl::files. Returns whether it came to its end. Throws ResourceError if the memory does not suffice.
  bool run(RunControl* run = nullptr);
  /// Whether run() came to its end.
  [[nodiscard]] bool complete() const noexcept;

  /// The generators, with names.
  [[nodiscard]] const Generators& generators() const noexcept;
  /// The number of points.
  [[nodiscard]] std::uint64_t degree() const noexcept;
  /// What is known about the order by now.
  [[nodiscard]] const Size& size() const noexcept;
  /// Whether it was recognised as an alternating or symmetric group of all its points.
  [[nodiscard]] Giant giant() const noexcept;
  /// The levels of the chain; none of a group that was recognised as a giant, until words or stabilizers need a chain.
  [[nodiscard]] std::vector<LevelInfo> levels() const;
  /// Generators of all groups of the chain: those among them that fix the first base points generate the group that does. None if
  /// there are no levels.
  [[nodiscard]] std::vector<Permutation> strong_generators() const;
  /// The bytes that the chain takes.
  [[nodiscard]] std::uint64_t memory() const noexcept;

  /// Whether a permutation is in the group. Yes is always proven. No is proven if the order is; nothing if it is not.
  /// Throws LimitReached if the run is stopped first.
  [[nodiscard]] std::optional<bool> contains(std::span<const Point> permutation, RunControl* run = nullptr);
  /// The element as a product of generators; nothing if it was not found to be in the group. Throws InputError for giants of more
  /// than 2000 points, which have no chain.
  [[nodiscard]] std::optional<Program> factor(std::span<const Point> permutation, RunControl* run = nullptr);
  /// A uniformly random element, if the order is proven: the same one for the same seed.
  [[nodiscard]] Permutation random(std::uint64_t seed, RunControl* run = nullptr);

  /// The subgroup that fixes each of these points. Its order is proven if this group's is.
  [[nodiscard]] Group stabilizer(std::span<const Point> points, RunControl* run = nullptr);
  /// The subgroup that maps a set of points to itself, by the orbit of the set. Throws ResourceError if that orbit has more than
  /// `most` sets: larger ones need a backtrack search, as in GAP.
  [[nodiscard]] Group set_stabilizer(std::span<const Point> set, std::uint64_t most = 2000000, RunControl* run = nullptr);

 private:
  struct State;
  friend class GroupJob;
  explicit Group(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// These need no chain.

/// The orbits of the points.
[[nodiscard]] OrbitsAnswer orbits(const Generators& generators, const Machine& machine = {}, RunControl* run = nullptr);
/// Transitivity, and blocks of imprimitivity by Atkinson's method. Throws LimitReached if the run is stopped first.
[[nodiscard]] BlocksAnswer blocks(const Generators& generators, const Machine& machine = {}, RunControl* run = nullptr);

/// The action on the orbit of a point, which is that on the cosets of its stabilizer. The points are numbered in their order.
[[nodiscard]] Action action_on_orbit(const Generators& generators, Point point, const Machine& machine = {},
                                     RunControl* run = nullptr);
/// The action on the blocks of a system, in the order of their least points. Throws InputError if they are not blocks.
[[nodiscard]] Action action_on_blocks(const Generators& generators, std::span<const Point> labels, RunControl* run = nullptr);
/// The action on the orbit of a tuple of points. Throws ResourceError if it has more than `most` tuples.
[[nodiscard]] Action action_on_tuples(const Generators& generators, std::span<const Point> tuple, std::uint64_t most = 2000000,
                                      RunControl* run = nullptr);
/// The action on the orbit of a set of points.
[[nodiscard]] Action action_on_sets(const Generators& generators, std::span<const Point> set, std::uint64_t most = 2000000,
                                    RunControl* run = nullptr);

}  // namespace wreath::group
