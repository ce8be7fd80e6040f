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
/// A file that was written: its points, the time and the backend, or how far the work came if the run was stopped.
Report file_report(const FileWork& work, const FileReport& found, const RunControl& run);

/// Whether x is a permutation, and if not, why. No answer: the run was stopped first.
Report check_report(const std::string& input, const Map& x, const std::optional<Defect>& answer);
/// Whether x and y are equal, and if not, the first index at which they differ. No answer: the run was stopped first.
Report equal_report(const std::string& x, const std::string& y, std::uint64_t points, const std::optional<Comparison>& answer);
/// The order, the sign, or all of the cycle type: `verb` is order, sign or cycles.
Report cycles_report(std::string_view verb, const std::string& input, std::span<const CycleCount> type, const RunControl& run);
/// The number of orbits, and the files of labels and of the Schreier vector that were written.
Report orbits_report(const std::vector<std::string>& inputs, const OrbitsReport& found, const std::string& output,
                     const std::string& schreier, const RunControl& run);
/// What was measured for each operation, size and number of threads, as a table, and where it was saved.
Report tuning_report(const Tuning& tuning);

}  // namespace wreath::perm
