// SPDX-License-Identifier: MIT
//
// Schemes as arrays of R x (nm + mp + pn) integers. Each row is a summand: the entries of its factors a, then b, then c.
//
// The array does not say what its shape n x m x p is. Few shapes have that number of columns, and the scheme is usually valid for
// only one of them, which is taken. Three other forms can be read: AlphaTensor's array of 3 x nn x R, three arrays of nm x R,
// mp x R and pn x R, and flip-cpd's row of fractions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>

#include "core/io/npy.hpp"
#include "core/text/option.hpp"
#include "flip/files/text.hpp"
#include "flip/files/formats.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr std::uint64_t kMaxEntries = 65536;  // of a factor

std::vector<Shape> shapes_with(std::uint64_t columns) {
  std::vector<Shape> shapes;
  for (std::uint64_t n = 1; n < columns; ++n) {
    for (std::uint64_t m = 1; n * m < columns && n * m <= kMaxEntries; ++m) {
      const std::uint64_t p = (columns - n * m) / (n + m);
      if (p == 0 || n * m + m * p + p * n != columns || std::max(m * p, p * n) > kMaxEntries) continue;
      shapes.push_back({static_cast<unsigned>(n), static_cast<unsigned>(m), static_cast<unsigned>(p)});
    }
  }
  return shapes;
}

/// Where the coefficients of a scheme are in an array: those of factor `position` of summand r begin at r * step + start.
struct Layout {
  std::array<std::size_t, 3> start{};
  std::array<std::size_t, 3> step{};

  /// One summand per row.
  static Layout by_summand(const Shape& shape) {
    const std::size_t columns = std::size_t{shape.bits(0)} + shape.bits(1) + shape.bits(2);
    return {{0, shape.bits(0), std::size_t{shape.bits(0)} + shape.bits(1)}, {columns, columns, columns}};
  }
  /// All factors a, then b, then c.
  static Layout by_position(const Shape& shape, std::size_t rank) {
    const std::size_t a = rank * shape.bits(0);
    return {{0, a, a + rank * shape.bits(1)}, {shape.bits(0), shape.bits(1), shape.bits(2)}};
  }
  std::size_t at(std::size_t r, unsigned position, unsigned entry) const { return r * step[position] + start[position] + entry; }
};

/// False if some entries of the tensor that must be 1 are even: a quick look before the scheme is made and verified.
bool may_be(const std::vector<std::int64_t>& values, std::size_t rank, const Shape& shape, const Layout& layout,
            bool c_transposed) {
  if (!shape.is_matrices()) return true;
  for (unsigned t = 0; t < 16; ++t) {
    const unsigned i = 7 * t % shape.n;
    const unsigned j = 5 * t % shape.m;
    const unsigned k = 3 * t % shape.p;
    const unsigned c = c_transposed ? k * shape.n + i : i * shape.p + k;
    std::int64_t sum = 0;
    for (std::size_t r = 0; r < rank; ++r) {
      sum ^= values[layout.at(r, 0, i * shape.m + j)] & values[layout.at(r, 1, j * shape.p + k)] & values[layout.at(r, 2, c)];
    }
    if ((sum & 1) == 0) return false;
  }
  return true;
}

Rational coefficient(const NumberArray& array, std::size_t at) {
  return array.denominators.empty() ? Rational{array.values[at], 1} : make_rational(array.values[at], array.denominators[at]);
}

RationalScheme scheme_of(const NumberArray& array, std::size_t rank, const Shape& shape, const Layout& layout, bool c_transposed,
                         StopCheck stop) {
  RationalScheme scheme{shape, std::vector<std::array<Row, 3>>(rank)};
  for (std::size_t r = 0; r < rank; ++r) {
    stop.spend(kReading * (std::uint64_t{shape.bits(0)} + shape.bits(1) + shape.bits(2)));
    for (unsigned position = 0; position < 3; ++position) {
      for (unsigned k = 0; k < shape.bits(position); ++k)
        scheme.summands[r][position].push_back(coefficient(array, layout.at(r, position, k)));
    }
  }
  if (!c_transposed) transpose_third(scheme, Third::from_n_by_p);
  return scheme;
}

/// Factors of nm, mp and pn entries, one summand per column: AlphaTensor's form.
RationalScheme scheme_of_columns(const std::array<std::uint64_t, 3>& entries, std::size_t rank, const std::string& name,
                                 bool c_transposed, StopCheck stop, const std::function<Rational(unsigned, std::size_t)>& at) {
  std::uint64_t n = 1;
  while (n * n * entries[1] < entries[0] * entries[2]) ++n;
  const std::uint64_t m = entries[0] / n;
  const std::uint64_t p = entries[2] / n;
  if (rank == 0 || n * m != entries[0] || m * p != entries[1] || p * n != entries[2]) {
    throw InputError(fmt::format("{}: factors of {}, {} and {} entries are not those of a scheme: nm, mp and pn are needed", name,
                                 entries[0], entries[1], entries[2]));
  }
  RationalScheme scheme{parse_large_shape(fmt::format("{}x{}x{}", n, m, p)), {}};
  scheme.summands.resize(rank);
  for (unsigned position = 0; position < 3; ++position) {
    for (std::size_t k = 0; k < entries[position] * rank; ++k) {
      stop.spend(kReading);
      scheme.summands[k % rank][position].push_back(at(position, k));
    }
  }
  if (!c_transposed) transpose_third(scheme, Third::from_n_by_p);
  return scheme;
}

/// 3 x nn x R, of n x n x n.
RationalScheme read_cube(const NumberArray& array, const std::string& name, const SchemeFileOptions& options, StopCheck stop) {
  if (array.shape[0] != 3) {
    throw InputError(
        fmt::format("{}: an array of {} is not a scheme: 3 x nn x R is needed", name, fmt::join(array.shape, " x ")));
  }
  const std::uint64_t each = array.shape[1] * array.shape[2];
  return scheme_of_columns({array.shape[1], array.shape[1], array.shape[1]}, array.shape[2], name, options.c_transposed, stop,
                           [&](unsigned position, std::size_t k) { return coefficient(array, position * each + k); });
}

/// Three arrays of nm x R, mp x R and pn x R.
RationalScheme read_three(const std::vector<NumberArray>& arrays, const std::string& name, const SchemeFileOptions& options,
                          StopCheck stop) {
  std::array<std::uint64_t, 3> entries{};
  for (unsigned position = 0; position < 3; ++position) {
    if (arrays.size() != 3 || arrays[position].shape.size() != 2 || arrays[position].shape[1] != arrays[0].shape[1])
      throw InputError(fmt::format("{}: three arrays of R columns are needed for a scheme", name));
    entries[position] = arrays[position].shape[0];
  }
  return scheme_of_columns(entries, arrays[0].shape[1], name, options.c_transposed, stop,
                           [&](unsigned position, std::size_t k) { return coefficient(arrays[position], k); });
}

struct Candidate {
  Shape shape;
  std::size_t rank = 0;
};

/// The one candidate for which the scheme is valid. Throws InputError if there are none, or several.
template <class MakeLayout>
RationalScheme only_valid(const NumberArray& array, std::vector<Candidate> candidates, const MakeLayout& layout,
                          const SchemeFileOptions& options, const std::string& what, RunControl* run) {
  const auto scheme = [&](const Candidate& one) {
    return scheme_of(array, one.rank, one.shape, layout(one), options.c_transposed, stop_check(run));
  };
  if (candidates.size() == 1) return scheme(candidates[0]);
  std::vector<std::string> names;
  for (const Candidate& one : candidates) names.push_back(to_string(one.shape));
  const bool is_odd = std::ranges::all_of(array.denominators, [](std::int64_t x) { return x % 2 != 0; });
  std::erase_if(candidates, [&](const Candidate& one) {
    if (is_odd && !may_be(array.values, one.rank, one.shape, layout(one), options.c_transposed)) return true;
    return !find_ring(scheme(one), options.threads, run);
  });
  if (candidates.size() == 1) return scheme(candidates[0]);
  if (!candidates.empty()) {
    names.clear();
    for (const Candidate& one : candidates) names.push_back(to_string(one.shape));
  }
  constexpr std::size_t kShown = 12;
  const bool more = names.size() > kShown;
  if (more) names.resize(kShown);
  throw InputError(fmt::format("{} the shapes {}{}{}: name it with {}", what, fmt::join(names, ", "), more ? ", ..." : "",
                               candidates.empty() ? ", and it is a decomposition of none of them" : "", option("shape")));
}

/// One row of numerators and denominators in turn, all a, then b, then c, as flip-cpd has them: always with c as n x p.
RationalScheme read_fractions(const std::vector<std::int64_t>& all, const std::string& name, SchemeFileOptions options,
                              RunControl* run) {
  options.c_transposed = false;
  constexpr unsigned kLongest = 16;  // side; of longer ones --shape names the shape
  NumberArray fractions;
  for (std::size_t k = 0; k + 1 < all.size(); k += 2) {
    fractions.values.push_back(all[k]);
    fractions.denominators.push_back(all[k + 1]);
  }
  const std::size_t count = fractions.values.size();
  std::vector<Candidate> candidates;
  const auto add = [&](const Shape& shape) {
    const std::size_t columns = std::size_t{shape.bits(0)} + shape.bits(1) + shape.bits(2);
    if (count % columns == 0) candidates.push_back({shape, count / columns});
  };
  for (unsigned n = 1; n <= kLongest && !options.shape; ++n) {
    for (unsigned m = 1; m <= kLongest; ++m) {
      for (unsigned p = 1; p <= kLongest; ++p) add({n, m, p});
    }
  }
  if (options.shape) add(*options.shape);
  if (all.size() % 2 != 0 || candidates.empty())
    throw InputError(fmt::format("{}: a row of {} numbers is not a scheme{}: R x (nm + mp + pn) fractions are needed", name,
                                 all.size(), options.shape ? " of " + to_string(*options.shape) : ""));
  return only_valid(
      fractions, std::move(candidates), [](const Candidate& one) { return Layout::by_position(one.shape, one.rank); }, options,
      fmt::format("{}: {} fractions fit", name, count), run);
}

}  // namespace

RationalScheme read_scheme_npy(std::span<const std::byte> bytes, const std::string& path, const SchemeFileOptions& options,
                               RunControl* run) {
  const std::vector<NumberArray> arrays = read_arrays(bytes, path);
  if (arrays.size() != 1) return read_three(arrays, path, options, stop_check(run));
  const NumberArray& array = arrays[0];
  if (array.shape.size() == 3) return read_cube(array, path, options, stop_check(run));
  if (array.shape.size() != 2)
    throw InputError(
        fmt::format("{}: the array of a scheme has 2 or 3 dimensions, but this one has {}", path, array.shape.size()));
  const std::size_t rank = array.shape[0];
  const std::uint64_t columns = array.shape[1];
  if (rank == 1 && columns > 3 && array.denominators.empty()) {
    SchemeFileOptions named = options;
    if (!named.shape) named.shape = cpd_tensor(path);  // as flip-cpd names its files
    return read_fractions(array.values, path, named, run);
  }
  std::vector<Shape> shapes = shapes_with(columns);
  if (options.shape && !options.shape->is_matrices() &&
      columns == std::uint64_t{options.shape->bits(0)} + options.shape->bits(1) + options.shape->bits(2))
    shapes = {*options.shape};
  if (rank == 0 || shapes.empty()) {
    throw InputError(fmt::format("{}: an array of {} x {} is not a scheme: R x (nm + mp + pn) is needed", path, rank, columns));
  }
  if (options.shape) {
    if (std::ranges::find(shapes, *options.shape) == shapes.end()) {
      throw InputError(fmt::format("{}: a scheme of shape {} has {} columns, but this array has {}", path,
                                   to_string(*options.shape),
                                   options.shape->bits(0) + options.shape->bits(1) + options.shape->bits(2), columns));
    }
    shapes = {*options.shape};
  }
  std::vector<Candidate> candidates;
  for (const Shape& shape : shapes) candidates.push_back({shape, rank});
  return only_valid(
      array, std::move(candidates), [](const Candidate& one) { return Layout::by_summand(one.shape); }, options,
      fmt::format("{}: {} columns fit", path, columns), run);
}

std::string print_scheme_npy(const RationalScheme& scheme, StopCheck stop) {
  std::vector<std::int64_t> values;
  bool small = true;
  for (const auto& summand : scheme.summands) {
    for (const Row& row : summand) {
      stop.spend(row.size());
      for (const Rational& value : row) {
        if (value.denominator != 1) {
          throw InputError(
              fmt::format("the coefficient {} is not an integer and cannot be stored in an .npy file; write .json, .txt or .exp",
                          to_string(value)));
        }
        values.push_back(value.numerator);
        small = small && value.numerator >= -128 && value.numerator <= 127;
      }
    }
  }
  const std::uint64_t shape[] = {scheme.rank(), values.size() / scheme.rank()};
  std::string content = make_npy_header('i', small ? 1 : 8, shape);
  if (small) {
    for (const std::int64_t value : values) content += static_cast<char>(value);
  } else {
    const std::size_t start = content.size();
    content.resize(start + 8 * values.size());
    std::memcpy(content.data() + start, values.data(), 8 * values.size());
  }
  return content;
}

std::string print_scheme_cpd(const RationalScheme& scheme, StopCheck stop) {
  RationalScheme written = scheme;
  transpose_third(written, Third::to_n_by_p);
  std::vector<std::int64_t> values;
  for (unsigned position = 0; position < 3; ++position) {
    for (const auto& summand : written.summands) {
      stop.spend(summand[position].size());
      for (const Rational& value : summand[position]) {
        values.push_back(value.numerator);
        values.push_back(value.denominator);
      }
    }
  }
  const std::uint64_t shape[] = {1, values.size()};
  std::string content = make_npy_header('i', 8, shape);
  const std::size_t start = content.size();
  content.resize(start + 8 * values.size());
  std::memcpy(content.data() + start, values.data(), 8 * values.size());
  return content;
}

}  // namespace wreath::flip
