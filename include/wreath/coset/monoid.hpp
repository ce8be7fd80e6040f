// SPDX-License-Identifier: MIT
//
// The enumeration of a finitely presented monoid or semigroup, or of the classes of a congruence on it, by the method of Todd and
// Coxeter.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/congruence_kind.hpp"
#include "wreath/coset/enumeration.hpp"
#include "wreath/coset/table.hpp"
#include "wreath/report.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::coset {

/// A monoid, semigroup or group, and pairs of words that generate a congruence on it. Without pairs the classes are the elements.
struct MonoidProblem {
  word::Presentation monoid;
  std::vector<word::Equation> pairs = {};
  CongruenceKind kind = CongruenceKind::twosided;
};

/// How nodes are defined. The answer does not depend on it; time and memory do.
enum class MonoidMethod {
  automatic,  // hlt and felsch in turns, which are counted in table steps; the first to finish wins
  hlt,        // close all relations at one node after the other: fast, many nodes
  felsch,     // one node at a time, and all that follows from it: few nodes
};
/// "auto", "hlt" or "felsch".
std::string_view to_string(MonoidMethod method) noexcept;
/// Throws InputError for anything else.
[[nodiscard]] MonoidMethod parse_monoid_method(std::string_view name);

struct MonoidOptions {
  Machine machine = {};  // the threads verify the table; the enumeration itself runs on one core
  MonoidMethod method = MonoidMethod::automatic;
  std::uint64_t max_nodes = 0;  // the most rows of a table, dead ones included; 0: as many as the memory holds
};

/// A table that is closed. Node 0 is the class of the identity, which a semigroup does not have: there it stands for an identity
/// that was adjoined, and is not counted. Nodes are numbered by breadth-first search from node 0, letters in their order.
class MonoidTable {
 public:
  /// `entries` has a row for each node with a column for each letter. Throws InputError if they do not fill whole rows or one is
  /// not a node; verify() checks everything else.
  MonoidTable(MonoidProblem problem, std::vector<Coset> entries);

  /// What it is the table of.
  const MonoidProblem& problem() const noexcept { return *problem_; }
  /// The number of elements, or of classes if there are pairs.
  std::uint64_t size() const noexcept { return nodes() - (problem_->monoid.is_semigroup ? 1 : 0); }
  /// The number of rows: one more than size() for a semigroup.
  std::uint64_t nodes() const noexcept { return nodes_; }
  /// The columns of the table.
  std::size_t letters() const noexcept { return problem_->monoid.alphabet.size(); }
  /// The whole table, row after row: the class of w*x for the class of w, or of x*w for a left congruence.
  std::span<const Coset> entries() const noexcept { return entries_; }
  /// The node of a word: words are equal (or related) exactly if they have the same node. Throws InputError if a letter is out of
  /// range.
  Coset trace(std::span<const word::Letter> word) const;
  /// A shortest word of each class, by node: the ShortLex-least one, read backwards for a left congruence.
  std::vector<word::Word> representatives() const;

 private:
  std::shared_ptr<const MonoidProblem> problem_;
  std::vector<Coset> entries_;
  std::uint64_t nodes_ = 1;
};

/// Whether every relation holds at every node (and so does every pair of a two-sided congruence), the pairs of a one-sided
/// congruence hold at node 0, and all nodes are reached from it. Then there are at least size() classes. Throws LimitReached if
/// the run is stopped first.
[[nodiscard]] Verification verify(const MonoidTable& table, unsigned threads = 0, RunControl* run = nullptr);

/// Can be stopped and continued at any time. An enumeration that does not end proves nothing: there may be more classes than were
/// tried, or infinitely many.
class MonoidEnumeration {
 public:
  /// Throws InputError if a pair of a semigroup has an empty word, and LimitReached if the run is stopped while long relations
  /// are prepared.
  explicit MonoidEnumeration(MonoidProblem problem, const MonoidOptions& options = {}, RunControl* run = nullptr);
  ~MonoidEnumeration();
  MonoidEnumeration(MonoidEnumeration&& other) noexcept;
  MonoidEnumeration& operator=(MonoidEnumeration&& other) noexcept;

  /// Continues until the table is closed, a limit is reached, or the run is asked to stop. Returns complete(). A null run sets no
  /// limits. A finished table is verified; InternalError if that fails.
  bool run(RunControl* run = nullptr);
  /// Why the last run ended; Ending::none before the first one.
  Ending ending() const noexcept;
  /// Whether the table is closed and verified.
  bool complete() const noexcept { return ending() == Ending::complete; }
  /// Of a complete enumeration; throws InputError otherwise.
  const MonoidTable& table() const;
  /// The monoid and the pairs, as given to the constructor.
  const MonoidProblem& problem() const noexcept;
  /// The method that finished, or else the first that is still at work.
  MonoidMethod method() const noexcept;
  /// The number of nodes that are alive in the table of that method.
  std::uint64_t live() const noexcept;
  /// The largest number of nodes that were alive at one time.
  std::uint64_t maximum() const noexcept;
  /// The number of nodes that were defined, those that coincided with others included.
  std::uint64_t total() const noexcept;
  /// The bytes that the tables of all methods hold.
  std::uint64_t memory() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A presentation in any form that open_problem takes, and pairs as text: "aba = b, aa = a". A chain u = v = w gives two pairs.
/// Throws InputError with the place.
[[nodiscard]] MonoidProblem open_monoid(const std::string& source, const std::string& pairs = "",
                                        CongruenceKind kind = CongruenceKind::twosided);
/// Pairs of words over the letters.
[[nodiscard]] std::vector<word::Equation> parse_pairs(std::string_view text, const word::Alphabet& alphabet);

/// The table as an array (.npy): a row for each node.
void write_monoid_table(const std::filesystem::path& path, const MonoidTable& table);
/// The action of the letters on the nodes as generators of a transformation semigroup, for the engine semigroup: an array (.npy)
/// with a row for each letter, or text. For a congruence that is not one-sided it is isomorphic to the quotient.
void write_transformations(const std::filesystem::path& path, const MonoidTable& table);

/// That there are infinitely many classes, and why; empty if that is not known.
std::string why_infinite(const MonoidProblem& problem);
/// The result for such a problem, complete unless `files` are named that cannot be written.
Report infinite_report(const std::string& input, const MonoidProblem& problem, const std::vector<std::string>& files = {});
/// An enumeration, complete or not: then `files` were to be written, and are not.
Report monoid_report(const std::string& input, const MonoidEnumeration& found, const MonoidOptions& options,
                     const RunControl& run, const std::vector<std::string>& files = {});

}  // namespace wreath::coset
