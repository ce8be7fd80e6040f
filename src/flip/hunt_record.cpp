// SPDX-License-Identifier: MIT
#include "flip/hunt_record.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/run/json.hpp"
#include "flip/scheme_text.hpp"

namespace wreath::flip {

namespace {

constexpr const char* kFolder = "hunts";
constexpr unsigned kMostHunts = 1U << 20;

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

Json to_json(const HuntUnderWay& round) {
  return {{"shape", to_string(round.shape)}, {"move", to_string(round.move)}, {"how", round.how}, {"flips", round.flips},
          {"seconds", round.seconds},        {"reported", round.reported}};
}

HuntUnderWay under_way_of(const Json& json, std::uint32_t hunt) {
  return {hunt,
          parse_shape(json.at("shape").get<std::string>()),
          move_of(json.at("move").get<std::string>()),
          json.at("how").get<std::string>(),
          json.at("flips").get<std::uint64_t>(),
          json.at("seconds").get<double>(),
          json.at("reported").get<std::int64_t>()};
}

/// Throws InputError or the JSON library's exceptions.
void read_record(const std::filesystem::path& path, HuntRecords& records) {
  std::ifstream file(path);
  const Json json = Json::parse(file);
  HuntRecord record;
  record.total = counts_of(json.at("total"));
  for (const auto& [name, counts] : json.at("shapes").items()) record.shapes[parse_shape(name)] = counts_of(counts);
  for (const auto& [name, counts] : json.at("moves").items())
    record.moves[static_cast<std::size_t>(move_of(name))] = counts_of(counts);
  std::optional<HuntUnderWay> under_way;
  if (json.contains("under_way")) under_way = under_way_of(json.at("under_way"), json.at("hunt").get<std::uint32_t>());
  ++records.hunts;
  records.sum += record;
  if (under_way) records.under_way.push_back(*under_way);
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
