// SPDX-License-Identifier: MIT
//
// The cycles of a permutation that does not fit in memory, by taking its points away block by block. This is list ranking by
// "one-by-one cleaning" (Sibeyn, From parallel to external list ranking, 1997), for cycles in place of lists.
//
// The points are cut into blocks that fit in memory. From the last block down to the first, the points of a block are taken
// away: each point that leads into the block, i -> p, gets an edge to where the path from p leaves it, i -> e, with the number of
// points on the way. So an edge always leads from a point that is left to a point that is left, and a cycle that lies in one
// block, or what is left of it, is closed there and counted. Its least point is in that block, which is the lowest that it meets.
//
//   contract   for each block, the last first. Its own edges are those of x that lead down or stay in the block, which are read
//              from x itself, and those that were bent there when higher blocks went away. With them in memory, one random access
//              for each edge that leads into the block gives its new end; the new edge goes to the higher of its two blocks.
//   expand     (only where a value is wanted for each point) for each block, the first one first. Where i is laid out, or what
//              its cycle's least point is, is known; so the same follows for the path through p, whose block comes later. Where
//              i sent an edge to p, a note in i's block says so.
//
// x is a permutation if and only if every point of every block has one edge that leads to it when its block goes away.
//
// Cost, in passes over an array of 4-byte points. contract: x is read twice; half of its edges, those that lead up, are written
// and read as 8 bytes; nearly every edge is bent once, and written and read as 12: 10 passes in all, where a product takes 8. One
// thread does it, in 2.4 times the CPU time of a product.
// expand: edges and notes are written and read again, 20 bytes in all, values 8, and the result 4: 13 passes. All of it in pieces
// of a chunk or more. Memory: 8 bytes for each point of a block, 12 where values are wanted.
#include "perm/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <numeric>
#include <optional>

#include "core/arrays/disk/record_buckets.hpp"
#include "core/data/bitset.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/run/stop_check.hpp"
#include "perm/cycles/cycle_walk.hpp"
#include "perm/disk/job.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm::disk {

using arrays::as_points;
using arrays::NewArray;
using arrays::RecordBuckets;

namespace {

constexpr std::size_t kCycleSlice = std::size_t{1} << 18;  // points of x that are read at a time
constexpr unsigned kCycleAhead = 4;                        // slices
constexpr unsigned kCycleIoThreads = 8;
constexpr std::size_t kTouchAhead = 16;  // records
constexpr std::size_t kTogether = 64;    // edges that are bent together

#pragma pack(push, 1)
/// An edge of x that leads up, in the bucket of its end.
template <class Point>
struct UpEdge {
  std::uint32_t offset;  // of its end
  Point start;
};
/// A bent edge, or a note: one end is in the bucket's block, as an offset, and the other anywhere.
template <class Point>
struct BentEdge {
  std::uint32_t offset;
  Point other;
  Point between;  // points that were taken away on the way
};
/// The edge of a point of the block that is in memory.
template <class Point>
struct BlockEdge {
  Point end;
  Point between;
};
/// What is known of a point of the bucket's block, to which a path of the block leads.
template <class Point>
struct KnownValue {
  std::uint32_t offset;
  Point value;
};
#pragma pack(pop)

/// The lengths of cycles on their way to a file.
template <class Point>
class LengthWriter {
 public:
  explicit LengthWriter(ScratchFile* file) : file_(file) {}
  void add(std::uint64_t length) {
    if (file_ == nullptr) return;
    lengths_.push_back(static_cast<Point>(length - 1));
    if (lengths_.size() == std::size_t{1} << 16) finish();
  }
  void finish() {
    if (file_ != nullptr && !lengths_.empty()) file_->append(std::as_bytes(std::span(lengths_)));
    lengths_.clear();
  }

 private:
  ScratchFile* file_;
  std::vector<Point> lengths_;
};

std::vector<DirectFile> nameless_files(std::span<const std::string> folders) {
  std::vector<DirectFile> files;
  for (const std::string& folder : folders) files.push_back(DirectFile::nameless(folder));
  return files;
}

template <class Point>
class Elimination {
 public:
  Elimination(const DiskMap& x, const Job& job, std::span<const std::string> folders, CycleValues values, ScratchFile* lengths)
      : x_(x),
        job_(job),
        folders_(folders),
        values_(values),
        bits_(job.plan.block_bits),
        mask_((std::uint64_t{1} << bits_) - 1),
        blocks_((x.size() >> bits_) + ((x.size() & mask_) != 0)),
        chunk_(job.plan.chunk_words * 4),
        edge_file_(nameless_files(folders.first(1))),
        note_files_(nameless_files(folders)),
        edges_(disk_ceiling(std::min(x.size(), mask_ + 1) * sizeof(Edge)) / sizeof(Edge) + 1),
        lengths_(lengths),
        starts_(blocks_) {
    if (values_ != CycleValues::none) notes_.emplace(job.io, note_files_, blocks_, chunk_);
  }

  Outcome contract() {
    const auto timer = job_.run.phase("contract");
    const std::vector<DirectFile> up_files = nameless_files(folders_);
    const std::vector<DirectFile> files = nameless_files(folders_);
    const std::vector<DirectFile> in_files = nameless_files(folders_);
    RecordBuckets<UpEdge<Point>> up(job_.io, up_files, blocks_, chunk_);
    const Outcome sent = send_up(up);
    if (sent != Outcome::done) return sent;
    RecordBuckets<BentEdge<Point>> own(job_.io, files, blocks_, chunk_);
    RecordBuckets<BentEdge<Point>> in(job_.io, in_files, blocks_, chunk_);
    for (std::size_t block = blocks_; block-- > 0;) {
      poll();
      if (!take_away(block, up, own, in)) return Outcome::bad_point;
      job_.run.report({"contract", x_.size() - first_of(block), x_.size(), "points"});
    }
    lengths_.finish();
    return Outcome::done;
  }

  /// write(block, values): in ascending order.
  template <class Write>
  Outcome expand(const Write& write) {
    const auto timer = job_.run.phase("expand");
    const std::vector<DirectFile> files = nameless_files(folders_);
    RecordBuckets<KnownValue<Point>> known(job_.io, files, blocks_, chunk_);
    HugeArray<Point> values(disk_ceiling(std::min(x_.size(), mask_ + 1) * sizeof(Point)) / sizeof(Point) + 1);
    for (std::size_t block = 0; block < blocks_; ++block) {
      poll();
      bring_back(block, known, values.span());
      write(block, values.data(), points_in(block));
      notes_->take(block, [&](std::span<const BentEdge<Point>> notes) {
        poll();
        for (const BentEdge<Point>& note : notes) {
          const std::uint64_t head = note.other;
          const std::uint64_t value = step(values[note.offset], note.between);
          known.put(head >> bits_, {static_cast<std::uint32_t>(head & mask_), static_cast<Point>(value)});
        }
      });
      job_.run.report({"expand", first_of(block) + points_in(block), x_.size(), "points"});
    }
    return Outcome::done;
  }

  std::vector<CycleCount> type() const { return tally_.sorted(); }

 private:
  using Edge = BlockEdge<Point>;

  /// Between chunks, slices and blocks.
  void poll() const { StopCheck(job_.run).look(); }

  std::uint64_t first_of(std::size_t block) const { return std::uint64_t{block} << bits_; }
  std::size_t points_in(std::size_t block) const { return std::min(mask_ + 1, x_.size() - first_of(block)); }
  std::size_t block_of(std::uint64_t point) const { return point >> bits_; }
  /// Where the blocks' edges lie in their file.
  std::uint64_t place_of(std::size_t block) const { return block * disk_ceiling((mask_ + 1) * sizeof(Edge)); }
  /// The value at the end of an edge, where the one at its start is known.
  std::uint64_t step(std::uint64_t value, std::uint64_t between) const {
    return values_ == CycleValues::places ? value + between + 1 : value;
  }

  Outcome send_up(RecordBuckets<UpEdge<Point>>& up) {
    const std::uint64_t limit = x_.limit(x_.size());
    SliceReader slices(job_.io, x_.whole(), kCycleSlice * sizeof(Point), kCycleAhead);
    for (std::uint64_t i = 0; slices.has_next();) {
      poll();
      const auto points = as_points<Point>(slices.next());
      if (first_beyond(points, limit) != points.size()) return Outcome::bad_point;
      for (std::size_t begin = 0; begin < points.size(); begin += kTogether) {
        std::array<std::size_t, kTogether> leads_up;  // nothing foresees which do
        std::size_t count = 0;
        const std::size_t end = std::min(points.size(), begin + kTogether);
        for (std::size_t k = begin; k < end; ++k) {
          leads_up[count] = k;
          count += block_of(static_cast<Number<Point>>(points[k])) > block_of(i + k) ? 1 : 0;
        }
        for (const std::size_t k : std::span(leads_up).first(count)) {
          const std::uint64_t head = static_cast<Number<Point>>(points[k]);
          up.put(block_of(head), {static_cast<std::uint32_t>(head & mask_), static_cast<Point>(i + k)});
        }
      }
      i += points.size();
    }
    return Outcome::done;
  }

  /// The edges of the points of a block that stay in it or lead down. Returns how many points of the block they lead to; nothing
  /// where they lead to one twice.
  std::optional<std::size_t> collect(std::size_t block, RecordBuckets<BentEdge<Point>>& own, Bitset& reached) {
    std::size_t hits = 0;
    bool fresh = true;
    const auto hit = [&](std::uint64_t end) {
      if (block_of(end) != block) return;
      fresh &= reached.claim<false>(end & mask_);
      ++hits;
    };
    std::size_t offset = 0;
    SliceReader slices(job_.io, x_.part(first_of(block), points_in(block)), kCycleSlice * sizeof(Point), kCycleAhead);
    while (slices.has_next()) {
      poll();
      for (const Number<Point> end : as_points<Point>(slices.next())) {  // those that lead up are bent, and come after these
        edges_[offset++] = {static_cast<Point>(end), static_cast<Point>(0)};
        hit(end);
      }
    }
    own.take(block, [&](std::span<const BentEdge<Point>> bent) {
      poll();
      for (const BentEdge<Point>& edge : bent) {
        edges_[edge.offset] = {edge.other, edge.between};
        hit(edge.other);
      }
    });
    return fresh ? std::optional(hits) : std::nullopt;
  }

  /// An edge on its way through a block.
  struct Walk {
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t between;
  };

  /// Leads edges to where their paths leave the block, all of them a step at a time: no walk waits for another's edge, and no
  /// branch depends on one. A path through the block begins at a point that no edge of the block leads to, so it does not come
  /// back.
  void bend(std::size_t block, std::span<Walk> walks, Bitset& passed, RecordBuckets<BentEdge<Point>>& own,
            RecordBuckets<BentEdge<Point>>& in) {
    if (values_ != CycleValues::none) {
      for (const Walk& walk : walks) {
        notes_->put(block_of(walk.start), {static_cast<std::uint32_t>(walk.start & mask_), static_cast<Point>(walk.end),
                                           static_cast<Point>(walk.between)});
      }
    }
    std::array<std::uint8_t, kTogether> inside;
    std::iota(inside.begin(), inside.end(), std::uint8_t{0});
    for (std::size_t count = walks.size(); count != 0;) {
      std::size_t left = 0;
      for (std::size_t k = 0; k < count; ++k) {
        Walk& walk = walks[inside[k]];
        passed.claim<false>(walk.end & mask_);
        const Edge edge = edges_[walk.end & mask_];
        walk.between += static_cast<Number<Point>>(edge.between) + 1;
        walk.end = static_cast<Number<Point>>(edge.end);
        __builtin_prefetch(&edges_[walk.end & mask_]);
        inside[left] = inside[k];
        left += block_of(walk.end) == block ? 1 : 0;
      }
      count = left;
    }
    for (const Walk& walk : walks) {
      const bool down = block_of(walk.start) >= block_of(walk.end);
      const std::uint64_t near = down ? walk.start : walk.end;
      const std::uint64_t far = down ? walk.end : walk.start;
      (down ? own : in)
          .put(block_of(near),
               {static_cast<std::uint32_t>(near & mask_), static_cast<Point>(far), static_cast<Point>(walk.between)});
    }
  }

  /// False where a point of the block is led to twice or never.
  bool take_away(std::size_t block, RecordBuckets<UpEdge<Point>>& up, RecordBuckets<BentEdge<Point>>& own,
                 RecordBuckets<BentEdge<Point>>& in) {
    Bitset reached(points_in(block));
    Bitset passed(points_in(block));
    const std::optional<std::size_t> inside = collect(block, own, reached);
    if (!inside) return false;
    Transfers saved;
    if (values_ != CycleValues::none) job_.io.write(edge_file_[0], place_of(block), whole_edges(block), saved);
    std::size_t hits = *inside;
    bool fresh = true;
    const auto bend_all = [&](const auto& edges, const auto& walk_of) {
      poll();
      for (std::size_t begin = 0; begin < edges.size() && fresh; begin += kTogether) {
        const auto some = edges.subspan(begin, std::min(kTogether, edges.size() - begin));
        std::array<Walk, kTogether> walks;
        for (std::size_t k = 0; k < some.size(); ++k) {
          __builtin_prefetch(&edges_[some[k].offset]);
          fresh &= reached.claim<false>(some[k].offset);
          walks[k] = walk_of(some[k]);
          walks[k].end = first_of(block) + some[k].offset;
        }
        hits += some.size();
        if (fresh) bend(block, std::span(walks).first(some.size()), passed, own, in);
      }
    };
    up.take(block, [&](std::span<const UpEdge<Point>> edges) {
      bend_all(edges, [](const UpEdge<Point>& edge) { return Walk{static_cast<Number<Point>>(edge.start), 0, 0}; });
    });
    in.take(block, [&](std::span<const BentEdge<Point>> edges) {
      bend_all(edges, [](const BentEdge<Point>& edge) {
        return Walk{static_cast<Number<Point>>(edge.other), 0, static_cast<Number<Point>>(edge.between)};
      });
    });
    saved.wait();
    if (!fresh || hits != points_in(block)) return false;
    starts_[block] = closed_;
    for_each_inside(
        block, passed,
        [&](std::size_t, std::uint64_t length) {
          tally_.add(length);
          lengths_.add(length);
          closed_ += length;
        },
        [](std::size_t, std::uint64_t) {});
    return true;
  }

  /// The cycles of a block that no edge leads into: pass(offset, points before it) for each point, from the least one on, and
  /// then closed(least offset, length).
  template <class Closed, class Pass>
  void for_each_inside(std::size_t block, Bitset& passed, const Closed& closed, const Pass& pass) {
    constexpr std::size_t kPollEvery = std::size_t{1} << 16;
    std::size_t least = 0;
    std::size_t steps = 0;
    while ((least = passed.first_clear(least, points_in(block))) != points_in(block)) {
      std::uint64_t length = 0;
      for (std::size_t offset = least; passed.claim<false>(offset); offset = std::uint64_t{edges_[offset].end} & mask_) {
        if (++steps % kPollEvery == 0) poll();
        pass(offset, length);
        length += std::uint64_t{edges_[offset].between} + 1;
      }
      closed(least, length);
    }
  }

  std::span<std::byte> whole_edges(std::size_t block) {
    return std::as_writable_bytes(edges_.span()).first(disk_ceiling(points_in(block) * sizeof(Edge)));
  }

  /// The values of a block's points, from what is known of the points that paths through it begin with.
  void bring_back(std::size_t block, RecordBuckets<KnownValue<Point>>& known, std::span<Point> values) {
    Transfers read;
    job_.io.read(edge_file_[0], place_of(block), whole_edges(block), points_in(block) * sizeof(Edge), read);
    read.wait();
    Bitset passed(points_in(block));
    known.take(block, [&](std::span<const KnownValue<Point>> heads) {
      poll();
      for (std::size_t k = 0; k < heads.size(); ++k) {
        if (k + kTouchAhead < heads.size()) {
          __builtin_prefetch(&edges_[heads[k + kTouchAhead].offset]);
          __builtin_prefetch(&values[heads[k + kTouchAhead].offset], 1);
        }
        std::uint64_t value = heads[k].value;
        for (std::uint64_t end = first_of(block) + heads[k].offset; block_of(end) == block;) {
          const std::size_t offset = end & mask_;
          passed.claim<false>(offset);
          values[offset] = static_cast<Point>(value);
          value = step(value, edges_[offset].between);
          end = edges_[offset].end;
        }
      }
    });
    std::uint64_t start = starts_[block];
    std::size_t least = 0;
    for_each_inside(
        block, passed, [&](std::size_t, std::uint64_t length) { start += length; },
        [&](std::size_t offset, std::uint64_t before) {
          if (before == 0) least = offset;
          values[offset] = static_cast<Point>(values_ == CycleValues::places ? start + before : first_of(block) + least);
        });
  }

  const DiskMap& x_;
  const Job& job_;
  std::span<const std::string> folders_;
  CycleValues values_;
  unsigned bits_;
  std::uint64_t mask_;
  std::size_t blocks_;
  std::size_t chunk_;
  std::vector<DirectFile> edge_file_;  // the edges of every block when it went away
  std::vector<DirectFile> note_files_;
  std::optional<RecordBuckets<BentEdge<Point>>> notes_;
  HugeArray<Edge> edges_;
  CycleTally tally_;
  LengthWriter<Point> lengths_;
  std::uint64_t closed_ = 0;           // points of the cycles that are closed
  std::vector<std::uint64_t> starts_;  // by block: how many that were before it
};

template <class Point>
CyclesOnDisk follow(const Request& request, const DiskMap& x, const Job& job, std::span<const std::string> folders,
                    CycleValues values, ScratchFile* lengths) {
  std::optional<NewArray> array;
  if (values != CycleValues::none) {
    const char kind = values == CycleValues::representatives ? request.x->kind() : sizeof(Point) == 5 ? 'V' : 'u';
    array.emplace(request.output, kind, sizeof(Point), x.size());
  }
  CyclesOnDisk found;
  Elimination<Point> elimination(x, job, folders, values, lengths);
  found.outcome = elimination.contract();
  if (found.outcome == Outcome::done && array) {
    found.outcome = elimination.expand([&](std::size_t block, Point* points, std::size_t count) {
      const std::uint64_t bytes = count * sizeof(Point);
      Transfers written;
      job.io.write(array->file(), array->begin() + (std::uint64_t{block} << job.plan.block_bits) * sizeof(Point),
                   {reinterpret_cast<std::byte*>(points), array->file().is_direct() ? disk_ceiling(bytes) : bytes}, written);
      written.wait();
    });
  }
  x.require_unchanged();
  if (found.outcome != Outcome::done) return found;
  if (array) {
    array->file().truncate(array->begin() + x.size() * sizeof(Point));
    array->commit();
  }
  found.type = elimination.type();
  return found;
}

}  // namespace

CyclesOnDisk follow_cycles(const Request& request, CycleValues values, ScratchFile* lengths) {
  // Without an output there is no folder that is this run's alone: it makes one where the system keeps such files.
  std::optional<TemporaryFolder> own;
  if (values == CycleValues::none && request.options.machine.scratch.empty()) own.emplace(scratch_folder(""), ".wreath-cycles-");
  const std::string folder = own ? own->path()
                             : request.output.empty()
                                 ? std::string()  // the scratch folders are named
                                 : std::filesystem::path(absolute_path(request.output)).parent_path().string();
  const ScratchFolders folders(request.options.machine.scratch, folder);
  folders.require_space(request.plan.scratch);
  const DiskMap x(*request.x);
  AsyncIo io(kCycleIoThreads);
  const Job job{io, request.plan.disk, request.run};
  CyclesOnDisk found{Outcome::stopped};
  unless_stopped([&] {
    found = with_disk_point(x.width(),
                            [&]<class Point>(Point) { return follow<Point>(request, x, job, folders.paths(), values, lengths); });
  });
  return found;
}

void throw_not_a_permutation(const Request& request) {
  const auto defect = check(request);
  if (defect && !*defect) throw InputError(request.x->name() + ": the file changed while it was being read");
  throw InputError(
      fmt::format("{}: this is not a permutation{}", request.x->name(), defect ? ": " + request.x->sentence(*defect) : ""));
}

std::uint64_t cycles_memory(const Task& task, const DiskPlan& plan) {
  const std::uint64_t arrays = task.work == Work::cycles ? 2 : 3;
  const std::uint64_t block = std::min(plan.block(), task.source);
  const std::uint64_t per_point = plan.block() >= task.source ? task.source : block;
  const std::size_t blocks = task.source / plan.block() + 1;
  return per_point * arrays * task.point_bytes + 2 * Bitset::bytes_for(block) +
         4 * arrays::ByteBuckets::memory_for(blocks, plan.chunk_words * 4) +
         SliceReader::memory_for(kCycleSlice * task.point_bytes, kCycleAhead) + arrays::kUncounted;
}

std::uint64_t cycle_scratch(const Task& task) {
  const std::uint64_t point = task.point_bytes;
  const std::uint64_t contract = task.source / 2 * (4 + point) + task.source * (4 + 2 * point);
  const std::uint64_t expand = task.source * (2 * point + 4 + 2 * point + 4 + point);
  return task.work == Work::cycles ? contract : std::max(contract + task.source * (4 + 4 * point), expand);
}

}  // namespace wreath::perm::disk
