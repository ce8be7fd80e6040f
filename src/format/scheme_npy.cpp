// SPDX-License-Identifier: MIT
//
// Schemes as arrays: R x (nm + mp + pn) integers, a row the factors a, b and c of a summand one after another.
//
// The array does not hold its shape n x m x p. Few shapes have the right number of columns, and a scheme is right for one of
// them: that one is taken. Two other forms are read: AlphaTensor's 3 x nn x R, and flip-cpd's row of fractions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/io/npy.hpp"
#include "core/run/option.hpp"
#include "flip/scheme_text.hpp"
#include "format/scheme_formats.hpp"

namespace wreath::format {

using flip::RationalScheme;
using flip::SchemeFileOptions;
using flip::Shape;

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

template <class T>
std::vector<std::int64_t> widened(const NpyFile& file) {
  std::vector<std::int64_t> values;
  for (const T value : file.data<T>()) {
    if (!std::in_range<std::int64_t>(value) || static_cast<std::int64_t>(value) == INT64_MIN) {
      throw InputError(fmt::format("{}: the value {} is too large for a coefficient", file.path(), value));
    }
    values.push_back(static_cast<std::int64_t>(value));
  }
  return values;
}

std::vector<std::int64_t> values_of(const NpyFile& file) {
  const bool has_sign = file.header().kind == 'i';
  switch (file.header().item_bytes) {
    case 1: return has_sign ? widened<std::int8_t>(file) : widened<std::uint8_t>(file);
    case 2: return has_sign ? widened<std::int16_t>(file) : widened<std::uint16_t>(file);
    case 4: return has_sign ? widened<std::int32_t>(file) : widened<std::uint32_t>(file);
    default: return has_sign ? widened<std::int64_t>(file) : widened<std::uint64_t>(file);
  }
}

/// `denominators`: of the coefficients, or empty.
RationalScheme scheme_of(const std::vector<std::int64_t>& values, const std::vector<std::int64_t>& denominators, std::size_t rank,
                         const Shape& shape, const Layout& layout, bool c_transposed) {
  RationalScheme scheme{shape, std::vector<std::array<flip::Row, 3>>(rank)};
  for (std::size_t r = 0; r < rank; ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      for (unsigned k = 0; k < shape.bits(position); ++k) {
        const std::size_t at = layout.at(r, position, k);
        scheme.summands[r][position].push_back(denominators.empty() ? flip::Rational{values[at], 1}
                                                                    : flip::make_rational(values[at], denominators[at]));
      }
    }
  }
  if (!c_transposed) flip::transpose_third(scheme, flip::Third::from_n_by_p);
  return scheme;
}

unsigned dimensions_of(const std::string& path) {
  const MappedFile file(path);
  return static_cast<unsigned>(parse_npy_header(file.bytes(), file.bytes().size(), path).shape.size());
}

/// 3 x nn x R, as AlphaTensor has the schemes of n x n x n: for a, b and c, and each entry, its coefficients in all summands.
RationalScheme read_cube(const std::string& path, const SchemeFileOptions& options) {
  const NpyFile file(path, 3);
  const auto& sizes = file.header().shape;
  const std::size_t rank = sizes[2];
  unsigned n = 1;
  while (std::uint64_t{n} * n < sizes[1]) ++n;
  if (sizes[0] != 3 || std::uint64_t{n} * n != sizes[1] || rank == 0) {
    throw InputError(
        fmt::format("{}: an array of {} x {} x {} is not a scheme: 3 x nn x R is needed", path, sizes[0], sizes[1], rank));
  }
  const std::vector<std::int64_t> values = values_of(file);
  RationalScheme scheme{flip::parse_large_shape(fmt::format("{0}x{0}x{0}", n)), {}};
  scheme.summands.resize(rank);
  for (std::size_t at = 0; at < values.size(); ++at) scheme.summands[at % rank][at / rank / sizes[1]].push_back({values[at], 1});
  if (!options.c_transposed) flip::transpose_third(scheme, flip::Third::from_n_by_p);
  return scheme;
}

struct Candidate {
  Shape shape;
  std::size_t rank = 0;
};

/// The one candidate for which the scheme is valid. Throws InputError if there are none, or several.
template <class MakeLayout>
RationalScheme only_right(const std::vector<std::int64_t>& values, const std::vector<std::int64_t>& denominators,
                          std::vector<Candidate> candidates, const MakeLayout& layout, const SchemeFileOptions& options,
                          const std::string& what) {
  const auto scheme = [&](const Candidate& one) {
    return scheme_of(values, denominators, one.rank, one.shape, layout(one), options.c_transposed);
  };
  if (candidates.size() == 1) return scheme(candidates[0]);
  std::vector<std::string> names;
  for (const Candidate& one : candidates) names.push_back(to_string(one.shape));
  std::erase_if(candidates, [&](const Candidate& one) {
    return !may_be(values, one.rank, one.shape, layout(one), options.c_transposed) || !flip::find_ring(scheme(one), options.threads);
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
RationalScheme read_fractions(const NpyFile& file, SchemeFileOptions options) {
  options.c_transposed = false;
  constexpr unsigned kLongest = 16;  // side; of longer ones --shape names the shape
  const std::vector<std::int64_t> all = values_of(file);
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> denominators;
  for (std::size_t k = 0; k + 1 < all.size(); k += 2) {
    values.push_back(all[k]);
    denominators.push_back(all[k + 1]);
  }
  std::vector<Candidate> candidates;
  const auto add = [&](const Shape& shape) {
    const std::size_t columns = std::size_t{shape.bits(0)} + shape.bits(1) + shape.bits(2);
    if (values.size() % columns == 0) candidates.push_back({shape, values.size() / columns});
  };
  for (unsigned n = 1; n <= kLongest && !options.shape; ++n) {
    for (unsigned m = 1; m <= kLongest; ++m) {
      for (unsigned p = 1; p <= kLongest; ++p) add({n, m, p});
    }
  }
  if (options.shape) add(*options.shape);
  if (all.size() % 2 != 0 || candidates.empty())
    throw InputError(fmt::format("{}: a row of {} numbers is not a scheme: R x (nm + mp + pn) fractions are needed", file.path(), all.size()));
  return only_right(
      values, denominators, std::move(candidates), [](const Candidate& one) { return Layout::by_position(one.shape, one.rank); },
      options, fmt::format("{}: {} fractions fit", file.path(), values.size()));
}

}  // namespace

RationalScheme read_scheme_npy(const std::string& path, const SchemeFileOptions& options) {
  if (dimensions_of(path) == 3) return read_cube(path, options);
  const NpyFile file(path, 2);
  const std::size_t rank = file.header().shape[0];
  const std::uint64_t columns = file.header().shape[1];
  if (rank == 1 && columns > 3) return read_fractions(file, options);
  std::vector<Shape> shapes = shapes_with(columns);
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
  return only_right(
      values_of(file), {}, std::move(candidates), [](const Candidate& one) { return Layout::by_summand(one.shape); }, options,
      fmt::format("{}: {} columns fit", path, columns));
}

std::string print_scheme_npy(const RationalScheme& scheme) {
  std::vector<std::int64_t> values;
  bool small = true;
  for (const auto& summand : scheme.summands) {
    for (const flip::Row& row : summand) {
      for (const flip::Rational& value : row) {
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

}  // namespace wreath::format
