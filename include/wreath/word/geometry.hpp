// SPDX-License-Identifier: MIT
//
// The geometry of a group: whether it is hyperbolic, its geodesics, and how thin its triangles are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/word/group.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word {

struct Geodesics;
struct Internals;

/// Limits of the search for all geodesics, which does not end for a group that is not hyperbolic. The defaults allow minutes, not
/// hours.
struct GeodesicOptions {
  std::size_t rounds = 16;          // the most rounds (hyperbolic groups seem to need ten at most),
  std::size_t differences = 2000;   // word differences,
  std::uint64_t states = 1U << 18;  // and states of an automaton
};

/// A search that did not end proves nothing: then the answer is unknown.
enum class Answer { yes, no, unknown };
/// "yes", "no" or "unknown".
std::string_view to_string(Answer answer) noexcept;

struct Hyperbolicity {
  Answer hyperbolic = Answer::unknown;
  /// What proves the answer, in a sentence: a theorem about the presentation, or thin bigons. Empty if it is unknown.
  std::string proof = {};
  /// For infinite groups, if the answer is yes: how far two geodesics u, v from the same vertex can be from each other, at most,
  /// at the same time: if they end in the same vertex, and if they end in the same or in neighbouring ones. Both are attained.
  std::optional<std::size_t> bigon_width = {};
  std::optional<std::size_t> near_bigon_width = {};
  /// States of the automaton of all geodesics; nothing if not all were found.
  std::optional<std::uint32_t> geodesic_acceptor_states = {};

 private:
  friend struct Internals;
  std::shared_ptr<const Geodesics> geodesics_ = {};  // that were found: what the functions below need
};

/// Whether a group is hyperbolic, as far as theorems about its presentation decide it: Moussong's for Coxeter groups, small
/// cancellation, and what is known of families of groups (docs/mathematics/word.md). Takes no automatic structure, and little
/// time.
[[nodiscard]] Hyperbolicity find_hyperbolicity(const Presentation& presentation);

/// Whether the group is hyperbolic, with what proves it: by its presentation, and by a search for all its geodesics, which is
/// left out if the answer is "no". Finite groups are, even if the limits do not allow to find all their geodesics.
[[nodiscard]] Hyperbolicity find_hyperbolicity(const Group& group, const GeodesicOptions& options = {},
                                               RunControl* run = nullptr);

/// Throws LimitReached, with the reason, unless all geodesics were found.
void require_geodesics(const Hyperbolicity& found);

/// The coefficient of x^n is the number of geodesic words of length n. All geodesics must be known. Throws LimitReached.
[[nodiscard]] GrowthSeries geodesic_growth_series(const Hyperbolicity& found, RunControl* run = nullptr);

/// The number of geodesic words of the element of this word. All geodesics must be known. Throws InputError if
/// a letter is out of range, LimitReached.
[[nodiscard]] Natural count_geodesics(const Group& group, const Hyperbolicity& found, std::span<const Letter> word,
                                      RunControl* run = nullptr);
/// The first `count` of them in lexicographic order; the normal form is the first.
[[nodiscard]] std::vector<Word> list_geodesics(const Group& group, const Hyperbolicity& found, std::span<const Letter> word,
                                               std::uint64_t count, RunControl* run = nullptr);
/// Calls visit for all of them in this order, until it returns false. Throws likewise.
void for_each_geodesic(const Group& group, const Hyperbolicity& found, std::span<const Letter> word,
                       const std::function<bool(const Word&)>& visit, RunControl* run = nullptr);

struct ThinTriangleOptions {
  std::size_t rounds = 64;          // the most rounds,
  std::uint64_t states = 1U << 21;  // and states of an automaton, or elements at hand
};

/// Let a geodesic triangle have its corners in group elements A, B and C. Points of AB and AC are opposite if they are at the
/// same distance i from A, an integer with i <= (|AB| + |AC| - |BC|)/2; likewise at B and C.
struct ThinTriangles {
  /// Whether no triangle has opposite points that are further apart than `thinness`. (If not complete: some may.)
  bool complete = false;
  /// How far opposite points of some triangle are apart.
  std::size_t thinness = 0;
  /// The elements p^-1 q for opposite points p and q, as normal forms in ShortLex order. (If not complete: some of them.)
  std::vector<Word> differences = {};
  std::size_t legs = 0;  // states of the automaton of pairs of opposite paths from a corner
  std::size_t rounds = 0;
};

/// How thin the geodesic triangles of a group are; all its geodesics must be known. Stops with what it has at the limits, or
/// when the run is to stop.
[[nodiscard]] ThinTriangles find_thin_triangles(const Group& group, const Hyperbolicity& found,
                                                const ThinTriangleOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::word
