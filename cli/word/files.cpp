// SPDX-License-Identifier: MIT
//
// wreath word export, import: kbmag's files.
#include <fmt/format.h>

#include "cli/word/common.hpp"
#include "core/io/distinct_files.hpp"

namespace wreath::cli {

namespace {

struct ExportOptions : WordOptions {
  std::vector<std::string> only;
};

int export_files(Session& session, const ExportOptions& options) {
  const word::Group group = open_verified(options, session.run());
  const std::vector<std::string> written = word::export_kbmag(group, options.output, options.only, &session.run());
  return session.finish(true, word::export_report(options.group, written));
}

int import_files(Session& session, const WordOptions& options) {
  wreath::require_distinct_files({{"--output", options.output}}, {{"the input", options.group}});
  const auto [group, same_as] = word::import_kbmag(options.group, group_options(options), &session.run());
  if (group.verified()) group.save(options.output);
  return session.finish(group.verified(), word::import_report(options.group, group, same_as, options.output));
}

}  // namespace

void add_word_files(Program& program, Command& word) {
  add_command<ExportOptions>(
      program, word, "export", "Write a structure as kbmag's files: NAME, NAME.kbprog, .reduce, .wa, .gm, .diff1, .diff2",
      "  wreath word export s2.wreath -o s2\n"
      "  wreath word export surface:2 -o s2 --only wa,gm\n"
      "\n"
      "The rules (.kbprog, .reduce) are written if they are confluent, or if --only names them. Without them kbmag's wordreduce "
      "uses the word differences, which are always correct.",
      Length::brief,
      [](Command& command, ExportOptions& options) {
        add_structure(command, options);
        command.add_option("-o,--output", options.output, "File name without extension", "NAME").required();
        command
            .add_option("--only", options.only, fmt::format("Write only these files: {}", fmt::join(word::kbmag_kinds(), ", ")),
                        "KINDS")
            .separated_by(',')
            .one_of({word::kbmag_kinds().begin(), word::kbmag_kinds().end()});
      },
      export_files);
  add_command<WordOptions>(
      program, word, "import", "Read kbmag's NAME with NAME.wa, .gm, .diff2; prove the structure again and compare",
      "  wreath word import s2 -o s2.wreath\n"
      "\n"
      "The word differences of NAME.diff2 or .diff1 speed up the search; wreath proves the structure itself. It is an error if "
      "the automata differ from those of the group; then nothing is written.",
      Length::brief,
      [](Command& command, WordOptions& options) {
        command.add_option("NAME", options.group, "The file with rec(isRWS := true, ...)").required();
        command.add_option("-o,--output", options.output, "The structure file to write", "FILE").required();
        add_build_options(command, options);
      },
      import_files);
}

}  // namespace wreath::cli
