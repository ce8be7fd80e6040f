// SPDX-License-Identifier: MIT
//
// wreath flip stats, records: what is in files of schemes, and what is known.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/run/units.hpp"
#include "flip/records.hpp"
#include "flip/statistics.hpp"

namespace wreath::cli {

using flip::Ring;

namespace {

constexpr const char* kSchemeFolder = "data/schemes";

struct RecordOptions : SchemeOptions {
  std::vector<std::string> shapes;
  std::string folder;
};

int stats(Session& session, const SchemeOptions& options) {
  flip::SharedFactors shared;
  for (const std::string& input : options.inputs) {
    for (const std::string& file : format::scheme_files_in(input)) shared.add(open_bits(file, options));
  }
  if (shared.schemes == 0) throw InputError(fmt::format("{}: there are no files of schemes", options.inputs[0]));
  std::vector<std::vector<std::string>> rows{{"size", "a", "b", "c", "all"}};
  Json sizes = Json::array();
  for (std::uint64_t size = 2; size <= shared.largest(); ++size) {
    std::array<std::uint64_t, 3> count{};
    for (unsigned position = 0; position < 3; ++position) {
      const auto found = shared.sets[position].find(size);
      if (found != shared.sets[position].end()) count[position] = found->second;
    }
    const std::uint64_t all = count[0] + count[1] + count[2];
    if (all == 0) continue;
    rows.push_back(
        {std::to_string(size), format_count(count[0]), format_count(count[1]), format_count(count[2]), format_count(all)});
    sizes.push_back({{"size", size}, {"a", count[0]}, {"b", count[1]}, {"c", count[2]}, {"all", all}});
  }
  const std::uint64_t above_two = shared.of_size_at_least(3);
  const std::uint64_t above_five = shared.of_size_at_least(6);
  const double share = above_two == 0 ? 0 : 100.0 * static_cast<double>(above_two - above_five) / static_cast<double>(above_two);
  const Json results{{"schemes", shared.schemes}, {"sets", sizes}, {"sets_above_2", above_two}, {"sets_above_5", above_five}};
  return session.finish(
      true, results,
      fmt::format(
          "Sets of summands that share a factor, by size and position, in {} scheme{}:\n\n{}\n{} sets of more than two{}\n",
          format_count(shared.schemes), shared.schemes == 1 ? "" : "s", format_table(rows), format_count(above_two),
          above_two == 0 ? ""
                         : fmt::format(", {} of more than five: {:.2f}% have at most five", format_count(above_five), share)));
}

/// The lowest ranks in a folder, over F2 (where integers count modulo 2) and over Z and Q.
struct LocalRanks {
  std::map<flip::Shape, std::size_t> f2;
  std::map<flip::Shape, std::size_t> exact;
};

LocalRanks ranks_in(const std::string& folder, const RecordOptions& options) {
  LocalRanks ranks;
  const auto keep = [](std::map<flip::Shape, std::size_t>& best, const flip::Shape& shape, std::size_t rank) {
    const auto [entry, fresh] = best.emplace(shape, rank);
    if (!fresh) entry->second = std::min(entry->second, rank);
  };
  for (const std::string& path : format::scheme_files_in(folder)) {
    const format::SchemeFile file = open_scheme(path, options);
    const flip::Shape shape = flip::in_order(file.scheme.shape);
    if (file.ring != Ring::f2) keep(ranks.exact, shape, file.scheme.rank());
    if (file.ring != Ring::rationals) keep(ranks.f2, shape, file.scheme.rank());
  }
  return ranks;
}

/// "47 =", "48 +1", "46 better" beside what is known.
std::string compared(std::optional<std::size_t> rank, unsigned known) {
  if (!rank) return "";
  if (known == 0) return std::to_string(*rank);
  if (*rank == known) return fmt::format("{} =", *rank);
  return *rank > known ? fmt::format("{} +{}", *rank, *rank - known) : fmt::format("{} better", *rank);
}

int records(Session& session, const RecordOptions& options) {
  std::string folder = options.folder;
  std::error_code ignored;
  if (folder.empty() && std::filesystem::is_directory(kSchemeFolder, ignored)) folder = kSchemeFolder;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    throw InputError(fmt::format("{}: there is no such folder of schemes", folder));
  }
  const LocalRanks local = folder.empty() ? LocalRanks{} : ranks_in(folder, options);
  std::vector<flip::Shape> shapes;
  for (const std::string& text : options.shapes) shapes.push_back(flip::in_order(flip::parse_shape(text)));
  if (shapes.empty()) {
    for (const flip::KnownRanks& known : flip::known_ranks()) shapes.push_back(known.shape);
    for (const auto* here : {&local.f2, &local.exact}) {
      for (const auto& [shape, rank] : *here) shapes.push_back(shape);
    }
    std::ranges::sort(shapes);
    shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  }
  std::vector<std::vector<std::string>> rows{{"shape", "F2", "Z", "ZT", "Q"}};
  if (!folder.empty()) rows[0].insert(rows[0].end(), {"here over F2", "here over Z, Q"});
  Json list = Json::array();
  for (const flip::Shape& shape : shapes) {
    const auto known = flip::known_ranks(shape).value_or(flip::KnownRanks{});
    const auto here = [&](const std::map<flip::Shape, std::size_t>& best) {
      const auto found = best.find(shape);
      return found == best.end() ? std::nullopt : std::optional(found->second);
    };
    const auto text = [](unsigned rank) { return rank == 0 ? std::string("?") : std::to_string(rank); };
    rows.push_back({to_string(shape), text(known.f2), text(known.integers), text(known.ternary), text(known.rationals)});
    Json one{{"shape", to_string(shape)}};
    if (known.f2 != 0) one.update({{"F2", known.f2}, {"Z", known.integers}, {"ZT", known.ternary}, {"Q", known.rationals}});
    if (!folder.empty()) {
      rows.back().push_back(compared(here(local.f2), known.f2));
      rows.back().push_back(compared(here(local.exact), known.rationals));
      if (const auto rank = here(local.f2)) one["here_F2"] = *rank;
      if (const auto rank = here(local.exact)) one["here_exact"] = *rank;
    }
    list.push_back(one);
  }
  return session.finish(true, {{"folder", folder}, {"records", list}}, format_table(rows));
}

}  // namespace

void add_flip_records(Program& program, Command& flip) {
  add_command<SchemeOptions>(
      program, flip, "stats", "Sizes of the sets of summands that share a factor, over F2, by position",
      "  wreath flip stats best.json\n"
      "  wreath flip stats pool/ --json",
      Length::brief,
      [](Command& command, SchemeOptions& options) {
        add_schemes(command, options, 1, 1 << 20, "Files, folders of files, or shapes for their standard schemes");
      },
      stats);
  add_command<RecordOptions>(
      program, flip, "records", "The lowest ranks that are known, beside the best in a folder of schemes",
      "  wreath flip records\n"
      "  wreath flip records 4x4x4 4x5x5\n"
      "  wreath flip records --folder found/ --json",
      Length::brief,
      [](Command& command, RecordOptions& options) {
        command.add_option("SHAPE", options.shapes, "Only these (all)").type_name("");
        command.add_option("--folder", options.folder, "A folder with files of schemes (data/schemes, where there is one)")
            .type_name("DIR");
      },
      records);
}

}  // namespace wreath::cli
