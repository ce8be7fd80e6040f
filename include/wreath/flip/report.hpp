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

/// The rank that a search reached and the best known one, its bests, walks and files. `complete` is false if the run was stopped.
Report search_report(const Shape& shape, const Search& search, bool complete, const RunControl& run);
/// One line for a new best: "rank 23  1.2 s  1.0e+06 flips  1.0e+07 flips/s".
std::string best_line(const Discovery& best, const SearchResult& result);

/// The best rank of each shape that a hunt works on, its improvements and its counts. `complete` is false if the run was stopped.
Report hunt_report(const Hunt& hunt, const HuntOptions& options, bool complete, const RunControl& run);
/// One improvement of a hunt, on one line.
Report find_report(const HuntFind& find);
/// Ranks and rounds of all hunts on a folder, by shape and by move.
Report hunt_status_report(const HuntStatus& status);

/// A verified scheme, with the best known rank and its symmetries modulo 2.
Report verified_report(const std::string& input, const VerifiedScheme& file);
/// A file that is not a valid scheme, or that cannot be read if `was_read` is false; `problem` is the reason.
Report wrong_report(const std::string& input, const std::string& problem, bool was_read);
/// Several of these two kinds together. `all_right`: whether all schemes are valid.
Report verified_list(const std::vector<Report>& schemes, bool all_right);

/// A scheme that was written to `output` in another format.
Report convert_report(const VerifiedScheme& file, const std::string& input, const SchemeFileOptions& to,
                      const std::string& output);
/// A lift of one scheme, or why there is none. `stopped`: the run was stopped before that was known.
Report lift_report(const std::string& input, const RationalScheme& bits, const Lift& found, const std::string& output,
                   bool stopped);
/// How many schemes of a folder lift, and where the lifts were written.
Report lift_report(const std::string& input, const LiftedFolder& found, const std::string& output);
/// A scheme with smaller coefficients. If `is_better` is false, nothing was written.
Report simplify_report(const std::string& input, const Simplified& found, bool is_better, const std::string& output);
/// A derived scheme, and for blocks the products it takes. `inputs` are the schemes that it was derived from.
Report derive_report(const std::string& operation, const DerivedScheme& found, std::span<const KnownScheme> inputs,
                     const std::vector<SkippedFile>& skipped, bool reduced, const std::string& output);
/// The number of flips and pluses of a path, and the greatest rank on it.
Report path_report(const std::string& from_name, const Scheme& from, const std::string& to_name, const Scheme& to,
                   const Path& found, const std::string& output);
/// Whether two schemes are equivalent, and the map from the first to the second, or what shows that there is none.
Report equivalence_report(const std::string& x_name, const Scheme& x, const std::string& y_name, const Scheme& y,
                          const Equivalence& found);
/// A change of basis, as a part of other reports.
Report map_report(const SchemeMap& map);
/// The order of the group of automorphisms, and its generators.
Report automorphisms_report(const std::string& input, const Scheme& scheme, const Automorphisms& found);
/// How many sets of summands share a factor, by size and position, as a table.
Report statistics_report(const SharedFactors& shared);
/// The lowest known ranks and those of a folder, as a table; `page` is the file of records_page, if it was written.
Report records_report(const RankRecords& found, const std::string& folder, const std::string& page);
/// What a collection has, and which ranks are below those that are built in; `output` is the table that was written, if one was.
Report import_report(const ImportedRanks& found, const std::string& folder, const std::string& output);
/// For each ring, the shapes whose rank is above that over another ring.
struct RingGaps {
  Ring ring;
  std::vector<RankGap> gaps;
};
/// The shapes of each ring whose rank is above that over another; `page` is the file of gaps_page, if it was written.
Report gaps_report(const std::vector<RingGaps>& rings, const Shape& up_to, bool of_some_shapes, const std::string& page);
/// The table of the lowest known ranks with their sources, as a Markdown page.
std::string records_page(const RankRecords& found);
/// One table of gaps per ring, as a Markdown page.
std::string gaps_page(const std::vector<RingGaps>& rings);

}  // namespace wreath::flip
