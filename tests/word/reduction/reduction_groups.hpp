// SPDX-License-Identifier: MIT
//
// The groups that words are reduced in: hyperbolic ones of several kinds, others, free and finite ones.
#pragma once

#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "word/automatic/build.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"

namespace wreath::word::test {

struct GroupCase {
  const char* group;
  bool has_adversary;  // whether a letter can change a whole word of any length
  friend std::ostream& operator<<(std::ostream& out, const GroupCase& item) { return out << item.group; }
};

inline constexpr GroupCase kReductionGroups[] = {
    {"surface:2", true},
    {"triangle:3,3,4", true},
    {"triangle:2,3,7", true},
    {"fibonacci:2,8", true},
    {"coxeter:5,3,5", true},
    {"abelian:2", true},
    {"free:2", false},
    {"<a,b | a^-1*b*a*b^-1*a*b*a^-1*b^-1*a*b^-1>", true},  // the figure-eight knot
    {"<a,b | a^2*b^-3>", true},
    {"<t,c | c^2, t*c*t^-1*c>", false},  // the integers times two
    {"<c,t | c^2, t*c*t^-1*c>", true},
    {"<a,b | a^2, b^3, (a*b)^7, [a,b]^4>", false},  // of order 168
};

/// Built once in a process.
inline std::shared_ptr<const AutomaticStructure> structure_of(const std::string& group) {
  static std::map<std::string, std::shared_ptr<const AutomaticStructure>> built;
  auto& structure = built[group];
  if (!structure) {
    RunControl run;
    const Presentation presentation = is_family(group) ? make_family(group, "test") : parse_presentation(group, "test");
    BuildResult result = build_structure(presentation, {}, run);
    if (!result.structure.verified) throw InternalError(group + " is not verified");
    structure = std::make_shared<const AutomaticStructure>(std::move(result.structure));
  }
  return structure;
}

}  // namespace wreath::word::test
