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

#include "core/io/mapped_file.hpp"
#include "core/run/json.hpp"
#include "flip/scheme/text.hpp"

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
  const Json json = parse_json_or_null({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()});
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
  std::error_code error;
  std::filesystem::create_directories(folder / kFolder, error);
  if (error) throw ResourceError(fmt::format("{}: cannot create the folder: {}", (folder / kFolder).string(), error.message()));
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

}  // namespace wreath::flip
