// SPDX-License-Identifier: MIT
//
// What the public headers hide from users, for the library itself: the automata behind a group, and the geodesics behind an
// answer.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "word/structure.hpp"
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

}  // namespace wreath::word
