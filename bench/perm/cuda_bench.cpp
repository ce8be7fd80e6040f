// SPDX-License-Identifier: MIT
//
// Permutations on a GPU: every operation by the traditional and by the partitioned algorithms, beside the floor that copying
// sets, and arrays in host memory by way of the GPU beside the CPU.
//
//   wreath_bench_cuda [--record FILE] [--max-bits B] [--methods] [--no-host]
//
// --methods times every method with the sizes that tuning.hpp gives it, not only the chosen ones. Device times are medians of 7
// by CUDA events, after one run that is checked against the plain method; `automatic` is not run again but has the time of the
// algorithm it chooses. Exit status 1 where a result is wrong.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/record.hpp"
#include "cuda_arrays.hpp"
#include "core/arrays/cuda/enqueue.hpp"
#include "perm/gpu.hpp"
#include "wreath/gpu.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::bench {
namespace {

using arrays::cuda_detail::Limits;
using arrays::cuda_detail::Problem;
using arrays::cuda_detail::Tuning;
using arrays::cuda_detail::Variant;
using perm::Operation;

constexpr int kRepetitions = 7;
constexpr std::uint32_t kSeed = 12345;

struct Arguments {
  std::string record;
  int max_bits = 31;
  bool methods = false;
  bool host = true;
};

constexpr const char* operation_name(Operation operation) {
  constexpr const char* names[] = {"multiply", "inverse", "divide"};
  return names[static_cast<int>(operation)];
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class Event {
 public:
  Event() { WREATH_CUDA(cudaEventCreate(&event_)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(cudaStream_t stream) { WREATH_CUDA(cudaEventRecord(event_, stream)); }
  double milliseconds_since(const Event& begin) const {
    WREATH_CUDA(cudaEventSynchronize(event_));
    float milliseconds = 0;
    WREATH_CUDA(cudaEventElapsedTime(&milliseconds, begin.event_, event_));
    return milliseconds;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

template <class Work>
double median_milliseconds(cudaStream_t stream, const Work& work) {
  Event begin;
  Event end;
  std::vector<double> times;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    begin.record(stream);
    work();
    end.record(stream);
    times.push_back(end.milliseconds_since(begin));
  }
  return median(times);
}

// Fewest bytes of device memory per point of `w` bytes, each array of a phase moved once.
double floor_bytes(Operation operation, Variant variant, double w) {
  if (operation == Operation::multiply) {
    if (variant == Variant::plain) return 3 * w;
    const double key = variant == Variant::l2 ? 4 : 2;
    return (w + key + 2) + (key + w + w) + (2 + w + w);
  }
  const double read = operation == Operation::inverse ? w : 2 * w;
  const double carried = operation == Operation::inverse ? 2 : w;
  if (variant == Variant::plain) return read + w;
  if (variant == Variant::shared) return read + 2 * (2 + carried) + w;
  return read + 2 * (4 + carried) + 2 * (2 + w) + w;
}

/// x, y, z and the plain method's z on the device, and scratch space that grows.
template <class Point>
class DeviceArrays {
 public:
  explicit DeviceArrays(std::uint64_t most) : x_(most), y_(most), z_(most), expected_(most) {}

  void fill(std::uint64_t n) {
    n_ = n;
    fill_random(x_.data(), n, kSeed, stream_);
    fill_random(y_.data(), n, kSeed + 1, stream_);
    stream_.wait();
  }

  double copy_milliseconds() {
    return median_milliseconds(stream_, [&] {
      WREATH_CUDA(cudaMemcpyAsync(z_.data(), x_.data(), n_ * sizeof(Point), cudaMemcpyDeviceToDevice, stream_));
    });
  }

  void expect(Operation operation) { enqueue(operation, Tuning{}, expected_.data()); }

  bool agrees(Operation operation, const Tuning& tuning) {
    WREATH_CUDA(cudaMemsetAsync(z_.data(), 0xa5, n_ * sizeof(Point), stream_));
    enqueue(operation, tuning, z_.data());
    const auto status = arrays::cuda_detail::read_status(scratch_.data(), stream_);
    return status.first_bad == arrays::cuda_detail::kNone && status.unbalanced == arrays::cuda_detail::kNone &&
           count_differences<Point>(z_.data(), expected_.data(), n_, stream_) == 0;
  }

  double milliseconds(Operation operation, const Tuning& tuning) {
    return median_milliseconds(stream_, [&] { enqueue(operation, tuning, z_.data()); });
  }

 private:
  void enqueue(Operation operation, const Tuning& tuning, Point* z) {
    const bool divides = operation == Operation::divide;
    const std::size_t bytes = operation == Operation::multiply
                                  ? arrays::cuda_detail::gather_scratch_bytes<Point>(n_, n_, tuning)
                                  : arrays::cuda_detail::scatter_scratch_bytes<Point>(n_, divides, tuning);
    if (scratch_.size() < bytes) {
      stream_.wait();
      scratch_ = {};
      scratch_ = cuda::Buffer<unsigned char>(bytes);
    }
    if (operation == Operation::multiply) {
      arrays::cuda_detail::enqueue_gather<Point>(x_.data(), n_, y_.data(), n_, z, tuning, scratch_.data(), stream_);
    } else {
      arrays::cuda_detail::enqueue_scatter<Point>(x_.data(), divides ? y_.data() : nullptr, n_, z, tuning, scratch_.data(),
                                                  stream_);
    }
  }

  cuda::Stream stream_;
  cuda::Buffer<Point> x_, y_, z_, expected_;
  cuda::Buffer<unsigned char> scratch_;
  std::uint64_t n_ = 0;
};

struct Timed {
  std::string algorithm;
  Tuning tuning;
};

std::vector<Timed> what_to_time(const Problem& problem, const Limits& limits, bool methods) {
  std::vector<Timed> list = {{"traditional", {}},
                             {"implicit", choose_tuning(problem, arrays::Way::partition, limits)},
                             {"automatic", choose_tuning(problem, arrays::Way::automatic, limits)}};
  if (!methods) return list;
  for (const auto& tuning : {tune_shared(problem, limits), tune_l2(problem, limits), tune_two_level(problem, limits)})
    if (tuning) list.push_back({"forced", *tuning});
  if (auto other = tune_l2(problem, limits)) {  // smaller blocks, and larger tiles
    other->block_points /= 2;
    list.push_back({"forced", *other});
    other->tile_points = problem.point_bytes == 4 ? 48 << 10 : 24 << 10;
    list.push_back({"forced", *other});
    other->block_points *= 2;
    list.push_back({"forced", *other});
  }
  return list;
}

class Report {
 public:
  void add_copy(int bits, std::size_t point_bytes, double milliseconds) {
    const double bytes = 2.0 * static_cast<double>(std::uint64_t{1} << bits) * static_cast<double>(point_bytes);
    terabytes_ = bytes / milliseconds * 1e-9;
    fmt::print("\nu{} 2^{}: copying runs at {:.2f} TB/s ({:.3f} ms)\n", 8 * point_bytes, bits, terabytes_, milliseconds);
    fmt::print("{:<9} {:<12} {:<10} {:>6} {:>6} {:>10} {:>9} {:>7} {:>9}\n", "operation", "algorithm", "method", "tile", "block",
               "ms", "ns/point", "ratio", "floor ms");
    copies_.push_back({{"points", std::uint64_t{1} << bits},
                       {"point_bytes", point_bytes},
                       {"ms", milliseconds},
                       {"terabytes_per_second", terabytes_}});
    fastest_copy_ = std::max(fastest_copy_, terabytes_);
  }

  void add(const Problem& problem, const Timed& timed, double milliseconds, double traditional, bool right) {
    const auto points = static_cast<double>(problem.points);
    const double bytes =
        floor_bytes(static_cast<Operation>(problem.move), timed.tuning.variant, static_cast<double>(problem.point_bytes));
    const double floor = bytes * points / terabytes_ * 1e-9;
    fmt::print("{:<9} {:<12} {:<10} {:>6} {:>6} {:>10.3f} {:>9.4f} {:>7.3f} {:>9.3f}{}\n",
               operation_name(static_cast<Operation>(problem.move)), timed.algorithm, variant_name(timed.tuning.variant),
               size_text(timed.tuning.tile_points), size_text(timed.tuning.block_points), milliseconds,
               milliseconds * 1e6 / points, milliseconds / traditional, floor, right ? "" : "  WRONG");
    std::fflush(stdout);
    series_.push_back({{"op", operation_name(static_cast<Operation>(problem.move))},
                       {"points", problem.points},
                       {"point_bytes", problem.point_bytes},
                       {"algorithm", timed.algorithm},
                       {"method", variant_name(timed.tuning.variant)},
                       {"tile_points", timed.tuning.tile_points},
                       {"block_points", timed.tuning.block_points},
                       {"ms", milliseconds},
                       {"ns_per_point", milliseconds * 1e6 / points},
                       {"ratio_to_traditional", milliseconds / traditional},
                       {"floor_ms", floor}});
    if (!right) ++wrong_;
    if (timed.algorithm == "automatic") worst_automatic_ = std::max(worst_automatic_, milliseconds / traditional);
  }

  void add_host(const std::string& op, std::uint64_t points, double gpu_ms, double cpu_ms, bool right) {
    fmt::print("{:<9} {:>12} points: GPU with both ways over the bus {:>9.1f} ms, CPU {:>9.1f} ms, ratio {:.3f}{}\n", op, points,
               gpu_ms, cpu_ms, gpu_ms / cpu_ms, right ? "" : "  WRONG");
    std::fflush(stdout);
    host_.push_back({{"op", op}, {"points", points}, {"point_bytes", 4}, {"gpu_ms", gpu_ms}, {"cpu_ms", cpu_ms}});
    if (!right) ++wrong_;
  }

  Json series() const { return {{"device", series_}, {"copy", copies_}, {"host", host_}}; }
  Json results() const {
    return {{"wrong", wrong_}, {"worst_ratio_of_automatic", worst_automatic_}, {"copy_terabytes_per_second", fastest_copy_}};
  }
  bool all_right() const { return wrong_ == 0; }

 private:
  static std::string size_text(std::uint64_t points) {
    if (points == 0) return "-";
    return points % (1 << 20) == 0 ? fmt::format("{}M", points >> 20) : fmt::format("{}K", points >> 10);
  }

  Json series_ = Json::array();
  Json copies_ = Json::array();
  Json host_ = Json::array();
  double terabytes_ = 1;
  double fastest_copy_ = 0;
  double worst_automatic_ = 0;
  int wrong_ = 0;
};

template <class Point>
void time_on_device(const Arguments& arguments, int max_bits, Report& report) {
  max_bits = std::min(max_bits, arguments.max_bits);
  const Limits limits = arrays::cuda_detail::device_limits();
  DeviceArrays<Point> arrays(std::uint64_t{1} << max_bits);
  for (int bits = 16; bits <= max_bits; ++bits) {
    const std::uint64_t n = std::uint64_t{1} << bits;
    arrays.fill(n);
    report.add_copy(bits, sizeof(Point), arrays.copy_milliseconds());
    for (const Operation operation : {Operation::multiply, Operation::inverse, Operation::divide}) {
      const Problem problem{static_cast<arrays::Move>(operation), n, n, sizeof(Point)};
      arrays.expect(operation);
      std::vector<std::pair<Tuning, double>> known;
      for (const Timed& timed : what_to_time(problem, limits, arguments.methods)) {
        const auto before = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == timed.tuning; });
        const bool timed_before = before != known.end();
        const bool right = timed_before || arrays.agrees(operation, timed.tuning);
        const double milliseconds = timed_before ? before->second : arrays.milliseconds(operation, timed.tuning);
        if (!timed_before) known.emplace_back(timed.tuning, milliseconds);
        report.add(problem, timed, milliseconds, known.front().second, right);
      }
    }
  }
}

template <class Work>
double host_milliseconds(int repetitions, const Work& work) {
  std::vector<double> times;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  return median(times);
}

// Arrays in host memory: sent, worked on and fetched, beside the same on the CPU.
void time_on_host(int bits, int repetitions, Report& report) {
  using Point = std::uint32_t;
  const std::size_t n = std::size_t{1} << bits;
  HugeArray<Point> x(n), y(n), z(n), expected(n);
  {
    const cuda::Stream stream;
    cuda::Buffer<Point> device(n);
    fill_random(device.data(), n, kSeed, stream);
    device.download(x.span(), stream);
    fill_random(device.data(), n, kSeed + 1, stream);
    device.download(y.span(), stream);
    stream.wait();
  }
  // Touches the pages of both, so that neither machine pays for them.
  std::fill(z.begin(), z.end(), 0);
  std::fill(expected.begin(), expected.end(), 0);
  const auto equal = [&] { return std::memcmp(z.data(), expected.data(), n * sizeof(Point)) == 0; };
  const std::span<const Point> in_x = std::as_const(x).span();
  const std::span<const Point> in_y = std::as_const(y).span();
  Options cpu;
  cpu.machine.backend = BackendChoice::cpu;

  const double cpu_multiply = host_milliseconds(repetitions, [&] { multiply<Point, Point>(in_x, in_y, expected.span(), cpu); });
  const double gpu_multiply = host_milliseconds(repetitions, [&] { hold_on_gpu<Point, Point>(in_y)->multiply(in_x, z.span()); });
  report.add_host("multiply", n, gpu_multiply, cpu_multiply, equal());

  const double cpu_inverse = host_milliseconds(repetitions, [&] { inverse<Point>(in_x, expected.span(), cpu); });
  const double gpu_inverse = host_milliseconds(repetitions, [&] { invert_on_gpu<Point>(in_x, z.span()); });
  report.add_host("inverse", n, gpu_inverse, cpu_inverse, equal());
}

std::optional<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--record" && i + 1 < argc) {
      arguments.record = argv[++i];
    } else if (argument == "--max-bits" && i + 1 < argc) {
      arguments.max_bits = std::clamp(std::stoi(argv[++i]), 16, 31);
    } else if (argument == "--methods") {
      arguments.methods = true;
    } else if (argument == "--no-host") {
      arguments.host = false;
    } else {
      return std::nullopt;
    }
  }
  return arguments;
}

std::string command_line(int argc, char** argv) {
  std::string text = "wreath_bench_cuda";
  for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
  return text;
}

int run(int argc, char** argv) {
  const std::optional<Arguments> arguments = parse(argc, argv);
  if (!arguments) {
    fmt::print(stderr, "usage: wreath_bench_cuda [--record FILE] [--max-bits B] [--methods] [--no-host]\n");
    return 64;
  }
  if (!has_gpu()) {
    fmt::print(stderr, "wreath_bench_cuda: no GPU here: {}\n", gpus().problem);
    return 1;
  }
  RunControl control;
  control.note_choice("backend", "cuda", "the benchmark is of it");
  Report report;
  {
    const auto phase = control.phase("4-byte points");
    time_on_device<std::uint32_t>(*arguments, 31, report);
  }
  {
    const auto phase = control.phase("8-byte points");
    time_on_device<std::uint64_t>(*arguments, 30, report);
  }
  if (arguments->host) {
    const auto phase = control.phase("host arrays");
    fmt::print("\n4-byte points in host memory:\n");
    if (arguments->max_bits >= 27) time_on_host(27, 3, report);
    if (arguments->max_bits >= 30) time_on_host(30, 1, report);
  }
  fmt::print("\n{} after {:.1f} s\n", report.all_right() ? "all right" : "WRONG RESULTS", control.seconds());
  if (!arguments->record.empty()) {
    const RunDescription description{command_line(argc, argv), kSeed, resolve_threads(0), gpu_name()};
    OutputFile record(arguments->record);
    write_json(record, make_record(description, control, true, report.results(), report.series()));
  }
  return report.all_right() ? 0 : 1;
}

}  // namespace
}  // namespace wreath::perm::bench

int main(int argc, char** argv) {
  try {
    return wreath::perm::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "wreath_bench_cuda: {}\n", error.what());
    return 1;
  }
}
