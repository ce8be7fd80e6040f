// SPDX-License-Identifier: MIT
//
// The levels of a Cayley graph or an orbit, by breadth-first search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

/// How states are kept.
enum class Method {
  automatic,  // the first of these that is possible and fits the memory
  cells,      // bits, for symmetric and alternating groups: no state is ever ranked
  chain,      // bits, numbered by a stabilizer chain: any permutation group of known order
  ranks,      // bits, for words with repeated letters
  keys,       // packed states in hash tables
};
/// "auto", "cells", "chain", "ranks" or "keys".
std::string_view to_string(Method method) noexcept;
/// "auto" or the name of a method; throws InputError for anything else.
[[nodiscard]] Method parse_method(std::string_view name);

struct Options {
  /// The method cells alone uses scratch folders, for the rows of bitmaps that do not fit the memory, and several ranks, all of
  /// which call the same functions of a Search.
  Machine machine = {};
  Method method = Method::automatic;
  /// Keeps the last level, for last_level(); takes twice the bits where one bit per state would do.
  bool keep_last = false;
  /// Keeps the distance of each state modulo 3, two more bits per state; bitmaps on the CPU only.
  bool oracle = false;
  /// Keeps one of several states that symmetries of the generators show to be equally far; with the method cells, unless states
  /// are to be listed or looked up.
  bool symmetry = true;
};

/// What a search is expected to take: estimates, by the number of states and the generators and by what was measured elsewhere.
struct Forecast {
  std::string machine = {};                   // "cpu", "cuda" or "disk"
  std::optional<double> seconds = {};         // of the whole search; nothing if the number of states is not known
  std::uint64_t memory = 0;                   // bytes, of bitmaps and tables
  bool completes = true;                      // false: there is not that much, and the search will stop before its end
  std::optional<std::uint64_t> fitting = {};  // then: about how many states there is memory for
  std::string instead = {};                   // then: in which other ways it can be made, in words

  /// Whether a user should be warned before the search: it takes ten seconds or more, or will not be complete.
  bool is_large() const { return !completes || seconds.value_or(0) >= 10; }
};

/// Bytes that a search moved from and to a disk.
struct DiskTraffic {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
  std::uint64_t least = 0;  // if each row that a level makes were read once and written once
};

/// A breadth-first search; can be stopped after any level and continued. The levels do not depend on the method, the backend or
/// the number of threads.
class Search {
 public:
  /// Throws InputError if the generators are not valid.
  Search(Generators generators, Start start, const Options& options = {});
  ~Search();
  Search(Search&& other) noexcept;
  Search& operator=(Search&& other) noexcept;

  /// Continues until all states are found, or the run is asked to stop. Returns complete(). A null run sets no limits. If the
  /// bitmaps do not fit the memory, they are kept on disk (form cells), or states are kept as keys as far as that goes. Keeps
  /// RunControl::files, after a level when it is due.
  bool run(RunControl* run = nullptr);
  /// The same, until the level `depth` is complete.
  bool run_to(std::uint64_t depth, RunControl* run = nullptr);

  /// Computes the order of the group and chooses the method, without searching. Throws LimitReached if the run is stopped first.
  void plan(RunControl* run = nullptr);

  /// The same, and what the search will take.
  [[nodiscard]] Forecast forecast(RunControl* run = nullptr);

  /// Whether all states are found.
  bool complete() const noexcept;
  /// The number of states at each distance, up to the last complete level.
  const std::vector<std::uint64_t>& levels() const noexcept;
  /// The number of states found, up to the last complete level. At least 1: the start.
  std::uint64_t states() const noexcept;
  /// The order of the group that the generators generate; nothing if it was not computed.
  std::optional<Natural> group_order() const;
  /// The number of states that are reached, where it is known before the search. A complete search has found as many.
  std::optional<std::uint64_t> expected_states() const;
  /// The generators; if they were given without names, they are called s1, s2, ...
  const Generators& generators() const noexcept;
  /// The state at which the search starts.
  const Start& start() const noexcept;
  /// How states are kept; known once run() or plan() was called.
  Method method() const noexcept;
  /// Why that method was chosen, in a few words; empty before run() or plan() was called.
  const std::string& why_method() const noexcept;
  /// Whether all states of a level have one parity: then one bit per state is enough.
  bool graded() const noexcept;
  /// The symmetry that was used to keep fewer states: "reflection (order 2)", "dihedral (order 10)"; "none".
  std::string symmetry() const;
  /// Bytes held, or that the bitmaps will take.
  std::uint64_t memory() const;
  /// The bytes moved from and to a disk so far; zeros unless the bitmaps are on disk.
  DiskTraffic traffic() const;

  /// The states of the last complete level, at most `most` of them; needs Options::keep_last. Throws InputError if a bitmap was
  /// stopped inside a level.
  std::vector<State> last_level(std::uint64_t most) const;

  /// The state as bytes, for restore(). Throws InputError before run() was called, and for a search by several ranks.
  std::vector<std::byte> save() const;
  /// Continues from what save() gave, for the same generators, start and options. Throws InputError if they differ, LimitReached
  /// if the run is stopped first.
  void restore(std::span<const std::byte> saved, RunControl* run = nullptr);

 private:
  friend class Oracle;
  friend class SearchJob;
  struct Body;
  std::unique_ptr<Body> body_;
};

/// Moments of the distance, each state counted once.
struct Statistics {
  double mean = 0;
  double variance = 0;
};
/// The mean and the variance of the distance, from the number of states at each distance; zeros if there are none.
[[nodiscard]] Statistics statistics(std::span<const std::uint64_t> levels);

/// The largest distance from the start is known to be at least this: of a complete search it is this.
[[nodiscard]] std::uint64_t diameter_at_least(const Search& search);
/// Whether it is `expected`, a number or what Formula::value gives. A search that is not complete may answer this too, by the
/// levels that it has and the number of states that are left; nothing if they leave it open.
[[nodiscard]] std::optional<bool> diameter_is(const Search& search, const std::string& expected);

/// Throws InputError if the file cannot be written, or is not named as an array (.npy): before the work, not after it.
void require_array_output(const std::filesystem::path& path);
/// Writes states as the rows of an array (.npy), whose points start at 0.
void write_states(const std::filesystem::path& path, const std::vector<State>& states, const Search& search);

/// A formula in n, m and k, such as "n*(n-1)/2" or "floor(3*n/2)", with exact fractions. Throws InputError with the place if it
/// is not one, or if a value does not fit 64 bits.
class Formula {
 public:
  /// Checks the text. Throws InputError with the place if it is not a formula.
  explicit Formula(std::string text);
  /// The value, as "91" or "7/2", where n, m and k are the first, second and third of the numbers. Throws InputError if it has a
  /// letter for which there is none.
  std::string value(std::span<const std::uint64_t> numbers) const;
  /// The value for a formula in n alone.
  std::string value(std::uint64_t n) const { return value(std::span(&n, 1)); }

 private:
  std::string text_;
};

}  // namespace wreath::orbit
