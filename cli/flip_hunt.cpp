// SPDX-License-Identifier: MIT
//
// wreath flip hunt: short searches of many shapes, each started from what is known of the others.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

struct HuntOptions : CommonOptions {
  flip::HuntOptions hunt;
  bool status = false;
};

Json counts_json(const flip::HuntCounts& counts) {
  return {{"rounds", counts.rounds},
          {"seconds", counts.seconds},
          {"flips", counts.flips},
          {"improvements", counts.improvements},
          {"last_improvement", counts.last_improvement}};
}

std::string ago(std::int64_t when) {
  if (when == 0) return "";
  return format_seconds(static_cast<double>(std::max<std::int64_t>(0, std::time(nullptr) - when))) + " ago";
}

/// "72 =", "73 +1", "71 better" beside what is known.
std::string best_text(const flip::HuntShape& row) {
  if (!row.best) return "";
  if (!row.known) return std::to_string(*row.best);
  if (*row.best == *row.known) return fmt::format("{} =", *row.best);
  return *row.best > *row.known ? fmt::format("{} +{}", *row.best, *row.best - *row.known) : fmt::format("{} better", *row.best);
}

std::vector<std::string> counts_cells(const flip::HuntCounts& counts) {
  if (counts.rounds == 0) return {"", "", "", ""};
  return {format_count(counts.rounds), format_seconds(counts.seconds), fmt::format("{:.1e}", static_cast<double>(counts.flips)),
          ago(counts.last_improvement)};
}

void append(std::vector<std::string>& row, const std::vector<std::string>& cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

std::string under_way_text(const flip::HuntUnderWay& round, const char* what) {
  return fmt::format("{}, as of {}: hunt {}, {} by {}: {} ({}, {:.1e} flips)\n", what, ago(round.reported), round.hunt,
                     to_string(round.shape), to_string(round.move), round.how, format_seconds(round.seconds),
                     static_cast<double>(round.flips));
}

std::string status_text(const flip::HuntStatus& status) {
  std::vector<std::vector<std::string>> shapes{{"shape", "best", "known", "schemes", "rounds", "time", "flips", "improved"}};
  for (const flip::HuntShape& row : status.shapes) {
    shapes.push_back(
        {to_string(row.shape), best_text(row), row.known ? std::to_string(*row.known) : "?", format_count(row.kept)});
    append(shapes.back(), counts_cells(row.counts));
  }
  std::vector<std::vector<std::string>> moves{{"move", "improvements", "rounds", "time", "flips", "improved"}};
  for (const auto& [move, counts] : status.moves) {
    moves.push_back({std::string(to_string(move)), format_count(counts.improvements)});
    append(moves.back(), counts_cells(counts));
  }
  std::string under_way;
  for (const flip::HuntUnderWay& round : status.under_way) under_way += under_way_text(round, "under way");
  for (const flip::HuntUnderWay& round : status.killed) under_way += under_way_text(round, "killed in a round");
  return format_table(shapes) + (status.moves.empty() ? "" : "\n" + format_table(moves)) +
         fmt::format("\n{}, {}, {}, {:.1e} flips\n", counted(status.hunts, "hunt"), counted(status.total.rounds, "round"),
                     format_seconds(status.total.seconds), static_cast<double>(status.total.flips)) +
         under_way + skipped_text(status.skipped);
}

Json rounds_json(const std::vector<flip::HuntUnderWay>& rounds) {
  Json list = Json::array();
  for (const flip::HuntUnderWay& round : rounds) {
    list.push_back({{"hunt", round.hunt},
                    {"shape", to_string(round.shape)},
                    {"move", to_string(round.move)},
                    {"how", round.how},
                    {"flips", round.flips},
                    {"seconds", round.seconds},
                    {"reported", round.reported},
                    {"machine", round.machine},
                    {"process", round.process}});
  }
  return list;
}

Json status_json(const flip::HuntStatus& status) {
  Json shapes = Json::array();
  for (const flip::HuntShape& row : status.shapes) {
    Json one{{"shape", to_string(row.shape)}};
    if (row.best) one["rank"] = *row.best;
    if (row.known) one["best_known"] = *row.known;
    one["schemes"] = row.kept;
    one.update(counts_json(row.counts));
    shapes.push_back(one);
  }
  Json moves = Json::array();
  for (const auto& [move, counts] : status.moves) {
    moves.push_back({{"move", to_string(move)}});
    moves.back().update(counts_json(counts));
  }
  return {{"hunts", status.hunts},
          {"total", counts_json(status.total)},
          {"shapes", shapes},
          {"moves", moves},
          {"under_way", rounds_json(status.under_way)},
          {"killed", rounds_json(status.killed)},
          {"skipped", skipped_json(status.skipped)}};
}

std::string known_text(const flip::Shape& shape) {
  const auto known = flip::known_ranks(shape);
  return known ? fmt::format(" (best known over F2: {})", known->f2) : "";
}

Json find_json(const flip::HuntFind& find) {
  return {{"shape", to_string(find.shape)},
          {"rank", find.rank},
          {"before", find.before},
          {"move", to_string(find.move)},
          {"how", find.how},
          {"seconds", find.seconds},
          {"round", find.round},
          {"file", find.file}};
}

int hunt(Session& session, const HuntOptions& options) {
  RunControl& run = session.run();
  if (options.status) {
    const flip::HuntStatus status = flip::hunt_status(options.hunt.folder, &run);
    return session.finish(true, status_json(status), wrap_words(status_text(status)));
  }
  flip::HuntOptions chosen = options.hunt;
  chosen.machine = options.machine;
  chosen.seed = options.seed;
  flip::Hunt hunt(chosen, &run);
  hunt.listen([&](const flip::HuntFind& find) {
    if (options.json || options.quiet) return;
    print_result(wrap_words(fmt::format("{:>9}  {}: rank {}{}, by {}: {}\n", format_seconds(find.seconds), to_string(find.shape),
                                        find.rank, known_text(find.shape), to_string(find.move), find.how)));
  });
  const bool complete = hunt.run(&run);
  Json results{{"folder", chosen.folder}, {"finds", Json::array()}, {"ranks", Json::object()}};
  if (chosen.target != 0) results["target"] = chosen.target;
  for (const flip::HuntFind& find : hunt.finds()) results["finds"].push_back(find_json(find));
  std::string text;
  for (const flip::Shape& shape : hunt.shapes()) {
    const auto best = hunt.best(shape);
    if (best) results["ranks"][to_string(shape)] = *best;
    text += best ? fmt::format("{}: rank {}{}, verified\n", to_string(shape), *best, known_text(shape))
                 : fmt::format("{}: no scheme yet{}\n", to_string(shape), known_text(shape));
  }
  results.update(counts_json(hunt.counts()));
  results["skipped"] = skipped_json(hunt.skipped());
  for (const Choice& choice : run.choices()) results[choice.what] = choice.name;
  text += fmt::format("{} in {}, {:.2e} flips, {}; schemes in {}\n", counted(hunt.counts().rounds, "round"),
                      format_seconds(run.seconds()), static_cast<double>(hunt.counts().flips),
                      counted(hunt.finds().size(), "improvement"), chosen.folder);
  text += skipped_text(hunt.skipped());
  if (!complete) text += fmt::format("stopped ({}); the same command continues\n", to_string(run.stop_reason()));
  return session.finish(complete, results, wrap_words(text));
}

}  // namespace

void add_flip_hunt(Program& program, Command& flip) {
  add_command<HuntOptions>(
      program, flip, "hunt", "Hunt for low ranks across shapes: many short searches that start from one another's schemes",
      "  wreath flip hunt 4x4x6 --folder hunt --time 300\n"
      "  wreath flip hunt 4x4x7 --target 84 --folder hunt\n"
      "  wreath flip hunt --up-to 4x5x6 --folder hunt --from published/ --time 86400\n"
      "  wreath flip hunt --status --folder hunt\n"
      "  wreath flip hunt 3x3x4 --folder test --rounds 10 --seed 7\n"
      "\n"
      "The folder holds the schemes, one file for each, and a record of where the time went. Several hunts may share it, also "
      "on\n"
      "several machines; a hunt that was stopped or killed continues with the same command. Every scheme is verified before it\n"
      "is written and after it is read. A new folder gets the built-in schemes first. The exit code is 2 if --time or Ctrl-C "
      "ended the hunt, or if it has not reached "
      "--target.",
      Length::brief,
      [](Command& command, HuntOptions& options) {
        flip::HuntOptions& hunt = options.hunt;
        command.add_list("SHAPE", hunt.shapes, flip::parse_shape, "The shapes to hunt, such as 4x4x6").type_name("");
        command.add_parsed("--up-to", hunt.up_to, flip::parse_shape, "Hunt all shapes with no side longer than these", "NxMxP");
        command.add_option("--folder", hunt.folder, "The folder of the hunt; made if it does not exist", "DIR").required();
        command.add_flag("--status", options.status,
                         "Show the best ranks in the folder beside the known ones, and where the time went");
        command.add_option("--from", hunt.from, "Begin with these schemes, too: a file, or a folder; may be repeated", "DIR")
            .one_at_a_time();
        command
            .add_list("--withhold", hunt.withheld, flip::parse_shape,
                      "Begin with no schemes of this shape or larger ones; may be repeated")
            .type_name("NxMxP")
            .one_at_a_time();
        command.add_parsed("--target", hunt.target, parse_positive, "Stop at a scheme of this rank or less (with one shape)",
                           "R");
        command.add_parsed("--rounds", hunt.rounds, parse_positive,
                           "Number of rounds, instead of --time; makes a hunt in a new folder reproducible", "N");
        command.add_parsed("--steps", hunt.steps, parse_positive,
                           "Steps of every walk in the shortest rounds; the others have up to 32 times as many", "N");
        command.add_parsed("--keep", hunt.keep, parse_positive, "Schemes kept of each shape, rank and mirror (32)", "N");
        command.add_rule([&options]() -> std::string {
          if (options.status || !options.hunt.shapes.empty() || options.hunt.up_to) return {};
          return "no shape to hunt: name one or more, such as 4x4x6, or give --up-to";
        });
      },
      hunt);
}

}  // namespace wreath::cli
