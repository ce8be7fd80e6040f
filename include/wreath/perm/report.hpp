// SPDX-License-Identifier: MIT
//
// What is found about permutations, as reports.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/perm.hpp"
#include "wreath/perm/expression.hpp"
#include "wreath/perm/files.hpp"
#include "wreath/perm/orbits.hpp"
#include "wreath/perm/tuning.hpp"
#include "wreath/report.hpp"

namespace wreath::perm {

/// A file that a verb writes, and from what.
struct FileWork {
  std::string_view verb;   // multiply
  std::string_view phase;  // the one whose time counts
  std::string expression;  // x.npy * y.npy
  std::string output;
  std::string x = {};
  std::string y = {};
  Verify verify = Verify::none;
  bool keeps_checkpoint = false;
  bool resumed = false;
};
Report file_report(const FileWork& work, const FileReport& found, const RunControl& run);

/// Nothing in place of an answer: the run was stopped first.
Report check_report(const std::string& input, const Map& x, const std::optional<Defect>& answer);
Report equal_report(const std::string& x, const std::string& y, std::uint64_t points, const std::optional<Comparison>& answer);
/// The order, the sign, or all of the cycle type: `verb` is order, sign or cycles.
Report cycles_report(std::string_view verb, const std::string& input, std::span<const CycleCount> type, const RunControl& run);
Report orbits_report(const std::vector<std::string>& inputs, const OrbitsReport& found, const std::string& output,
                     const std::string& schreier, const RunControl& run);
Report tuning_report(const Tuning& tuning);

}  // namespace wreath::perm
