// SPDX-License-Identifier: MIT
#include "wreath/coset/report.hpp"

#include <fmt/format.h>

#include "core/text/characters.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

namespace {

const ReportForm kCounts("", {{"live", "number of cosets alive at the end"},
                              {"total", "number of cosets defined"},
                              {"max", "largest number of cosets alive at one time"},
                              {"method", "the method that finished first, or the one at work"}});

const ReportForm kInfinity("",
                           {{"proof", "why it is infinite"},
                            {"proof_index", "index of a subgroup whose infinite abelianization proves that; 1: the group itself"},
                            {"proof_command",
                             "a command that lists the subgroups up to this index, with their abelianizations; "
                             "it may take longer than the proof"}});

const ReportForm kEnumeration("coset enumerate",
                              ReportForm("", {{"input", "the group, as given"},
                                              {"index", "index of the subgroup, if it is known, or \"infinite\""},
                                              {"verified", "whether this run has proven the index"},
                                              {"resumed", "whether the run began with a checkpoint, on which the answer depends"},
                                              {"proven", "exactly, or at least: what is proven of the index"}}),
                              {kCounts.fields[0],
                               kCounts.fields[1],
                               kCounts.fields[2],
                               kCounts.fields[3],
                               {"lookaheads", "number of looks ahead when the table was full"},
                               {"letters", "number of letters: generators and inverses"},
                               {"subgroup_generators", "number of generators of the subgroup"},
                               {"memory", "bytes in use", Unit::bytes},
                               {"reason", "what limit was reached, in words"},
                               {"infinite", "whether the index is proven to be infinite"},
                               kInfinity.fields[0],
                               kInfinity.fields[1],
                               kInfinity.fields[2]});

const ReportForm kVerification("coset verify", {{"input", "the file of the table"},
                                                {"presentation", "the group, as given"},
                                                {"cosets", "number of rows of the table"},
                                                {"verified", "whether it is a table of the group"},
                                                {"problem", "why it is not"},
                                                {"relator", "the relator that does not hold"},
                                                {"proven", "exactly, or at least: what the table proves of the index"},
                                                {"index", "the index, if it is proven exactly"}});

const ReportForm kOfTable("", {{"input", "the table or the group, as given"},
                               {"index", "index of the subgroup"},
                               {"resumed", "whether the cosets were enumerated from a checkpoint"}});
const ReportForm kPermutations("coset permutations", kOfTable, {{"files", "the file of each generator, by its letter"}});
const ReportForm kRepresentatives("coset representatives", kOfTable,
                                  {{"words", "the least word of each coset"}, {"output", "the file that was written"}});
const ReportForm kSchreier("coset schreier", kOfTable,
                           {{"words", "generators of the subgroup"}, {"output", "the file that was written"}});
const ReportForm kTracedWord("", {{"word", "as given"},
                                  {"coset", "number of its coset, from 0"},
                                  {"representative", "the least word of that coset"},
                                  {"member", "whether the word is in the subgroup"}});
const ReportForm kTrace("coset trace", kOfTable, {{"words", "the answers", Unit::none, &kTracedWord}});
const ReportForm kPresentation("coset presentation", kOfTable,
                               {{"presentation", "of the subgroup, on x1, x2, ..."},
                                {"generators", "what x1, x2, ... are in the group"},
                                {"relators", "number of relators"},
                                {"letters", "number of letters of all relators"},
                                {"simplified", "whether it was simplified to the end"},
                                {"output", "the file that was written"}});

const ReportForm kOrder("coset order",
                        ReportForm("", {{"input", "the group, as given"},
                                        {"resumed", "whether the run began with a checkpoint, on which the answer depends"},
                                        {"order", "order of the group, or \"infinite\""},
                                        {"factors", "indices whose product it is; of a stopped run, those that are known"},
                                        kInfinity.fields[0],
                                        kInfinity.fields[1],
                                        kInfinity.fields[2],
                                        {"reason", "what limit was reached, in words"}}),
                        kCounts.fields);

/// One word for why there is no answer, and a sentence, unless the run was asked to stop.
void set_ending(Report& report, Ending ending, const Problem& problem, const Options& options) {
  switch (ending) {
    case Ending::cosets:
      report.ended("cosets").set("reason", option("max-cosets", std::to_string(options.max_cosets)) + " was reached");
      break;
    case Ending::memory: report.ended("memory").set("reason", "the memory is full; give more with " + option("memory")); break;
    case Ending::rows:
      report.ended("rows").set(
          "reason", fmt::format("the table has 2^32 - 2 rows; more take {} or sparse, {}, and {} of memory",
                                option("method", "hlt"), option("backend", "cpu"), format_bytes(wide_table_bytes(problem))));
      break;
    default: break;
  }
}

void set_counts(Report& report, const Enumeration& found) {
  report.set("live", found.live()).set("total", found.total()).set("max", found.maximum());
  report.set("method", to_string(found.method()));
}

void say_counts(Report& report, const Enumeration& found, const RunControl& run) {
  report.line("  {total coset} defined, at most {max} at one time, by {method}, {}", {format_seconds(run.seconds())});
  if (!found.complete()) report.line("  {live} alive, {} worked through", {format_count(found.worked_through())});
}

/// The subgroup that proves an index or order to be infinite, and a command that lists it: of one that was found by a search.
void set_proof(Report& report, const std::string& input, const Natural& index, bool is_listed, const Reading& reading) {
  report.set("proof_index", index);
  if (!is_listed || input == "-") return;
  std::string command = fmt::format("wreath coset subgroups {} {} {} {}", quoted_for_shell(input), option("index", index.text()),
                                    option("homology", "1"), option("list"));
  if (reading.keep_inverses) command += " " + option("keep-inverses");
  if (reading.format != "auto") command += " " + option("format", reading.format);
  report.set("proof_command", command).block("  see: " + command + "\n");
}

Report of_table(const ReportForm& form, const std::string& input, const Table& table) {
  return {form, input, table.index(), table.resumed()};
}

std::string factors_text(const std::vector<std::uint64_t>& factors) {
  std::string product;
  for (const std::uint64_t factor : factors) product += (product.empty() ? "" : " * ") + format_count(factor);
  return product;
}

}  // namespace

std::string why_infinite(const Problem& problem) {
  const auto letter = letter_of_infinite_order(problem);
  if (!letter) return {};
  return fmt::format("the index is infinite: {} has infinite order in the {}", problem.group.alphabet.names[*letter],
                     problem.subgroup.empty() ? "abelianization" : "largest abelian quotient in which the subgroup is trivial");
}

std::string why_infinite(const Enumeration& found) {
  if (found.index_of_proof() == 0) return {};
  return fmt::format("the index is infinite: a subgroup of index {} has an infinite abelian quotient{}", found.index_of_proof(),
                     found.problem().subgroup.empty() ? "" : ", in which its intersection with the given one has infinite index");
}

Report enumeration_report(const std::string& input, const Enumeration& found, const Options& options, const RunControl& run,
                          const std::string& unwritten) {
  Report report(kEnumeration);
  const bool complete = found.complete();
  report.set("input", input).set("verified", complete && !found.resumed()).set("resumed", found.resumed());
  if (complete) report.set("index", found.index()).set("proven", found.resumed() ? "at least" : "exactly");
  set_counts(report, found);
  report.set("lookaheads", found.lookaheads()).set("letters", found.problem().group.alphabet.size());
  report.set("subgroup_generators", found.problem().subgroup.size()).set("memory", found.memory());
  if (complete) {
    report.line(found.resumed() ? "{input}: index {index}, resumed" : "{input}: index {index}, verified");
    if (found.resumed()) report.line("  verified: at least {index}; that it is not larger depends on the checkpoint");
    if (!unwritten.empty()) report.partial(" before the table was written to {}", {unwritten});
  } else {
    set_ending(report, found.ending(), found.problem(), options);
    report.set("infinite", false).line("{input}: the index is not known[: {reason}]");
  }
  say_counts(report, found, run);
  return report;
}

Report infinite_report(const std::string& input, const Problem& problem, const std::string& proof, std::uint64_t proof_index,
                       const Reading& reading, const std::string& table) {
  Report report(kEnumeration);
  report.set("input", input).set("index", "infinite").set("verified", true).set("infinite", true);
  report.set("letters", problem.group.alphabet.size()).set("subgroup_generators", problem.subgroup.size());
  report.set("proof", proof).line("{input}: {proof}");
  set_proof(report, input, proof_index, true, reading);
  if (!table.empty())
    report.ended("infinite").set("reason", "the table is infinite, and not written to " + table).line("{reason}");
  return report;
}

Report verification_report(const std::string& table, const std::string& presentation, const Table& read,
                           const Verification& found, const std::string& relator) {
  Report report(kVerification, table, presentation, read.index(), found.verified);
  if (!found.verified) {
    report.set("problem", found.problem).line("NOT a table of this group: {problem}");
    if (found.equation) report.set("relator", relator).line("  relator: {relator}");
    return report;
  }
  report.set("proven", found.exact ? "exactly" : "at least");
  if (found.exact) report.set("index", read.index());
  return report.line("verified: the index is {proven} {cosets}");
}

Report permutations_report(const std::string& input, const Table& table, const std::vector<WrittenPermutation>& files) {
  Report report = of_table(kPermutations, input, table);
  std::vector<Field> letters;
  for (const auto& [letter, file] : files) letters.push_back({letter, ""});
  const ReportForm by_letter("", letters);
  Report names(by_letter);
  for (const auto& [letter, file] : files) {
    names.set(letter, file);
    report.line("{}: {}", {letter, file});
  }
  return report.set("files", names);
}

Report words_report(const std::string& verb, const std::string& input, const Table& table, Value words, const std::string& output,
                    std::uint64_t written) {
  Report report = of_table(verb == "representatives" ? kRepresentatives
                           : verb == "schreier"      ? kSchreier
                           : verb == "trace"         ? kTrace
                           : verb == "presentation"  ? kPresentation
                                                     : kPermutations,
                           input, table);
  if (output.empty()) return words.is_set() ? report.set("words", std::move(words)) : report;
  return report.set("output", output).line("{output}: {}", {counted(written, "word")});
}

Report trace_report(const std::string& input, const Table& table, const std::vector<Traced>& words) {
  Report report = of_table(kTrace, input, table);
  std::vector<Report> answers;
  for (const auto& [word, coset, representative] : words) {
    answers.emplace_back(kTracedWord, word, coset, representative, coset == 0);
    report.line("{}: coset {}, {}",
                {word, std::to_string(coset), coset == 0 ? "the subgroup" : "represented by " + representative});
  }
  return report.set("words", answers);
}

Report presentation_report(const std::string& input, const Table& table, const SubgroupPresentation& found,
                           const std::vector<std::string>& generators, bool complete, const std::string& output,
                           const std::string& text) {
  constexpr std::size_t kFirstGenerators = 10;  // of a stopped presentation, which may have thousands
  std::uint64_t letters = 0;
  for (const auto& relator : found.relators) letters += relator.size();
  Report report = of_table(kPresentation, input, table);
  report.set("presentation", found.text()).set("generators", generators).set("relators", found.relators.size());
  report.set("letters", letters).set("simplified", found.simplified);
  if (!output.empty()) report.set("output", output);
  const std::string size = counted(generators.size(), "generator") + ", {relators relator} with {letters letter} in total";
  const bool is_cut = !complete && generators.size() > kFirstGenerators;
  report.line("{output}: " + size);
  if (output.empty() && !is_cut) report.block(text);
  for (std::size_t k = 0; k < (is_cut ? kFirstGenerators : generators.size()); ++k)
    report.line("  x{} = {}", {std::to_string(k + 1), generators[k]});
  if (is_cut) report.line("  ...");
  return report.partial(": " + size + ", not yet simplified{}",
                        {!output.empty() ? "; all of them are in " + output
                         : is_cut        ? fmt::format("; use -o FILE or {} to get all of them", option("json"))
                                         : ""});
}

Report order_report(const std::string& input, const GroupOrder& found, const Reading& reading) {
  Report report(kOrder, input, found.resumed, found.order, found.factors);
  const std::string resumed = found.resumed ? ", resumed: it depends on the checkpoint" : "";
  if (found.is_infinite()) {
    report.set("proof", found.proof).line("{input}: infinite: {proof}{}", {resumed});
    if (found.proof_index) set_proof(report, input, *found.proof_index, found.factors.empty(), reading);
    return report;
  }
  return report.line("{input}: order {order}{}{}",
                     {found.factors.size() < 2 ? "" : " = " + factors_text(found.factors), resumed});
}

Report order_report(const std::string& input, const Problem& problem, const OrderProgress& progress, const Options& options,
                    const RunControl& run) {
  Report report(kOrder);
  report.set("input", input).set("factors", progress.factors);
  set_ending(report, progress.ending, problem, options);
  report.line("{input}: the order is not known[: {reason}]");
  if (!progress.factors.empty()) report.line("  known factors: {}", {factors_text(progress.factors)});
  if (!progress.enumeration) return report;
  set_counts(report, *progress.enumeration);
  say_counts(report, *progress.enumeration, run);
  return report;
}

}  // namespace wreath::coset
