// SPDX-License-Identifier: MIT
#include "cli/coset_common.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/table.hpp"
#include "cli/word_common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using coset::Enumeration;

namespace {

std::uint64_t parse_max_cosets(std::string_view text) {
  const std::uint64_t cosets = parse_count(text);
  if (cosets == 0) throw InputError("a table has at least one row; give a positive number, or leave --max-cosets out");
  return cosets;
}

}  // namespace

std::string infinite_text(const coset::Problem& problem) {
  const auto letter = coset::letter_of_infinite_order(problem);
  if (!letter) return {};
  return fmt::format("the index is infinite: {} has infinite order in the {}", problem.group.alphabet.names[*letter],
                     problem.subgroup.empty() ? "abelianization" : "largest abelian quotient in which the subgroup is trivial");
}

std::string ending_text(coset::Ending ending, const coset::Problem& problem, const CosetOptions& options, const RunControl& run) {
  switch (ending) {
    case coset::Ending::cosets: return fmt::format("--max-cosets {} was reached", options.how.max_cosets);
    case coset::Ending::memory: return "the memory is full; give more with --memory";
    case coset::Ending::rows:
      return fmt::format("the table has 2^32 - 2 rows; more take --method hlt or sparse, --backend cpu, and {} of memory",
                         format_bytes(coset::wide_table_bytes(problem)));
    default: return fmt::format("stopped ({})", to_string(run.stop_reason()));
  }
}

void add_enumeration_options(Command& command, CosetOptions& options, std::string_view default_subgroup) {
  command
      .add_parsed(
          "--subgroup", options.reading.subgroup, [](const std::string& text) { return text; },
          fmt::format("Words that generate the subgroup: 'a, b*a'; 1: the trivial one (default: {})", default_subgroup))
      .type_name("WORDS");
  command
      .add_parsed("--method", options.how.method, coset::parse_method,
                  "How cosets are defined: auto, hlt, felsch, mixed or sparse (auto)")
      .type_name("NAME");
  command
      .add_parsed("--max-cosets", options.how.max_cosets, parse_max_cosets,
                  "The largest number of rows of the table (default: what fits in memory)")
      .type_name("N");
  command.add_flag("--as-is", options.how.as_is, "Take the relators in the order given, without leaving any out");
  command.add_flag("--keep-inverses", options.reading.keep_inverses, "A relator a^2 does not make a its own inverse");
  command.add_option("--format", options.reading.format, "The form of a file: auto, ace or tcenum (auto)")
      .one_of({"auto", "ace", "tcenum"})
      .type_name("FORM");
}

void add_table(Command& command, CosetOptions& options) {
  command.add_option("TABLE", options.input, "A file of 'wreath coset enumerate', or a group, whose cosets are then enumerated")
      .required()
      .suggests(family_starts)
      .type_name("");
  add_enumeration_options(command, options);
}

void require_output(const CosetOptions& options) {
  wreath::require_distinct_files({{"-o", options.output}}, {{"the input", options.input},
                                                            {"--checkpoint", options.kept.checkpoint.string()},
                                                            {"--resume", options.kept.resume.string()}});
  if (!options.output.empty()) const OutputFile probe(options.output);
}

coset::Options enumeration_options(const CosetOptions& options) {
  coset::Options how = options.how;
  how.machine = options.machine;
  return how;
}

Json enumeration_to_json(const Enumeration& found, const CosetOptions& options, const RunControl& run) {
  Json results{{"input", options.input}, {"complete", found.complete()}};
  if (found.complete()) results["index"] = found.index();
  results["verified"] = found.complete() && !found.resumed();
  results["resumed"] = found.resumed();
  if (found.complete()) results["proven"] = found.resumed() ? "at least" : "exactly";
  results["live"] = found.live();
  results["total"] = found.total();
  results["max"] = found.maximum();
  results["method"] = to_string(found.method());
  results["lookaheads"] = found.lookaheads();
  results["letters"] = found.problem().group.alphabet.size();
  results["subgroup_generators"] = found.problem().subgroup.size();
  results["memory"] = found.memory();
  if (!found.complete()) {
    results["ending"] = ending_text(found.ending(), found.problem(), options, run);
    const std::string proof = infinite_text(found.problem());
    results["infinite"] = !proof.empty();
    if (!proof.empty()) results["proof"] = proof;
  }
  results["seconds"] = run.seconds();
  results["phases"] = phases_to_json(run);
  return results;
}

std::string counts_text(const Enumeration& found, const RunControl& run) {
  const std::string numbers =
      fmt::format("  {} defined, at most {} at one time, by {}, {}\n", counted(found.total(), "coset"),
                  format_count(found.maximum()), to_string(found.method()), format_seconds(run.seconds()));
  if (found.complete()) return numbers;
  return numbers +
         fmt::format("  {} alive, {} worked through\n", format_count(found.live()), format_count(found.worked_through()));
}

std::string enumeration_text(const Enumeration& found, const CosetOptions& options, const RunControl& run) {
  if (found.complete()) {
    const std::string index = format_count(found.index());
    const std::string resumed =
        fmt::format("resumed\n  verified: at least {}; that it is not larger depends on the checkpoint", index);
    return fit_columns(fmt::format("{}: index {}, {}\n{}", options.input, index, found.resumed() ? resumed : "verified",
                                   counts_text(found, run)));
  }
  const std::string infinite = infinite_text(found.problem());
  return fit_columns(fmt::format("{}: {}{} {}\n{}", options.input, infinite.empty() ? "the index is not known" : infinite,
                                 infinite.empty() ? ":" : ";", ending_text(found.ending(), found.problem(), options, run),
                                 counts_text(found, run)));
}

coset::Table open_table(const CosetOptions& options, RunControl& run) {
  auto opened = coset::open_table(options.input, options.reading, enumeration_options(options), &run);
  if (opened.table) {
    if (opened.table->resumed() && !options.test)
      print_error("note: the cosets were enumerated from a checkpoint, on which this answer depends\n");
    return *opened.table;
  }
  throw StoppedEarly{enumeration_to_json(*opened.enumeration, options, run), enumeration_text(*opened.enumeration, options, run)};
}

}  // namespace wreath::cli
