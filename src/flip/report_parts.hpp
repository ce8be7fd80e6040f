// SPDX-License-Identifier: MIT
//
// Parts that several reports about schemes have.
#pragma once

#include <string>
#include <vector>

#include "wreath/flip/files.hpp"
#include "wreath/flip/lift.hpp"
#include "wreath/report.hpp"

namespace wreath::flip {

extern const ReportForm kSkippedFile;
extern const ReportForm kLiftCounts;

/// Files of folders that were left out, with the reasons.
Value skipped_value(const std::vector<SkippedFile>& skipped);
void say_skipped(Report& report, const std::vector<SkippedFile>& skipped);

Value lifts_value(const LiftCounts& counts);
/// "of 3 schemes 2 lift to -1, 0, 1, ...".
std::string lifts_text(const LiftCounts& counts);

}  // namespace wreath::flip
