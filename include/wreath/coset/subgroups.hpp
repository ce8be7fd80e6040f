// SPDX-License-Identifier: MIT
//
// All subgroups of small index of a finitely presented group, one of each conjugacy class (Sims).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "wreath/coset/table.hpp"
#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

/// The structure of a finitely generated abelian group: a free part and cyclic groups.
struct AbelianInvariants {
  std::uint64_t rank = 0;             // of the free part
  std::vector<Natural> torsion = {};  // orders of the cyclic groups, at least 2; each divides the next

  bool operator==(const AbelianInvariants&) const = default;
};

/// The largest abelian quotient of the subgroup that a closed table belongs to.
[[nodiscard]] AbelianInvariants abelian_invariants(const Table& table);

/// The largest N for which subgroups of index up to N are searched for.
inline constexpr std::uint32_t kMaxLowIndex = 4000;

struct LowIndexOptions {
  std::uint32_t max_index = 1;  // at most kMaxLowIndex
  bool normal = false;          // only normal subgroups
  /// Only those whose largest abelian quotient has a free part of at least this rank.
  std::optional<std::uint64_t> least_rank = {};
  Machine machine = {};  // the CPU's threads
};

/// A subgroup of each class; the others are its conjugates.
struct SubgroupClass {
  std::uint32_t index = 1;
  std::uint32_t conjugates = 1;       // in the class; 1 if the subgroup is normal
  AbelianInvariants invariants = {};  // of the subgroup
  std::vector<Coset> entries = {};    // of its coset table, row after row

  /// Whether the subgroup is its only conjugate.
  bool is_normal() const noexcept { return conjugates == 1; }
};

/// How many there are of an index.
struct LowIndexCounts {
  std::uint64_t classes = 0;
  std::uint64_t normal = 0;     // classes of one subgroup
  std::uint64_t subgroups = 0;  // in all classes

  bool operator==(const LowIndexCounts&) const = default;
};

/// A search for all subgroups of index at most N; it can be stopped and continued.
class LowIndexSubgroups {
 public:
  /// The classes that are found have a subgroup which contains the generators of the problem's subgroup; with
  /// LowIndexOptions::normal all their subgroups do. Throws InputError if the presentation is that of a monoid, or the index is 0
  /// or too large.
  explicit LowIndexSubgroups(Problem problem, const LowIndexOptions& options);
  ~LowIndexSubgroups();
  LowIndexSubgroups(LowIndexSubgroups&& other) noexcept;
  LowIndexSubgroups& operator=(LowIndexSubgroups&& other) noexcept;

  /// Takes the next class, on the calling thread.
  using Found = std::function<void(const SubgroupClass&)>;
  /// Continues until all are found or the run is asked to stop; returns complete(). Calls `found` for each class, in an order
  /// that does not depend on the number of threads: of two coset tables the one that is smaller at their first difference comes
  /// first. After a stop found() has had the first of them, which are those that are counted, and has the rest if the run is
  /// continued. Keeps RunControl::files if
  /// there is no found(), and throws InputError if there are both.
  bool run(RunControl* run = nullptr, const Found& found = nullptr);

  /// Whether all are found.
  bool complete() const noexcept;
  /// By index: element 0 for index 1. Of a search that was stopped, what is known: there may be more of each index.
  const std::vector<LowIndexCounts>& counts() const noexcept;
  /// The sum of the counts.
  LowIndexCounts total() const noexcept;
  /// How many choices the search has tried: its work.
  std::uint64_t choices() const noexcept;
  /// The group, and what each class is to contain.
  const Problem& problem() const noexcept;
  /// The options, as given to the constructor.
  const LowIndexOptions& options() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wreath::coset
