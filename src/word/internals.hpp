// SPDX-License-Identifier: MIT
//
// What the public headers hide from users, for the library itself: the automata behind a group, and the geodesics behind an
// answer, and those of a public automaton.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "word/automatic/structure.hpp"
#include "wreath/word/automaton.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

class Reducer;
class Subgroup;
struct CosetStructure;

/// Builds a group that was not needed before, with at most this number of rules.
using OpenGroup = std::function<Group(RunControl*, std::size_t max_rules)>;

struct Internals {
  static Group make_group(AutomaticStructure structure, Origin origin = Origin::built, const BuildReport& report = {});
  static const AutomaticStructure& structure(const Group& group) noexcept;
  /// The same if it is verified; throws InputError otherwise.
  static const AutomaticStructure& proven(const Group& group);
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

}  // namespace wreath::word
