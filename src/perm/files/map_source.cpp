// SPDX-License-Identifier: MIT
#include "perm/files/map_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/data/hash.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/loops.hpp"
#include "perm/files/file_tools.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {

namespace {
constexpr std::size_t kReadPiece = std::size_t{8} << 20;
}  // namespace

MapSource MapSource::from_file(const std::string& path) {
  MapSource source;
  source.name_ = path;
  source.file_.emplace(NpyFile::of_points(path));
  source.header_ = source.file_->header();
  return source;
}

MapSource MapSource::from_bytes(std::string name, std::string bytes) {
  MapSource source;
  source.header_ = parse_npy_header(bytes_of(bytes), bytes.size(), name);
  require_integers(source.header_, 1, name);
  source.name_ = std::move(name);
  source.bytes_ = std::move(bytes);
  return source;
}

MapSource MapSource::from_values(std::string name, const std::vector<std::uint64_t>& values, std::uint64_t first_point) {
  const std::uint64_t largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  MapSource source;
  source.name_ = std::move(name);
  source.header_.item_bytes = largest >> 32 != 0 ? 8 : 4;
  source.header_.shape = {values.size()};
  source.from_values_ = true;
  source.first_point_ = first_point;
  source.bytes_.resize(values.size() * source.header_.item_bytes);
  with_width(source.header_.item_bytes, [&]<class Point>(Point) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto point = static_cast<Point>(values[i]);
      std::memcpy(source.bytes_.data() + i * sizeof(Point), &point, sizeof(Point));
    }
  });
  return source;
}

std::optional<MapSource> MapSource::fixing_points_up_to(std::uint64_t points) const {
  if (!from_values_ || points <= size() || points > std::uint64_t{1} << 32) return std::nullopt;
  return with_width(width(), [&]<class Point>(Point) -> std::optional<MapSource> {
    std::vector<std::uint64_t> values(points);
    const std::span<const Point> named = in_place<Point>();
    if (!is_permutation(named)) return std::nullopt;
    for (std::uint64_t i = 0; i < points; ++i) values[i] = i < named.size() ? named[i] : i;
    return from_values(name_, values, first_point_);
  });
}

std::string MapSource::shown(std::uint64_t value) const {
  if (kind() != 'i') return std::to_string(value + first_point_);
  const unsigned unused = 64 - 8 * width();
  return std::to_string(static_cast<std::int64_t>(value << unused) >> unused);
}

Json MapSource::identity() const {
  Json json{{"file", name_}, {"points", size()}, {"type", header_.type()}};
  if (file_) {
    json["file"] = absolute_path(name_);
    json["time of change"] = file_->file().modified();
  } else {
    json["hash"] = hash_bytes(wreath::bytes_of(bytes_));
  }
  return json;
}

bool MapSource::is_negative(std::uint64_t value) const {
  return kind() == 'i' && (value >> (8 * width() - 1) & 1) != 0;
}

std::string MapSource::place(std::uint64_t index) const {
  return fmt::format("{} {}", first_point_ == 0 ? "index" : "position", index + first_point_);
}

std::string MapSource::points_shown(std::uint64_t points) const {
  const std::string range = points == 0 ? "" : fmt::format(" ({}..{})", first_point_, points - 1 + first_point_);
  return fmt::format("{} point{}{}", points, points == 1 ? "" : "s", range);
}

std::string MapSource::sentence(const Defect& defect) const {
  switch (defect.kind) {
    case Defect::Kind::none: return "this is a permutation";
    case Defect::Kind::out_of_range:
      if (is_negative(defect.value)) return negative_sentence(defect.index, defect.value);
      return fmt::format("value {} at {} is not a point: there {} {}", shown(defect.value), place(defect.index),
                         size() == 1 ? "is" : "are", points_shown(size()));
    case Defect::Kind::repeated:
      return fmt::format("value {} at {} already appears at {}", shown(defect.value), place(defect.index), place(defect.earlier));
  }
  throw InternalError("a defect of no kind");
}

std::string MapSource::negative_sentence(std::uint64_t index, std::uint64_t value) const {
  return fmt::format("value {} at index {} is negative; points are 0, 1, 2, ...", shown(value), index);
}

void MapSource::throw_negative(std::uint64_t index, std::uint64_t value) const {
  throw InputError(name_ + ": " + negative_sentence(index, value));
}

std::uint64_t MapSource::limit(std::uint64_t target_points) const {
  if (kind() != 'i') return target_points;
  return std::min(target_points, std::uint64_t{1} << (8 * width() - 1));
}

void throw_point_error(const PointError& error, const MapSource& x, const MapSource& y, std::uint64_t first) {
  const std::uint64_t index = first + error.index;
  if (x.is_negative(error.value)) x.throw_negative(index, error.value);
  throw InputError(fmt::format("{}: value {} at {} is not a point of {}, which has {}", x.name(), x.shown(error.value),
                               x.place(index), y.name(), x.points_shown(error.size)));
}

// With all threads, so that a fast disk or the page cache is not held up by one of them.
void MapSource::read_bytes(std::uint64_t offset, std::span<std::byte> into, unsigned threads, RunControl* run) const {
  const auto read = [&](Range range) {
    const std::uint64_t at = header_.data_offset + offset + range.begin;
    if (file_) {
      file_->file().read_at(at, into.subspan(range.begin, range.size()));
    } else {
      std::memcpy(into.data() + range.begin, bytes_.data() + at, range.size());
    }
    if (header_.is_swapped()) swap_bytes(into.subspan(range.begin, range.size()), width());
  };
  const std::size_t piece = kReadPiece / width() * width();
  parallel_ranges(into.size(), threads, piece, [&](Range range, unsigned) {
    for (std::size_t first = range.begin; first < range.end; first += piece) {
      stop_check(run).look();
      read({first, std::min(range.end, first + piece)});
    }
  });
}

// --- as the public header has it
const MapSource& Internals::source(const Map& map) noexcept {
  return *map.source_;
}
Map Internals::map(MapSource&& source) {
  return Map(std::move(source));
}

Map::Map(MapSource&& source) : source_(std::make_unique<MapSource>(std::move(source))) {}
Map::~Map() = default;
Map::Map(Map&& other) noexcept = default;
Map& Map::operator=(Map&& other) noexcept = default;

Map Map::from_file(const std::filesystem::path& path) {
  return Map(MapSource::from_file(path));
}
Map Map::from_bytes(std::string name, std::string bytes) {
  return Map(MapSource::from_bytes(std::move(name), std::move(bytes)));
}
Map Map::from_values(std::string name, const std::vector<std::uint64_t>& values) {
  return Map(MapSource::from_values(std::move(name), values));
}

const std::string& Map::name() const noexcept {
  return source_->name();
}
std::uint64_t Map::size() const {
  return source_->size();
}
std::string Map::sentence(const Defect& defect) const {
  return source_->sentence(defect);
}
unsigned Map::point_bytes() const noexcept {
  return source_->width();
}

std::string absolute_path(const std::string& path) {
  const std::filesystem::path whole = std::filesystem::absolute(path);
  std::error_code error;  // of a file without a name, which /proc/self/fd leads to
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(whole, error);
  return (error ? whole : canonical).string();
}

std::uint64_t fresh_run_id() {
  const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  return mix64(now ^ static_cast<std::uint64_t>(getpid()) << 40);
}

std::string partial_path(const std::string& output, std::uint64_t run_id) {
  return fmt::format("{}.{:016x}.partial", absolute_path(output), run_id);
}

std::uint64_t file_number(const std::string& path) {
  struct stat about {};
  return stat(path.c_str(), &about) == 0 ? about.st_ino : 0;
}

void put_in_place(const std::string& output, const std::string& partial, std::uint64_t number, const std::string& checkpoint) {
  if (file_number(partial) == number) {
    OutputFile(output, partial, OutputFile::Partial::resume).commit();
  } else if (file_number(output) != number) {
    throw InputError(fmt::format(
        "{}: the run of the checkpoint {} finished, but its result no longer exists; start the run again", output, checkpoint));
  }
}

StepFile::StepFile(const std::string& folder) {
  static std::atomic<unsigned> number = 0;
  path_ = fmt::format("{}/.wreath-{:016x}-{}.npy", folder, fresh_run_id(), number++);
}

StepFile::StepFile(const std::string& output, int number) : shared_(true) {
  const std::filesystem::path target = absolute_path(output);
  path_ = (target.parent_path() / fmt::format(".{}.step-{}.npy", target.filename().string(), number)).string();
}

StepFile::~StepFile() {
  if (descriptor_ >= 0) close(descriptor_);
  unlink(path_.c_str());
}

Map StepFile::open() {
  if (shared_) return Map::from_file(path_);
  if (descriptor_ < 0) {
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0)
      throw ResourceError(fmt::format("{}: cannot open the file just written: {}", path_, std::strerror(errno)));
    unlink(path_.c_str());
  }
  return Map::from_file(fmt::format("/proc/self/fd/{}", descriptor_));
}

}  // namespace wreath::perm
