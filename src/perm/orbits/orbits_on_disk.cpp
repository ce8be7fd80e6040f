// SPDX-License-Identifier: MIT
//
// Orbits of points under permutations that do not fit in memory, from the operations on files that there are.
//
// The cycles of one permutation, the base, are found on disk (disk/cycles.cpp): an array has the least point of each point's
// cycle. In memory there is one tree for each of these cycles. For every generator g, the array of the cycles that the images are
// in is a product on disk; a pass over the two arrays joins the cycle of each point with that of its image. Cycles are numbered
// by their least points, and the later root goes below the earlier one, so the root of an orbit has its least point.
//
// The base is the first generator with few cycles: a random permutation of n points has about log n. If all generators have too
// many for the memory, their product is tried; two involutions, for example, have short cycles, and their product may have long
// ones.
//
// The Schreier vector follows the cycles of the base, and leads from one cycle to the next at the points whose images joined
// them, as in memory (orbits.cpp). It needs a base that is a generator.
//
// Cost, in passes over an array of 4-byte points: 25 for the base, 11 for each other generator, 2 for the labels. Memory: some 40
// bytes for each cycle of the base, and 160 with a Schreier vector.
#include "perm/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>

#include "core/data/classes.hpp"
#include "core/data/hash.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/disk/job.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/orbits/cycle_joints.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kOrbitSlice = std::size_t{1} << 17;  // points
constexpr unsigned kOrbitAhead = 4;
constexpr std::uint64_t kCycleBytes = 40;  // of memory, for each cycle of the base
constexpr std::uint64_t kSchreierBytes = 160;

[[noreturn]] void throw_orbits_stopped() {
  throw LimitReached("stopped before all orbits were found");
}

/// The cycles of the base by number, in the order of their least points.
class CycleTrees {
 public:
  void reserve(std::uint64_t cycles) { least_.reserve(cycles); }
  void add(std::uint64_t least) { least_.push_back(least); }
  std::uint64_t size() const { return least_.size(); }
  std::uint64_t least(std::uint64_t number) const { return least_[number]; }

  /// All are added; each is a tree of its own.
  void start(std::uint64_t points) {
    classes_ = JoinedClasses<std::uint64_t>(size());
    shift_ = static_cast<unsigned>(std::bit_width(points / std::max<std::uint64_t>(1, size())));
    first_.assign((points >> shift_) + 2, 0);
    for (const std::uint64_t point : least_) ++first_[(point >> shift_) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
  }
  /// Of the cycle with this least point.
  std::uint64_t number(std::uint64_t point) const {
    const auto begin = least_.begin() + static_cast<std::ptrdiff_t>(first_[point >> shift_]);
    const auto end = least_.begin() + static_cast<std::ptrdiff_t>(first_[(point >> shift_) + 1]);
    const auto found = std::lower_bound(begin, end, point);
    if (found == end || *found != point)
      throw ResourceError("the cycles that were written cannot be read: the disk may be failing");
    return static_cast<std::uint64_t>(found - least_.begin());
  }
  std::uint64_t root(std::uint64_t number) { return classes_.find(number); }
  /// Whether they were two trees.
  bool join(std::uint64_t a, std::uint64_t b) { return classes_.join(a, b); }

 private:
  std::vector<std::uint64_t> least_;
  JoinedClasses<std::uint64_t> classes_;
  std::vector<std::uint64_t> first_;  // number with a least point of the upper bits or more
  unsigned shift_ = 0;
};

template <class Point>
class DiskOrbits {
 public:
  DiskOrbits(const std::vector<Map>& generators, bool schreier, std::string folder, const FileOptions& options, RunControl& run)
      : generators_(generators),
        schreier_(schreier),
        folder_(std::move(folder)),
        options_(options),
        run_(run),
        points_(generators.front().size()) {
    options_.verify = Verify::none;
    most_cycles_ = run.memory_left() / 2 / (schreier ? kSchreierBytes : kCycleBytes);
  }

  std::uint64_t find() {
    choose_base();
    trees_.start(points_);
    for (std::size_t g = 0; g < generators_.size(); ++g) {
      if (g != base_) join_images(g);
    }
    std::uint64_t orbits = 0;
    for (std::uint64_t cycle = 0; cycle < trees_.size(); ++cycle) orbits += trees_.root(cycle) == cycle ? 1 : 0;
    return orbits;
  }

  void write_labels(const std::string& output) {
    Reader cycles(*cycles_);
    const bool whole = arrays::stream_array<Point>(output, sizeof(Point) == 5 ? 'V' : 'u', points_, "name", run_,
                                                   [&](std::uint64_t, std::span<Point> to) {
                                                     for (Point& label : to) label = static_cast<Point>(least_of(cycles.next()));
                                                   });
    if (!whole) throw_orbits_stopped();
  }

  void write_schreier(const std::string& output) {
    std::vector<bool> is_first(trees_.size());
    for (std::uint64_t cycle = 0; cycle < trees_.size(); ++cycle) is_first[cycle] = trees_.root(cycle) == cycle;
    const std::vector<CycleEntry> entries = entries_of(std::move(is_first), joints_);
    auto entry = entries.begin();
    Reader cycles(*cycles_);
    const bool whole = arrays::stream_array<std::int8_t>(
        output, 'i', points_, "Schreier vector", run_, [&](std::uint64_t first, std::span<std::int8_t> to) {
          for (std::size_t i = 0; i < to.size(); ++i) {
            const std::uint64_t cycle = cycles.next();
            to[i] = cycle == first + i && least_of(cycle) == cycle ? std::int8_t{0} : static_cast<std::int8_t>(base_ + 1);
          }
          for (; entry != entries.end() && entry->point < first + to.size(); ++entry) to[entry->point - first] = entry->value;
        });
    if (!whole) throw_orbits_stopped();
  }

 private:
  static constexpr std::size_t kNoBase = ~std::size_t{0};

  /// An array on disk, one value after the other.
  class Reader {
   public:
    explicit Reader(const Map& map)
        : map_(Internals::source(map)), io_(kOrbitAhead), slices_(io_, map_.whole(), kOrbitSlice * sizeof(Point), kOrbitAhead) {}
    std::uint64_t next() {
      if (at_ == slice_.size()) {
        slice_ = arrays::as_points<Point>(slices_.next());
        at_ = 0;
      }
      return slice_[at_++];
    }

   private:
    DiskMap map_;
    AsyncIo io_;
    SliceReader slices_;
    std::span<const Point> slice_;
    std::size_t at_ = 0;
  };

  void require_done(const FileReport& report) const {
    if (report.done != report.points) throw_orbits_stopped();
  }
  void poll(std::uint64_t point) const {
    if (point % kOrbitSlice != 0) return;
    if (run_.should_stop()) throw_orbits_stopped();
    run_.report({"join", point, points_, "points"});
  }

  void choose_base() {
    std::uint64_t fewest = ~std::uint64_t{0};
    for (base_ = 0; base_ < generators_.size(); ++base_) {
      if (follow(generators_[base_], fewest)) return;
    }
    base_ = kNoBase;
    if (!schreier_ && generators_.size() > 1) {
      auto file = std::make_unique<StepFile>(folder_);
      require_done(multiply_files(generators_[0], generators_[1], file->path(), options_, &run_));
      for (std::size_t g = 2; g < generators_.size(); ++g) {
        auto next = std::make_unique<StepFile>(folder_);
        require_done(multiply_files(file->open(), generators_[g], next->path(), options_, &run_));
        file = std::move(next);
      }
      if (follow(file->open(), fewest)) return;
    }
    throw ResourceError(fmt::format(
        "finding the orbits on disk needs memory for the cycles of one permutation, {} bytes each: there are at least {} cycles, "
        "which take {}, and half of {} may be used; give more with {}",
        schreier_ ? kSchreierBytes : kCycleBytes, group_digits(std::to_string(fewest)),
        format_bytes(fewest * (schreier_ ? kSchreierBytes : kCycleBytes)), format_bytes(run_.memory_left()), option("memory")));
  }

  /// Finds the cycles of a permutation; false if they are too many. They are counted before memory is taken, so that those of a
  /// permutation that is refused leave the next one all of it.
  bool follow(const Map& x, std::uint64_t& fewest) {
    cycle_file_ = std::make_unique<StepFile>(folder_);
    require_done(cycle_representatives_of_file(x, cycle_file_->path(), options_, &run_));
    cycles_.emplace(cycle_file_->open());
    const auto timer = run_.phase("join");
    std::uint64_t count = 0;
    for_each_cycle([&](std::uint64_t) { ++count; });
    fewest = std::min(fewest, count);
    if (count > most_cycles_) return false;
    trees_.reserve(count);
    for_each_cycle([&](std::uint64_t least) { trees_.add(least); });
    return true;
  }
  /// visit(least point), in ascending order.
  template <class Visit>
  void for_each_cycle(const Visit& visit) {
    Reader cycles(*cycles_);
    for (std::uint64_t i = 0; i < points_; ++i) {
      poll(i);
      if (cycles.next() == i) visit(i);
    }
  }

  void join_images(std::size_t g) {
    StepFile file(folder_);
    require_done(multiply_files(generators_[g], *cycles_, file.path(), options_, &run_));
    const Map images = file.open();
    const auto timer = run_.phase("join");
    Reader cycles(*cycles_);
    Reader of_images(images);
    Reader generator(generators_[g]);
    std::uint64_t difference = 0;  // of hashes of values and points: 0 for a permutation
    std::uint64_t last[2] = {0, 0};
    for (std::uint64_t i = 0; i < points_; ++i) {
      poll(i);
      const std::uint64_t from = cycles.next();
      const std::uint64_t to = of_images.next();
      const std::uint64_t image = generator.next();
      difference += mix64(image) - mix64(i);
      if (from == to || (from == last[0] && to == last[1])) continue;
      last[0] = from;
      last[1] = to;
      const std::uint64_t a = trees_.number(from);
      const std::uint64_t b = trees_.number(to);
      if (trees_.join(a, b) && schreier_) joints_.push_back({i, image, {a, b}, g});
    }
    if (difference == 0) return;
    disk::throw_not_a_permutation({&Internals::source(generators_[g]), nullptr, {}, options_, run_});
  }

  /// The least point of the orbit of a cycle that is named by its least point.
  std::uint64_t least_of(std::uint64_t cycle) {
    if (cycle == known_cycle_) return known_least_;
    known_cycle_ = cycle;
    return known_least_ = trees_.least(trees_.root(trees_.number(cycle)));
  }

  const std::vector<Map>& generators_;
  bool schreier_;
  std::string folder_;
  FileOptions options_;
  RunControl& run_;
  std::uint64_t points_;
  std::uint64_t most_cycles_;
  std::size_t base_ = kNoBase;
  std::unique_ptr<StepFile> cycle_file_;
  std::optional<Map> cycles_;  // of the base: for each point, the least point of its cycle
  CycleTrees trees_;
  std::vector<CycleJoint> joints_;
  std::uint64_t known_cycle_ = ~std::uint64_t{0};
  std::uint64_t known_least_ = 0;
};

}  // namespace

OrbitsReport orbits_on_disk(const std::vector<Map>& generators, const std::string& labels, const std::string& schreier,
                            const FileOptions& options, RunControl& run) {
  if (!schreier.empty() && generators.size() > 127) throw InputError("a Schreier vector is for at most 127 generators");
  const std::string& output = labels.empty() ? schreier : labels;
  std::optional<TemporaryFolder> own;  // without an output there is no folder that is this run's alone
  if (output.empty() && options.machine.scratch.empty()) own.emplace(scratch_folder(""), ".wreath-orbits-");
  const std::string beside = own              ? own->path()
                             : output.empty() ? std::string()  // the scratch folders are named
                                              : std::filesystem::path(absolute_path(output)).parent_path().string();
  const std::string folder = scratch_folder_list(options.machine.scratch, beside).front();
  return with_disk_point(generators.front().point_bytes(), [&]<class Point>(Point) {
    DiskOrbits<Point> found(generators, !schreier.empty(), folder, options, run);
    const OrbitsReport report{.points = generators.front().size(), .orbits = found.find(), .point_bytes = sizeof(Point)};
    if (!labels.empty()) found.write_labels(labels);
    if (!schreier.empty()) found.write_schreier(schreier);
    return report;
  });
}

}  // namespace wreath::perm
