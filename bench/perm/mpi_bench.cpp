// SPDX-License-Identifier: MIT
//
// Multiply, inverse and divide in memory by several ranks of one machine, each way of exchanging beside the others, and by one
// process: the same program started without mpirun. Every result is compared with its definition. Times are from barrier to
// barrier, best and median of the repetitions; a copy of the same array by the same ranks tells what the memory gives.
//
//   wreath_bench_mpi --points 2^28 --threads 16 --record alone.json
//   mpirun -n 4 --bind-to none wreath_bench_mpi --points 2^28 --threads 4 --record ranks.json
//
// --only multiply measures nothing else; --round 2^26 and --method loop change what the planner would choose.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/record.hpp"
#include "core/text/units.hpp"
#include "perm/mpi/operation.hpp"
#include "wreath/mpi.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::cluster {
namespace {

using Point = std::uint32_t;
struct Arguments {
  std::size_t points = std::size_t{1} << 24;
  unsigned threads = 1;
  std::size_t round = std::size_t{1} << 28;  // as the program's, where memory is plenty
  int repetitions = 5;
  Method method = Method::automatic;
  std::string only;  // empty: all operations
  std::string record;
};

struct Line {
  std::string operation;
  std::string how;
  double best = 1e99;  // seconds
  double median = 0;
};

/// What all measurements need: the ranks (null: this process alone) and the time between two barriers.
class Bench {
 public:
  Bench(mpi::Communicator* ranks, const Arguments& arguments) : ranks_(ranks), arguments_(arguments) {
    options_.machine.threads = arguments.threads;
    options_.method = arguments.method;
  }

  bool wants(std::string_view operation) const { return arguments_.only.empty() || arguments_.only == operation; }

  void measure(const std::string& operation, const std::string& how, const std::function<void()>& body) {
    std::vector<double> seconds;
    for (int repetition = 0; repetition <= arguments_.repetitions; ++repetition) {
      meet();
      const auto start = std::chrono::steady_clock::now();
      body();
      meet();
      if (repetition != 0) seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    lines_.push_back({operation, how, seconds.front(), seconds[seconds.size() / 2]});
    if (!first()) return;
    const double ns = 1e9 / static_cast<double>(arguments_.points);
    fmt::print("{:9} {:9} {:8.3f} ns per point, median {:8.3f}\n", operation, how, seconds.front() * ns,
               seconds[seconds.size() / 2] * ns);
    std::fflush(stdout);
  }
  void meet() {
    if (ranks_ != nullptr) mpi::barrier(*ranks_);
  }
  bool first() const { return ranks_ == nullptr || ranks_->rank() == 0; }
  const Local& options() const { return options_; }
  Local& options() { return options_; }
  const std::vector<Line>& lines() const { return lines_; }

 private:
  mpi::Communicator* ranks_;
  const Arguments& arguments_;
  Local options_;
  std::vector<Line> lines_;
};

void require(bool right, std::string_view what) {
  if (!right) throw InternalError(std::string(what) + ": wrong result");
}

template <class Body>
void for_all(std::size_t count, unsigned threads, const Body& body) {
  parallel_ranges(count, threads, 4096, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) body(i);
  });
}

void copy_points(std::span<const Point> from, std::span<Point> to, unsigned threads) {
  parallel_ranges(from.size(), threads, 4096, [&](Range range, unsigned) {
    std::memcpy(to.data() + range.begin, from.data() + range.begin, range.size() * sizeof(Point));
  });
}

void measure_alone(Bench& bench, const Arguments& arguments) {
  HugeArray<Point> x(arguments.points);
  HugeArray<Point> y(arguments.points);
  HugeArray<Point> z(arguments.points);
  perm::random(x.span(), 1);
  perm::random(y.span(), 2);
  Workspace workspace;
  bench.options().workspace = &workspace;
  const std::span<const Point> xs = x.span();
  const std::span<const Point> ys = y.span();
  bench.measure("copy", "alone", [&] { copy_points(ys, z.span(), arguments.threads); });
  if (bench.wants("multiply")) {
    bench.measure("multiply", "alone", [&] { perm::multiply(xs, ys, z.span(), bench.options()); });
    for_all(x.size(), arguments.threads, [&](std::size_t i) { require(z[i] == y[x[i]], "multiply"); });
  }
  if (bench.wants("check")) bench.measure("check", "alone", [&] { require(is_permutation(xs, bench.options()), "check"); });
  if (bench.wants("inverse")) bench.measure("inverse", "alone", [&] { perm::inverse(xs, z.span(), bench.options()); });
  if (bench.wants("divide")) bench.measure("divide", "alone", [&] { perm::divide(xs, ys, z.span(), bench.options()); });
}

/// The arrays of one machine's ranks: whole in shared memory, and each rank's own blocks.
class RankArrays {
 public:
  RankArrays(mpi::Communicator& ranks, const Arguments& arguments)
      : ranks_(ranks),
        blocks_(arguments.points, ranks.size(), 1),
        mine_(blocks_.of_rank(ranks.rank())),
        x_memory_(share(arguments)),
        y_memory_(share(arguments)),
        z_memory_(share(arguments)),
        x(mine_.size()),
        y(mine_.size()),
        z(mine_.size()) {
    if (ranks.rank() == 0) perm::random(all_x(), 1);
    if (ranks.rank() == ranks.size() - 1) perm::random(all_y(), 2);
    mpi::barrier(ranks);
    copy_points(all_x().subspan(mine_.begin, mine_.size()), x.span(), arguments.threads);
    copy_points(all_y().subspan(mine_.begin, mine_.size()), y.span(), arguments.threads);
  }
  std::span<Point> all_x() { return whole(x_memory_); }
  std::span<Point> all_y() { return whole(y_memory_); }
  std::span<Point> all_z() { return whole(z_memory_); }
  const Blocks& blocks() const { return blocks_; }
  Range mine() const { return mine_; }
  bool huge_pages() const { return y_memory_.huge_pages(); }

 private:
  mpi::NodeMemory share(const Arguments& arguments) {
    auto memory = mpi::NodeMemory::share(ranks_, arguments.points * sizeof(Point), arguments.threads);
    if (!memory) throw ResourceError("the ranks cannot share memory: are they on one machine?");
    return std::move(*memory);
  }
  std::span<Point> whole(mpi::NodeMemory& memory) { return {reinterpret_cast<Point*>(memory.bytes().data()), blocks_.points()}; }

  mpi::Communicator& ranks_;
  Blocks blocks_;
  Range mine_;
  mpi::NodeMemory x_memory_;
  mpi::NodeMemory y_memory_;
  mpi::NodeMemory z_memory_;

 public:
  HugeArray<Point> x;
  HugeArray<Point> y;
  HugeArray<Point> z;
};

/// body(first, count, last round) for the slices of this rank, as often on every rank.
template <class Body>
void in_rounds(const RankArrays& arrays, std::size_t round, const Body& body) {
  for (std::uint64_t done = 0; done < arrays.blocks().bucket_size(); done += round) {
    const std::size_t first = std::min<std::size_t>(arrays.mine().size(), done);
    body(first, std::min<std::size_t>(round, arrays.mine().size() - first));
  }
}

template <class Gather>
void measure_gather(Bench& bench, RankArrays& arrays, std::size_t round, const std::string& how, Gather& gather) {
  std::fill(arrays.z.begin(), arrays.z.end(), 0);
  bench.measure("multiply", how, [&] {
    in_rounds(arrays, round, [&](std::size_t first, std::size_t count) {
      gather.multiply(arrays.x.span().subspan(first, count), arrays.z.span().subspan(first, count));
    });
  });
  const std::span<const Point> y = arrays.all_y();
  for_all(arrays.x.size(), bench.options().machine.threads, [&](std::size_t i) { require(arrays.z[i] == y[arrays.x[i]], how); });
}

/// `make` gives a new scatterer, and `result` is where it puts this rank's block.
template <class Make>
void measure_scatter(Bench& bench, RankArrays& arrays, std::size_t round, const std::string& how, const Make& make,
                     std::span<const Point> result) {
  HugeArray<Point> indices(std::min(round, arrays.x.size()));
  for (const bool inverts : {true, false}) {
    if (!bench.wants(inverts ? "inverse" : "divide")) continue;
    const auto place = [&] {
      auto scatter = make(inverts);
      in_rounds(arrays, round, [&](std::size_t first, std::size_t count) {
        std::span<const Point> values = arrays.y.span().subspan(first, count);
        if (inverts) {
          parallel_ranges(count, bench.options().machine.threads, 4096, [&](Range range, unsigned) {
            for (std::size_t i = range.begin; i < range.end; ++i)
              indices[i] = static_cast<Point>(arrays.mine().begin + first + i);
          });
          values = indices.span().first(count);
        }
        scatter->place(arrays.x.span().subspan(first, count), values);
      });
      require(scatter->complete(), how);
    };
    bench.measure(inverts ? "inverse" : "divide", how, place);
    if (inverts) {
      const std::span<const Point> x = arrays.all_x();
      for_all(result.size(), bench.options().machine.threads,
              [&](std::size_t k) { require(x[result[k]] == arrays.mine().begin + k, how); });
    }
  }
}

void measure_ranks(Bench& bench, mpi::Communicator& ranks, const Arguments& arguments) {
  RankArrays arrays(ranks, arguments);
  const Range mine = arrays.mine();
  bench.measure("copy", "ranks", [&] { copy_points(arrays.y.span(), arrays.z.span(), arguments.threads); });
  const std::size_t round = std::min<std::size_t>(arguments.round, arrays.blocks().bucket_size());
  if (bench.wants("multiply")) {
    SharedGather<Point, Point> gather(ranks, arrays.all_y(), round, bench.options());
    measure_gather(bench, arrays, round, "shared", gather);
  }
  Router router(ranks, arrays.blocks(), round, arguments.threads);
  if (bench.wants("multiply")) {
    const Block<Point> block(arrays.y.span());
    MessageGather<Point, Point> gather(router, block, round, bench.options());
    measure_gather(bench, arrays, round, "messages", gather);
  }
  {
    auto memory = mpi::NodeMemory::share(ranks, arguments.points, arguments.threads);
    const std::span<std::uint8_t> hits(reinterpret_cast<std::uint8_t*>(memory->bytes().data()), arguments.points);
    const auto make = [&](bool indices) {
      return std::make_unique<SharedScatter<Point, Point>>(ranks, arrays.all_z(), mine,
                                                           indices ? std::span<std::uint8_t>() : hits, bench.options());
    };
    measure_scatter(bench, arrays, round, "shared", make, arrays.all_z().subspan(mine.begin, mine.size()));
  }
  const Block<Point> block(arrays.z.span());
  const auto make = [&](bool indices) {
    return std::make_unique<MessageScatter<Point, Point>>(router, block, round, indices, bench.options());
  };
  measure_scatter(bench, arrays, round, "messages", make, arrays.z.span());
  if (bench.first()) fmt::print("shared memory on {} pages\n", arrays.huge_pages() ? "huge" : "small");
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string name = argv[k];
    const std::string value = argv[k + 1];
    if (name == "--points") arguments.points = parse_count(value);
    if (name == "--threads") arguments.threads = static_cast<unsigned>(std::stoul(value));
    if (name == "--round") arguments.round = parse_count(value);
    if (name == "--method") arguments.method = parse_method(value);
    if (name == "--only") arguments.only = value;
    if (name == "--repetitions") arguments.repetitions = std::stoi(value);
    if (name == "--record") arguments.record = value;
  }
  return arguments;
}

void run(int argc, char** argv, mpi::Communicator* ranks) {
  const Arguments arguments = parse(argc, argv);
  RunControl control;
  Bench bench(ranks, arguments);
  if (bench.first())
    fmt::print("{} points, {} ranks of {} threads\n", arguments.points, ranks != nullptr ? ranks->size() : 1, arguments.threads);
  if (ranks != nullptr) {
    measure_ranks(bench, *ranks, arguments);
  } else {
    measure_alone(bench, arguments);
  }
  if (!bench.first() || arguments.record.empty()) return;
  Json rows = Json::array();
  for (const Line& line : bench.lines()) {
    rows.push_back({{"operation", line.operation},
                    {"how", line.how},
                    {"points", arguments.points},
                    {"ranks", ranks != nullptr ? ranks->size() : 1},
                    {"threads", arguments.threads},
                    {"seconds", line.best},
                    {"median", line.median},
                    {"ns_per_point", line.best * 1e9 / static_cast<double>(arguments.points)}});
  }
  std::string command = "wreath_bench_mpi";
  for (int k = 1; k < argc; ++k) command += std::string(" ") + argv[k];
  OutputFile file(arguments.record);
  write_json(file, make_record({command, 1, arguments.threads, ""}, control, true, {{"rows", rows}}, Json()));
}

}  // namespace
}  // namespace wreath::perm::cluster

int main(int argc, char** argv) {
  const wreath::Cluster ranks = wreath::mpi::launch().launched ? wreath::mpi::start() : wreath::Cluster();
  try {
    wreath::perm::cluster::run(argc, argv, ranks ? &ranks.ranks() : nullptr);
  } catch (const std::exception& error) {
    fmt::print(stderr, "wreath_bench_mpi: {}\n", error.what());
    if (ranks) wreath::mpi::abort(ranks, 1);
    return 1;
  }
  if (ranks) wreath::mpi::finish(ranks);
  return 0;
}
