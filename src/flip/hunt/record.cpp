// SPDX-License-Identifier: MIT
#include "flip/hunt/record.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "core/io/output_file.hpp"
#include "core/io/mapped_file.hpp"
#include "core/run/given_run.hpp"
#include "core/text/json.hpp"
#include "flip/hunt/folder.hpp"
#include "wreath/flip/records.hpp"

namespace wreath::flip {

namespace {

constexpr const char* kFolder = "hunts";
constexpr unsigned kMostHunts = 1U << 20;
constexpr const char* kPlaces[] = {"middle", "ends"};  // of new indices

Json to_json(const HuntCounts& counts) {
  return {{"rounds", counts.rounds},
          {"seconds", counts.seconds},
          {"flips", counts.flips},
          {"improvements", counts.improvements},
          {"last_improvement", counts.last_improvement}};
}

HuntCounts counts_of(const Json& json) {
  return {json.at("rounds").get<std::uint64_t>(), json.at("flips").get<std::uint64_t>(),
          json.at("improvements").get<std::uint64_t>(), json.at("seconds").get<double>(),
          json.at("last_improvement").get<std::int64_t>()};
}

HuntMove move_of(const std::string& name) {
  for (std::size_t k = 0; k < kHuntMoves; ++k) {
    if (name == to_string(static_cast<HuntMove>(k))) return static_cast<HuntMove>(k);
  }
  throw InputError(fmt::format("'{}' is not a move of hunts", name));
}

std::string machine_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

Json to_json(const HuntUnderWay& round) {
  return {{"shape", to_string(round.shape)}, {"move", to_string(round.move)}, {"how", round.how},          {"flips", round.flips},
          {"seconds", round.seconds},        {"reported", round.reported},    {"machine", machine_name()}, {"process", getpid()}};
}

HuntUnderWay under_way_of(const Json& json, std::uint32_t hunt) {
  return {hunt,
          parse_shape(json.at("shape").get<std::string>()),
          move_of(json.at("move").get<std::string>()),
          json.at("how").get<std::string>(),
          json.at("flips").get<std::uint64_t>(),
          json.at("seconds").get<double>(),
          json.at("reported").get<std::int64_t>(),
          json.value("machine", ""),
          json.value("process", std::int64_t{0})};
}

/// Whether the hunt that wrote this still runs, as far as can be seen from here.
bool is_alive(const HuntUnderWay& round) {
  constexpr std::int64_t kSilence = 60;  // seconds
  if (std::time(nullptr) - round.reported > kSilence) return false;
  if (round.process == 0 || round.machine != machine_name()) return true;
  return kill(static_cast<pid_t>(round.process), 0) == 0 || errno != ESRCH;
}

/// As text, so that a line of the file is a way: "4x4x6 extend 1,1,2 from 4x4x4:47 p ends".
std::string name_of(const Way& way) {
  std::string name = fmt::format("{} {} {}", to_string(way.shape), to_string(way.move), fmt::join(way.swaps, ","));
  if (way.move != HuntMove::extend) return name;
  name += fmt::format(" from {}", to_string(way.from));
  if (way.for_parts) return name;
  return name + fmt::format(":{} {} {}", way.from_rank, "nmp"[way.side], kPlaces[way.where == NewIndices::ends ? 1 : 0]);
}

/// Throws InputError if the text is not the name of a way.
Way way_of(const std::string& name) {
  const auto fail = [&]() -> InputError { return InputError(fmt::format("'{}' is not a way of hunts", name)); };
  std::istringstream text(name);
  std::string shape;
  std::string move;
  Way way;
  std::array<char, 2> commas{};
  if (!(text >> shape >> move >> way.swaps[0] >> commas[0] >> way.swaps[1] >> commas[1] >> way.swaps[2])) throw fail();
  way.shape = parse_shape(shape);
  way.move = move_of(move);
  if (way.move != HuntMove::extend) return way;
  std::string from;
  std::string place;
  char side = 0;
  if (!(text >> move >> from)) throw fail();
  const std::size_t colon = from.find(':');
  way.from = parse_shape(from.substr(0, colon));
  way.for_parts = colon == std::string::npos;
  if (way.for_parts) return way;
  std::istringstream rank(from.substr(colon + 1));
  const std::string_view sides = "nmp";
  if (!(rank >> way.from_rank) || !(text >> side >> place) || sides.find(side) == std::string_view::npos) throw fail();
  way.side = static_cast<unsigned>(sides.find(side));
  way.where = place == kPlaces[1] ? NewIndices::ends : NewIndices::middle;
  return way;
}

/// Throws InputError or the JSON library's exceptions.
void read_record(const std::filesystem::path& path, HuntRecords& records) {
  const MappedFile file(path.string());
  const Json json = parse_json_or_null(file.text());
  HuntRecord record;
  record.total = counts_of(json.at("total"));
  for (const auto& [name, counts] : json.at("shapes").items()) record.shapes[parse_shape(name)] = counts_of(counts);
  for (const auto& [name, counts] : json.at("moves").items())
    record.moves[static_cast<std::size_t>(move_of(name))] = counts_of(counts);
  if (json.contains("ways")) {  // not in the records of older versions
    for (const auto& [name, outcome] : json.at("ways").items())
      record.ways.add(way_of(name), {outcome.at(0).get<std::uint64_t>(), outcome.at(1).get<std::size_t>()});
  }
  std::optional<HuntUnderWay> under_way;
  if (json.contains("under_way")) under_way = under_way_of(json.at("under_way"), json.at("hunt").get<std::uint32_t>());
  ++records.hunts;
  records.sum += record;
  if (under_way) (is_alive(*under_way) ? records.under_way : records.killed).push_back(*under_way);
}

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

HuntCounts& HuntCounts::operator+=(const HuntCounts& other) {
  rounds += other.rounds;
  flips += other.flips;
  improvements += other.improvements;
  seconds += other.seconds;
  last_improvement = std::max(last_improvement, other.last_improvement);
  return *this;
}

void HuntRecord::add(const Shape& shape, HuntMove move, const HuntCounts& counts) {
  shapes[shape] += counts;
  moves[static_cast<std::size_t>(move)] += counts;
  total += counts;
}

HuntRecord& HuntRecord::operator+=(const HuntRecord& other) {
  for (const auto& [shape, counts] : other.shapes) shapes[shape] += counts;
  for (std::size_t k = 0; k < kHuntMoves; ++k) moves[k] += other.moves[k];
  total += other.total;
  for (const auto& [way, outcome] : other.ways) ways.add(way, outcome);
  return *this;
}

HuntRecordFile::HuntRecordFile(const std::filesystem::path& folder) {
  make_folder(folder / kFolder);
  while (++number_ < kMostHunts) {
    file_ = folder / kFolder / fmt::format("{}.json", number_);
    const int descriptor = open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      close(descriptor);
      return;
    }
    if (errno != EEXIST) throw ResourceError(fmt::format("{}: cannot write: {}", file_.string(), std::strerror(errno)));
  }
  throw ResourceError(fmt::format("{}: too many hunts have worked on this folder", folder.string()));
}

void HuntRecordFile::write(const HuntRecord& record, std::uint64_t seed, const std::optional<HuntUnderWay>& under_way) const {
  Json json{
      {"hunt", number_}, {"seed", seed}, {"total", to_json(record.total)}, {"shapes", Json::object()}, {"moves", Json::object()}};
  for (const auto& [shape, counts] : record.shapes) json["shapes"][to_string(shape)] = to_json(counts);
  for (std::size_t k = 0; k < kHuntMoves; ++k) {
    if (record.moves[k].rounds != 0) json["moves"][std::string(to_string(static_cast<HuntMove>(k)))] = to_json(record.moves[k]);
  }
  Json& ways = json["ways"] = Json::object();
  for (const auto& [way, outcome] : record.ways) ways[name_of(way)] = {outcome.cost, outcome.rank};
  if (under_way) json["under_way"] = to_json(*under_way);
  write_whole(file_.string(), to_text(json, 1) + "\n");
}

HuntRecords read_hunt_records(const std::filesystem::path& folder) {
  HuntRecords records;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder / kFolder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);  // sums of seconds do not depend on the order of a folder
  for (const std::filesystem::path& file : files) {
    if (std::filesystem::is_empty(file, error) || error) continue;
    try {
      read_record(file, records);
    } catch (const nlohmann::json::exception&) {
      records.skipped.push_back({file.string(), fmt::format("{}: this is not the record of a hunt", file.string())});
    } catch (const InputError& problem) {
      records.skipped.push_back({file.string(), fmt::format("{}: {}", file.string(), problem.message())});
    }
  }
  return records;
}

HuntStatus hunt_status(const std::filesystem::path& folder, RunControl* given) {
  GivenRun run(given);
  std::error_code error;
  if (!std::filesystem::is_directory(std::filesystem::path(folder) / "hunts", error))
    throw InputError(fmt::format("{}: this is not the folder of a hunt", folder.string()));
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
