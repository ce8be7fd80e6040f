// SPDX-License-Identifier: MIT
//
// What goes over a file once: random permutations and checks.
//
// A random permutation on disk is the one that memory would hold (random.cpp): points are thrown into 4096 buckets, each is
// shuffled, and they are written one after the other, as many at a time as fit in memory (RandomGroups).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <vector>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/disk/job.hpp"
#include "core/arrays/widths.hpp"
#include "perm/random_buckets.hpp"
#include "wreath/run.hpp"

namespace wreath::perm::disk {

using arrays::stream_array;

namespace {

/// The points of a random permutation in order, from as many buckets at a time as fit in memory.
template <class Point>
class RandomPoints {
 public:
  RandomPoints(const Request& request, std::uint64_t seed, std::uint64_t memory)
      : request_(request),
        memory_(memory),
        groups_(request.plan.task.source, seed, request.options.machine.threads, &request.run),
        room_(std::min<std::uint64_t>(request.plan.task.source, memory / sizeof(Point))) {}

  /// The next ones. Throws Stopped.
  void take(std::span<Point> to) {
    while (!to.empty()) {
      if (left_.empty()) make_group();
      const std::size_t count = std::min(left_.size(), to.size());
      std::copy_n(left_.begin(), count, to.begin());
      left_ = left_.subspan(count);
      to = to.subspan(count);
    }
  }

 private:
  void make_group() {
    const Range group = groups_.group_from(next_, groups_.buckets(), room_.size());
    if (group.size() == 0) {
      throw ResourceError(fmt::format("a random permutation of {} points needs at least {} of memory and {}; give more with {}",
                                      request_.plan.task.source, format_bytes(groups_.size({next_, next_ + 1}) * sizeof(Point)),
                                      left_to_use(memory_), option("memory")));
    }
    const std::span<Point> part = room_.span().first(groups_.size(group));
    groups_.fill(group, part);
    next_ = group.end;
    left_ = part;
  }

  const Request& request_;
  std::uint64_t memory_;
  RandomGroups groups_;
  HugeArray<Point> room_;
  std::size_t next_ = 0;  // bucket
  std::span<const Point> left_;
};

}  // namespace

FileReport random(const Request& request, std::uint64_t seed) {
  const std::uint64_t points = request.plan.task.source;
  const unsigned point_bytes = request.plan.task.point_bytes;
  if (points != 0 && points - 1 > largest_of_width(point_bytes))
    throw InputError(fmt::format("{} points do not fit in {}-byte integers", points, point_bytes));
  const std::uint64_t left = request.run.memory_left();
  const std::uint64_t others = std::uint64_t{32} << 20;
  const std::uint64_t memory = std::min<std::uint64_t>(left > others ? left - others : left / 4, points * point_bytes + 8);
  bool whole = false;
  unless_stopped([&] {
    with_disk_point(point_bytes, [&]<class Point>(Point) {
      std::optional<RandomPoints<Point>> made;
      whole = stream_array<Point>(request.output, point_bytes == 5 ? 'V' : 'u', points, "shuffle", request.run,
                                  [&](std::uint64_t, std::span<Point> to) {
                                    if (!made) made.emplace(request, seed, memory);
                                    made->take(to);
                                  });
    });
  });
  return request.report(whole);
}

std::optional<Defect> check(const Request& request) {
  const DiskMap map(*request.x, request.options.machine.scratch);
  return find_defect_on_disk(map, request.run.memory_left(), request.options.machine.threads, request.run);
}

// Powers on disk: cycles that are laid out one after the other, each turned by the exponent modulo its length; and the streams
// that the exponents 0 and 1 need.

namespace {

constexpr std::size_t kWindow = std::size_t{1} << 18;  // points

/// Part of a file of points, in memory. read(first, span) reads from the file.
template <class Point, class Read>
class Window {
 public:
  Window(std::uint64_t size, Read read) : size_(size), read_(std::move(read)), points_(kWindow) {}

  /// At most kWindow of them.
  std::span<const Point> at(std::uint64_t first, std::size_t count) {
    if (first < first_ || first + count > first_ + loaded_) {
      first_ = first;
      loaded_ = std::min<std::uint64_t>(kWindow, size_ - first);
      read_(first, std::span(points_).first(loaded_));
    }
    return std::span<const Point>(points_).subspan(first - first_, count);
  }

 private:
  std::uint64_t size_;
  Read read_;
  std::vector<Point> points_;
  std::uint64_t first_ = 0;
  std::size_t loaded_ = 0;
};

template <class Point, class Read>
Window<Point, Read> window_on(std::uint64_t size, Read read) {
  return {size, std::move(read)};
}

template <class Point>
bool turn(const MapSource& laid_out, const ScratchFile& lengths, const Rotations& rotations, char kind, const std::string& output,
          RunControl& run) {
  auto window = window_on<Point>(laid_out.size(),
                                 [&](std::uint64_t first, std::span<Point> into) { laid_out.read_values(first, into, 1); });
  auto length_window = window_on<Point>(lengths.size() / sizeof(Point), [&](std::uint64_t first, std::span<Point> into) {
    lengths.read_at(first * sizeof(Point), std::as_writable_bytes(into));
  });
  std::uint64_t cycle = 0;   // the next one's number
  std::uint64_t start = 0;   // of the cycle
  std::uint64_t length = 0;  // of the cycle
  std::uint64_t done = 0;    // of the cycle
  std::uint64_t shift = 0;
  return stream_array<Point>(output, kind, laid_out.size(), "turn", run, [&](std::uint64_t, std::span<Point> to) {
    while (!to.empty()) {
      if (done == length) {
        start += length;
        length = std::uint64_t{length_window.at(cycle++, 1)[0]} + 1;
        shift = rotations.of(length);
        done = 0;
      }
      const std::uint64_t from = done + shift < length ? done + shift : done + shift - length;
      const std::size_t count = std::min<std::uint64_t>({to.size(), length - done, length - from, kWindow});
      if (length <= kWindow) window.at(start, length);  // so that its parts are found together
      const auto points = window.at(start + from, count);
      std::copy(points.begin(), points.end(), to.begin());
      to = to.subspan(count);
      done += count;
    }
  });
}

}  // namespace

bool turn_cycles(const MapSource& laid_out, const ScratchFile& lengths, const Rotations& rotations, char kind,
                 const std::string& output, RunControl& run) {
  return with_disk_point(laid_out.width(),
                         [&]<class Point>(Point) { return turn<Point>(laid_out, lengths, rotations, kind, output, run); });
}

bool write_identity(const Request& request, char kind) {
  const Task& task = request.plan.task;
  return with_disk_value(task.value_bytes, [&]<class Point>(Point) {
    return stream_array<Point>(request.output, kind, task.source, "write", request.run,
                               [](std::uint64_t first, std::span<Point> to) {
                                 for (Point& point : to) point = static_cast<Point>(first++);
                               });
  });
}

bool copy_array(const MapSource& x, const std::string& output, RunControl& run) {
  return with_disk_value(x.width(), [&]<class Point>(Point) {
    return stream_array<Point>(output, x.kind(), x.size(), "write", run,
                               [&](std::uint64_t first, std::span<Point> to) { x.read_values(first, to, 1); });
  });
}

}  // namespace wreath::perm::disk

namespace wreath::perm {

namespace {
const std::string& path_of(const MapSource& source) {
  if (source.is_file()) return source.name();
  throw InputError(fmt::format("{}: only .npy files can be larger than memory; convert it to .npy first", source.name()));
}

/// Little-endian, in a file of its own.
DirectFile native_copy(const MapSource& source, const std::vector<std::filesystem::path>& scratch) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const auto folder = std::filesystem::absolute(source.name()).parent_path().string();
  DirectFile copy = DirectFile::nameless(scratch_folder_list(scratch, folder).front());
  const std::uint64_t bytes = source.size() * source.width();
  copy.reserve(disk_ceiling(bytes));
  HugeArray<std::byte> piece(kPiece);
  for (std::uint64_t done = 0; done < bytes; done += kPiece) {
    const std::size_t count = std::min<std::uint64_t>(kPiece, bytes - done);
    source.read_bytes(done, piece.span().first(count), 1);
    copy.write_at(done, piece.span().first(disk_ceiling(count)));
  }
  copy.truncate(bytes);
  return copy;
}

}  // namespace

DiskMap::DiskMap(const MapSource& source, const std::vector<std::filesystem::path>& scratch)
    : FileArray(source.is_native() ? DirectFile::for_reading(path_of(source)) : native_copy(source, scratch), source.name(),
                source.is_native() ? source.data_offset() : 0, source.size(), source.width(), source.limit(~std::uint64_t{0})),
      source_(source),
      bytes_(file().size()) {}

void DiskMap::require_unchanged() const {
  if (file().size() == bytes_) return;
  throw InputError(fmt::format("{}: the file had {} bytes when the run began and has {} now: another program is writing to it",
                               source_.name(), bytes_, file().size()));
}

}  // namespace wreath::perm
