// SPDX-License-Identifier: MIT
//
// Powers on disk: cycles that are laid out one after the other, each turned by the exponent modulo its length; and the streams
// that the exponents 0 and 1 need.
#include <algorithm>
#include <span>
#include <vector>

#include "perm/disk/cycles.hpp"
#include "perm/disk/stream_array.hpp"
#include "perm/point40.hpp"

namespace wreath::perm::disk {

namespace {

constexpr std::size_t kWindow = std::size_t{1} << 18;  // points

/// Part of a file of points, in memory. read(first, span) reads from the file.
template <class Point, class Read>
class Window {
 public:
  Window(std::uint64_t size, Read read) : size_(size), read_(std::move(read)), points_(kWindow) {}

  /// At most kWindow of them.
  std::span<const Point> at(std::uint64_t first, std::size_t count) {
    if (first < first_ || first + count > first_ + loaded_) {
      first_ = first;
      loaded_ = std::min<std::uint64_t>(kWindow, size_ - first);
      read_(first, std::span(points_).first(loaded_));
    }
    return std::span<const Point>(points_).subspan(first - first_, count);
  }

 private:
  std::uint64_t size_;
  Read read_;
  std::vector<Point> points_;
  std::uint64_t first_ = 0;
  std::size_t loaded_ = 0;
};

template <class Point, class Read>
Window<Point, Read> window_on(std::uint64_t size, Read read) {
  return {size, std::move(read)};
}

template <class Point>
bool turn(const MapSource& laid_out, const ScratchFile& lengths, const Rotations& rotations, char kind, const std::string& output,
          RunControl& run) {
  auto window = window_on<Point>(laid_out.size(),
                                 [&](std::uint64_t first, std::span<Point> into) { laid_out.read_values(first, into, 1); });
  auto length_window = window_on<Point>(lengths.size() / sizeof(Point), [&](std::uint64_t first, std::span<Point> into) {
    lengths.read_at(first * sizeof(Point), std::as_writable_bytes(into));
  });
  std::uint64_t cycle = 0;   // the next one's number
  std::uint64_t start = 0;   // of the cycle
  std::uint64_t length = 0;  // of the cycle
  std::uint64_t done = 0;    // of the cycle
  std::uint64_t shift = 0;
  return stream_array<Point>(output, kind, laid_out.size(), "turn", run, [&](std::uint64_t, std::span<Point> to) {
    while (!to.empty()) {
      if (done == length) {
        start += length;
        length = std::uint64_t{length_window.at(cycle++, 1)[0]} + 1;
        shift = rotations.of(length);
        done = 0;
      }
      const std::uint64_t from = done + shift < length ? done + shift : done + shift - length;
      const std::size_t count = std::min<std::uint64_t>({to.size(), length - done, length - from, kWindow});
      if (length <= kWindow) window.at(start, length);  // so that its parts are found together
      const auto points = window.at(start + from, count);
      std::copy(points.begin(), points.end(), to.begin());
      to = to.subspan(count);
      done += count;
    }
  });
}

}  // namespace

bool turn_cycles(const MapSource& laid_out, const ScratchFile& lengths, const Rotations& rotations, char kind,
                 const std::string& output, RunControl& run) {
  return with_disk_point(laid_out.width(),
                         [&]<class Point>(Point) { return turn<Point>(laid_out, lengths, rotations, kind, output, run); });
}

bool write_identity(std::uint64_t points, char kind, unsigned point_bytes, const std::string& output, RunControl& run) {
  return with_disk_value(point_bytes, [&]<class Point>(Point) {
    return stream_array<Point>(output, kind, points, "write", run, [](std::uint64_t first, std::span<Point> to) {
      for (Point& point : to) point = static_cast<Point>(first++);
    });
  });
}

bool copy_array(const MapSource& x, const std::string& output, RunControl& run) {
  return with_disk_value(x.width(), [&]<class Point>(Point) {
    return stream_array<Point>(output, x.kind(), x.size(), "write", run,
                               [&](std::uint64_t first, std::span<Point> to) { x.read_values(first, to, 1); });
  });
}

}  // namespace wreath::perm::disk
