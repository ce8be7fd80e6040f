// SPDX-License-Identifier: MIT
//
// n x n matrices over a semiring, row after row: Boolean ones, those over a finite field, over the max-plus and min-plus
// semirings with or without a threshold, and over 0..t+p-1 with t + p = t.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "core/algebra/integers.hpp"
#include "core/text/units.hpp"
#include "semigroup/kinds/boolean_space.hpp"
#include "semigroup/kinds/cell_kind.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostOrder = 256;  // of a finite semiring

/// What all matrices share. The semiring is finite if it has a size; its elements are codes then (semiring.hpp).
class Matrices : public CellKind<Matrices> {
 public:
  template <class Visit>
  static decltype(auto) with_cells(const ElementKind& kind, const Visit& visit) {
    if (kind.name == KindName::boolean) return kind.size <= 8 ? visit(BooleanWord(kind)) : visit(BooleanRows(kind));
    return has_finite_semiring(kind) ? visit(SemiringCells(kind)) : visit(TropicalCells(kind));
  }

  std::uint64_t largest_size() const override { return 64; }
  std::string wrong_parameters(const ElementKind& kind) const override {
    if (!has_finite_semiring(kind) || semiring_size(kind) <= kMostOrder) return {};
    return fmt::format("the semiring has {} elements: the limit is {}", semiring_size(kind), kMostOrder);
  }
  std::uint64_t row_length(const ElementKind& kind) const noexcept override { return kind.size * kind.size; }
  std::uint64_t size_of_row(std::uint64_t length) const override {
    const auto root = static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(length))));
    if (root * root == length) return root;
    throw InputError(fmt::format("a square matrix does not have {}", counted(length, "number")));
  }
  void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) const override {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] >= number_limit(kind))
        fail_number(kind, who, k,
                    fmt::format("is {}: entries are 0..{}", static_cast<std::int32_t>(row[k]), number_limit(kind) - 1));
    }
  }
  std::vector<Point> identity(const ElementKind& kind) const override {
    const Point one = has_finite_semiring(kind) && semiring_size(kind) == 1 ? 0 : one_;
    std::vector<Point> row(row_length(kind), zero_);
    for (std::size_t i = 0; i < kind.size; ++i) row[i * kind.size + i] = one;
    return row;
  }
  /// The number of distinct rows that are not zero.
  std::uint64_t rank(const ElementKind& kind, std::span<const Point> row) const override {
    std::set<std::vector<Point>> rows;
    for (std::size_t i = 0; i < kind.size; ++i) {
      const auto one = row.subspan(i * kind.size, kind.size);
      if (!std::ranges::all_of(one, [&](Point entry) { return entry == zero_; })) rows.emplace(one.begin(), one.end());
    }
    return rows.size();
  }
  std::uint64_t number_limit(const ElementKind& kind) const override { return semiring_size(kind); }
  bool acts(const ElementKind& kind, std::size_t generators) const override {
    constexpr std::uint64_t kMostGeneratorImages = std::uint64_t{1} << 26;  // of all generators
    if (!has_finite_semiring(kind) || semiring_size(kind) == 1) return false;
    const std::uint64_t vectors = count_vectors(kind);
    return vectors <= kMostVectors && vectors * generators <= kMostGeneratorImages;
  }
  bool has_device_form(const ElementKind& kind) const override {
    return row_length(kind) * (has_finite_semiring(kind) ? 1 : sizeof(TropicalCells::Cell)) <= kDeviceBytes;
  }

 protected:
  Matrices(KindName of, std::string_view named, std::string_view means, std::string_view takes, Point zero = 0, Point one = 1)
      : CellKind(of, named, means, takes), zero_(zero), one_(one) {}

  Point zero_;
  Point one_;
};

class BooleanMatrices final : public Matrices {
 public:
  BooleanMatrices() : Matrices(KindName::boolean, "boolean", "n x n matrices over {0, 1} with 1 + 1 = 1", "") {}

  /// The number of rows that are not unions of others.
  std::uint64_t rank(const ElementKind& kind, std::span<const Point> row) const override {
    BitVectors rows(kind.size);
    for (std::size_t k = 0; k < row.size(); ++k) rows[k / kind.size] |= BitVector{row[k]} << (k % kind.size);
    return basis_of(rows).size();
  }
  MakeValues values() const override { return make_boolean_model; }
  bool has_device_form(const ElementKind&) const override { return false; }
  std::string_view device_limit() const override {
    return "Boolean matrices of up to 16 x 16, or smaller ones if there are many generators";
  }
};

class FieldMatrices final : public Matrices {
 public:
  FieldMatrices()
      : Matrices(KindName::field, "field", "n x n matrices over the field with q elements, a prime or a power of 2", ":q") {}

  bool take_parameters(ElementKind& kind, std::span<const std::uint32_t> given) const override {
    if (given.size() == 1) kind.order = given[0];
    return given.size() == 1;
  }
  std::string parameter_text(const ElementKind& kind) const override { return fmt::format(":{}", kind.order); }
  std::string wrong_parameters(const ElementKind& kind) const override {
    if (kind.order <= kMostOrder && (is_prime(kind.order) || (kind.order > 1 && std::has_single_bit(kind.order)))) return {};
    return fmt::format("fields have a prime or a power of 2 of elements, up to {}, not {}", kMostOrder, kind.order);
  }
  /// Matrices over a field form few classes, with large groups: all 3 x 3 matrices over GF(3) take 0.012 s by orbits of the 27
  /// row vectors, and 0.04 s by their elements. With many vectors these groups take long.
  const char* why_orbits(const ElementKind& kind) const override {
    return count_vectors(kind) <= 1024 ? "there are few vectors" : nullptr;
  }
  std::uint64_t rank(const ElementKind& kind, std::span<const Point> row) const override {
    const Semiring field = make_semiring(kind);
    const std::size_t n = kind.size;
    std::vector<std::uint8_t> m;
    for (const Point entry : row) m.push_back(static_cast<std::uint8_t>(entry));
    const auto negative = [&](std::uint8_t a) {
      std::uint8_t b = 0;
      while (field.sum(a, b) != 0) ++b;
      return b;
    };
    std::size_t rank = 0;
    for (std::size_t column = 0; column < n; ++column) {
      std::size_t pivot = rank;
      while (pivot < n && m[pivot * n + column] == 0) ++pivot;
      if (pivot == n) continue;
      for (std::size_t j = 0; j < n; ++j) std::swap(m[pivot * n + j], m[rank * n + j]);
      for (std::size_t i = rank + 1; i < n; ++i) {
        std::uint8_t factor = 0;  // times the pivot's row makes the entry zero
        const std::uint8_t wanted = negative(m[i * n + column]);
        while (field.product(factor, m[rank * n + column]) != wanted) ++factor;
        for (std::size_t j = 0; j < n; ++j) m[i * n + j] = field.sum(m[i * n + j], field.product(factor, m[rank * n + j]));
      }
      ++rank;
    }
    return rank;
  }
};

/// Over max-plus or min-plus, whose zero is an infinity and whose one is the number 0.
class TropicalMatrices final : public Matrices {
 public:
  TropicalMatrices(KindName of, std::string_view named, std::string_view means, NumberName zero)
      : Matrices(of, named, means, "[:t]", zero.number, 0), names_{zero} {}

  bool take_parameters(ElementKind& kind, std::span<const std::uint32_t> given) const override {
    if (given.empty()) return true;
    if (given[0] == 0) throw InputError("the threshold must be at least 1");
    kind.threshold = given[0];
    return given.size() == 1;
  }
  std::string parameter_text(const ElementKind& kind) const override {
    return kind.threshold > 0 ? fmt::format(":{}", kind.threshold) : "";
  }
  void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) const override {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto value = static_cast<std::int32_t>(row[k]);
      if (row[k] == zero_) continue;
      if (kind.threshold > 0 && row[k] > kind.threshold)
        fail_number(kind, who, k, fmt::format("is {}: entries are {} and 0..{}", value, names_[0].text, kind.threshold));
      if (row[k] == kMinusInfinity || std::abs(value) > TropicalCells::kMost)
        fail_number(kind, who, k,
                    fmt::format("is out of range: entries are {} and integers up to 2^30 in absolute value", names_[0].text));
    }
  }
  std::span<const NumberName> number_names() const override { return names_; }
  std::uint64_t number_limit(const ElementKind&) const override { return 0; }

 private:
  NumberName names_[1];
};

class NaturalMatrices final : public Matrices {
 public:
  NaturalMatrices() : Matrices(KindName::natural, "natural", "n x n matrices over 0..t+p-1 with t + p = t", ":t,p") {}

  bool take_parameters(ElementKind& kind, std::span<const std::uint32_t> given) const override {
    if (given.size() != 2) return false;
    kind.threshold = given[0];
    kind.period = given[1];
    return true;
  }
  std::string parameter_text(const ElementKind& kind) const override {
    return fmt::format(":{},{}", kind.threshold, kind.period);
  }
  std::string wrong_parameters(const ElementKind& kind) const override {
    return kind.period < 1 ? "the period must be at least 1" : Matrices::wrong_parameters(kind);
  }
};

}  // namespace

void add_matrices(std::vector<const Kind*>& kinds) {
  static const BooleanMatrices boolean;
  static const FieldMatrices field;
  static const TropicalMatrices max_plus(KindName::max_plus, "max-plus",
                                         "n x n matrices; entries '-inf' and integers, or 0..t if t is given",
                                         {kMinusInfinity, "-inf", ""});
  static const TropicalMatrices min_plus(KindName::min_plus, "min-plus",
                                         "n x n matrices; entries 'inf' and integers, or 0..t if t is given",
                                         {kPlusInfinity, "inf", "+inf"});
  static const NaturalMatrices natural;
  kinds.insert(kinds.end(), {&boolean, &field, &max_plus, &min_plus, &natural});
}

}  // namespace wreath::semigroup
