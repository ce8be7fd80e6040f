// SPDX-License-Identifier: MIT
//
// Schemes of matrix multiplication over F2, and the search for ones of low rank in their flip graph.
//
// A scheme of shape n x m x p and rank R writes the tensor of matrix multiplication,
//
//     sum over i, j, k of a_ij (x) b_jk (x) c_ki,
//
// as a sum of R summands a (x) b (x) c: a way to multiply an n x m by an m x p matrix with R products. A factor is a matrix over
// F2 in one 64-bit word, row by row: entry (i, j) of an n x m factor is bit i*m + j. The third factor is p x n: it is stored
// transposed, as the formula says and as the programs of the field do.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::flip {

using Factor = std::uint64_t;

/// An n x m matrix times an m x p matrix.
struct Shape {
  unsigned n = 0;
  unsigned m = 0;
  unsigned p = 0;

  /// Rows and columns of the factors at a position (0, 1, 2).
  unsigned rows(unsigned position) const { return position == 0 ? n : position == 1 ? m : p; }
  unsigned columns(unsigned position) const { return position == 0 ? m : position == 1 ? p : n; }
  unsigned bits(unsigned position) const { return rows(position) * columns(position); }
  bool is_cube() const { return n == m && m == p; }
  auto operator<=>(const Shape&) const = default;  // NOLINT(modernize-use-nullptr): a false alarm
};

/// "4x4x4". Throws InputError where the text is no shape, or one with factors of more than 64 entries.
Shape parse_shape(std::string_view text);
std::string to_string(const Shape& shape);

struct Summand {
  std::array<Factor, 3> factor{};
  auto operator<=>(const Summand&) const = default;
};

struct Scheme {
  Shape shape;
  std::vector<Summand> summands;

  std::size_t rank() const { return summands.size(); }
  bool operator==(const Scheme&) const = default;
};

/// The scheme of the definition, with n*m*p summands.
Scheme standard_scheme(const Shape& shape);

/// A wrong entry of the tensor that the summands sum to: the coefficient of a_(row,column) b_(row,column) c_(row,column).
struct WrongEntry {
  std::array<std::array<unsigned, 2>, 3> at{};
  bool expected = false;  // the other is what the summands give
};
/// The first entry, in the order of a, b, c, where the sum differs from the tensor over F2; none where the scheme is right.
std::optional<WrongEntry> first_wrong_entry(const Scheme& scheme);
/// Throws InputError, with a sentence that begins with `name`, where a factor is zero or too large or the sum is wrong.
void require_valid(const Scheme& scheme, const std::string& name);

/// Summands in ascending order: schemes that differ in the order of their summands become the same.
Scheme sorted(Scheme scheme);

/// What schemes may be kept invariant under: c2 is the mirror, by which the first few rows and columns of every factor change
/// places with the last ones, in reverse; c3, of n x n x n only, the turns (a, b, c) -> (b, c, a); c6 both.
enum class Symmetry { none, c2, c3, c6 };
std::string_view to_string(Symmetry symmetry) noexcept;
/// How walks run on a machine; `automatic` takes what was measured to be fastest for the shape.
enum class Design { automatic, pairs, thread, warp };
std::string_view to_string(Design design) noexcept;

/// What a search does; 0 takes the default that was measured to be best for the shape.
struct SearchOptions {
  BackendChoice backend = BackendChoice::automatic;
  Design design = Design::automatic;
  Symmetry symmetry = Symmetry::none;
  unsigned threads = 0;
  std::uint64_t seed = 1;
  std::uint64_t target = 0;                         // stop at a scheme of at most this rank
  std::uint64_t steps = 0;                          // of every walk; then the search repeats exactly. 0: until stopped
  std::uint64_t walks = 0;                          // how many at once
  std::uint64_t plus_after = 0;                     // steps without a new best after which a walk goes up by a plus
  std::uint64_t margin = 0;                         // and how far above its best it may go
  std::uint64_t restart_after = 0;                  // steps without a new best after which a walk restarts from the pool
  std::uint64_t restart_ranks = 0;                  // how many ranks of the pool walks restart from
  std::optional<std::uint64_t> restart_above = {};  // the first of them, above the best (in orbits where the search is symmetric)
  std::uint64_t pool = 0;                           // schemes kept at each rank
  std::vector<Scheme> starts = {};                  // empty: the standard scheme
  std::vector<std::string> start_names = {};        // as messages call them; empty: by number
  std::vector<unsigned> cubes = {};  // c3, c6: how the diagonal is split among the fixed summands; empty: as measured
  std::uint64_t fixed = 0;           // c3: reduce the fixed summands of the starts to this number
  std::vector<unsigned> swaps = {};  // c2, c6: how many indices at either end the mirror moves, for all sides or each of n, m, p
  bool half_orbits = false;          // c6: allow orbits that are their own mirror images, as c2 does
  bool free_cubes = false;           // c3: let walks change the fixed summands whenever they can
};

/// A new best, verified.
struct Discovery {
  Scheme scheme;
  double seconds = 0;
  std::uint64_t flips = 0;
};

struct SearchResult {
  std::vector<Discovery> bests;  // falling in rank
  std::uint64_t steps = 0;       // of every walk
  std::uint64_t flips = 0;       // of all walks
  std::uint64_t walks = 0;
  std::uint64_t restarts = 0;  // walks that started anew from the pool
  double walk_seconds = 0;     // without the work between batches
  bool reached = false;        // the target
};

/// A search of the flip graph: walks from the starts, a pool of the schemes they found, and restarts from it.
class Search {
 public:
  /// Throws InputError where a start is no scheme of the shape or lacks the symmetry.
  Search(const Shape& shape, SearchOptions options, RunControl& run);
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  /// `on_best` hears of every new best at once.
  void listen(std::function<void(const Discovery&)> on_best);
  /// One batch of steps of every walk. False when there is nothing left to do: the target is reached or the steps are made.
  bool advance(RunControl& run);

  const SearchResult& result() const;
  /// The options with every default filled in.
  const SearchOptions& settings() const;
  /// The distinct schemes that are kept, of ranks up to `above` more than the best; all verified.
  std::vector<Scheme> kept(std::size_t above) const;

  /// The state between two batches, to go on from in a search with the same settings.
  std::vector<std::byte> save() const;
  void restore(std::span<const std::byte> state, RunControl& run);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace wreath::flip
