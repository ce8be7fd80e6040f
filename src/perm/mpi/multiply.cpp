// SPDX-License-Identifier: MIT
//
// Multiplying files by all ranks: z[i] = y[x[i]].
//
// x and z pass by in slices, each rank its own part of them; y, which is accessed at random, lies in memory that the ranks share,
// or in blocks on each of them, or on their GPUs (core/arrays/mpi/messages.hpp), or passes through files
// (core/arrays/mpi/bucket_files.hpp).
#include <fmt/format.h>

#include "perm/mpi/operation.hpp"

namespace wreath::perm::cluster {

namespace {

template <class Point, class Value>
class Multiplication final : public Operation {
 public:
  Multiplication(const Job& job, RankProgress& progress) : Operation(job, progress) {}

 private:
  bool holds(std::uint64_t i) const override { return out_.value<Value>(i) == job_.value_at<Value>(*y_, point_at<Point>(i)); }

  std::span<Value> read_y(Range range, std::span<Value> into) {
    mpi::together(job_.ranks(), [&] {
      const auto timer = job_.run().phase("read y");
      y_->read_values(range.begin, into, job_.local().machine.threads);
    });
    return into;
  }

  void read_x(Range slice, std::span<Point> into) {
    if (job_.read_points(x_, slice, into, y_->size())) return;
    out_.drop_progress();
    job_.throw_first_bad<Point>(x_, *y_);
  }

  /// Slice by slice, with what multiplies one.
  template <class Multiply>
  bool pass(const Multiply& multiply) {
    HugeArray<Point> points(plan_.round_points);
    HugeArray<Value> values(plan_.round_points);
    std::uint64_t done = progress_.done();
    const auto one = [&](Range slice) {
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
      done += job_.turn_points(plan_.round_points);
      if (progress_.due()) out_.keep(done);
    };
    const bool whole = job_.for_each_slice(x_.size(), plan_.round_points, "multiply", one, done);
    if (!whole) out_.keep(done);
    return whole;
  }

  bool by_shared_memory() override {
    const auto memory = share_memory(y_->size() * sizeof(Value));
    if (!memory) return by_messages();
    const std::span<Value> y(reinterpret_cast<Value*>(memory->bytes().data()), y_->size());
    const Range mine = Blocks(y_->size(), job_.ranks().size(), 1).of_rank(job_.ranks().rank());
    read_y(mine, y.subspan(mine.begin, mine.size()));
    SharedGather<Point, Value> gather(job_.ranks(), y, plan_.round_points, job_.local());
    count_shared(gather.shared_bytes());
    return pass([&](std::span<const Point> x, std::span<Value> z) { gather.multiply(x, z); });
  }

  bool by_messages() override {
    Router router = make_router(y_->size(), 1);
    const Range mine = router.blocks().of_rank(job_.ranks().rank());
    Block<Value> block = make_block<Value>(router, mine, false);
    mpi::together(job_.ranks(), [&] {
      const auto timer = job_.run().phase("read y");
      block.fill([&](std::size_t first, std::span<Value> piece) {
        y_->read_values(mine.begin + first, piece, job_.local().machine.threads);
      });
    });
    MessageGather<Point, Value> gather(router, block, plan_.round_points, job_.local());
    return pass([&](std::span<const Point> x, std::span<Value> z) { gather.multiply(x, z); });
  }

  bool by_files() override {
    const std::string folder = job_.scratch_for(whole_plan_);
    Router router = make_router(y_->size(), plan_.parts);
    FileBuckets<Point, Value> gather(router, folder, "the values of y");
    {
      HugeArray<Point> points(plan_.round_points);
      HugeArray<Offset> buffer(router.buffer_size());
      const auto one = [&](Range slice) {
        const std::span<Point> x = points.span().first(slice.size());
        read_x(slice, x);
        const auto timer = job_.run().phase("multiply");
        gather.ask(std::span<const Point>(x), buffer.span());
      };
      const bool whole = job_.for_each_slice(x_.size(), plan_.round_points, "partition", one, progress_.done());
      if (!whole) return false;
    }
    if (!look_up(router, gather)) return false;
    HugeArray<Value> buffer(router.buffer_size());
    HugeArray<Value> answers(plan_.round_points);
    return pass([&](std::span<const Point> x, std::span<Value> z) { gather.multiply(x, z, buffer.span(), answers.span()); });
  }

  bool look_up(const Router& router, FileBuckets<Point, Value>& gather) {
    const Blocks& blocks = router.blocks();
    HugeArray<Value> bucket(blocks.bucket_size());
    HugeArray<Offset> chunk(plan_.round_points);
    HugeArray<Value> found(plan_.round_points);
    const Local local = job_.local().keeping();
    for (std::size_t part = 0; part < blocks.parts(); ++part) {
      if (job_.stops()) return false;
      const Range range = blocks.bucket(static_cast<std::size_t>(job_.ranks().rank()) * blocks.parts() + part);
      const std::span<const Value> y = read_y(range, bucket.span().first(range.size()));
      mpi::together(job_.ranks(), [&] {
        const auto timer = job_.run().phase("multiply");
        gather.look_up(part, y, chunk.span(), found.span(), local);
      });
    }
    return true;
  }
};

}  // namespace

FileReport multiply(const Request& request) {
  return operate<Multiplication>(request, "multiply");
}

}  // namespace wreath::perm::cluster
