// SPDX-License-Identifier: MIT
//
// What the public headers hide from users, for the library itself: the automata behind a group, and the geodesics behind an
// answer, and those of a public automaton.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "word/automatic/structure.hpp"
#include "wreath/word/automaton.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

struct AutomaticProof;

class Reducer;
class Subgroup;
struct CosetStructure;

/// Builds a group that was not needed before, with at most this number of rules.
using OpenGroup = std::function<Group(RunControl*, std::size_t max_rules)>;

struct Internals {
  static Group make_group(AutomaticStructure structure, Origin origin = Origin::built, const BuildReport& report = {},
                          std::shared_ptr<const AutomaticProof> proof = nullptr);
  static const AutomaticStructure& structure(const Group& group) noexcept;
  /// The same if it is verified; throws InputError otherwise.
  static const AutomaticStructure& proven(const Group& group);
  /// Whether what takes long to find may be kept in the user's cache, beside the structure, and looked for there. Not at first.
  static void let_use_cache(const Group& group) noexcept;
  static bool uses_cache(const Group& group) noexcept;
  /// Throws ResourceError if its tables would be too large.
  static const Reducer& reducer(const Group& group, RunControl* run = nullptr);

  static Subgroup make_subgroup(const Group& group, const std::vector<Word>& generators, CosetStructure cosets,
                                OpenGroup open_group = {});

  static std::shared_ptr<const Geodesics>& geodesics(Hyperbolicity& found) noexcept { return found.geodesics_; }
  static const Geodesics* geodesics(const Hyperbolicity& found) noexcept { return found.geodesics_.get(); }
};

/// What is behind an Automaton of the public header.
struct AutomatonParts {
  std::vector<std::string> letters;
  int tapes = 1;
  automata::Dfa dfa;  // on two tapes well padded
  /// What the labels of the states stand for, from label 1 on: words in these letters. Empty: there are no labels, and all
  /// accepting states have 1.
  std::vector<std::vector<Word>> labels;
};

/// What a word of symbols stands for on these tapes.
AutomatonWord split_tapes(std::span<const automata::Symbol> word, int tapes, std::uint32_t letters);

// --- orders of elements (element_order.cpp)

/// Looks at powers up to that one; in a finite group at as many as there are.
ElementOrder find_order(const AutomaticStructure& structure, const Reducer& reducer, std::span<const Letter> word,
                        std::uint64_t powers, const ReduceOptions& options, RunControl* run);

/// Whether all powers of the word are normal forms.
bool is_straight(const automata::Dfa& acceptor, std::span<const Letter> word);

/// Whether the word's image in the abelianization is seen to have infinite order: no multiple of its exponent sums is a
/// combination of the relators'. Then so has the word. False if it has not, or if numbers grow beyond 64 bits.
bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word);

}  // namespace wreath::word
