// SPDX-License-Identifier: MIT
//
// wreath flip stats, records: what is in files of schemes, and what is known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <span>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/io/output_file.hpp"
#include "core/run/units.hpp"

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
  std::vector<std::vector<std::string>> rows{{"size", "a", "b", "c", "all"}};
  Json sizes = Json::array();
  for (std::uint64_t size = 2; size <= shared.largest(); ++size) {
    const std::array count{shared.of_size(size, 0), shared.of_size(size, 1), shared.of_size(size, 2)};
    const std::uint64_t all = count[0] + count[1] + count[2];
    if (all == 0) continue;
    rows.push_back(
        {std::to_string(size), format_count(count[0]), format_count(count[1]), format_count(count[2]), format_count(all)});
    sizes.push_back({{"size", size}, {"a", count[0]}, {"b", count[1]}, {"c", count[2]}, {"all", all}});
  }
  const std::uint64_t above_two = shared.of_size_at_least(3);
  const std::uint64_t above_five = shared.of_size_at_least(6);
  const double share = above_two == 0 ? 0 : 100.0 * static_cast<double>(above_two - above_five) / static_cast<double>(above_two);
  const Json results{{"schemes", shared.schemes},
                     {"skipped", skipped_json(shared.skipped)},
                     {"sets", sizes},
                     {"sets_above_2", above_two},
                     {"sets_above_5", above_five}};
  return session.finish(
      true, results,
      fmt::format(
          "Sets of summands that share a factor, by size and position, in {} scheme{}:\n\n{}\n{} sets of more than two{}\n{}",
          format_count(shared.schemes), shared.schemes == 1 ? "" : "s", format_table(rows), format_count(above_two),
          above_two == 0 ? "" : fmt::format(", {} of more than five: {:.2f}% have at most five", format_count(above_five), share),
          skipped_text(shared.skipped)));
}

/// "47 =", "48 +1", "46 better" beside what is known.
std::string compared(std::optional<std::size_t> rank, unsigned known) {
  if (!rank) return "";
  if (known == 0) return std::to_string(*rank);
  if (*rank == known) return fmt::format("{} =", *rank);
  return *rank > known ? fmt::format("{} +{}", *rank, *rank - known) : fmt::format("{} better", *rank);
}

void write_text(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

/// The records as a Markdown page.
void write_page(const std::string& path, const flip::RankRecords& found) {
  std::string text =
      "# Lowest known ranks of matrix multiplication\n\nRank, source and date over each ring; ZT: coefficients -1, 0, 1. "
      "Sources: fmm is the FastMatrixMultiplication catalogue, tables are other tables of the field, wreath is this program.\n\n"
      "| shape | F2 | Z | ZT | Q |\n|---|---|---|---|---|\n";
  for (const flip::RankRecord& record : found.records) {
    text += fmt::format("| {} |", to_string(record.shape));
    for (const flip::Ring ring : {flip::Ring::f2, flip::Ring::integers, flip::Ring::ternary, flip::Ring::rationals}) {
      const flip::RankSource& source = record.known.source(ring);
      const std::string from = source.source.empty() ? "" : fmt::format(" ({}, {})", source.source, source.date);
      text += record.known.in(ring) == 0 ? " |" : fmt::format(" {}{} |", record.known.in(ring), from);
    }
    text += "\n";
  }
  write_text(path, text);
}

/// For each ring, the shapes whose rank is above that over another ring.
int list_gaps(Session& session, const RecordOptions& options) {
  std::string text;
  std::string page = "# Gaps between the rings\n";
  Json json = Json::object();
  for (const flip::Ring ring : flip::kRings) {
    const std::vector<flip::RankGap> gaps = flip::rank_gaps(ring, options.shapes, options.up_to);
    std::vector<std::vector<std::string>> rows{{"shape", std::string(flip::to_string(ring)), "lowest", "over"}};
    Json& list = json[std::string(flip::to_string(ring))] = Json::array();
    const std::string title = fmt::format("{}: {} shape{} with a lower rank over another ring", flip::describe(ring), gaps.size(),
                                          gaps.size() == 1 ? "" : "s");
    page += fmt::format("\n## {}\n\n| shape | rank | lowest | over |\n|---|---|---|---|\n", title);
    for (const flip::RankGap& gap : gaps) {
      rows.push_back({to_string(gap.shape), std::to_string(gap.rank), std::to_string(gap.least),
                      std::string(flip::to_string(gap.least_in))});
      page += fmt::format("| {} |\n", fmt::join(rows.back(), " | "));
      list.push_back({{"shape", to_string(gap.shape)},
                      {"rank", gap.rank},
                      {"least", gap.least},
                      {"least_over", flip::to_string(gap.least_in)}});
    }
    if (!gaps.empty() || options.shapes.empty()) text += fmt::format("{}\n{}\n", title, gaps.empty() ? "" : format_table(rows));
  }
  if (text.empty()) text = "no gaps: the same rank over every ring\n";
  if (!options.page.empty()) {
    write_text(options.page, page);
    text += fmt::format("written: {}\n", options.page);
  }
  return session.finish(true, {{"up_to", to_string(options.up_to)}, {"gaps", json}}, text);
}

int records(Session& session, const RecordOptions& options) {
  if (options.gaps) return list_gaps(session, options);
  const std::string folder = options.folder.empty() ? flip::scheme_folder() : options.folder;
  std::vector<std::vector<std::string>> rows{{"shape", "F2", "Z", "ZT", "Q"}};
  if (!folder.empty()) rows[0].insert(rows[0].end(), {"folder F2", "folder Z, Q"});
  Json list = Json::array();
  std::vector<std::string> beyond;
  const flip::RankRecords found = flip::rank_records(options.shapes, folder, options.up_to, &session.run());
  if (!options.page.empty()) write_page(options.page, found);
  for (const flip::RankRecord& record : found.records) {
    const flip::KnownRanks& known = record.known;
    if (known.f2 == 0) beyond.push_back(to_string(record.shape));
    const auto text = [](unsigned rank) { return rank == 0 ? std::string("?") : std::to_string(rank); };
    rows.push_back({to_string(record.shape), text(known.f2), text(known.integers), text(known.ternary), text(known.rationals)});
    Json one{{"shape", to_string(record.shape)}};
    if (known.f2 != 0) one.update({{"F2", known.f2}, {"Z", known.integers}, {"ZT", known.ternary}, {"Q", known.rationals}});
    for (const flip::Ring ring : flip::kRings) {
      const flip::RankSource& source = known.source(ring);
      if (!source.source.empty()) one["sources"][std::string(flip::to_string(ring))] = {source.source, source.date};
    }
    if (!folder.empty()) {
      rows.back().push_back(compared(record.here_f2, known.f2));
      rows.back().push_back(compared(record.here_exact, known.rationals));
      if (record.here_f2) one["here_F2"] = *record.here_f2;
      if (record.here_exact) one["here_exact"] = *record.here_exact;
    }
    list.push_back(one);
  }
  std::string written = options.page.empty() ? "" : fmt::format("written: {}\n", options.page);
  if (!beyond.empty())
    written += fmt::format("beyond the table, which ends at {}: {}\n", to_string(flip::kMostKnown), fmt::join(beyond, ", "));
  return session.finish(true, {{"folder", folder}, {"records", list}, {"skipped", skipped_json(found.skipped)}},
                        format_table(rows) + skipped_text(found.skipped) + wrap_words(written));
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
        command.add_list("SHAPE", options.shapes, flip::parse_large_shape, "Only these (all up to --up-to)").type_name("");
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
