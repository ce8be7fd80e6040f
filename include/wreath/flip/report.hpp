// SPDX-License-Identifier: MIT
//
// What is found about schemes, as reports.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/flip/derive.hpp"
#include "wreath/flip/equivalence.hpp"
#include "wreath/flip/files.hpp"
#include "wreath/flip/hunt.hpp"
#include "wreath/flip/lift.hpp"
#include "wreath/flip/path.hpp"
#include "wreath/flip/records.hpp"
#include "wreath/flip/search.hpp"
#include "wreath/flip/simplify.hpp"
#include "wreath/flip/statistics.hpp"
#include "wreath/report.hpp"

namespace wreath::flip {

Report search_report(const Shape& shape, const Search& search, bool complete, const RunControl& run);
/// "rank 23  1.2 s  1.0e+06 flips  1.0e+07 flips/s": a new best.
std::string best_line(const Discovery& best, const SearchResult& result);

Report hunt_report(const Hunt& hunt, const HuntOptions& options, bool complete, const RunControl& run);
Report find_report(const HuntFind& find);
Report hunt_status_report(const HuntStatus& status);

/// A verified scheme, with the best known rank and its symmetries; or why it is not valid, or cannot be read.
Report verified_report(const std::string& input, const VerifiedScheme& file);
Report wrong_report(const std::string& input, const std::string& problem, bool was_read);
/// Of several.
Report verified_list(const std::vector<Report>& schemes, bool all_right);

Report convert_report(const VerifiedScheme& file, const std::string& input, const SchemeFileOptions& to,
                      const std::string& output);
Report lift_report(const std::string& input, const RationalScheme& bits, const Lift& found, const std::string& output,
                   bool stopped);
Report lift_report(const std::string& input, const LiftedFolder& found, const std::string& output);
Report simplify_report(const std::string& input, const Simplified& found, bool is_better, const std::string& output);
/// The schemes that it was derived from are those of `inputs`.
Report derive_report(const std::string& operation, const DerivedScheme& found, std::span<const KnownScheme> inputs,
                     const std::vector<SkippedFile>& skipped, bool reduced, const std::string& output);
Report path_report(const std::string& from_name, const Scheme& from, const std::string& to_name, const Scheme& to,
                   const Path& found, const std::string& output);
Report equivalence_report(const std::string& x_name, const Scheme& x, const std::string& y_name, const Scheme& y,
                          const Equivalence& found);
/// A change of basis, as a part of other reports.
Report map_report(const SchemeMap& map);
Report automorphisms_report(const std::string& input, const Scheme& scheme, const Automorphisms& found);
Report statistics_report(const SharedFactors& shared);
Report records_report(const RankRecords& found, const std::string& folder, const std::string& page);
/// For each ring, the shapes whose rank is above that over another ring.
struct RingGaps {
  Ring ring;
  std::vector<RankGap> gaps;
};
Report gaps_report(const std::vector<RingGaps>& rings, const Shape& up_to, bool of_some_shapes, const std::string& page);
/// The same as Markdown pages.
std::string records_page(const RankRecords& found);
std::string gaps_page(const std::vector<RingGaps>& rings);

}  // namespace wreath::flip
