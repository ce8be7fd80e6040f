// SPDX-License-Identifier: MIT
//
// Multiplying files by all ranks: z[i] = y[x[i]].
//
// x and z pass by in slices, each rank its own part of them; y, which is accessed at random, lies in memory that the ranks share,
// or in blocks on each of them (memory.hpp), or passes through files (bucket_files.hpp).
#include <fmt/format.h>

#include "perm/mpi/bucket_files.hpp"
#include "perm/mpi/files.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/memory.hpp"
#include "perm/mpi/shared_output.hpp"

namespace wreath::perm::cluster {

namespace {

template <class Point, class Value>
class Multiplication {
 public:
  Multiplication(const Job& job, const MapSource& x, const MapSource& y, const Plan& plan)
      : job_(job), x_(x), y_(y), whole_plan_(plan), out_(job.ranks(), job.output(), y.kind(), sizeof(Value), x.size()) {}

  FileReport execute() {
    const bool whole = plan_.exchange == Exchange::shared     ? by_shared_memory()
                       : plan_.exchange == Exchange::messages ? by_messages()
                                                              : by_files();
    out_.settle(whole, [&] {
      job_.verify(x_.size(), [&](std::uint64_t i) {
        Point point{};
        job_.load(x_, {i, i + 1}, std::span(&point, 1));
        return out_.template value<Value>(i) == job_.template value_at<Value>(y_, point);
      });
    });
    return {x_.size(), whole ? x_.size() : 0, sizeof(Value), 0};
  }

 private:
  std::span<Value> read_y(Range range, std::span<Value> into) {
    mpi::together(job_.ranks(), [&] {
      const auto timer = job_.run().phase("read y");
      y_.read_values(range.begin, into, job_.local().threads);
    });
    return into;
  }

  void read_x(Range slice, std::span<Point> into) {
    if (!job_.read_points(x_, slice, into, y_.size())) job_.throw_first_bad<Point>(x_, y_);
  }

  /// Slice by slice, with what multiplies one.
  template <class Multiply>
  bool pass(const Multiply& multiply) {
    HugeArray<Point> points(plan_.round_points);
    HugeArray<Value> values(plan_.round_points);
    return job_.for_each_slice(x_.size(), plan_.round_points, "multiply", [&](Range slice) {
      const std::span<Point> x = points.span().first(slice.size());
      const std::span<Value> z = values.span().first(slice.size());
      read_x(slice, x);
      {
        const auto timer = job_.run().phase("multiply");
        multiply(std::span<const Point>(x), z);
      }
      mpi::together(job_.ranks(), [&] {
        const auto timer = job_.run().phase("write");
        out_.write(slice.begin, std::as_bytes(z));
      });
    });
  }

  bool by_shared_memory() {
    const auto memory = mpi::NodeMemory::share(job_.ranks(), y_.size() * sizeof(Value), job_.local().threads);
    if (!memory) {
      whole_plan_ = job_.plan_without_sharing(whole_plan_);
      return by_messages();
    }
    const std::span<Value> y(reinterpret_cast<Value*>(memory->bytes().data()), y_.size());
    const Range mine = Blocks(y_.size(), job_.ranks().size(), 1).of_rank(job_.ranks().rank());
    job_.run().measure_memory([share = memory->bytes().size() / static_cast<std::size_t>(job_.ranks().size())] {
      return mpi::private_memory() + share;
    });
    read_y(mine, y.subspan(mine.begin, mine.size()));
    SharedGather<Point, Value> gather(job_.ranks(), y, job_.local());
    return pass([&](std::span<const Point> x, std::span<Value> z) { gather.multiply(x, z); });
  }

  bool by_messages() {
    Router router(job_.ranks(), Blocks(y_.size(), job_.ranks().size(), 1), plan_.round_points, job_.local().threads);
    const Range mine = router.blocks().of_rank(job_.ranks().rank());
    HugeArray<Value> block(mine.size());
    const std::span<const Value> y = read_y(mine, block.span());
    MessageGather<Point, Value> gather(router, y, plan_.round_points, job_.local());
    return pass([&](std::span<const Point> x, std::span<Value> z) { gather.multiply(x, z); });
  }

  bool by_files() {
    const std::string folder = job_.scratch_for(whole_plan_);
    Router router(job_.ranks(), Blocks(y_.size(), job_.ranks().size(), plan_.parts), plan_.round_points, job_.local().threads);
    FileGather<Point, Value> gather(router, folder);
    {
      HugeArray<Point> points(plan_.round_points);
      HugeArray<Offset> buffer(router.most_received());
      const bool whole = job_.for_each_slice(x_.size(), plan_.round_points, "partition", [&](Range slice) {
        const std::span<Point> x = points.span().first(slice.size());
        read_x(slice, x);
        const auto timer = job_.run().phase("multiply");
        gather.ask(std::span<const Point>(x), buffer.span());
      });
      if (!whole) return false;
    }
    if (!look_up(router, gather)) return false;
    HugeArray<Value> buffer(router.most_received());
    HugeArray<Value> answers(plan_.round_points);
    return pass([&](std::span<const Point> x, std::span<Value> z) { gather.multiply(x, z, buffer.span(), answers.span()); });
  }

  bool look_up(const Router& router, FileGather<Point, Value>& gather) {
    const Blocks& blocks = router.blocks();
    HugeArray<Value> bucket(blocks.bucket_size());
    HugeArray<Offset> chunk(plan_.round_points);
    HugeArray<Value> found(plan_.round_points);
    Workspace workspace;
    for (std::size_t part = 0; part < blocks.parts(); ++part) {
      if (job_.stops()) return false;
      const Range range = blocks.bucket(static_cast<std::size_t>(job_.ranks().rank()) * blocks.parts() + part);
      const std::span<const Value> y = read_y(range, bucket.span().first(range.size()));
      mpi::together(job_.ranks(), [&] {
        const auto timer = job_.run().phase("multiply");
        gather.look_up(part, y, chunk.span(), found.span(), with_workspace(job_.local(), workspace));
      });
    }
    return true;
  }

  const Job& job_;
  const MapSource& x_;
  const MapSource& y_;
  Plan whole_plan_;
  const RankPlan& plan_ = whole_plan_.ranks;
  SharedOutput out_;
};

}  // namespace

FileReport multiply(const FileJob& files, const Plan& plan) {
  const Job job(files, plan);
  return with_points(files.x->width(), [&]<class Point>(Point) {
    return with_disk_point(files.y->width(), [&]<class Value>(Value) {
      return Multiplication<Point, Value>(job, *files.x, *files.y, plan).execute();
    });
  });
}

}  // namespace wreath::perm::cluster
