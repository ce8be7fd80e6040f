// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/arrays/widths.hpp"
#include "core/data/huge_array.hpp"
#include "core/io/npy.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/json.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

class Map;

/// A map that is to be read: an .npy file, or bytes and values that came from elsewhere (a stream, a text).
class MapSource {
 public:
  /// An .npy file; throws InputError as NpyFile does.
  static MapSource from_file(const std::string& path);
  /// The bytes of an .npy file that came through a stream.
  static MapSource from_bytes(std::string name, std::string bytes);
  /// Images as numbers; they are held in four bytes where that suffices, else in eight. Messages count points from `first_point`.
  static MapSource from_values(std::string name, const std::vector<std::uint64_t>& values, std::uint64_t first_point = 0);

  /// A permutation that came as numbers fixes the points it does not name: the same with this many points. Nothing for others,
  /// and where it has as many.
  std::optional<MapSource> fixing_points_up_to(std::uint64_t points) const;

  const std::string& name() const noexcept { return name_; }
  std::uint64_t size() const { return header_.count(); }
  unsigned width() const noexcept { return header_.item_bytes; }
  char kind() const noexcept { return header_.kind; }
  /// Where the values start in the file.
  std::uint64_t data_offset() const noexcept { return header_.data_offset; }

  /// Copies bytes of the values from `offset` on, as they are in memory. Values must be whole. Throws Stopped if a run is given
  /// and asked to stop, as all that read do.
  void read_bytes(std::uint64_t offset, std::span<std::byte> into, unsigned threads, RunControl* run = nullptr) const;
  /// Copies values first, first+1, ... as they are, with `threads` threads.
  template <class Value>
  void read_values(std::size_t first, std::span<Value> into, unsigned threads, RunControl* run = nullptr) const {
    read_bytes(first * sizeof(Value), std::as_writable_bytes(into), threads, run);
  }
  /// The same as numbers of a type that may be wider.
  template <class Number>
  void read_numbers(std::size_t first, std::span<Number> into, unsigned threads, RunControl* run = nullptr) const {
    if (width() == sizeof(Number)) return read_values(first, into, threads, run);
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    parallel_ranges(into.size(), threads, kPiece, [&](Range range, unsigned) {
      with_disk_value(width(), [&]<class Value>(Value) {
        std::vector<Value> piece(std::min(kPiece, range.size()));
        for (std::size_t begin = range.begin; begin < range.end; begin += kPiece) {
          const std::span<Value> values = std::span(piece).first(std::min(kPiece, range.end - begin));
          read_values(first + begin, values, 1, run);
          for (std::size_t i = 0; i < values.size(); ++i) into[begin + i] = static_cast<Number>(std::uint64_t{values[i]});
        }
      });
    });
  }
  /// As numbers that are used as points. Throws InputError at the first that is negative.
  template <class Point>
  void read_points(std::size_t first, std::span<Point> into, unsigned threads, RunControl* run = nullptr) const {
    read_numbers(first, into, threads, run);
    if (kind() != 'i') return;
    const auto negative =
        std::find_if(into.begin(), into.end(), [sign = 8 * width() - 1](std::uint64_t point) { return point >> sign != 0; });
    if (negative != into.end()) throw_negative(first + static_cast<std::size_t>(negative - into.begin()), *negative);
  }
  template <class Value>
  HugeArray<Value> all_values(unsigned threads, RunControl* run) const {
    HugeArray<Value> all(size());
    read_values(0, all.span(), threads, run);
    return all;
  }
  template <class Point>
  HugeArray<Point> all_points(unsigned threads, RunControl* run) const {
    HugeArray<Point> all(size());
    read_points(0, all.span(), threads, run);
    return all;
  }

  /// The values in place, in the mapped file or in memory.
  template <class Value>
  std::span<const Value> in_place() const {
    const char* start = file_ ? reinterpret_cast<const char*>(file_->file().bytes().data()) : bytes_.data();
    return {reinterpret_cast<const Value*>(start + header_.data_offset), size()};
  }
  bool is_file() const noexcept { return file_.has_value(); }

  /// For messages: a value as this source's own type shows it, a negative one being negative; where a value is ("index 2"); and a
  /// number of points, with their range.
  std::string shown(std::uint64_t value) const;
  std::string place(std::uint64_t index) const;
  std::string points_shown(std::uint64_t points) const;
  bool is_negative(std::uint64_t value) const;
  /// What shows that it is not a permutation.
  std::string sentence(const Defect& defect) const;
  /// Whether the file's values are as in memory.
  bool is_native() const noexcept { return header_.is_native(); }
  /// What tells whether it is still the same: for checkpoints.
  Json identity() const;

  /// As many of the values 0, 1, ... of a target of this many points as this map may take: a signed type has half of them.
  std::uint64_t limit(std::uint64_t target_points) const;
  /// Says that points are not negative.
  [[noreturn]] void throw_negative(std::uint64_t index, std::uint64_t value) const;

 private:
  std::string negative_sentence(std::uint64_t index, std::uint64_t value) const;

  std::string name_;
  NpyHeader header_;
  std::optional<NpyFile> file_;
  std::string bytes_;  // if there is no file
  bool from_values_ = false;
  std::uint64_t first_point_ = 0;
};

/// What the public headers hide from users, for the library itself.
struct Internals {
  static const MapSource& source(const Map& map) noexcept;
  static Map map(MapSource&& source);
};

/// Says which value of which file is not a point of which other; `first` is the index of the slice's first point.
[[noreturn]] void throw_point_error(const PointError& error, const MapSource& x, const MapSource& y, std::uint64_t first);

}  // namespace wreath::perm
