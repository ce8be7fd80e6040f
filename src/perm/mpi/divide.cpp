// SPDX-License-Identifier: MIT
//
// Dividing and inverting files by all ranks: z[x[i]] = y[i], and z[x[i]] = i.
//
// x and y pass by in slices; z, which is accessed at random, lies in memory that the ranks share, or in blocks on each of them
// (memory.hpp), or is made bucket by bucket from files (bucket_files.hpp). Where a point of z is not reached, x is no
// permutation, and a slow search names the first value that shows it.
#include <fmt/format.h>

#include <functional>

#include "perm/mpi/operation.hpp"

namespace wreath::perm::cluster {

namespace {

template <class Point, class Value>
class Division final : public Operation {
 public:
  Division(const Job& job, const MapSource& x, const MapSource* y, const Plan& plan, RankProgress& progress)
      : Operation(job, x, (y == nullptr ? x : *y).kind(), sizeof(Value), plan, progress),
        y_(y),
        phase_(y == nullptr ? "inverse" : "divide") {}

 private:
  bool holds(std::uint64_t i) const override {
    const auto sent = y_ == nullptr ? static_cast<Value>(i) : job_.value_at<Value>(*y_, i);
    return out_.value<Value>(point_at<Point>(i)) == sent;
  }

  Range my_points() const { return Blocks(x_.size(), job_.ranks().size(), 1).of_rank(job_.ranks().rank()); }

  /// Slice by slice, with what takes one to its places.
  template <class Place>
  bool pass(const Place& place) {
    HugeArray<Point> points(plan_.round_points);
    HugeArray<Value> values(plan_.round_points);
    return job_.for_each_slice(x_.size(), plan_.round_points, phase_, [&](Range slice) {
      const std::span<Point> x = points.span().first(slice.size());
      const std::span<Value> y = values.span().first(slice.size());
      if (!job_.read_points(x_, slice, x, x_.size())) throw_first_defect(job_, x_);
      mpi::together(job_.ranks(), [&] { read_values(slice, y); });
      const auto timer = job_.run().phase(phase_);
      place(std::span<const Point>(x), std::span<const Value>(y));
    });
  }
  void read_values(Range slice, std::span<Value> into) {
    if (y_ != nullptr) {
      const auto timer = job_.run().phase("read y");
      return y_->read_values(slice.begin, into, job_.local().threads);
    }
    const auto timer = job_.run().phase(phase_);
    parallel_ranges(into.size(), job_.local().threads, 4096, [&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) into[i] = static_cast<Value>(slice.begin + i);
    });
  }
  void write(std::uint64_t first, std::span<const Value> z) {
    const auto timer = job_.run().phase("write");
    out_.write(first, std::as_bytes(z));
  }
  void require_complete(bool complete) {
    if (mpi::any_of(job_.ranks(), !complete)) throw_first_defect(job_, x_);
  }
  bool indices() const { return y_ == nullptr && Arrivals<Value>::indices_suffice(x_.size()); }

  bool by_shared_memory() override {
    const std::size_t bytes = x_.size() * sizeof(Value);
    const std::size_t hits = indices() ? 0 : x_.size();
    const auto memory = share_memory(bytes + hits);
    if (!memory) return by_messages();
    const std::span<Value> z(reinterpret_cast<Value*>(memory->bytes().data()), x_.size());
    const std::span<std::uint8_t> reached(reinterpret_cast<std::uint8_t*>(memory->bytes().data() + bytes), hits);
    const Range mine = my_points();
    SharedScatter<Point, Value> scatter(job_.ranks(), z, mine, reached, job_.local());
    if (!pass([&](std::span<const Point> x, std::span<const Value> y) { scatter.place(x, y); })) return false;
    require_complete(scatter.complete());
    mpi::together(job_.ranks(), [&] { write(mine.begin, z.subspan(mine.begin, mine.size())); });
    return true;
  }

  bool by_messages() override {
    Router router = make_router(x_.size(), 1);
    const Range mine = my_points();
    HugeArray<Value> block(mine.size());
    MessageScatter<Point, Value> scatter(router, block.span(), plan_.round_points, indices(), job_.local());
    if (!pass([&](std::span<const Point> x, std::span<const Value> y) { scatter.place(x, y); })) return false;
    require_complete(scatter.complete());
    mpi::together(job_.ranks(), [&] { write(mine.begin, block.span()); });
    return true;
  }

  bool by_files() override {
    const std::string folder = job_.scratch_for(whole_plan_);
    Router router = make_router(x_.size(), plan_.parts);
    FileScatter<Point, Value> scatter(router, folder);
    {
      HugeArray<Value> sorted(plan_.round_points);
      HugeArray<Offset> buffer(router.buffer_size());
      HugeArray<Value> value_buffer(router.buffer_size());
      const bool whole = pass([&](std::span<const Point> x, std::span<const Value> y) {
        scatter.send(x, y, sorted.span(), buffer.span(), value_buffer.span());
      });
      if (!whole) return false;
    }
    return place(router.blocks(), scatter);
  }

  bool place(const Blocks& blocks, FileScatter<Point, Value>& scatter) {
    HugeArray<Value> bucket(blocks.bucket_size());
    HugeArray<std::uint8_t> hits(indices() ? 0 : blocks.bucket_size());
    HugeArray<Offset> chunk(plan_.round_points);
    HugeArray<Value> values(plan_.round_points);
    Workspace workspace;
    const Local local = with_workspace(job_.local(), workspace);
    for (std::size_t part = 0; part < blocks.parts(); ++part) {
      if (job_.stops()) return false;
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

  const MapSource* y_;
  const char* phase_;
};

}  // namespace

FileReport divide(const FileJob& files, const Plan& plan) {
  const Job job(files, plan);
  RankProgress progress(files, "divide");  // keeps nothing: the plan refuses checkpoints
  return with_points_and_values(files.x->width(), plan.task.value_bytes, [&]<class Point, class Value>(Point, Value) {
    return Division<Point, Value>(job, *files.x, files.y, plan, progress).execute();
  });
}

}  // namespace wreath::perm::cluster
