// SPDX-License-Identifier: MIT
//
// The search for schemes of low rank, by random walks in the flip graph: over F2, F3, or Z with coefficients -1, 0, 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/files.hpp"
#include "wreath/flip/lift.hpp"
#include "wreath/flip/scheme.hpp"
#include "wreath/flip/symmetry.hpp"
#include "wreath/flip/ternary.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

/// How walks run on a machine; `automatic` uses what was measured to be fastest for the shape.
enum class Method { automatic, pairs, thread, warp };
/// "auto", "pairs", "thread" or "warp".
std::string_view to_string(Method method) noexcept;
/// "auto", or for walks on a GPU "thread" or "warp"; throws InputError for anything else.
[[nodiscard]] Method parse_method(std::string_view name);

/// What a search reads and writes beside its checkpoint. An empty name stands for no file.
struct SearchFiles {
  std::vector<std::string> starts = {};  // more schemes to start from: files, or folders of files
  std::string output = {};               // the best scheme, written at once; a better one that is already there is kept, and a
                                         // file that is not a scheme is never overwritten
  std::string folder = {};               // the pool, one file per distinct scheme
  std::uint64_t folder_above = 1;        // of ranks up to this much above the best
  bool keep_lifting = false;             // only those that lift from F2 or F3, lifted, in FOLDER/ZT, FOLDER/Z and FOLDER/Q
};

/// What a search does; 0 takes the default that was measured to be best for the shape.
struct SearchOptions {
  Machine machine = {};  // of several ranks each searches on its own, and they exchange the best schemes
  Method method = Method::automatic;
  Ring ring = Ring::f2;  // f2, f3 or ternary; but for f2 all schemes of the search have two planes (ternary.hpp)
  Symmetry symmetry = Symmetry::none;
  std::uint64_t seed = 1;
  std::uint64_t target = 0;                         // stop at a scheme of at most this rank
  std::optional<Ring> target_ring = {};             // ternary, integers, rationals: at one that lifts to this ring (keep_lifting)
  std::uint64_t steps = 0;                          // of every walk; then the search repeats exactly. 0: until stopped
  std::uint64_t walks = 0;                          // how many at once
  std::uint64_t plus_after = 0;                     // steps without a new best after which a walk goes up by a plus
  std::uint64_t margin = 0;                         // and how far above its best it may go
  std::uint64_t restart_after = 0;                  // steps without a new best after which a walk restarts from the pool
  std::uint64_t restart_ranks = 0;                  // how many ranks of the pool walks restart from
  std::optional<std::uint64_t> restart_above = {};  // the first of them, above the best (in orbits where the search is symmetric)
  std::uint64_t pool = 0;                           // schemes kept at each rank
  bool prefer_recursive = false;                    // of the best rank, schemes with more recursive calls (tensor.hpp) are better
  bool different = false;                           // of schemes with the same basis_invariant (equivalence.hpp), only one
  std::vector<Scheme> starts = {};                  // empty: the standard scheme, or automatic ones (DerivedStart)
  std::vector<std::string> start_names = {};        // as messages call them; empty: by number
  std::vector<unsigned> cubes = {};  // c3, c6: how the diagonal is split among the fixed summands; empty: as measured
  std::uint64_t fixed = 0;           // c3: reduce the fixed summands of the starts to this number
  std::vector<unsigned> swaps = {};  // c2, c6: how many indices at either end the mirror moves, for all sides or each of n, m, p
  bool half_orbits = false;          // c6: allow orbits that are their own mirror images, as c2 does
  bool free_cubes = false;           // c3: let walks change the fixed summands whenever they can
  SearchFiles files = {};
};
/// Throws InputError if two of the options exclude each other, such as a ring and a symmetry.
void require_compatible(const SearchOptions& options);
/// The settings that determine how walks run, as a JSON object for run records.
[[nodiscard]] std::string settings_json(const SearchOptions& settings);

/// A new best, verified.
struct Discovery {
  Scheme scheme;
  double seconds = 0;  // of the search when it was found
  std::uint64_t flips = 0;
};

/// A start whose rank rose because its half orbits were made whole (c6).
struct RaisedStart {
  std::string name;
  std::size_t before = 0;
  std::size_t after = 0;
};

/// Where the time of a search goes, in seconds. While a GPU walks, the other phases run beside it.
struct SearchPhases {
  double wait = 0;     // for walks
  double collect = 0;  // new bests: decoding, verification, the pool
  double place = 0;    // restarts
  double shrink = 0;   // new walks with less room
};

/// A start that a search on the CPU took by itself, because the shape has a side of 5 or more and no start was given: a merge of
/// built-in schemes of smaller shapes, one in blocks, or what walks with a mirror made of a scheme that was extended. Or, for the
/// product of two polynomials over F3, on any machine: "Chinese remainders".
struct DerivedStart {
  std::string parts;  // such as "2x4x4:26 + 2x4x1:8"
  std::size_t rank = 0;
  std::size_t count = 0;  // the number of starts
};

struct SearchResult {
  std::vector<Discovery> bests;  // falling in rank
  std::uint64_t steps = 0;       // of every walk
  std::uint64_t flips =
      0;  // of all walks, with those that make starts; those of other ranks as of the last exchange, as are walks and restarts
  std::uint64_t walks = 0;
  std::uint64_t restarts = 0;  // walks that restarted from the pool
  double seconds = 0;          // of all batches
  double walk_seconds = 0;     // of the walks alone; on a GPU as the device measures it
  SearchPhases phases = {};    // since the search was made or resumed
  bool reached = false;        // the target
  std::vector<DerivedStart> derived_starts = {};
  std::vector<RaisedStart> raised_starts = {};
  std::vector<SkippedFile> skipped_starts = {};    // files of SearchFiles::starts' folders that are not schemes of the shape
  std::optional<std::size_t> earlier_output = {};  // the rank of the scheme that was in the output file before
  bool output_written = false;                     // a better one is there now
  LiftCounts lifts = {};                           // of SearchFiles::keep_lifting
};

/// A search of the flip graph: walks from the starts, a pool of the schemes they found, and restarts from it. It reads and writes
/// SearchOptions::files, and RunControl::files of the run that it is made with, by itself. A null run sets no limits.
///
/// With a cluster the constructor and run() are called by all ranks together; run() exchanges the best schemes, and
/// rank 0 has the files.
class Search {
 public:
  /// Throws InputError if a start is not a scheme of the shape or lacks the symmetry, if a file cannot be written, or if the
  /// checkpoint to resume belongs to another search.
  explicit Search(const Shape& shape, SearchOptions options = {}, RunControl* run = nullptr);
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  /// Calls `on_best` for every best so far, and for every new one as soon as it is verified.
  void listen(std::function<void(const Discovery&)> on_best);
  /// Runs until the target, the steps, or a stop, then writes the files. Returns complete(); if the steps ended before the target
  /// was reached, the run's stop reason is `steps`.
  bool run(RunControl* run = nullptr);
  /// One batch of steps of every walk. False when there is nothing left to do: the target is reached or the steps are made.
  bool advance(RunControl* run = nullptr);
  /// Writes the pool's folder and the checkpoint now; run() does so at the end, advance() when a checkpoint is due.
  void save_files();

  /// Whether the target is reached, or, without one, all steps are made.
  bool complete() const;
  /// The bests, steps, flips and times so far.
  const SearchResult& result() const;
  /// The options with every default filled in.
  const SearchOptions& settings() const;
  /// The distinct schemes that are kept, of ranks up to `above` more than the best, or the first `most` of them that are wanted;
  /// all verified.
  std::vector<Scheme> kept(std::size_t above, const std::function<bool(const Scheme&)>& wanted = {},
                           std::size_t most = ~std::size_t{0}) const;
  /// Adds schemes to the pool, such as those that another search keeps, for walks to restart from. Returns how many are new;
  /// those of too high a rank are left out. Throws InputError if one is not a scheme of the shape or lacks the symmetry.
  std::size_t add_to_pool(std::span<const Scheme> schemes);

  /// The state between two batches, from which a search with the same settings can continue.
  std::vector<std::byte> save() const;
  /// Continues from a state of save(). Throws InputError if it is damaged, or of walks on another machine (a GPU instead of the
  /// CPU, or the reverse).
  void restore(std::span<const std::byte> state, RunControl* run = nullptr);

 private:
  friend struct SearchParts;  // for tests
  class State;
  class Race;
  std::unique_ptr<State> state_;
  std::unique_ptr<Race> race_;  // with a GPU that is being started
};

}  // namespace wreath::flip
