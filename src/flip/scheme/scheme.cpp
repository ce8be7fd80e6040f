// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "core/data/hash.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr unsigned kMaxBits = 64;
constexpr unsigned kMaxLargeBits = 65536;

/// Which c must come with a and b.
Factor expected_third(const Shape& shape, unsigned a, unsigned b) {
  Factor third = 0;
  for_entries_at(shape, a, b, [&](unsigned c, std::int64_t value) { third |= Factor{value % 2 != 0 ? 1U : 0U} << c; });
  return third;
}

Factor all_bits(unsigned count) {
  return count == 64 ? ~Factor{0} : (Factor{1} << count) - 1;
}

Shape parse_shape_within(std::string_view text, unsigned most) {
  std::array<unsigned, 3> side{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (unsigned t = 0; t < 3; ++t) {
    const auto [rest, error] = std::from_chars(at, end, side[t]);
    const bool separated = t == 2 ? rest == end : rest != end && (*rest == 'x' || *rest == 'X');
    if (error != std::errc{} || !separated || side[t] == 0) {
      throw InputError(fmt::format("'{}' is not a shape: write three sizes, such as 4x4x4", text));
    }
    at = rest + (t == 2 ? 0 : 1);
  }
  const Shape shape{side[0], side[1], side[2]};
  for (unsigned position = 0; position < 3; ++position) {
    if (std::uint64_t{shape.rows(position)} * shape.columns(position) > most) {
      throw InputError(fmt::format("{} is too large: its {} x {} factors have more than {} entries", text, shape.rows(position),
                                   shape.columns(position), most));
    }
  }
  return shape;
}

}  // namespace

Shape parse_shape(std::string_view text) {
  return parse_shape_within(text, kMaxBits);
}

Shape parse_large_shape(std::string_view text) {
  return parse_shape_within(text, kMaxLargeBits);
}

bool fits_words(const Shape& shape) {
  if (!shape.is_matrices()) return std::max({shape.n, shape.m, shape.p}) <= kMaxBits;
  return std::max({std::uint64_t{shape.n} * shape.m, std::uint64_t{shape.m} * shape.p, std::uint64_t{shape.p} * shape.n}) <=
         kMaxBits;
}

std::string to_string(const Shape& shape) {
  if (!shape.is_matrices()) return shape.tensor->name();
  return fmt::format("{}x{}x{}", shape.n, shape.m, shape.p);
}

Scheme standard_scheme(const Shape& shape) {
  if (!fits_words(shape))
    throw InputError(
        fmt::format("{} is too large for a standard scheme: its factors have more than 64 entries", to_string(shape)));
  Scheme scheme{shape, {}};
  if (!shape.is_matrices()) {
    const auto [open, summands] = standard_summands(shape.tensor->entries(), 2);
    for (const StandardSummand& one : summands) {
      Summand& summand = scheme.summands.emplace_back();
      for (unsigned position = 0; position < 3; ++position) {
        if (position != open) summand.factor[position] = Factor{1} << one.at[position];
      }
      for (const TensorEntry& entry : one.entries) summand.factor[open] |= Factor{1} << entry.at[open];
    }
    if (scheme.summands.empty()) throw InputError(fmt::format("{} is zero over F2", to_string(shape)));
    return scheme;
  }
  for (unsigned i = 0; i < shape.n; ++i) {
    for (unsigned j = 0; j < shape.m; ++j) {
      for (unsigned k = 0; k < shape.p; ++k) {
        scheme.summands.push_back(
            {{Factor{1} << (i * shape.m + j), Factor{1} << (j * shape.p + k), Factor{1} << (k * shape.n + i)}});
      }
    }
  }
  return scheme;
}

std::optional<WrongEntry> first_wrong_entry(const Scheme& scheme) {
  const Shape& shape = scheme.shape;
  for (unsigned a = 0; a < shape.bits(0); ++a) {
    for (unsigned b = 0; b < shape.bits(1); ++b) {
      Factor sum = 0;
      for (const Summand& summand : scheme.summands) {
        if ((summand.factor[0] >> a & summand.factor[1] >> b & 1) != 0) sum ^= summand.factor[2];
      }
      const Factor expected = expected_third(shape, a, b);
      if (sum == expected) continue;
      const auto c = static_cast<unsigned>(__builtin_ctzll(sum ^ expected));
      return WrongEntry{places_of(shape, a, b, c), (expected >> c & 1) != 0};
    }
  }
  return std::nullopt;
}

void require_valid(const Scheme& scheme, const std::string& name) {
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      const Factor factor = scheme.summands[r].factor[position];
      if (factor == 0) throw InputError(fmt::format("{}: summand {} has a zero factor {}", name, r + 1, "abc"[position]));
      if ((factor & ~all_bits(scheme.shape.bits(position))) != 0) {
        throw InputError(fmt::format("{}: factor {} of summand {} has entries outside a {} x {} matrix", name, "abc"[position],
                                     r + 1, scheme.shape.rows(position), scheme.shape.columns(position)));
      }
    }
  }
  if (const auto wrong = first_wrong_entry(scheme)) {
    throw InputError(fmt::format("{}: not a decomposition of {}: the coefficient of {} is {} and must be {} (over F2)", name,
                                 to_string(scheme.shape), entry_name(scheme.shape, wrong->at), wrong->expected ? 0 : 1,
                                 wrong->expected ? 1 : 0));
  }
}

Scheme sorted(Scheme scheme) {
  std::ranges::sort(scheme.summands);
  return scheme;
}

std::uint64_t fingerprint(const Scheme& scheme) {
  const Scheme ordered = sorted(scheme);
  return hash_bytes(std::as_bytes(std::span(ordered.summands)));
}

}  // namespace wreath::flip
