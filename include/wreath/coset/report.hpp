// SPDX-License-Identifier: MIT
//
// What is found about cosets, as reports.
#pragma once

#include <string>
#include <vector>

#include "wreath/coset/enumeration.hpp"
#include "wreath/coset/files.hpp"
#include "wreath/coset/order.hpp"
#include "wreath/coset/subgroup.hpp"
#include "wreath/coset/subgroups.hpp"
#include "wreath/coset/table.hpp"
#include "wreath/report.hpp"

namespace wreath::coset {

/// An enumeration, complete or not. `unwritten` is the file of a table that was not written because the run was stopped.
Report enumeration_report(const std::string& input, const Enumeration& found, const Options& options, const RunControl& run,
                          const std::string& unwritten = "");
/// That the index is infinite, and why; empty if that is not known.
std::string why_infinite(const Problem& problem);
/// The same of an enumeration that ended because of that.
std::string why_infinite(const Enumeration& found);
/// The result for such a problem, complete unless a file was named for the table. proof_index: of a subgroup whose abelian
/// quotient proves it, 1 for the group itself. The report has a command that lists that subgroup, for an input that was read in
/// this way.
Report infinite_report(const std::string& input, const Problem& problem, const std::string& proof, std::uint64_t proof_index,
                       const Reading& reading, const std::string& table);

/// What a check of a table against a presentation found. `relator` is the one that does not hold, as text, if
/// Verification::equation has one.
Report verification_report(const std::string& table, const std::string& presentation, const Table& read,
                           const Verification& found, const std::string& relator);
struct WrittenPermutation {
  std::string letter;
  std::string file;
};
/// The files that hold the permutations of the cosets by the letters, one per line.
Report permutations_report(const std::string& input, const Table& table, const std::vector<WrittenPermutation>& files);
/// A list of words: `verb` is representatives, schreier or, for an answer that was stopped, any verb about tables. In a file, or
/// in the report; the text is then the caller's.
Report words_report(const std::string& verb, const std::string& input, const Table& table, Value words,
                    const std::string& output = "", std::uint64_t written = 0);
struct Traced {
  std::string word;
  AnyCoset coset = 0;
  std::string representative = {};  // of the coset
};
/// For each word its coset, the least word of that coset, and whether it is in the subgroup, which is coset 0.
Report trace_report(const std::string& input, const Table& table, const std::vector<Traced>& words);
/// A presentation of the subgroup. `generators` are its generators as words of the group; `text` is the presentation as it is
/// printed if there is no `output`; `complete` is false if the run was stopped.
Report presentation_report(const std::string& input, const Table& table, const SubgroupPresentation& found,
                           const std::vector<std::string>& generators, bool complete, const std::string& output,
                           const std::string& text);
/// The order that was found and its factors, or why the group is infinite, as in infinite_report().
Report order_report(const std::string& input, const GroupOrder& found, const Reading& reading = {});
/// How far a search for the order came that reached a limit, and which one.
Report order_report(const std::string& input, const Problem& problem, const OrderProgress& progress, const Options& options,
                    const RunControl& run);
/// A class that was found: the subgroup by generators, the permutations of its cosets and, if `presentation` is set, a
/// presentation. `name` begins the text. Throws LimitReached if the run is stopped first.
Report subgroup_class_report(const std::string& name, const Problem& problem, const SubgroupClass& found, bool presentation,
                             RunControl* run = nullptr);
/// How many classes there are of each index. `list` has the classes, if they are asked for; `output` is the file that has them:
/// `written` in all.
Report subgroups_report(const std::string& input, const LowIndexSubgroups& found, const RunControl& run, Value list = {},
                        const std::string& output = "", std::uint64_t written = 0);

}  // namespace wreath::coset
