// SPDX-License-Identifier: MIT
//
// Permutations and maps on up to billions of points, as arrays of their images.
//
// Points are 0-based. Everything acts on the right, as in GAP: x*y is x first, then y. Functions that take a map x state whether
// it must be a permutation; those that find that it is not throw InputError and name the first point that shows it. A run, where
// one is given, bounds the scratch memory, and learns what was chosen and how long each phase took.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

/// A value that is not a point of the array it points into.
class PointError : public InputError {
 public:
  /// The error that value `found` at index `at` is not one of `points` points.
  PointError(std::uint64_t at, std::uint64_t found, std::uint64_t points);
  std::uint64_t index;
  std::uint64_t value;
  std::uint64_t size;
};

/// x*y, x^-1 and x^-1*y: divide(x, y) is x^-1*y (left division).
enum class Operation { multiply, inverse, divide };

/// How to multiply, invert and divide: `loop` runs over all points on all cores, with one random access per point; `partition`
/// partitions first, so that memory is only read and written in order; `automatic` uses the one that is faster at this size.
enum class Method { automatic, loop, partition };
/// "auto", "loop" or "partition"; throws InputError for anything else.
[[nodiscard]] Method parse_method(std::string_view name);

/// Scratch memory that is kept from call to call, so that its pages are requested from the system once.
class Workspace {
 public:
  /// Holds no memory yet.
  Workspace();
  ~Workspace();
  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace&& other) noexcept;

  /// At least `bytes` bytes, valid until the next call. Throws ResourceError.
  std::span<std::byte> take(std::size_t bytes);
  /// The bytes that it holds: the most that was taken so far.
  std::size_t size() const noexcept;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

struct Options {
  Machine machine = {};  // scratch and cluster are of no use here
  Method method = Method::automatic;
  Workspace* workspace = nullptr;  // null: scratch memory is taken and given back by each call
  bool stops = true;               // multiply, divide and inverse stop when the run is asked to; if not, they finish first
};

/// The types of points.
template <class T>
concept PointType = std::same_as<T, std::uint8_t> || std::same_as<T, std::uint16_t> || std::same_as<T, std::uint32_t> ||
    std::same_as<T, std::uint64_t>;

/// What may be moved along a map: anything that can be copied as bytes, up to a cache line.
template <class T>
concept Movable = std::is_trivially_copyable_v<T> && sizeof(T) <= 64;

namespace detail {
[[noreturn]] void throw_sizes(const char* what, std::uint64_t one, std::uint64_t other);
}  // namespace detail

/// Fills x with a uniformly random permutation of 0..x.size()-1: the same one for the same seed, whatever the threads.
/// Throws InputError if Point cannot hold the points. If the run is asked to stop, x is left unfinished.
template <PointType Point>
void random(std::span<Point> x, std::uint64_t seed, const Options& options = {}, RunControl* run = nullptr);

/// multiply for values whose type is not known before run time: y_size values of value_bytes bytes each lie at y, and the
/// x.size() values of the result go to z. The rules are those of multiply.
template <PointType Point>
void multiply_values(std::span<const Point> x, const void* y, std::size_t y_size, void* z, std::size_t value_bytes,
                     const Options& options = {}, RunControl* run = nullptr);
/// divide for such values: y_size of them lie at y, and z_size of them at z. The rules are those of divide; throws InputError if
/// y_size is not x.size().
template <PointType Point>
void divide_values(std::span<const Point> x, const void* y, std::size_t y_size, void* z, std::size_t z_size,
                   std::size_t value_bytes, const Options& options = {}, RunControl* run = nullptr);

/// z = x*y: z[i] = y[x[i]]. x must map into y; it need not be a bijection, and y may hold objects instead of points, which are
/// then rearranged. z may be x itself, but must not overlap y. Throws PointError at the first index that does not map into y;
/// z is then unspecified. If the run is asked to stop, z is left unfinished.
template <PointType Point, Movable Value>
void multiply(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options = {},
              RunControl* run = nullptr) {
  if (x.size() != z.size()) detail::throw_sizes("x and the product", x.size(), z.size());
  multiply_values<Point>(x, y.data(), y.size(), z.data(), sizeof(Value), options, run);
}

/// z = x^-1*y: z[x[i]] = y[i]. x must be a permutation of z's points; only its range is checked. If it is not one, points that
/// several i hit hold anything, and points that are never hit keep what z held or hold zero. z must not overlap x or y. Throws
/// PointError. If the run is asked to stop, z is left unfinished.
template <PointType Point, Movable Value>
void divide(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options = {},
            RunControl* run = nullptr) {
  divide_values<Point>(x, y.data(), y.size(), z.data(), z.size(), sizeof(Value), options, run);
}

/// z = x^-1: z[x[i]] = i. As divide; z may be x itself.
template <PointType Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Options& options = {}, RunControl* run = nullptr);

/// z = 1: z[i] = i. Throws InputError if Point cannot hold the points.
template <PointType Point>
void identity(std::span<Point> z, const Options& options = {});

/// z = x^exponent; a negative exponent inverts. x must map into itself; if it is a permutation, large exponents cost no more than
/// a few products. z must not overlap x. If the run is asked to stop, z is left unfinished.
template <PointType Point>
void power(std::span<const Point> x, std::int64_t exponent, std::span<Point> z, const Options& options = {},
           RunControl* run = nullptr);
/// The same for an exponent of any length, in decimal: "-3", "1000000000000000000000". Throws InputError if it is not an integer.
template <PointType Point>
void power(std::span<const Point> x, std::string_view exponent, std::span<Point> z, const Options& options = {},
           RunControl* run = nullptr);

/// z = y^-1*x*y, for permutations x and y of the same points. z must not overlap x or y. If the run is asked to stop, z is left
/// unfinished.
template <PointType Point>
void conjugate(std::span<const Point> x, std::span<const Point> y, std::span<Point> z, const Options& options = {},
               RunControl* run = nullptr);
/// z = x^-1*y^-1*x*y, for permutations x and y of the same points. z must not overlap x or y. If the run is asked to stop, z is
/// left unfinished.
template <PointType Point>
void commutator(std::span<const Point> x, std::span<const Point> y, std::span<Point> z, const Options& options = {},
                RunControl* run = nullptr);

/// A letter of a word: a permutation, or the inverse of one.
template <PointType Point>
struct Letter {
  std::span<const Point> x;
  bool inverted = false;
};

/// z = the product of the letters, all permutations of the same points. Letters in a row that are not inverted are multiplied in
/// place, and an inverted letter costs one division: no inverse is computed, and at most one array of scratch is used. z must not
/// overlap a letter. If the run is asked to stop, z is left unfinished.
template <PointType Point>
void evaluate(std::span<const Letter<Point>> word, std::span<Point> z, const Options& options = {}, RunControl* run = nullptr);

/// What is wrong with x as a permutation, if anything: the first index whose value is out of range or appeared before.
struct Defect {
  enum class Kind { none, out_of_range, repeated } kind = Kind::none;
  std::uint64_t index = 0;
  std::uint64_t value = 0;
  std::uint64_t earlier = 0;  // where a repeated value came up first

  /// Whether something is wrong: false for a permutation.
  explicit operator bool() const noexcept { return kind != Kind::none; }
  /// The defect in a sentence, for a map on `points` points, such as "value 4 at index 2 already appears at index 0".
  std::string sentence(std::uint64_t points) const;
};
/// The first thing that is wrong with x as a permutation, or no defect. Throws LimitReached if the run is to stop before that is
/// known.
template <PointType Point>
[[nodiscard]] Defect find_defect(std::span<const Point> x, const Options& options = {}, RunControl* run = nullptr);
/// Whether x has each of the points 0..x.size()-1 exactly once. Throws LimitReached if the run is to stop before that is known.
template <PointType Point>
[[nodiscard]] bool is_permutation(std::span<const Point> x, const Options& options = {}, RunControl* run = nullptr) {
  return !find_defect(x, options, run);
}

/// Whether x and y have the same size and the same values.
template <PointType Point>
[[nodiscard]] bool equal(std::span<const Point> x, std::span<const Point> y, const Options& options = {});

/// How many cycles of a length there are.
struct CycleCount {
  std::uint64_t length = 0;
  std::uint64_t count = 0;
  bool operator==(const CycleCount&) const = default;
};
/// The number of cycles of each length, in ascending order of the lengths; fixed points are cycles of length 1. x must be a
/// permutation; throws InputError if it is not, LimitReached if the run is to stop first.
template <PointType Point>
[[nodiscard]] std::vector<CycleCount> cycle_type(std::span<const Point> x, const Options& options = {},
                                                 RunControl* run = nullptr);

/// z[i] = the least point of i's cycle: two points have the same value if and only if they are on the same cycle. x must be a
/// permutation; throws InputError if it is not. z must not overlap x. If the run is asked to stop, z is left unfinished.
template <PointType Point>
void cycle_representatives(std::span<const Point> x, std::span<Point> z, const Options& options = {}, RunControl* run = nullptr);

template <class Array>
using ValueIn = std::ranges::range_value_t<Array>;
template <class Array>
concept ValueArray = std::ranges::contiguous_range<Array> && std::ranges::sized_range<Array> && Movable<ValueIn<Array>>;
/// One that can be written to, and is not a temporary that takes the result with it.
template <class Array, class Value>
concept Output = ValueArray<Array> && std::same_as<std::ranges::range_reference_t<Array>, Value&> &&
                 (std::is_lvalue_reference_v<Array> || std::ranges::borrowed_range<Array>);
template <class Array>
concept PointArray = ValueArray<Array> && PointType<ValueIn<Array>>;
/// Points of the same type as in another array.
template <class Array, class Other>
concept PointsLike = PointArray<Array> && std::same_as<ValueIn<Array>, ValueIn<Other>>;

/// As random above, for vectors and other contiguous arrays.
template <PointArray X>
requires Output<X, ValueIn<X>>
void random(X&& x, std::uint64_t seed, const Options& options = {}, RunControl* run = nullptr) {
  random(std::span<ValueIn<X>>(x), seed, options, run);
}
/// As multiply above, for vectors and other contiguous arrays.
template <PointArray X, ValueArray Y, Output<ValueIn<Y>> Z>
void multiply(const X& x, const Y& y, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  multiply(std::span<const ValueIn<X>>(x), std::span<const ValueIn<Y>>(y), std::span<ValueIn<Y>>(z), options, run);
}
/// As divide above, for vectors and other contiguous arrays.
template <PointArray X, ValueArray Y, Output<ValueIn<Y>> Z>
void divide(const X& x, const Y& y, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  divide(std::span<const ValueIn<X>>(x), std::span<const ValueIn<Y>>(y), std::span<ValueIn<Y>>(z), options, run);
}
/// As inverse above, for vectors and other contiguous arrays.
template <PointArray X, Output<ValueIn<X>> Z>
void inverse(const X& x, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  inverse(std::span<const ValueIn<X>>(x), std::span<ValueIn<X>>(z), options, run);
}
/// As identity above, for vectors and other contiguous arrays.
template <PointArray Z>
requires Output<Z, ValueIn<Z>>
void identity(Z&& z, const Options& options = {}) {
  identity(std::span<ValueIn<Z>>(z), options);
}
/// As power above, for vectors and other contiguous arrays.
template <PointArray X, Output<ValueIn<X>> Z>
void power(const X& x, std::int64_t exponent, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  power(std::span<const ValueIn<X>>(x), exponent, std::span<ValueIn<X>>(z), options, run);
}
/// As power above with an exponent of any length, for vectors and other contiguous arrays.
template <PointArray X, Output<ValueIn<X>> Z>
void power(const X& x, std::string_view exponent, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  power(std::span<const ValueIn<X>>(x), exponent, std::span<ValueIn<X>>(z), options, run);
}
/// As cycle_representatives above, for vectors and other contiguous arrays.
template <PointArray X, Output<ValueIn<X>> Z>
void cycle_representatives(const X& x, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  cycle_representatives(std::span<const ValueIn<X>>(x), std::span<ValueIn<X>>(z), options, run);
}
/// As conjugate above, for vectors and other contiguous arrays.
template <PointArray X, PointsLike<X> Y, Output<ValueIn<X>> Z>
void conjugate(const X& x, const Y& y, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  conjugate(std::span<const ValueIn<X>>(x), std::span<const ValueIn<X>>(y), std::span<ValueIn<X>>(z), options, run);
}
/// As commutator above, for vectors and other contiguous arrays.
template <PointArray X, PointsLike<X> Y, Output<ValueIn<X>> Z>
void commutator(const X& x, const Y& y, Z&& z, const Options& options = {}, RunControl* run = nullptr) {
  commutator(std::span<const ValueIn<X>>(x), std::span<const ValueIn<X>>(y), std::span<ValueIn<X>>(z), options, run);
}
/// As find_defect above, for vectors and other contiguous arrays.
template <PointArray X>
[[nodiscard]] Defect find_defect(const X& x, const Options& options = {}, RunControl* run = nullptr) {
  return find_defect(std::span<const ValueIn<X>>(x), options, run);
}
/// As is_permutation above, for vectors and other contiguous arrays.
template <PointArray X>
[[nodiscard]] bool is_permutation(const X& x, const Options& options = {}, RunControl* run = nullptr) {
  return !find_defect(x, options, run);
}
/// As equal above, for vectors and other contiguous arrays.
template <PointArray X, PointsLike<X> Y>
[[nodiscard]] bool equal(const X& x, const Y& y, const Options& options = {}) {
  return equal(std::span<const ValueIn<X>>(x), std::span<const ValueIn<X>>(y), options);
}
/// As cycle_type above, for vectors and other contiguous arrays.
template <PointArray X>
[[nodiscard]] std::vector<CycleCount> cycle_type(const X& x, const Options& options = {}, RunControl* run = nullptr) {
  return cycle_type(std::span<const ValueIn<X>>(x), options, run);
}

/// The sign of a permutation with these cycles: 1 if it is even, -1 if it is odd.
[[nodiscard]] int sign(std::span<const CycleCount> cycles);
/// The order of a permutation x with these cycles: the least k > 0 with x^k = 1. It can have hundreds of digits.
[[nodiscard]] Natural order(std::span<const CycleCount> cycles);

}  // namespace wreath::perm
