// SPDX-License-Identifier: MIT
//
// What goes over a file once: random permutations and checks.
//
// A random permutation on disk is the one that memory would hold (random.cpp): points are thrown into 4096 buckets, each is
// shuffled, and they are written one after the other, as many at a time as fit in memory (RandomGroups).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/disk/check.hpp"
#include "perm/disk/files.hpp"
#include "perm/disk/ordered.hpp"
#include "perm/point40.hpp"
#include "perm/random_buckets.hpp"

namespace wreath::perm::disk {

namespace {

constexpr unsigned kDepth = 4;

/// Copies arrays of any length to a file, one after the other.
class ArrayWriter {
 public:
  ArrayWriter(AsyncIo& io, const DirectFile& file, std::uint64_t begin) : writer_(io, file, begin, kBytes, kDepth) {
    to_ = writer_.buffer();
  }
  /// Throws Stopped.
  void write(std::span<const std::byte> bytes, RunControl& run) {
    while (!bytes.empty()) {
      StopCheck(run).look();
      const std::size_t count = std::min(bytes.size(), kBytes - used_);
      std::memcpy(to_.data() + used_, bytes.data(), count);
      bytes = bytes.subspan(count);
      used_ += count;
      if (used_ == kBytes) send();
    }
  }
  void finish() {
    if (used_ != 0) send();
    writer_.finish();
  }
  static constexpr std::size_t kBytes = std::size_t{1} << 21;

 private:
  void send() {
    writer_.write(used_);
    to_ = writer_.buffer();
    used_ = 0;
  }

  SliceWriter writer_;
  std::span<std::byte> to_;
  std::size_t used_ = 0;
};

/// Throws Stopped.
template <class Point>
void write_random(std::uint64_t points, std::uint64_t seed, std::uint64_t memory, const FileJob& job, ArrayWriter& out) {
  const RandomGroups random(points, seed, job.options.machine.threads, &job.run);
  HugeArray<Point> room(std::min<std::uint64_t>(points, memory / sizeof(Point)));
  for (std::size_t first = 0; first < random.buckets();) {
    const Range group = random.group_from(first, random.buckets(), room.size());
    if (group.size() == 0) {
      throw ResourceError(fmt::format("a random permutation of {} points needs at least {} of memory and {}; give more with {}",
                                      points, format_bytes(random.size({first, first + 1}) * sizeof(Point)), left_to_use(memory),
                                      option("memory")));
    }
    const std::span<Point> part = room.span().first(random.size(group));
    random.fill(group, part);
    out.write(std::as_bytes(part), job.run);
    first = group.end;
    job.run.report({"shuffle", random.start(first), points, "points"});
  }
}

/// A new .npy file of `points` points, and what is needed to fill it.
class NewArray {
 public:
  NewArray(const std::string& output, char kind, unsigned width, std::uint64_t points) : file_(output), io_(kDepth) {
    const std::uint64_t shape[] = {points};
    const std::string header = make_npy_header(kind, width, shape);
    file_.reserve(header.size() + points * width);
    file_.write_at(0, bytes_of(header));
    direct_.emplace(file_.direct(header.size() % kDiskBlock == 0));
    writer_.emplace(io_, *direct_, header.size());
  }
  ArrayWriter& writer() { return *writer_; }
  void commit() {
    writer_->finish();
    writer_.reset();
    direct_.reset();
    file_.commit();
  }

 private:
  OutputFile file_;
  AsyncIo io_;
  std::optional<DirectFile> direct_;
  std::optional<ArrayWriter> writer_;
};

char kind_of_width(unsigned width) {
  return width == 5 ? 'V' : 'u';
}

}  // namespace

FileReport random(const FileJob& job, const Plan& plan, std::uint64_t seed) {
  const std::uint64_t points = plan.task.source;
  const unsigned point_bytes = plan.task.point_bytes;
  RunControl& run = job.run;
  if (points != 0 && points - 1 > largest_of_width(point_bytes))
    throw InputError(fmt::format("{} points do not fit in {}-byte integers", points, point_bytes));
  const std::uint64_t left = run.memory_left();
  const std::uint64_t others = std::uint64_t{32} << 20;
  NewArray array(job.output, kind_of_width(point_bytes), point_bytes, points);
  const bool whole = unless_stopped([&] {
    with_disk_point(point_bytes, [&]<class Point>(Point) {
      const auto timer = run.phase("shuffle");
      const std::uint64_t memory = std::min<std::uint64_t>(left > others ? left - others : left / 4, points * sizeof(Point) + 8);
      write_random<Point>(points, seed, memory, job, array.writer());
    });
  });
  if (whole) array.commit();
  return {points, whole ? points : 0, point_bytes, 0};
}

std::optional<Defect> check(const FileJob& job) {
  const DiskMap map(*job.x, job.options.machine.scratch);
  return find_defect_on_disk(map, job.run.memory_left(), job.options.machine.threads, job.run);
}

}  // namespace wreath::perm::disk
