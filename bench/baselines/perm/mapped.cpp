// SPDX-License-Identifier: MIT
//
// y is never read as a whole: the kernel brings in the 4 KiB page of every access. That is bearable while y fits the page cache,
// and hopeless beyond; it also misses the TLB at nearly every point, where an array on huge pages does not.
#include "bench/baselines/perm/mapped.hpp"

#include <algorithm>
#include <cstring>

#include "core/data/huge_array.hpp"
#include "perm/files/file_tools.hpp"
#include "core/arrays/widths.hpp"
#include "core/arrays/loop.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 22;  // points between two looks at the clock

/// z[i] = y[x[i]] for the piece of points that starts at `first`.
template <class Point, class Value>
void multiply_piece(const MapSource& x, const MapSource& y, std::size_t first, std::span<const Point> points, std::span<Value> z,
                    unsigned threads) {
  if (const auto bad = arrays::gather_traditional(points, y.in_place<Value>(), z, resolve_threads(threads))) {
    throw_point_error(PointError(*bad, points[*bad], y.size()), x, y, first);
  }
}

}  // namespace

FileReport multiply_through_map(FileLoop loop, const MapSource& x, const MapSource& y, const std::string& output,
                                unsigned threads, RunControl& run) {
  return with_width(x.width(), [&]<class Point>(Point) {
    return with_width(y.width(), [&]<class Value>(Value) {
      const std::uint64_t shape[] = {x.size()};
      const std::string header = make_npy_header(y.kind(), sizeof(Value), shape);
      const std::uint64_t whole = header.size() + x.size() * sizeof(Value);
      OutputFile file(output);
      file.reserve(whole);
      std::span<Value> z;
      if (loop == FileLoop::mapped) {
        const auto bytes = file.map(whole);
        std::memcpy(bytes.data(), header.data(), header.size());
        z = {reinterpret_cast<Value*>(bytes.data() + header.size()), x.size()};
      } else {
        file.write_at(0, bytes_of(header));
      }
      const std::size_t piece = std::min<std::size_t>(kPiece, x.size());
      HugeArray<Point> x_buffer(piece);
      HugeArray<Value> z_buffer(loop == FileLoop::buffered ? piece : 0);
      std::size_t done = 0;
      while (done < x.size() && !run.should_stop()) {
        const auto timer = run.phase("multiply");
        const std::size_t count = std::min(piece, x.size() - done);
        // Both check x for negative values; the mapped loop then reads it again where it lies.
        x.read_points(done, x_buffer.span().first(count), threads);
        if (loop == FileLoop::mapped) {
          multiply_piece<Point, Value>(x, y, done, x.in_place<Point>().subspan(done, count), z.subspan(done, count), threads);
        } else {
          multiply_piece<Point, Value>(x, y, done, x_buffer.span().first(count), z_buffer.span().first(count), threads);
          file.write_at(header.size() + done * sizeof(Value), std::as_bytes(z_buffer.span().first(count)));
        }
        done += count;
        run.report({"multiply", done, x.size(), "points"});
      }
      if (done == x.size()) file.commit();
      return FileReport{x.size(), done, sizeof(Value), 0};
    });
  });
}

}  // namespace wreath::perm
