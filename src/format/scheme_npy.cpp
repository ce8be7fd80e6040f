// SPDX-License-Identifier: MIT
//
// Schemes as arrays: R x (nm + mp + pn) integers, a row the factors a, b and c of a summand one after another.
//
// The array does not hold its shape n x m x p. Few shapes have the right number of columns, and a scheme is right for one of
// them: that one is taken.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

std::vector<Shape> shapes_with(std::uint64_t columns) {
  std::vector<Shape> shapes;
  for (unsigned n = 1; n <= 64; ++n) {
    for (unsigned m = 1; n * m <= 64; ++m) {
      for (unsigned p = 1; m * p <= 64 && p * n <= 64; ++p) {
        if (n * m + m * p + p * n == columns) shapes.push_back({n, m, p});
      }
    }
  }
  return shapes;
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

RationalScheme scheme_of(const std::vector<std::int64_t>& values, std::size_t rank, const Shape& shape, bool c_transposed) {
  RationalScheme scheme{shape, {}};
  std::size_t at = 0;
  for (std::size_t r = 0; r < rank; ++r) {
    auto& summand = scheme.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      for (unsigned k = 0; k < shape.bits(position); ++k) summand[position].push_back({values[at++], 1});
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

}  // namespace

RationalScheme read_scheme_npy(const std::string& path, const SchemeFileOptions& options) {
  if (dimensions_of(path) == 3) return read_cube(path, options);
  const NpyFile file(path, 2);
  const std::size_t rank = file.header().shape[0];
  const std::uint64_t columns = file.header().shape[1];
  const std::vector<std::int64_t> values = values_of(file);
  std::vector<Shape> shapes = shapes_with(columns);
  if (options.shape && !fits_words(*options.shape) &&
      std::uint64_t{options.shape->bits(0)} + options.shape->bits(1) + options.shape->bits(2) == columns)
    shapes = {*options.shape};  // larger ones are not guessed
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
  if (shapes.size() > 1) {
    std::vector<Shape> right;
    for (const Shape& shape : shapes) {
      if (flip::find_ring(scheme_of(values, rank, shape, options.c_transposed))) right.push_back(shape);
    }
    if (right.size() != 1) {
      std::vector<std::string> names;
      for (const Shape& shape : right.empty() ? shapes : right) names.push_back(to_string(shape));
      throw InputError(fmt::format("{}: {} columns fit the shapes {}{}: name it with {}", path, columns, fmt::join(names, ", "),
                                   right.empty() ? ", and it is a decomposition of none of them" : "", option("shape")));
    }
    shapes = right;
  }
  return scheme_of(values, rank, shapes[0], options.c_transposed);
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
