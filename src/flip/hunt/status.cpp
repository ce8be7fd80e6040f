// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/run/given_run.hpp"
#include "flip/hunt/folder.hpp"
#include "flip/hunt/record.hpp"
#include "wreath/flip/hunt.hpp"
#include "wreath/flip/records.hpp"

namespace wreath::flip {

namespace {

/// The rank that a file's name begins with; the greatest if it has none.
std::size_t rank_in_name(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  if (digits == 0 || digits > 6 || name[digits] != '-') return SIZE_MAX;
  return std::stoul(name.substr(0, digits));
}

void add_schemes(const std::string& folder, HuntShape& shape, std::vector<SkippedFile>& skipped, RunControl& run) {
  std::vector<std::string> files = scheme_files_in(folder);
  std::ranges::stable_sort(files, {}, rank_in_name);
  for (const std::string& file : files) {
    if (run.should_stop()) throw LimitReached("the run was stopped before all schemes were read");
    try {
      const RationalScheme read = read_unverified(file, {}, &run);
      if (in_order(read.shape) != shape.shape)
        throw InputError(
            fmt::format("{}: a scheme of {} in the folder of {}", file, to_string(read.shape), to_string(shape.shape)));
      if (!shape.best || rank_in_name(file) == SIZE_MAX) {  // hunts verify what they write, and later ones have no lower rank
        const std::size_t rank = require_valid_modulo_2(read, file).rank();
        shape.best = std::min(shape.best.value_or(rank), rank);
      }
      ++shape.kept;
    } catch (const InputError& error) {
      if (std::error_code gone; !std::filesystem::exists(file, gone)) continue;  // by a hunt that is at work
      skipped.push_back({file, error.message()});
    }
  }
}

}  // namespace

HuntStatus hunt_status(const std::string& folder, RunControl* given) {
  GivenRun run(given);
  std::error_code error;
  if (!std::filesystem::is_directory(std::filesystem::path(folder) / "hunts", error))
    throw InputError(fmt::format("{}: this is not the folder of a hunt", folder));
  const HuntRecords records = read_hunt_records(folder);
  std::map<Shape, HuntShape> shapes;
  HuntStatus status;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const auto shape = shape_of_folder(entry.path().filename().string());
    if (!shape || !entry.is_directory()) continue;
    HuntShape& row = shapes[*shape];
    row.shape = *shape;
    add_schemes((entry.path() / "").string(), row, status.skipped, run);
  }
  for (const auto& [shape, counts] : records.sum.shapes) {
    shapes[shape].shape = shape;
    shapes[shape].counts = counts;
  }
  for (auto& [shape, row] : shapes) {
    if (const auto known = known_ranks(shape)) row.known = known->f2;
    status.shapes.push_back(row);
  }
  for (std::size_t k = 0; k < kHuntMoves; ++k) {
    if (records.sum.moves[k].rounds != 0) status.moves.push_back({static_cast<HuntMove>(k), records.sum.moves[k]});
  }
  status.total = records.sum.total;
  status.hunts = records.hunts;
  status.under_way = records.under_way;
  status.killed = records.killed;
  status.skipped.insert(status.skipped.end(), records.skipped.begin(), records.skipped.end());
  return status;
}

}  // namespace wreath::flip
