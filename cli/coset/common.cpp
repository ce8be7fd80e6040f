// SPDX-License-Identifier: MIT
#include "cli/coset/common.hpp"

#include <fmt/format.h>

#include "cli/word/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

std::uint64_t parse_max_cosets(std::string_view text) {
  const std::uint64_t cosets = parse_count(text);
  if (cosets == 0) throw InputError("a table has at least one row; give a positive number, or leave --max-cosets out");
  return cosets;
}

}  // namespace

void add_presentation(Command& command, std::string& target) {
  command.add_option("PRESENTATION", target, "A family, a presentation, or a file with one").required().suggests([] {
    return starts_of(word::families());
  });
}

void add_enumeration_options(Command& command, CosetOptions& options, std::string_view default_subgroup) {
  command.add_parsed(
      "--subgroup", options.reading.subgroup, [](const std::string& text) { return text; },
      fmt::format("Words that generate the subgroup: 'a, b*a'; 1: the trivial one (default: {})", default_subgroup), "WORDS");
  command.add_parsed("--method", options.how.method, coset::parse_method,
                     "How cosets are defined: auto, hlt, felsch, mixed or sparse (auto)", "NAME");
  command.add_parsed("--max-cosets", options.how.max_cosets, parse_max_cosets,
                     "The largest number of rows of the table (default: what fits in memory)", "N");
  command.add_flag("--as-is", options.how.as_is, "Take the relators in the order given, without leaving any out");
  command.add_flag("--keep-inverses", options.reading.keep_inverses, "A relator a^2 does not make a its own inverse");
  command.add_option("--format", options.reading.format, "The form of a file: auto, ace or tcenum (auto)", "FORM")
      .one_of({"auto", "ace", "tcenum"});
}

void add_table(Command& command, CosetOptions& options) {
  command.add_option("TABLE", options.input, "A file of 'wreath coset enumerate', or a group, whose cosets are then enumerated")
      .required()
      .suggests([] { return starts_of(word::families()); });
  add_enumeration_options(command, options);
}

void require_output(const CosetOptions& options) {
  wreath::require_distinct_files({{"-o", options.output}, {"--proof", options.proof}},
                                 {{"the input", options.input},
                                  {"--checkpoint", options.kept.checkpoint.string()},
                                  {"--resume", options.kept.resume.string()}});
  for (const std::string& file : {options.output, options.proof}) {
    if (!file.empty()) const OutputFile probe(file);
  }
}

coset::Options enumeration_options(const CosetOptions& options) {
  coset::Options how = options.how;
  how.machine = options.machine;
  return how;
}

coset::Table open_table(const CosetOptions& options, RunControl& run) {
  auto opened = coset::open_table(options.input, options.reading, enumeration_options(options), &run);
  if (opened.table) {
    if (opened.table->resumed() && !options.test)
      print_error("note: the cosets were enumerated from a checkpoint, on which this answer depends\n");
    return *opened.table;
  }
  throw StoppedEarly(coset::enumeration_report(options.input, *opened.enumeration, options.how, run));
}

}  // namespace wreath::cli
