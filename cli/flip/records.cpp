// SPDX-License-Identifier: MIT
//
// wreath flip stats, records: what is in files of schemes, and what is known.
#include <span>

#include "cli/flip/schemes.hpp"
#include "core/io/output_file.hpp"

namespace wreath::cli {

namespace {

struct RecordOptions : CommonOptions {
  std::vector<flip::Shape> shapes;
  std::string folder;
  flip::Shape up_to{8, 8, 8};
  bool gaps = false;
  std::string page;
};

int stats(Session& session, const SchemeOptions& options) {
  const flip::SharedFactors shared = flip::shared_factors(options.inputs, options.from, &session.run());
  return session.finish(true, flip::statistics_report(shared));
}

void write_text(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

int list_gaps(Session& session, const RecordOptions& options) {
  std::vector<flip::RingGaps> rings;
  for (const flip::Ring ring : flip::kRings) rings.push_back({ring, flip::rank_gaps(ring, options.shapes, options.up_to)});
  if (!options.page.empty()) write_text(options.page, flip::gaps_page(rings));
  return session.finish(true, flip::gaps_report(rings, options.up_to, !options.shapes.empty(), options.page));
}

int records(Session& session, const RecordOptions& options) {
  if (options.gaps) return list_gaps(session, options);
  const std::string folder = options.folder.empty() ? flip::scheme_folder() : options.folder;
  const flip::RankRecords found = flip::rank_records(options.shapes, folder, options.up_to, &session.run());
  if (!options.page.empty()) write_text(options.page, flip::records_page(found));
  return session.finish(true, flip::records_report(found, folder, options.page));
}

}  // namespace

void add_flip_records(Program& program, Command& flip) {
  add_command<SchemeOptions>(
      program, flip, "stats", "Count the sets of summands that share a factor, over F2, by size and position",
      "  wreath flip stats best.json\n"
      "  wreath flip stats pool/ --json",
      Length::brief,
      [](Command& command, SchemeOptions& options) {
        add_schemes(command, options, 1, 1 << 20, "Files, folders of files, or shapes for their standard schemes");
      },
      stats);
  add_command<RecordOptions>(
      program, flip, "records", "List the lowest known ranks, beside the best in a folder of schemes; to 16x16x16",
      "  wreath flip records\n"
      "  wreath flip records 4x4x4 4x5x5\n"
      "  wreath flip records --folder found/ --json\n"
      "  wreath flip records --gaps --up-to 16x16x16 --page gaps.md\n"
      "  wreath flip records --up-to 16x16x16 --page records.md",
      Length::brief,
      [](Command& command, RecordOptions& options) {
        command.add_list("SHAPE", options.shapes, flip::parse_large_shape, "Only these (all up to --up-to)");
        command.add_parsed("--up-to", options.up_to, flip::parse_known_shape,
                           "Shapes with no side longer than these (8x8x8; the table goes to 16x16x16)", "NxMxP");
        command.add_flag("--gaps", options.gaps, "For each ring, list the shapes that have a lower rank over another ring");
        command.add_option("--page", options.page, "Write the records, with sources and dates, or the gaps, as a Markdown page",
                           "FILE");
        command.add_option("--folder", options.folder, "A folder of scheme files (default: data/schemes, if it exists)", "DIR");
      },
      records);
}

}  // namespace wreath::cli
