// SPDX-License-Identifier: MIT
//
// The enumeration of the cosets of a subgroup, by the method of Todd and Coxeter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/coset/table.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

/// How cosets are defined and coincidences found. The answer does not depend on it; time and memory do.
enum class Method {
  automatic,  // hlt, felsch and sparse in turns, which are counted in table steps; the first to finish wins
  hlt,        // close all relators at one coset after the other: fast, many cosets
  felsch,     // one coset at a time, and all that follows from it: few cosets
  mixed,      // turns of both on one table
  sparse,     // as hlt, but long relators are closed only where little is missing: few cosets, in bulk
};
/// "auto", "hlt", "felsch", "mixed" or "sparse".
std::string_view to_string(Method method) noexcept;
/// "auto" or the name of a method; throws InputError for anything else.
[[nodiscard]] Method parse_method(std::string_view name);

struct Options {
  Machine machine = {};  // a GPU has hlt and sparse; chosen automatically, it is for large tables
  Method method = Method::automatic;
  std::uint64_t max_cosets = 0;  // the most rows of a table, dead ones included; 0: as many as the memory holds
  bool as_is = false;            // relators in the order given; duplicates stay
  bool keeps_proof = false;      // for write_proof(): 8 bytes of memory for each step; on the CPU alone, and not resumed
  bool prunes_proof = false;     // which is then without the steps that the table does not need
};

/// Why an enumeration is where it is.
enum class Ending {
  none,      // it can go on
  complete,  // the index is known
  infinite,  // it is proven to be infinite
  cosets,    // max_cosets was reached
  memory,    // the memory is full
  rows,      // the table has 2^32 - 2 rows; hlt and sparse can have more if there is memory for wider rows
  stopped,   // the run was asked to stop
};

/// Bytes of memory for which a table of 2^32 - 2 rows gets wider ones.
[[nodiscard]] std::uint64_t wide_table_bytes(const Problem& problem) noexcept;

/// Can be stopped and continued at any time. An enumeration that is stopped proves nothing: the index may be larger than what was
/// tried, or infinite. While the automatic method runs, subgroups of small index with infinite abelian quotients are tried as a
/// proof that the index is infinite.
class Enumeration {
 public:
  /// Throws InputError if the presentation is that of a monoid.
  explicit Enumeration(Problem problem, const Options& options = {});
  ~Enumeration();
  Enumeration(Enumeration&& other) noexcept;
  Enumeration& operator=(Enumeration&& other) noexcept;

  /// Continues until the table is closed, a limit is reached, or the run is asked to stop. Returns complete(). A null run sets no
  /// limits. A finished table is verified; InternalError if that fails. Keeps RunControl::files; relators and generators of the
  /// subgroup may have been added to the checkpoint that is resumed.
  bool run(RunControl* run = nullptr);
  /// The same, for `steps` table steps and without files.
  bool run_steps(std::uint64_t steps, RunControl* run = nullptr);
  /// For a run() that continues after Ending::cosets.
  void set_max_cosets(std::uint64_t cosets);

  /// Why the last run ended; Ending::none before the first one, and while more table steps remain.
  Ending ending() const noexcept;
  /// Whether the index is known, and the table is closed and verified.
  bool complete() const noexcept { return ending() == Ending::complete; }
  /// The index of the subgroup. Throws InputError if it is not complete. Of a resumed enumeration only a lower bound is proven:
  /// that it is not larger depends on the checkpoint.
  std::uint64_t index() const;
  /// After Ending::infinite: the index of a subgroup with an infinite abelian quotient, in which the image of the problem's
  /// subgroup, as far as that lies in it, has infinite index. 0 if none is known.
  std::uint32_t index_of_proof() const noexcept;
  /// Whether restore() was called.
  bool resumed() const noexcept;
  /// The group and the subgroup, as given to the constructor.
  const Problem& problem() const noexcept;
  /// The method that finished, or else the first that is still at work.
  Method method() const noexcept;
  /// The number of cosets that are alive in the table of that method.
  std::uint64_t live() const noexcept;
  /// The largest number of cosets that were alive at one time in the table of that method.
  std::uint64_t maximum() const noexcept;
  /// The number of cosets that method has defined, those that coincided with others included.
  std::uint64_t total() const noexcept;
  /// The number of rows of that method's table that it has worked through, from the first on.
  std::uint64_t worked_through() const noexcept;
  /// How many times that method has looked ahead: scanned relators without defining cosets, to find coincidences.
  std::uint64_t lookaheads() const noexcept;
  /// The bytes that the tables of all methods hold, in memory or on a GPU.
  std::uint64_t memory() const noexcept;

  /// The standardised table of a complete enumeration, which is empty afterwards. Throws InputError if it is not complete.
  /// Throws LimitReached if the run is stopped first: the enumeration is then what it was.
  Table take_table(RunControl* run = nullptr);

  /// Writes a proof of the index (docs/proofs.md) for an enumeration that keeps it, or, if the order of the subgroup is given,
  /// which one word generates, of the order of the group. If it is to be pruned, the steps are done again on one core. Throws
  /// InputError if there is no index or nothing was kept, and LimitReached if the run is stopped first.
  void write_proof(const std::string& path, RunControl* run = nullptr, std::uint64_t cyclic_order = 0) const;

  /// The whole state as bytes, for restore(): the tables of all methods and whose turn it is, but neither the problem nor the
  /// options.
  std::vector<std::byte> save() const;
  /// Takes up what save() gave, for the same method and problem, or for one with more relators or generators of the subgroup,
  /// if `more_words` is set. Throws InputError if that cannot be done, or if what was saved cannot be a table of this group.
  void restore(std::span<const std::byte> saved, bool more_words = false);

 private:
  void set_ending(Ending ending) noexcept;

  friend struct EnumerationSaver;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wreath::coset
