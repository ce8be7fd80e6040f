// SPDX-License-Identifier: MIT
#include "wreath/flip/derive.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "core/run/stop_check.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "flip/derive/mirrors.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/scheme/tensor.hpp"
#include "flip/walk/moves.hpp"
#include "wreath/flip/records.hpp"

namespace wreath::flip {

namespace {

/// Throws InputError if it is too large.
Shape checked(const Shape& shape) {
  return parse_large_shape(to_string(shape));
}

constexpr std::uint64_t kDeriving = 4;  // steps of a StopCheck for each coefficient

/// For each side, where its indices go.
using Places = std::array<std::vector<unsigned>, 3>;

/// The factors as a part of a larger shape.
std::array<Row, 3> embedded(const std::array<Row, 3>& factors, const Shape& from, const Shape& to, const Places& places) {
  std::array<Row, 3> result;
  for (unsigned position = 0; position < 3; ++position) {
    result[position].resize(to.bits(position));
    for (unsigned i = 0; i < from.rows(position); ++i) {
      for (unsigned j = 0; j < from.columns(position); ++j) {
        result[position][places[position][i] * to.columns(position) + places[(position + 1) % 3][j]] =
            factors[position][i * from.columns(position) + j];
      }
    }
  }
  return result;
}

bool has_zero_factor(const std::array<Row, 3>& factors) {
  return std::ranges::any_of(factors, [](const Row& row) { return std::ranges::all_of(row, &Rational::is_zero); });
}

std::uint64_t coefficients(const Shape& shape) {
  return std::uint64_t{shape.bits(0)} + shape.bits(1) + shape.bits(2);
}

}  // namespace

RationalScheme without_index(const RationalScheme& scheme, unsigned side, unsigned index, StopCheck& stop) {
  RationalScheme result{scheme.shape, {}};
  --side_of(result.shape, side);
  for (const auto& factors : scheme.summands) {
    stop.spend(kDeriving * coefficients(scheme.shape));
    std::array<Row, 3> kept;
    for (unsigned position = 0; position < 3; ++position) {
      for (unsigned i = 0; i < scheme.shape.rows(position); ++i) {
        for (unsigned j = 0; j < scheme.shape.columns(position); ++j) {
          if ((position == side && i == index) || ((position + 1) % 3 == side && j == index)) continue;
          kept[position].push_back(factors[position][i * scheme.shape.columns(position) + j]);
        }
      }
    }
    if (!has_zero_factor(kept)) result.summands.push_back(std::move(kept));
  }
  return result;
}

namespace {

RationalScheme turned(const RationalScheme& scheme) {
  RationalScheme result{{scheme.shape.m, scheme.shape.p, scheme.shape.n}, scheme.summands};
  for (auto& factors : result.summands) std::rotate(factors.begin(), factors.begin() + 1, factors.end());
  return result;
}

RationalScheme transposed(const RationalScheme& scheme) {
  const Shape& shape = scheme.shape;
  RationalScheme result{{shape.p, shape.m, shape.n}, {}};
  for (const auto& [a, b, c] : scheme.summands) {
    result.summands.push_back(
        {transposed(b, shape.m, shape.p), transposed(a, shape.n, shape.m), transposed(c, shape.p, shape.n)});
  }
  return result;
}

/// A side cut into parts, the longer ones first, and where a part's indices lie on the side: pairs of them, one from either end,
/// go inwards from the ends of the side, each part's first pair, then each part's second; what is in the middle of its part comes
/// after the pairs of the longer ones, in the middle.
class CutSide {
 public:
  CutSide(unsigned side, unsigned count) : places_(count) {
    for (unsigned part = 0; part < count; ++part) places_[part].resize(side / count + (part < side % count ? 1 : 0));
    unsigned next = 0;
    for (unsigned depth = 0; 2 * depth < size(0); ++depth) {
      for (auto& places : places_) {
        if (2 * depth >= places.size()) continue;
        places[places.size() - 1 - depth] = side - 1 - next;
        places[depth] = next++;
      }
    }
  }

  /// Of a part.
  unsigned size(unsigned part) const { return static_cast<unsigned>(places_[part].size()); }

  /// Where index `i` of `count` lies, in a part that may have more (those stay zero) or fewer (then some lie nowhere): what one
  /// of them has more is in the middle.
  std::optional<unsigned> place(unsigned part, unsigned i, unsigned count) const {
    const unsigned left = (std::min(size(part), count) + 1) / 2;
    if (i < left) return places_[part][i];
    if (i + size(part) < count + left) return std::nullopt;
    return places_[part][i + size(part) - count];
  }

 private:
  std::vector<std::vector<unsigned>> places_;
};

/// What a product of `outer` multiplies: on each side the lesser of the longest parts that two factors have there, the one whose
/// rows are on that side and the one whose columns are. Beyond it one of them is zero.
Shape block_shape(const RationalScheme& outer, const std::array<Row, 3>& factors, const std::array<CutSide, 3>& sides) {
  Shape shape;
  for (unsigned side = 0; side < 3; ++side) {
    const unsigned before = (side + 2) % 3;  // the position whose columns are on this side
    unsigned of_rows = 0;
    unsigned of_columns = 0;
    const unsigned row_length = std::max(1U, outer.shape.columns(side));
    for (unsigned k = 0; k < factors[side].size(); ++k) {
      if (!factors[side][k].is_zero()) of_rows = std::max(of_rows, sides[side].size(k / row_length));
    }
    const unsigned columns = std::max(1U, outer.shape.columns(before));
    for (unsigned k = 0; k < factors[before].size(); ++k) {
      if (!factors[before][k].is_zero()) of_columns = std::max(of_columns, sides[side].size(k % columns));
    }
    side_of(shape, side) = std::min(of_rows, of_columns);
  }
  return shape;
}

/// The scheme for products of that shape.
std::optional<std::size_t> lowest(const Shape& shape, std::span<const RationalScheme> schemes) {
  std::optional<std::size_t> best;
  std::size_t rank = volume(shape);
  for (std::size_t k = 0; k < schemes.size(); ++k) {
    if (in_order(schemes[k].shape) != in_order(shape) || schemes[k].rank() >= rank) continue;
    best = k;
    rank = schemes[k].rank();
  }
  return best;
}

std::array<CutSide, 3> cut(const Shape& shape, const Shape& outer) {
  if (!fits(outer, shape)) {
    throw InputError(fmt::format("{} cannot be cut into the {} blocks of the outer scheme: one of its sides is too short",
                                 to_string(shape), to_string(outer)));
  }
  return {CutSide(shape.n, outer.n), CutSide(shape.m, outer.m), CutSide(shape.p, outer.p)};
}

/// Of a product of the outer scheme and one of its blocks: the entries of the second at the places of every block of the first.
std::array<Row, 3> block_product(const Shape& outer, const std::array<Row, 3>& outer_factors, const Shape& block,
                                 const std::array<Row, 3>& inner_factors, const Shape& shape,
                                 const std::array<CutSide, 3>& sides) {
  std::array<Row, 3> factors;
  for (unsigned position = 0; position < 3; ++position) {
    const CutSide& rows = sides[position];
    const CutSide& columns = sides[(position + 1) % 3];
    const unsigned outer_columns = std::max(1U, outer.columns(position));
    const unsigned block_columns = std::max(1U, block.columns(position));
    factors[position].resize(shape.bits(position));
    for (unsigned k = 0; k < outer_factors[position].size(); ++k) {
      const Rational& coefficient = outer_factors[position][k];
      if (coefficient.is_zero()) continue;
      for (unsigned l = 0; l < inner_factors[position].size(); ++l) {
        const auto row = rows.place(k / outer_columns, l / block_columns, block.rows(position));
        const auto column = columns.place(k % outer_columns, l % block_columns, block_columns);
        if (row && column) {
          factors[position][*row * shape.columns(position) + *column] = coefficient * inner_factors[position][l];
        }
      }
    }
  }
  return factors;
}

// The operations, which throw Stopped.

RationalScheme extended(const RationalScheme& scheme, const Shape& shape, NewIndices where, StopCheck stop) {
  const Shape& old = scheme.shape;
  if (!fits(old, shape)) {
    throw InputError(
        fmt::format("a scheme of shape {} cannot be extended to {}, which has a smaller side", to_string(old), to_string(shape)));
  }
  RationalScheme result{checked(shape), {}};
  Places places;
  std::array<std::vector<bool>, 3> is_new;
  for (unsigned side = 0; side < 3; ++side) {
    const unsigned size = old.rows(side);
    const unsigned added = shape.rows(side) - size;
    const unsigned before = where == NewIndices::ends ? added / 2 : 0;
    is_new[side].assign(shape.rows(side), true);
    for (unsigned i = 0; i < size; ++i) {
      places[side].push_back(before + i + (i >= size / 2 ? added - 2 * before : 0));
      is_new[side][places[side].back()] = false;
    }
  }
  for (const auto& factors : scheme.summands) {
    stop.spend(kDeriving * coefficients(shape));
    result.summands.push_back(embedded(factors, old, shape, places));
  }
  for (auto& factors : standard_rational_scheme(shape).summands) {
    stop.spend(kDeriving * coefficients(shape));
    const auto at = [&](unsigned position) {
      return static_cast<unsigned>(std::ranges::find(factors[position], Rational{1, 1}) - factors[position].begin());
    };
    if (is_new[0][at(0) / shape.m] || is_new[1][at(0) % shape.m] || is_new[2][at(1) % shape.p])
      result.summands.push_back(std::move(factors));
  }
  return result;
}

RationalScheme projected(const RationalScheme& scheme, const Shape& shape, StopCheck stop) {
  const Shape& old = scheme.shape;
  if (!fits(shape, old)) {
    throw InputError(
        fmt::format("a scheme of shape {} cannot be projected to {}, which has a larger side", to_string(old), to_string(shape)));
  }
  RationalScheme result = scheme;
  while (result.shape != shape) {
    std::optional<RationalScheme> best;
    for (unsigned side = 0; side < 3; ++side) {
      if (side_of(result.shape, side) == shape.rows(side)) continue;
      for (unsigned index = 0; index < side_of(result.shape, side); ++index) {
        RationalScheme candidate = without_index(result, side, index, stop);
        if (!best || candidate.rank() < best->rank()) best = std::move(candidate);
      }
    }
    result = std::move(*best);
  }
  return result;
}

RationalScheme merged(const RationalScheme& first, const RationalScheme& second, char side, StopCheck stop) {
  const unsigned along = side_number(side);
  for (unsigned other = 0; other < 3; ++other) {
    if (other == along || first.shape.rows(other) == second.shape.rows(other)) continue;
    throw InputError(fmt::format("schemes of shapes {} and {} cannot be merged along {}: their {} differ", to_string(first.shape),
                                 to_string(second.shape), side, "nmp"[other]));
  }
  Shape shape = first.shape;
  side_of(shape, along) += second.shape.rows(along);
  RationalScheme result{checked(shape), {}};
  Places places;
  for (unsigned each = 0; each < 3; ++each) {
    places[each].resize(shape.rows(each));
    std::iota(places[each].begin(), places[each].end(), 0U);
  }
  const auto embed = [&](const RationalScheme& part) {
    for (const auto& factors : part.summands) {
      stop.spend(kDeriving * coefficients(shape));
      result.summands.push_back(embedded(factors, part.shape, shape, places));
    }
  };
  embed(first);
  places[along].erase(places[along].begin(), places[along].begin() + first.shape.rows(along));
  embed(second);
  return result;
}

RationalScheme multiplied(const RationalScheme& first, const RationalScheme& second, StopCheck stop) {
  const Shape& one = first.shape;
  const Shape& two = second.shape;
  RationalScheme result{checked({one.n * two.n, one.m * two.m, one.p * two.p}), {}};
  for (const auto& x : first.summands) {
    for (const auto& y : second.summands) {
      auto& factors = result.summands.emplace_back();
      stop.spend(kDeriving * coefficients(result.shape));
      for (unsigned position = 0; position < 3; ++position) {
        const unsigned columns = two.columns(position);
        factors[position].resize(result.shape.bits(position));
        for (unsigned k = 0; k < x[position].size(); ++k) {
          if (x[position][k].is_zero()) continue;
          const unsigned row = k / one.columns(position) * two.rows(position);
          const unsigned column = k % one.columns(position) * columns;
          for (unsigned l = 0; l < y[position].size(); ++l) {
            factors[position][(row + l / columns) * result.shape.columns(position) + column + l % columns] =
                x[position][k] * y[position][l];
          }
        }
      }
    }
  }
  return result;
}

RationalScheme in_blocks(const RationalScheme& outer, const Shape& shape, std::span<const RationalScheme> schemes,
                         StopCheck stop) {
  const std::array<CutSide, 3> sides = cut(shape, outer.shape);
  RationalScheme result{checked(shape), {}};
  for (const auto& factors : outer.summands) {
    const Shape block = block_shape(outer, factors, sides);
    const auto chosen = lowest(block, schemes);
    const RationalScheme inner =
        chosen ? permute(schemes[*chosen], order_between(schemes[*chosen].shape, block)) : standard_rational_scheme(block);
    for (const auto& inner_factors : inner.summands) {
      stop.spend(kDeriving * coefficients(shape));
      std::array<Row, 3> product = block_product(outer.shape, factors, block, inner_factors, shape, sides);
      if (!has_zero_factor(product)) result.summands.push_back(std::move(product));
    }
  }
  return result;
}

}  // namespace

RationalScheme extend(const RationalScheme& scheme, const Shape& shape, NewIndices where) {
  if (!shape.is_matrices() || !scheme.shape.is_matrices()) return extended_tensor(scheme, shape);
  return extended(scheme, shape, where, {});
}

RationalScheme project(const RationalScheme& scheme, const Shape& shape) {
  return projected(scheme, shape, {});
}

RationalScheme merge(const RationalScheme& first, const RationalScheme& second, char side) {
  return merged(first, second, side, {});
}

RationalScheme product(const RationalScheme& first, const RationalScheme& second) {
  return multiplied(first, second, {});
}

RationalScheme blocks(const RationalScheme& outer, const Shape& shape, std::span<const RationalScheme> schemes) {
  return in_blocks(outer, shape, schemes, {});
}

std::vector<BlockProducts> block_products(const RationalScheme& outer, const Shape& shape,
                                          std::span<const RationalScheme> schemes) {
  const std::array<CutSide, 3> sides = cut(shape, outer.shape);
  std::vector<BlockProducts> products;
  for (const auto& factors : outer.summands) {
    const Shape block = in_order(block_shape(outer, factors, sides));
    auto at = std::ranges::find(products, block, &BlockProducts::shape);
    if (at == products.end()) {
      const auto chosen = lowest(block, schemes);
      const std::size_t rank = chosen ? schemes[*chosen].rank() : volume(block);
      at = products.insert(products.end(), {block, 0, rank, chosen});
    }
    ++at->count;
  }
  std::ranges::sort(products, {}, [](const BlockProducts& each) { return std::array{each.shape.n, each.shape.m, each.shape.p}; });
  return products;
}

RationalScheme permute(const RationalScheme& scheme, std::string_view order) {
  std::string sorted_order(order);
  std::ranges::sort(sorted_order);
  if (sorted_order != "mnp")
    throw InputError(fmt::format("'{}' is not an order of the sides: write n, m and p in some order", order));
  // "nmp" turns through "mpn" and "pnm"; the transpose of each begins with its last letter
  std::string reached = "nmp";
  RationalScheme result = scheme;
  for (int turns = 0; turns < 3; ++turns) {
    if (reached == order) return result;
    if (std::string(reached.rbegin(), reached.rend()) == order) return transposed(result);
    result = turned(result);
    std::rotate(reached.begin(), reached.begin() + 1, reached.end());
  }
  throw InternalError("an order of three letters was not reached");
}

// --- any of them, verified

namespace {

constexpr Named<Derivation> kDerivationNames[] = {{Derivation::extend, "extend"}, {Derivation::project, "project"},
                                                  {Derivation::merge, "merge"},   {Derivation::product, "product"},
                                                  {Derivation::blocks, "blocks"}, {Derivation::permute, "permute"}};

/// Options that are for another operation, or missing, and the number of schemes.
void require_fitting(Derivation how, std::size_t schemes, const DeriveOptions& options) {
  using enum Derivation;
  const std::string_view name = to_string(how);
  const auto belongs = [&](const char* its_name, bool given, std::initializer_list<Derivation> operations) {
    const bool fits = std::ranges::count(operations, how) != 0;
    if (!given || fits) return fits && !given;
    std::vector<std::string_view> names;
    for (const Derivation each : operations) names.push_back(to_string(each));
    throw InputError(fmt::format("{} is for derive {}, not for {}", option(its_name), fmt::join(names, ", "), name));
  };
  const bool no_shape = belongs("new-shape", options.shape.has_value(), {extend, project, blocks});
  const bool no_side = belongs("along", !options.along.empty(), {merge});
  belongs("outer", options.outer, {extend});
  const bool no_order = belongs("sides", !options.sides.empty(), {permute});
  const std::size_t needed = how == merge || how == product ? 2 : 1;
  if (how == blocks ? schemes == 0 : schemes != needed) {
    throw InputError(fmt::format("derive {} takes {} scheme{}, not {}", name, needed, needed == 1 ? "" : "s", schemes));
  }
  if (no_shape) throw InputError(fmt::format("derive {} needs the new shape: {}", name, option("new-shape", "NxMxP")));
  if (no_order)
    throw InputError(fmt::format("derive permute needs the new order of the sides: {}, or another", option("sides", "mpn")));
  if (no_side || options.along.size() > 1)
    throw InputError(fmt::format("derive merge needs the side along which to join: {}, m or p", option("along", "n")));
}

RationalScheme derived(Derivation how, std::span<const RationalScheme> inputs, const DeriveOptions& options, StopCheck stop) {
  switch (how) {
    case Derivation::extend:
      if (!options.shape->is_matrices() || !inputs[0].shape.is_matrices()) return extended_tensor(inputs[0], *options.shape);
      return extended(inputs[0], *options.shape, options.outer ? NewIndices::ends : NewIndices::middle, stop);
    case Derivation::project: return projected(inputs[0], *options.shape, stop);
    case Derivation::blocks: return in_blocks(inputs[0], *options.shape, inputs.subspan(1), stop);
    case Derivation::product: return multiplied(inputs[0], inputs[1], stop);
    case Derivation::permute: return permute(inputs[0], options.sides);
    default: return merged(inputs[0], inputs[1], options.along[0], stop);
  }
}

}  // namespace

std::string_view to_string(Derivation derivation) noexcept {
  return name_of<Derivation>(derivation, kDerivationNames);
}

Derivation parse_derivation(std::string_view name) {
  return value_of<Derivation>(name, kDerivationNames, "operation of derive");
}

DerivedScheme derive(Derivation how, const std::vector<KnownScheme>& inputs, const DeriveOptions& options, RunControl* run) {
  require_fitting(how, inputs.size(), options);
  for (const KnownScheme& input : inputs) {
    if (how != Derivation::extend) require_matrices(input.scheme.shape, fmt::format("derive {}", to_string(how)));
  }
  if (options.shape && how != Derivation::extend) require_matrices(*options.shape, fmt::format("derive {}", to_string(how)));
  DerivedScheme derived_scheme;
  std::vector<const KnownScheme*> used;
  used.reserve(inputs.size());
  for (const KnownScheme& input : inputs) used.push_back(&input);
  if (how == Derivation::blocks) {  // a scheme that no block takes does not decide the ring
    std::vector<RationalScheme> parts;
    for (std::size_t k = 1; k < inputs.size(); ++k) parts.push_back(inputs[k].scheme);
    derived_scheme.products = block_products(inputs[0].scheme, *options.shape, parts);
    used.resize(1);
    for (const BlockProducts& products : derived_scheme.products)
      if (products.scheme) used.push_back(&inputs[*products.scheme + 1]);
  }
  const bool modulo_2 = options.reduce || std::ranges::any_of(used, [](const KnownScheme* one) { return one->ring == Ring::f2; });
  std::vector<RationalScheme> schemes;
  schemes.reserve(used.size());
  const auto modulo_3 = std::ranges::find(used, Ring::f3, &KnownScheme::ring);
  if (modulo_2 && modulo_3 != used.end())
    throw InputError(
        fmt::format("{}: valid over F3 only: it cannot be joined with schemes over F2, or reduced", (*modulo_3)->name));
  for (const KnownScheme* one : used)
    schemes.push_back(modulo_2 ? require_right_over(Ring::f2, one->scheme, one->name, 0, run).scheme : one->scheme);
  or_limit_reached([&] { derived_scheme.scheme = derived(how, schemes, options, stop_check(run)); });
  derived_scheme.rank_before_reduction = derived_scheme.scheme.rank();
  if (options.reduce) {
    Scheme bits = reduce_modulo_2(derived_scheme.scheme, "the derived scheme");
    reduce_dependences(bits.summands);
    derived_scheme.scheme = to_rational(bits);
  }
  derived_scheme.ring = require_right_somewhere(derived_scheme.scheme, "the derived scheme", 0, run);
  if (modulo_2) derived_scheme.ring = Ring::f2;
  return derived_scheme;
}

}  // namespace wreath::flip
