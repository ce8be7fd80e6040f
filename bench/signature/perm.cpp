// SPDX-License-Identifier: MIT
//
// The work of the perm engine. Sizes lie around the seams: those of a warp, of a width of points, of a thread's share, of a
// block.
#include <array>
#include <filesystem>
#include <limits>

#include "bench/signature/signature.hpp"
#include "core/io/npy.hpp"
#include "core/io/scratch_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::bench {

namespace {

using perm::Map;
using perm::PointType;

constexpr std::size_t kSizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 8191, 8193, 65536, 65537, 300'007};

template <PointType Point>
std::vector<Point> draw_permutation(std::size_t points, std::uint64_t seed, const perm::Options& options) {
  std::vector<Point> x(points);
  perm::random(std::span<Point>(x), seed, options);
  return x;
}

template <PointType Point>
void sign_cycles(std::span<const Point> x, const perm::Options& options, Digest& digest) {
  const std::vector<perm::CycleCount> cycles = cycle_type(x, options);
  for (const perm::CycleCount& cycle : cycles) {
    digest.add(cycle.length);
    digest.add(cycle.count);
  }
  digest.add(perm::sign(cycles) > 0 ? 1U : 0U);
  digest.add(perm::order(cycles).text());
}

/// Where x stops being a permutation, after a point was changed.
template <PointType Point>
void sign_defect(std::vector<Point> x, const perm::Options& options, Digest& digest) {
  if (x.size() < 3) return;
  x[x.size() - 2] = x[x.size() / 2];
  const perm::Defect defect = find_defect(std::span<const Point>(x), options);
  for (const std::uint64_t number : {defect.index, defect.value, defect.earlier}) digest.add(number);
}

template <PointType Point>
void sign_permutations(std::size_t points, perm::Options options, Digest& digest) {
  const auto x_array = draw_permutation<Point>(points, points + 1, options);
  const auto y_array = draw_permutation<Point>(points, points + 2, options);
  const std::span<const Point> x(x_array);
  const std::span<const Point> y(y_array);
  digest.add(x);
  std::vector<Point> z_array(points);
  const std::span<Point> z(z_array);
  for (const perm::Method method : {perm::Method::loop, perm::Method::partition}) {
    options.method = method;
    const auto sign_after = [&](auto&& operation) {
      operation();
      digest.add(z_array);
    };
    sign_after([&] { multiply<Point, Point>(x, y, z, options); });
    sign_after([&] { inverse<Point>(x, z, options); });
    sign_after([&] { divide<Point, Point>(x, y, z, options); });
    sign_after([&] { power<Point>(x, 13, z, options); });
    sign_after([&] { power<Point>(x, -6, z, options); });
    sign_after([&] { conjugate<Point>(x, y, z, options); });
    sign_after([&] { commutator<Point>(x, y, z, options); });
    const perm::Letter<Point> word[] = {{x, false}, {y, true}, {y, true}, {x, false}, {y, false}, {x, true}};
    sign_after([&] { evaluate<Point>(word, z, options); });
  }
  sign_cycles(x, options, digest);
  sign_defect(x_array, options, digest);
}

/// Values of another width than the points: rearranged by x, and by its inverse.
template <class Value>
void sign_values(perm::Options options, Digest& digest) {
  constexpr std::size_t kPoints = 100'003;
  const auto x = draw_permutation<std::uint32_t>(kPoints, 7, options);
  std::vector<Value> y(kPoints);
  std::vector<Value> z(kPoints);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(y));
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<std::byte>(mix64(k));
  for (const perm::Method method : {perm::Method::loop, perm::Method::partition}) {
    options.method = method;
    perm::multiply<std::uint32_t, Value>(x, y, z, options);
    digest.add_bytes(std::as_bytes(std::span(z)));
    perm::divide<std::uint32_t, Value>(x, y, z, options);
    digest.add_bytes(std::as_bytes(std::span(z)));
  }
}

template <PointType Point>
void sign_width(const perm::Options& options, Digest& digest) {
  for (const std::size_t points : kSizes) {
    if (points == 0 || points - 1 <= std::numeric_limits<Point>::max()) sign_permutations<Point>(points, options, digest);
  }
  digest.end_part("points of " + std::to_string(sizeof(Point)) + " bytes");
}

/// Blocks, chunks and slices so small that a few thousand points make many of each.
constexpr perm::DiskLayout kSmallLayout{.hold_whole = false, .block_bits = 12, .chunk_words = 4096, .slice_points = 4096};

/// Two permutations in files, and what comes of them.
class FileWork {
 public:
  FileWork(unsigned point_bytes, unsigned threads) : folder_(scratch_folder(""), ".wreath-signature-") {
    const perm::FileOptions options{.machine = {.backend = BackendChoice::cpu, .threads = threads}};
    random_file(kPoints, point_bytes, 1, file("x"), options);
    random_file(kPoints, point_bytes, 2, file("y"), options);
  }

  void sign(const perm::FileOptions& options, Digest& digest) {
    const Map x = Map::from_file(file("x"));
    const Map y = Map::from_file(file("y"));
    multiply_files(x, y, file("z"), options);
    sign_file(digest);
    inverse_file(x, file("z"), options);
    sign_file(digest);
    divide_files(x, y, file("z"), options);
    sign_file(digest);
  }

 private:
  static constexpr std::size_t kPoints = 50'000;

  std::string file(const char* name) const { return folder_.path() + "/" + name + ".npy"; }
  void sign_file(Digest& digest) const {
    const NpyFile z = NpyFile::of_points(file("z"));
    digest.add_bytes(z.file().bytes().subspan(z.header().data_offset));
  }

  TemporaryFolder folder_;
};

void sign_files(const SignatureOptions& options, Digest& digest) {
  perm::FileOptions how{.machine = {.backend = options.backend, .threads = options.threads}, .disk = kSmallLayout};
  FileWork(5, options.threads).sign(how, digest);  // on a GPU by way of its memory, otherwise Algorithm 3 of the paper
  digest.end_part("files of 5-byte points");
  FileWork files(4, options.threads);
  how.machine.backend = BackendChoice::cpu;
  how.disk.always = true;  // though the memory would do
  files.sign(how, digest);
  how.disk = {};
  files.sign(how, digest);
  digest.end_part("files of 4-byte points, on disk and in memory");
}

}  // namespace

void sign_perm(const SignatureOptions& options, Digest& digest) {
  const perm::Options how{.machine = {.backend = options.backend, .threads = options.threads}};
  sign_width<std::uint8_t>(how, digest);
  sign_width<std::uint16_t>(how, digest);
  sign_width<std::uint32_t>(how, digest);
  sign_width<std::uint64_t>(how, digest);
  sign_values<std::uint8_t>(how, digest);
  sign_values<std::uint16_t>(how, digest);
  sign_values<std::uint64_t>(how, digest);
  digest.end_part("values of other widths");
  sign_values<std::array<std::uint64_t, 2>>({.machine = {.backend = BackendChoice::cpu, .threads = options.threads}}, digest);
  digest.end_part("values of 16 bytes");
  sign_files(options, digest);
}

}  // namespace wreath::bench
