// SPDX-License-Identifier: MIT
//
// Dividing and inverting files by all ranks: z[x[i]] = y[i], and z[x[i]] = i.
//
// x and y pass by in slices; z, which is accessed at random, lies in memory that the ranks share, or in blocks on each of them
// (core/arrays/mpi/messages.hpp), or is made bucket by bucket from files (core/arrays/mpi/bucket_files.hpp). Where a point of z
// is not reached, x is not a permutation, and a slow search names the first value that shows it. For a checkpoint every rank
// writes its part of z as it is (shared_output.hpp); which points were reached is not kept, so that a run which is resumed checks
// x by itself.
#include <fmt/format.h>

#include <functional>

#include "perm/mpi/operation.hpp"

namespace wreath::perm::cluster {

namespace {

template <class Point, class Value>
class Division final : public Operation {
 public:
  Division(const Job& job, RankProgress& progress) : Operation(job, progress), phase_(y_ == nullptr ? "inverse" : "divide") {}

 private:
  bool holds(std::uint64_t i) const override {
    const auto sent = y_ == nullptr ? static_cast<Value>(i) : job_.value_at<Value>(*y_, i);
    return out_.value<Value>(point_at<Point>(i)) == sent;
  }

  Range my_points() const { return Blocks(x_.size(), job_.ranks().size(), 1).of_rank(job_.ranks().rank()); }

  /// Slice by slice, with what takes one to its places, and what is called with the number of points done after each.
  template <class Place, class After>
  bool pass(std::uint64_t first, const Place& place, const After& after) {
    HugeArray<Point> points(plan_.round_points);
    HugeArray<Value> values(plan_.round_points);
    std::uint64_t done = first;
    const auto one = [&](Range slice) {
      const std::span<Point> x = points.span().first(slice.size());
      const std::span<Value> y = values.span().first(slice.size());
      if (!job_.read_points(x_, slice, x, x_.size())) throw_defect();
      mpi::together(job_.ranks(), [&] { read_values(slice, y); });
      {
        const auto timer = job_.run().phase(phase_);
        place(std::span<const Point>(x), std::span<const Value>(y));
      }
      done += job_.turn_points(plan_.round_points);
      after(done);
    };
    return job_.for_each_slice(x_.size(), plan_.round_points, phase_, one, first);
  }
  /// What is done, if it was counted in this unit; otherwise all is done again.
  std::uint64_t resume_in(std::uint64_t unit) {
    const std::uint64_t first = progress_.unit() == unit ? progress_.done() : 0;
    resumed_at_ = points_done(first, unit);
    return first;
  }
  /// With z in memory, of which this rank has `block`, its points `mine`: with checkpoints, and from one.
  template <class Scatter>
  bool pass_in_memory(Scatter& scatter, Range mine, Block<Value>& block) {
    const auto restore = [&](std::size_t at, std::span<Value> piece) {
      out_.read(mine.begin + at, std::as_writable_bytes(piece));
    };
    const auto save = [&] { block.drain([&](std::size_t at, std::span<Value> piece) { write(mine.begin + at, piece); }); };
    const std::uint64_t first = resume_in(0);
    if (first != 0) mpi::together(job_.ranks(), [&] { block.fill(restore); });
    const auto keep = [&](std::uint64_t done) {
      if (progress_.unit() != 0) progress_.forget();  // the buckets that are whole are about to be overwritten
      mpi::together(job_.ranks(), save);
      out_.keep(done);
    };
    std::uint64_t last = first;
    const auto place = [&](std::span<const Point> x, std::span<const Value> y) { scatter.place(x, y); };
    const auto after = [&](std::uint64_t done) {
      last = done;
      if (progress_.due()) keep(done);
    };
    const auto stopped = [&] {
      if (progress_.keeps() && last != 0) keep(last);
      return false;
    };
    if (!pass(first, place, after)) return stopped();
    if (first == 0) {
      require_complete(scatter.complete());
    } else {
      const std::optional<bool> permutation = is_permutation(job_, x_);
      if (!permutation) {
        last -= job_.turn_points(plan_.round_points);  // so that the run that resumes has something left to do
        return stopped();
      }
      require_complete(*permutation);
      note(whole_plan_, job_.run());  // the check, which CPUs do, has noted what it chose
    }
    mpi::together(job_.ranks(), save);
    return true;
  }
  bool resumes_in_memory() const { return progress_.done() != 0 && progress_.unit() == 0; }
  /// Bytes that note which points were reached.
  std::size_t hits_of(std::size_t points) const { return indices() || resumes_in_memory() ? 0 : points; }

  [[noreturn]] void throw_defect() {
    out_.drop_progress();
    throw_first_defect(job_);
  }
  void read_values(Range slice, std::span<Value> into) {
    if (y_ != nullptr) {
      const auto timer = job_.run().phase("read y");
      return y_->read_values(slice.begin, into, job_.local().machine.threads);
    }
    const auto timer = job_.run().phase(phase_);
    parallel_ranges(into.size(), job_.local().machine.threads, 4096, [&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) into[i] = static_cast<Value>(slice.begin + i);
    });
  }
  void write(std::uint64_t first, std::span<const Value> z) {
    const auto timer = job_.run().phase("write");
    out_.write(first, std::as_bytes(z));
  }
  void require_complete(bool complete) {
    if (mpi::any_of(job_.ranks(), !complete)) throw_defect();
  }
  bool indices() const { return y_ == nullptr && Arrivals<Value>::indices_suffice(x_.size()); }

  bool by_shared_memory() override {
    const std::size_t bytes = x_.size() * sizeof(Value);
    const std::size_t hits = hits_of(x_.size());
    const auto memory = share_memory(bytes + hits);
    if (!memory) return by_messages();
    const std::span<Value> z(reinterpret_cast<Value*>(memory->bytes().data()), x_.size());
    const std::span<std::uint8_t> reached(reinterpret_cast<std::uint8_t*>(memory->bytes().data() + bytes), hits);
    const Range mine = my_points();
    SharedScatter<Point, Value> scatter(job_.ranks(), z, mine, reached, job_.local());
    Block<Value> part(z.subspan(mine.begin, mine.size()));
    return pass_in_memory(scatter, mine, part);
  }

  bool by_messages() override {
    Router router = make_router(x_.size(), 1);
    const Range mine = my_points();
    Block<Value> block = make_block<Value>(router, mine, true);
    MessageScatter<Point, Value> scatter(router, block, plan_.round_points, hits_of(1) == 0, job_.local());
    return pass_in_memory(scatter, mine, block);
  }

  bool by_files() override {
    const std::string folder = job_.scratch_for(whole_plan_);
    Router router = make_router(x_.size(), plan_.parts);
    FileBuckets<Point, Value> scatter(router, folder, "the values");
    const std::uint64_t first = resume_in(router.blocks().bucket_size());
    {
      HugeArray<Value> sorted(plan_.round_points);
      HugeArray<Offset> buffer(router.buffer_size());
      HugeArray<Value> value_buffer(router.buffer_size());
      const auto send = [&](std::span<const Point> x, std::span<const Value> y) {
        scatter.send(x, y, sorted.span(), buffer.span(), value_buffer.span());
      };
      if (!pass(0, send, [](std::uint64_t) {})) return false;  // the buckets' files end with the run
    }
    return place(router.blocks(), scatter, first);
  }

  /// The buckets, where `done` points of each rank's block are in place.
  bool place(const Blocks& blocks, FileBuckets<Point, Value>& scatter, std::uint64_t done) {
    HugeArray<Value> bucket(blocks.bucket_size());
    HugeArray<std::uint8_t> hits(indices() ? 0 : blocks.bucket_size());
    HugeArray<Offset> chunk(plan_.round_points);
    HugeArray<Value> values(plan_.round_points);
    const Local local = job_.local().keeping();
    const std::uint64_t unit = blocks.bucket_size();
    const std::size_t first = static_cast<std::size_t>(done / unit);
    for (std::size_t part = first; part < blocks.parts(); ++part) {
      if (part != first && progress_.due()) out_.keep(part * unit, unit);
      if (job_.stops()) {
        if (part != first) out_.keep(part * unit, unit);
        return false;
      }
      const Range range = blocks.bucket(static_cast<std::size_t>(job_.ranks().rank()) * blocks.parts() + part);
      const std::span<Value> z = bucket.span().first(range.size());
      bool complete = true;
      mpi::together(job_.ranks(), [&] {
        const auto timer = job_.run().phase(phase_);
        std::fill(hits.begin(), hits.end(), 0);
        Arrivals<Value> arrivals(hits.span().first(hits.size() == 0 ? 0 : range.size()), local);
        complete = scatter.place(part, z, arrivals, chunk.span(), values.span(), local);
      });
      require_complete(complete);
      mpi::together(job_.ranks(), [&] { write(range.begin, z); });
    }
    return true;
  }

  const char* phase_;
};

}  // namespace

FileReport divide(const Request& request) {
  return operate<Division>(request, "divide");
}

}  // namespace wreath::perm::cluster
