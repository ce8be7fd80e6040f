// SPDX-License-Identifier: MIT
//
// wreath flip stats, records: what is in files of schemes, and what is known.
#include <span>

#include "cli/flip/schemes.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"

namespace wreath::cli {

namespace {

struct RecordOptions : CommonOptions {
  std::vector<flip::Shape> shapes;
  std::string folder;
  flip::Shape up_to{8, 8, 8};
  bool gaps = false;
  std::string page;
  std::string import;
  std::string output;
  std::string source;
  std::string date;
  std::string table;
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

int import(Session& session, const RecordOptions& options) {
  const flip::ImportedRanks found = flip::import_ranks(options.import, {options.source, options.date}, &session.run());
  if (!options.output.empty()) write_text(options.output, flip::print_rank_rows(found.rows));
  return session.finish(true, flip::import_report(found, options.import, options.output));
}

int records(Session& session, const RecordOptions& options) {
  if (!options.import.empty()) return import(session, options);
  if (options.gaps) return list_gaps(session, options);
  const std::string folder = options.folder.empty() ? flip::scheme_folder() : options.folder;
  flip::RankRecords found = flip::rank_records(options.shapes, folder, options.up_to, &session.run());
  if (!options.table.empty())
    flip::take_lower_ranks(found, flip::parse_rank_rows(MappedFile(options.table).text(), options.table));
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
      "  wreath flip records --up-to 16x16x16 --page records.md\n"
      "  wreath flip records gt:4 ss:4 poly:5,5\n"
      "  wreath flip records --import collection/ -o found.tsv      then:\n"
      "  wreath flip records --table found.tsv",
      Length::brief,
      [](Command& command, RecordOptions& options) {
        command.add_list("TENSOR", options.shapes, flip::open_tensor,
                         "Only these (all matrix products up to --up-to, and others)");
        command.add_parsed("--up-to", options.up_to, flip::parse_known_shape,
                           "Shapes with no side longer than these (8x8x8; the table goes to 16x16x16)", "NxMxP");
        command.add_flag("--gaps", options.gaps, "For each ring, list the shapes that have a lower rank over another ring");
        command.add_option("--page", options.page, "Write the records, with sources and dates, or the gaps, as a Markdown page",
                           "FILE");
        command.add_option(
            "--import", options.import,
            "Read and verify all schemes of a folder and below it, such as a checked-out public collection, and list\n"
            "the ranks that are below the table",
            "DIR");
        command.add_option("--source", options.source, "With --import: where the collection is from (collection)", "NAME");
        command.add_option("--date", options.date, "With --import: its date (today)", "YYYY-MM-DD");
        command.add_option("-o,--output", options.output, "With --import: write the ranks of the collection as a table", "FILE");
        command.add_option("--table", options.table, "Take the ranks of such a table too, where they are lower", "FILE");
        command.add_option("--folder", options.folder, "A folder of scheme files (default: data/schemes, if it exists)", "DIR");
      },
      records);
}

}  // namespace wreath::cli
