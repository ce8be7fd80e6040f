// SPDX-License-Identifier: MIT
//
// Reports of searches and hunts, and of what is known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

#include "core/text/option.hpp"
#include "core/text/table.hpp"
#include "core/text/units.hpp"
#include "flip/report_parts.hpp"
#include "wreath/flip/report.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

namespace {

const ReportForm kBest("",
                       {{"rank", "of the scheme"}, {"seconds", "when it was found", Unit::seconds}, {"flips", "made by then"}});
const ReportForm kDerivedStart("", {{"parts", "the smaller schemes it was made of, or \"Chinese remainders\""},
                                    {"rank", "of the start"},
                                    {"count", "number of such starts"}});
const ReportForm kSearch("flip search",
                         {{"shape", "n x m x p"},
                          {"rank", "of the best scheme"},
                          {"target", "the rank to be reached; 0: none"},
                          {"reached", "whether it was"},
                          {"ring", "F2, F3 or ZT (coefficients -1, 0, 1)"},
                          {"best_known", "lowest known rank of the shape over the ring"},
                          {"bests", "each new best", Unit::none, &kBest},
                          {"steps", "of every walk"},
                          {"walks", "number of walks"},
                          {"flips", "of all walks"},
                          {"flips_per_second", "speed of all walks"},
                          {"restarts", "walks that restarted from the pool"},
                          {"walk_seconds", "time of the walks alone", Unit::seconds},
                          {"settings", "all options of the search, as they were chosen"},
                          {"derived_starts", "starts made of smaller schemes, or by Chinese remainders", Unit::none,
                           &kDerivedStart},
                          {"lifts", "with the option keep lifting: how many lift", Unit::none, &kLiftCounts},
                          {"skipped", "files of the option start that are not such schemes", Unit::none, &kSkippedFile},
                          {"output", "the file that was written"}});

const std::vector<Field> kHuntCounts{{"rounds", "number of rounds"},
                                     {"hunt_seconds", "time of the rounds", Unit::seconds},
                                     {"flips", "number of flips"},
                                     {"improvements", "number of lower ranks found"},
                                     {"last_improvement", "when, in seconds since 1970; 0: never"}};
const ReportForm kFind("", {{"shape", "n x m x p"},
                            {"rank", "of the scheme that was found"},
                            {"before", "the rank that the folder had; 0: none"},
                            {"move", "the kind of move"},
                            {"how", "from which scheme, and how"},
                            {"seconds", "when, since the hunt began", Unit::seconds},
                            {"round", "in which round"},
                            {"file", "of the scheme"}});
const ReportForm kHunt("flip hunt",
                       ReportForm("", {{"folder", "of the hunt"},
                                       {"finds", "the improvements", Unit::none, &kFind},
                                       {"best", "the best rank of each shape that is hunted"},
                                       {"target", "the rank to be reached"},
                                       {"skipped", "files that are not schemes", Unit::none, &kSkippedFile}}),
                       kHuntCounts);
const ReportForm kCounts("", kHuntCounts);
const ReportForm kHuntShape("",
                            ReportForm("", {{"shape", "n x m x p"},
                                            {"rank", "the best in the folder"},
                                            {"best_known", "lowest known rank over F2"},
                                            {"schemes", "number of schemes in the folder"}}),
                            kHuntCounts);
const ReportForm kHuntMove("", ReportForm("", {{"move", "the kind of move"}}), kHuntCounts);
const ReportForm kRound("", {{"hunt", "its number in the folder"},
                             {"shape", "n x m x p"},
                             {"move", "the kind of move"},
                             {"how", "from which scheme, and how"},
                             {"flips", "so far"},
                             {"seconds", "so far", Unit::seconds},
                             {"reported", "when, in seconds since 1970"},
                             {"machine", "where it runs"},
                             {"process", "its number there"}});
const ReportForm kStatus("flip hunt status", {{"hunts", "number of hunts that have worked on the folder"},
                                              {"total", "of all hunts", Unit::none, &kCounts},
                                              {"shapes", "each shape", Unit::none, &kHuntShape},
                                              {"moves", "each kind of move", Unit::none, &kHuntMove},
                                              {"under_way", "rounds under way", Unit::none, &kRound},
                                              {"killed", "rounds of hunts that were killed", Unit::none, &kRound},
                                              {"skipped", "files that are not schemes", Unit::none, &kSkippedFile}});

const ReportForm kSource("", {{"source", "who found it"}, {"date", "when"}});
/// The same for each ring.
ReportForm by_ring(const ReportForm& each) {
  std::vector<Field> fields;
  for (const char* ring : {"F2", "F3", "ZT", "Z", "Q"}) fields.push_back({ring, "", Unit::none, &each});
  return {"", fields};
}
const ReportForm kSources = by_ring(kSource);
const ReportForm kRecord("", {{"shape", "n x m x p"},
                              {"F2", "lowest known rank over F2"},
                              {"F3", "over F3, of tensors other than matrix products"},
                              {"Z", "over Z"},
                              {"ZT", "over Z with coefficients -1, 0, 1"},
                              {"Q", "over Q"},
                              {"sources", "source and date, by ring", Unit::none, &kSources},
                              {"here_F2", "lowest rank in the folder over F2"},
                              {"here_exact", "lowest rank in the folder over Z or Q"}});
const ReportForm kRankRow("", {{"tensor", "its name"},
                               {"ring", "F2, F3, ZT, Z or Q"},
                               {"rank", "of the best scheme"},
                               {"before", "lowest rank that was known; 0: none"}});
const ReportForm kImport("flip records of a collection",
                         {{"folder", "of schemes"},
                          {"schemes", "number of schemes that were read and verified"},
                          {"date", "latest date of the built-in table"},
                          {"better", "ranks below the built-in ones, or new", Unit::none, &kRankRow},
                          {"skipped", "files that are not schemes", Unit::none, &kSkippedFile},
                          {"output", "the table that was written"}});
const ReportForm kRecords("flip records", {{"folder", "of schemes"},
                                           {"date", "latest date of the table"},
                                           {"records", "each shape", Unit::none, &kRecord},
                                           {"skipped", "files that are not schemes", Unit::none, &kSkippedFile},
                                           {"output", "the page that was written"}});
const ReportForm kGap("", {{"shape", "n x m x p"},
                           {"rank", "over this ring"},
                           {"least", "lowest rank over any ring"},
                           {"least_over", "such as this one"}});
const ReportForm kGapsByRing = by_ring(kGap);
const ReportForm kGaps("flip records of gaps",
                       {{"up_to", "the largest shape"},
                        {"gaps", "for each ring the shapes with a lower rank over another", Unit::none, &kGapsByRing},
                        {"output", "the page that was written"}});

std::string flips_text(double flips, int digits = 2) {
  return fmt::format("{:.{}e}", flips, digits);
}

double flips_per_second(const SearchResult& result) {
  return static_cast<double>(result.flips) / std::max(1e-9, result.walk_seconds);
}

/// What the symmetry is, and which ranks the search can come to.
void say_symmetry(Report& report, const SearchOptions& settings) {
  if (settings.symmetry == Symmetry::c2) {
    report.line("symmetry c2: the mirror of {}", {option("swaps", fmt::format("{}", fmt::join(settings.swaps, ",")))});
  } else if (has_turns(settings.symmetry) && settings.files.starts.empty()) {
    const unsigned step = settings.half_orbits ? 3 : orbit_size(settings.symmetry);
    report.line("symmetry {}: fixed summands {} of the diagonal; ranks fall by {} ({} selects others)",
                {std::string(to_string(settings.symmetry)), fmt::format("{}", fmt::join(settings.cubes, ",")),
                 std::to_string(step), option("cubes")});
  }
}

/// "72 =", "73 +1", "71 better" beside what is known, if anything is.
std::string compared(std::optional<std::size_t> rank, unsigned known) {
  if (!rank) return "";
  if (known == 0) return std::to_string(*rank);
  if (*rank == known) return fmt::format("{} =", *rank);
  return *rank > known ? fmt::format("{} +{}", *rank, *rank - known) : fmt::format("{} better", *rank);
}

std::string known_text(const Shape& shape) {
  const auto known = known_ranks(shape);
  return known ? fmt::format(" (best known over F2: {})", known->f2) : "";
}

void set_counts(Report& report, const HuntCounts& counts) {
  report.set("rounds", counts.rounds).set("hunt_seconds", counts.seconds).set("flips", counts.flips);
  report.set("improvements", counts.improvements).set("last_improvement", counts.last_improvement);
}

std::string ago(std::int64_t when) {
  if (when == 0) return "";
  return format_seconds(static_cast<double>(std::max<std::int64_t>(0, std::time(nullptr) - when))) + " ago";
}

std::vector<std::string> with_counts(std::vector<std::string> cells, const HuntCounts& counts) {
  if (counts.rounds == 0) return cells;
  cells.insert(cells.end(), {format_count(counts.rounds), format_seconds(counts.seconds),
                             flips_text(static_cast<double>(counts.flips), 1), ago(counts.last_improvement)});
  return cells;
}

Value rounds_value(Report& report, const std::vector<HuntUnderWay>& rounds, const char* what) {
  std::vector<Report> list;
  for (const HuntUnderWay& round : rounds) {
    list.emplace_back(kRound, round.hunt, to_string(round.shape), to_string(round.move), round.how, round.flips, round.seconds,
                      round.reported, round.machine, round.process);
    report.line(
        "{}, as of {}: hunt {}, {} by {}: {} ({}, {} flips)",
        {what, ago(round.reported), std::to_string(round.hunt), to_string(round.shape), std::string(to_string(round.move)),
         round.how, format_seconds(round.seconds), flips_text(static_cast<double>(round.flips), 1)});
  }
  return list;
}

std::string gaps_title(const RingGaps& ring) {
  return fmt::format("{}: {} with a lower rank over another ring", describe(ring.ring), counted(ring.gaps.size(), "shape"));
}

}  // namespace

std::string best_line(const Discovery& best, const SearchResult& result) {
  const std::string rank = fmt::format("rank {}", best.scheme.rank());
  if (best.flips == 0) return rank + " at the start\n";
  return fmt::format("{} after {}: {}, {}\n", rank, format_seconds(best.seconds), counted(best.flips, "flip"),
                     format_rate(flips_per_second(result), "flips"));
}

Report search_report(const Shape& shape, const Search& search, bool complete, const RunControl& run) {
  const SearchResult& result = search.result();
  const SearchOptions& settings = search.settings();
  const SearchFiles& files = settings.files;
  const std::size_t rank = result.bests.back().scheme.rank();
  std::vector<Report> bests;
  for (const Discovery& best : result.bests) bests.emplace_back(kBest, best.scheme.rank(), best.seconds, best.flips);
  Report report(kSearch, to_string(shape), rank, settings.target, result.reached, to_string(settings.ring));
  const auto known = known_ranks(shape);
  const unsigned best_known = known ? known->in(settings.ring) : 0;
  if (best_known != 0) report.set("best_known", best_known);
  report.set("bests", bests).set("steps", result.steps).set("walks", result.walks).set("flips", result.flips);
  report.set("flips_per_second", flips_per_second(result)).set("restarts", result.restarts);
  report.set("walk_seconds", result.walk_seconds).set("settings", Value::of_json(settings_json(settings)));
  report.line("{shape}: rank {rank}{}, verified",
              {best_known != 0 ? fmt::format(" (best known over {}: {})", to_string(settings.ring), best_known) : ""});
  report.line("  {walks walk} on {} ({}), {}, {flips flip}, {}",
              {std::string(run.choice("backend")), std::string(run.choice("method")), format_seconds(run.seconds()),
               format_rate(flips_per_second(result), "flips")});
  if (result.output_written) {
    report.set("output", files.output).line("written: {output}");
  } else if (result.earlier_output) {
    report.line("not written: {} already has a scheme of rank {}", {files.output, std::to_string(*result.earlier_output)});
  }
  if (files.keep_lifting) {
    report.set("lifts", lifts_value(result.lifts)).line("lifted: {}: {}", {files.folder, lifts_text(result.lifts)});
  } else if (!files.folder.empty()) {
    report.line("pool: {}, ranks {rank} to {}", {files.folder, std::to_string(rank + files.folder_above)});
  }
  std::vector<Report> starts;
  std::vector<std::string> parts;
  for (const DerivedStart& start : result.derived_starts) {
    starts.emplace_back(kDerivedStart, start.parts, start.rank, start.count);
    parts.push_back(fmt::format("{} (rank {})", start.parts, start.rank));
  }
  if (!starts.empty()) {
    report.set("derived_starts", starts);
    report.line("started from {}", {fmt::format("{}", fmt::join(parts, ", "))});
  }
  say_symmetry(report, settings);
  if (!files.starts.empty()) report.set("skipped", skipped_value(result.skipped_starts));
  say_skipped(report, result.skipped_starts);
  for (const RaisedStart& start : result.raised_starts) {
    report.line("{}: rank {} became {} without half orbits (use {} to keep them)",
                {start.name, std::to_string(start.before), std::to_string(start.after), option("half-orbits")});
  }
  if (!complete && settings.target != 0) report.partial(" before rank {target}");
  return report;
}

Report find_report(const HuntFind& find) {
  Report report(kFind, to_string(find.shape), find.rank, find.before, to_string(find.move), find.how, find.seconds, find.round,
                find.file);
  return report.line("{}  {shape}: rank {rank}{}, by {move}: {how}",
                     {fmt::format("{:>9}", format_seconds(find.seconds)), known_text(find.shape)});
}

Report hunt_report(const Hunt& hunt, const HuntOptions& options, bool complete, const RunControl& run) {
  Report report(kHunt);
  report.set("folder", options.folder);
  std::vector<Report> finds;
  for (const HuntFind& find : hunt.finds()) finds.push_back(find_report(find));
  report.set("finds", finds);
  std::vector<std::string> names;
  for (const Shape& shape : hunt.shapes()) names.push_back(to_string(shape));
  std::vector<Field> fields;
  for (const std::string& name : names) fields.push_back({name, ""});
  const ReportForm by_shape("", fields);
  Report ranks(by_shape);
  for (const Shape& shape : hunt.shapes()) {
    const auto best = hunt.best(shape);
    ranks.set(to_string(shape), best);
    report.line(best ? "{}: rank {}{}, verified" : "{}: no {}scheme yet{}",
                {to_string(shape), best ? std::to_string(*best) : "", known_text(shape)});
  }
  report.set("best", ranks);
  if (options.target != 0) report.set("target", options.target);
  set_counts(report, hunt.counts());
  report.set("skipped", skipped_value(hunt.skipped()));
  report.line("{rounds round} in {}, {} flips, {}; schemes in {folder}",
              {format_seconds(run.seconds()), flips_text(static_cast<double>(hunt.counts().flips)),
               counted(hunt.finds().size(), "improvement")});
  say_skipped(report, hunt.skipped());
  if (!complete) report.partial("; the same command continues");
  return report;
}

Report hunt_status_report(const HuntStatus& status) {
  std::vector<std::vector<std::string>> shape_rows{{"shape", "best", "known", "schemes", "rounds", "time", "flips", "improved"}};
  std::vector<std::vector<std::string>> move_rows{{"move", "improvements", "rounds", "time", "flips", "improved"}};
  std::vector<Report> shapes;
  for (const HuntShape& row : status.shapes) {
    Report& one = shapes.emplace_back(kHuntShape, to_string(row.shape), row.best, row.known, row.kept);
    set_counts(one, row.counts);
    shape_rows.push_back(with_counts({to_string(row.shape), compared(row.best, row.known.value_or(0)),
                                      row.known ? std::to_string(*row.known) : "?", format_count(row.kept)},
                                     row.counts));
  }
  std::vector<Report> moves;
  for (const auto& [move, counts] : status.moves) {
    set_counts(moves.emplace_back(kHuntMove, to_string(move)), counts);
    move_rows.push_back(with_counts({std::string(to_string(move)), format_count(counts.improvements)}, counts));
  }
  Report total(kCounts);
  set_counts(total, status.total);
  Report report(kStatus, status.hunts, total, shapes, moves);
  report.block(format_table(shape_rows) + (moves.empty() ? "" : "\n" + format_table(move_rows)) + "\n");
  report.line("{hunts hunt}, {}, {}, {} flips", {counted(status.total.rounds, "round"), format_seconds(status.total.seconds),
                                                 flips_text(static_cast<double>(status.total.flips), 1)});
  report.set("under_way", rounds_value(report, status.under_way, "under way"));
  report.set("killed", rounds_value(report, status.killed, "killed in a round"));
  report.set("skipped", skipped_value(status.skipped));
  say_skipped(report, status.skipped);
  return report;
}

// --- what is known

Report records_report(const RankRecords& found, const std::string& folder, const std::string& page) {
  const bool has_tensors =
      std::ranges::any_of(found.records, [](const RankRecord& record) { return !record.shape.is_matrices(); });
  std::vector<std::vector<std::string>> rows{{"shape", "F2", "Z", "ZT", "Q"}};
  if (has_tensors) rows[0].insert(rows[0].begin() + 2, "F3");
  if (!folder.empty()) rows[0].insert(rows[0].end(), {"folder F2", "folder Z, Q"});
  std::vector<Report> records;
  std::vector<std::string> beyond;
  const auto text = [](unsigned rank) { return rank == 0 ? std::string("?") : std::to_string(rank); };
  for (const RankRecord& record : found.records) {
    const KnownRanks& known = record.known;
    const std::string shape = to_string(record.shape);
    const bool is_known = std::max({known.f2, known.f3, known.rationals}) != 0;
    if (!is_known) beyond.push_back(shape);
    const std::string f3 = record.shape.is_matrices() ? "" : text(known.in(Ring::f3));
    const std::string ternary = record.shape.is_matrices() || known.ternary != 0 ? text(known.ternary) : "";
    rows.push_back({shape, text(known.f2), text(known.integers), ternary, text(known.rationals)});
    if (has_tensors) rows.back().insert(rows.back().begin() + 2, f3);
    Report& one = records.emplace_back(kRecord, shape);
    for (const Ring ring : {Ring::f2, Ring::f3, Ring::integers, Ring::ternary, Ring::rationals}) {
      const bool shown = ring != Ring::f3 || !record.shape.is_matrices();
      if (shown && known.in(ring) != 0) one.set(to_string(ring), known.in(ring));
    }
    Report sources(kSources);
    for (const Ring ring : {Ring::f2, Ring::f3, Ring::ternary, Ring::integers, Ring::rationals}) {
      const RankSource& source = known.source(ring);
      if (!source.source.empty()) sources.set(to_string(ring), Report(kSource, source.source, source.date));
    }
    if (is_known) one.set("sources", sources);
    if (folder.empty()) continue;
    rows.back().push_back(compared(record.here_f2, known.f2));
    rows.back().push_back(compared(record.here_exact, known.rationals));
    one.set("here_F2", record.here_f2).set("here_exact", record.here_exact);
  }
  Report report(kRecords, folder, known_ranks_date(), records, skipped_value(found.skipped));
  report.block(format_table(rows));
  report.line("as of {date}");
  say_skipped(report, found.skipped);
  if (!page.empty()) report.set("output", page).line("written: {output}");
  if (!beyond.empty())
    report.line("beyond the table, which ends at {}: {}", {to_string(kMostKnown), fmt::format("{}", fmt::join(beyond, ", "))});
  return report;
}

Report import_report(const ImportedRanks& found, const std::string& folder, const std::string& output) {
  std::vector<std::vector<std::string>> rows{{"tensor", "ring", "rank", "before"}};
  std::vector<Report> better;
  for (const KnownRank& row : found.better) {
    const auto known = known_ranks(row.shape);
    const unsigned before = known ? known->in(row.ring) : 0;
    better.emplace_back(kRankRow, to_string(row.shape), to_string(row.ring), row.rank, before);
    rows.push_back({to_string(row.shape), std::string(to_string(row.ring)), std::to_string(row.rank),
                    before == 0 ? "?" : std::to_string(before)});
  }
  Report report(kImport, folder, found.schemes, known_ranks_date(), better, skipped_value(found.skipped));
  report.line("{folder}: {schemes scheme}, all verified; {} below the table of {date}, or new",
              {counted(found.better.size(), "rank")});
  if (!better.empty()) report.block(format_table(rows));
  say_skipped(report, found.skipped);
  if (!output.empty()) report.set("output", output).line("written: {output}");
  return report;
}

Report gaps_report(const std::vector<RingGaps>& rings, const Shape& up_to, bool of_some_shapes, const std::string& page) {
  Report report(kGaps, to_string(up_to));
  Report by_ring(kGapsByRing);
  for (const RingGaps& ring : rings) {
    const std::string name(to_string(ring.ring));
    std::vector<std::vector<std::string>> rows{{"shape", name, "lowest", "over"}};
    std::vector<Report> gaps;
    for (const RankGap& gap : ring.gaps) {
      const std::string over(to_string(gap.least_in));
      gaps.emplace_back(kGap, to_string(gap.shape), gap.rank, gap.least, over);
      rows.push_back({to_string(gap.shape), std::to_string(gap.rank), std::to_string(gap.least), over});
    }
    by_ring.set(name, gaps);
    if (gaps.empty() && of_some_shapes) continue;
    report.line("{}", {gaps_title(ring)}).block((gaps.empty() ? "" : format_table(rows)) + "\n");
  }
  report.set("gaps", by_ring);
  if (report.lines().empty()) report.line("no gaps: the same rank over every ring");
  if (!page.empty()) report.set("output", page).line("written: {output}");
  return report;
}

std::string records_page(const RankRecords& found) {
  std::string text =
      "# Lowest known ranks of matrix multiplication\n\nRank, source and date over each ring; ZT: coefficients -1, 0, 1. "
      "Sources: fmm is the FastMatrixMultiplication catalogue, tables are other tables of the field, wreath is this program.\n\n"
      "| shape | F2 | Z | ZT | Q |\n|---|---|---|---|---|\n";
  for (const RankRecord& record : found.records) {
    text += fmt::format("| {} |", to_string(record.shape));
    for (const Ring ring : {Ring::f2, Ring::integers, Ring::ternary, Ring::rationals}) {
      const RankSource& source = record.known.source(ring);
      const std::string from = source.source.empty() ? "" : fmt::format(" ({}, {})", source.source, source.date);
      text += record.known.in(ring) == 0 ? " |" : fmt::format(" {}{} |", record.known.in(ring), from);
    }
    text += "\n";
  }
  return text;
}

std::string gaps_page(const std::vector<RingGaps>& rings) {
  std::string page = "# Gaps between the rings\n";
  for (const RingGaps& ring : rings) {
    page += fmt::format("\n## {}\n\n| shape | rank | lowest | over |\n|---|---|---|---|\n", gaps_title(ring));
    for (const RankGap& gap : ring.gaps)
      page += fmt::format("| {} | {} | {} | {} |\n", to_string(gap.shape), gap.rank, gap.least, to_string(gap.least_in));
  }
  return page;
}

}  // namespace wreath::flip
