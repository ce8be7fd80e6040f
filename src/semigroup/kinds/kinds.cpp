// SPDX-License-Identifier: MIT
#include "wreath/semigroup/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>

#include "core/algebra/integers.hpp"
#include "core/run/counted.hpp"
#include "core/run/nearest_name.hpp"
#include "semigroup/kinds/boolean_space.hpp"
#include "semigroup/kinds/element_kinds.hpp"
#include "semigroup/kinds/row_product.hpp"

namespace wreath::semigroup {

namespace {

struct KindInfo {
  KindName kind;
  std::string_view name;
  std::string_view parameters;  // as in the help
  std::string_view meaning;
};

constexpr KindInfo kKinds[] = {
    {KindName::transformation, "transformation", "", "the images of n points"},
    {KindName::partial_transformation, "partial-transformation", "", "the same, '-' for a point that has none"},
    {KindName::partial_permutation, "partial-permutation", "", "the same, injective"},
    {KindName::permutation, "permutation", "", "the images of n points, or cycles (0 1 2)(3 4)"},
    {KindName::bipartition, "bipartition", "", "the block of each of 2n points, n above and then n below"},
    {KindName::boolean, "boolean", "", "n x n matrices over {0, 1} with 1 + 1 = 1"},
    {KindName::field, "field", ":q", "n x n matrices over the field with q elements, a prime or a power of 2"},
    {KindName::max_plus, "max-plus", "[:t]", "n x n matrices; entries '-inf' and integers, or 0..t if t is given"},
    {KindName::min_plus, "min-plus", "[:t]", "n x n matrices; entries 'inf' and integers, or 0..t if t is given"},
    {KindName::natural, "natural", ":t,p", "n x n matrices over 0..t+p-1 with t + p = t"},
};

constexpr std::uint64_t kMostRows = 64;  // of a matrix
constexpr std::uint64_t kMostOrder = 256;

const KindInfo& info_of(KindName name) {
  return *std::ranges::find(kKinds, name, &KindInfo::kind);
}

std::int64_t signed_value(Point entry) {
  return static_cast<std::int32_t>(entry);
}

[[noreturn]] void fail_entry(const ElementKind& kind, std::string_view who, std::size_t at, const std::string& wrong) {
  if (kind.is_matrix()) {
    throw InputError(fmt::format("{}: the entry in row {}, column {} {}", who, at / kind.size, at % kind.size, wrong));
  }
  throw InputError(fmt::format("{}: number {} of the row {}", who, at, wrong));
}

/// The largest entry of a matrix over a finite semiring.
std::uint32_t largest_entry(const ElementKind& kind) {
  const bool tropical = kind.name == KindName::max_plus || kind.name == KindName::min_plus;
  return tropical ? kind.threshold : static_cast<std::uint32_t>(semiring_size(kind) - 1);
}

void require_matrix(const ElementKind& kind, std::span<const Point> row, std::string_view who) {
  const bool tropical = kind.name == KindName::max_plus || kind.name == KindName::min_plus;
  const Point zero = kind.name == KindName::max_plus ? kMinusInfinity : kPlusInfinity;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (tropical && row[k] == zero) continue;
    if (has_finite_semiring(kind)) {
      if (row[k] <= largest_entry(kind)) continue;
      fail_entry(kind, who, k,
                 fmt::format("is {}: entries are {}0..{}", signed_value(row[k]),
                             kind.name == KindName::max_plus   ? "-inf and "
                             : kind.name == KindName::min_plus ? "inf and "
                                                               : "",
                             largest_entry(kind)));
    }
    if (std::abs(signed_value(row[k])) > TropicalMatrices::kMost || row[k] == kMinusInfinity || row[k] == kPlusInfinity)
      fail_entry(kind, who, k,
                 fmt::format("is out of range: entries are {} and integers up to 2^30 in absolute value",
                             kind.name == KindName::max_plus ? "-inf" : "inf"));
  }
}

void require_map_of(const ElementKind& kind, std::span<const Point> row, std::string_view who) {
  const bool partial = kind.name == KindName::partial_transformation || kind.name == KindName::partial_permutation;
  const bool injective = kind.name == KindName::permutation || kind.name == KindName::partial_permutation;
  std::vector<bool> hit(kind.size);
  for (std::size_t p = 0; p < row.size(); ++p) {
    if (partial && row[p] == kUndefined) continue;
    if (row[p] >= kind.size) {
      throw InputError(fmt::format("{} sends point {} to {}, which is not a point: points are 0..{}", who, p,
                                   signed_value(row[p]), kind.size - 1));
    }
    if (injective && hit[row[p]])
      throw InputError(fmt::format("{} sends two points to {}: it is not a {}", who, row[p], info_of(kind.name).name));
    hit[row[p]] = true;
  }
}

}  // namespace

std::uint64_t row_length(const ElementKind& kind) noexcept {
  if (kind.is_matrix()) return kind.size * kind.size;
  return kind.name == KindName::bipartition ? 2 * kind.size : kind.size;
}

std::uint64_t size_of_row(KindName name, std::uint64_t length) {
  const ElementKind kind{.name = name};
  if (kind.is_matrix()) {
    const auto root = static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(length))));
    if (root * root == length) return root;
    throw InputError(fmt::format("a square matrix does not have {}", counted(length, "number")));
  }
  if (name != KindName::bipartition) return length;
  if (length % 2 == 0) return length / 2;
  throw InputError(fmt::format("a bipartition has an even number of points, not {}", length));
}

std::string to_string(const ElementKind& kind) {
  const std::string name(info_of(kind.name).name);
  if (kind.name == KindName::field) return fmt::format("{}:{}", name, kind.order);
  if (kind.name == KindName::natural) return fmt::format("{}:{},{}", name, kind.threshold, kind.period);
  return kind.threshold > 0 ? fmt::format("{}:{}", name, kind.threshold) : name;
}

ElementKind parse_kind(std::string_view text, std::uint64_t size) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto* info = std::ranges::find(kKinds, name, &KindInfo::name);
  if (info == std::end(kKinds)) {
    std::vector<std::string> names;
    for (const KindInfo& known : kKinds) names.push_back(std::string(known.name) + std::string(known.parameters));
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; the kinds are {}", fmt::join(names, ", "));
    throw InputError(fmt::format("'{}' is not a kind of elements{}", text, hint));
  }
  std::vector<std::uint32_t> numbers;
  for (std::string_view rest = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1); !rest.empty();) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    const auto used = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc{} || (used < rest.size() && rest[used] != ',')) break;
    numbers.push_back(value);
    rest.remove_prefix(std::min(rest.size(), used + 1));
  }
  const std::size_t wanted = info->kind == KindName::natural                                    ? 2
                             : info->kind == KindName::field || colon != std::string_view::npos ? 1
                                                                                                : 0;
  const bool takes_none = info->parameters.empty() && colon != std::string_view::npos;
  if (numbers.size() != wanted || takes_none) {
    throw InputError(fmt::format("'{}': the kind is written {}{}", text, info->name, info->parameters));
  }
  ElementKind kind{.name = info->kind, .size = size};
  if (info->kind == KindName::field) {
    kind.order = numbers[0];
  } else if (wanted > 0) {
    kind.threshold = numbers[0];
    if (wanted == 2) kind.period = numbers[1];
    if (info->kind != KindName::natural && kind.threshold == 0)
      throw InputError(fmt::format("'{}': the threshold must be at least 1", text));
  }
  ElementKind probe = kind;
  probe.size = 1;
  require_valid(probe);
  return kind;
}

std::string kind_help() {
  std::string text;
  for (const KindInfo& info : kKinds)
    text += fmt::format("  {:<24} {}\n", fmt::format("{}{}", info.name, info.parameters), info.meaning);
  return text;
}

void require_valid(const ElementKind& kind) {
  const auto require = [&](bool valid, const std::string& wrong) {
    if (!valid) throw InputError(fmt::format("{}: {}", to_string(kind), wrong));
  };
  const std::uint64_t most = kind.is_matrix()                     ? kMostRows
                             : kind.name == KindName::bipartition ? Bipartitions::kMost
                                                                  : std::uint64_t{1} << 30;
  require(kind.size >= 1 && kind.size <= most,
          fmt::format("the {} is {}: it must be from 1 to {}", kind.is_matrix() ? "number of rows" : "degree", kind.size, most));
  if (kind.name == KindName::field) {
    require(kind.order <= kMostOrder && (is_prime(kind.order) || (kind.order > 1 && std::has_single_bit(kind.order))),
            fmt::format("fields have a prime or a power of 2 of elements, up to {}, not {}", kMostOrder, kind.order));
  }
  if (kind.name == KindName::natural) require(kind.period >= 1, "the period must be at least 1");
  if (has_finite_semiring(kind)) {
    require(semiring_size(kind) <= kMostOrder,
            fmt::format("the semiring has {} elements: the limit is {}", semiring_size(kind), kMostOrder));
  }
}

void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) {
  if (row.size() != row_length(kind)) {
    throw InputError(fmt::format("{} has {}, but a {} of {} has {}", who, counted(row.size(), "number"), to_string(kind),
                                 kind.is_matrix() ? fmt::format("{0} x {0}", kind.size) : fmt::format("degree {}", kind.size),
                                 row_length(kind)));
  }
  if (kind.is_matrix()) return require_matrix(kind, row, who);
  if (kind.name != KindName::bipartition) return require_map_of(kind, row, who);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] >= row.size())
      fail_entry(kind, who, i, fmt::format("is {}: blocks are numbered 0..{}", signed_value(row[i]), row.size() - 1));
  }
}

void normalise(const ElementKind& kind, std::span<Point> row) {
  if (kind.name != KindName::bipartition) return;
  std::vector<Point> numbers(row.size(), kUndefined);
  Point next = 0;
  for (Point& block : row) {
    if (numbers[block] == kUndefined) numbers[block] = next++;
    block = numbers[block];
  }
}

std::vector<Point> identity_of(const ElementKind& kind) {
  std::vector<Point> row(row_length(kind));
  if (kind.is_matrix()) {
    const bool finite = has_finite_semiring(kind);
    const bool trivial = finite && semiring_size(kind) == 1;
    const Point zero = finite ? entry_of(kind, 0) : kind.name == KindName::max_plus ? kMinusInfinity : kPlusInfinity;
    const Point one = trivial ? 0 : finite ? entry_of(kind, 1) : 0;
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = k / kind.size == k % kind.size ? one : zero;
  } else {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = static_cast<Point>(k % kind.size);
  }
  return row;
}

namespace {

template <class K>
class KindProduct final : public RowProduct {
 public:
  KindProduct(K elements, std::size_t columns) : elements_(std::move(elements)), columns_(columns) {}

  void operator()(const Point* x, const Point* y, Point* z) const override {
    if (!form(x, y, z)) throw InputError(TropicalMatrices::kOutOfRange);
  }
  bool is_idempotent(const Point* x) const override {
    std::vector<Point> square(columns_);
    return form(x, x, square.data()) && std::equal(square.begin(), square.end(), x);
  }

 private:
  bool form(const Point* x, const Point* y, Point* z) const {
    const std::size_t cells = elements_.cells();
    thread_local std::vector<typename K::Cell> memory;
    memory.resize(3 * cells);
    auto* const all = memory.data();
    elements_.pack({x, columns_}, all);
    elements_.pack({y, columns_}, all + cells);
    if (!elements_.multiply(all, all + cells, all + 2 * cells)) return false;
    elements_.unpack(all + 2 * cells, {z, columns_});
    return true;
  }

  K elements_;
  std::size_t columns_;
};

}  // namespace

std::shared_ptr<const RowProduct> make_row_product(const ElementKind& kind) {
  if (kind.is_transformation()) return nullptr;
  return with_kind(kind, [&](auto elements) -> std::shared_ptr<const RowProduct> {
    return std::make_shared<KindProduct<decltype(elements)>>(std::move(elements), row_length(kind));
  });
}

std::vector<Point> multiply(const ElementKind& kind, std::span<const Point> x, std::span<const Point> y) {
  require_valid(kind);
  require_element(kind, x, "x");
  require_element(kind, y, "y");
  std::vector<Point> product(x.size());
  if (kind.is_transformation()) {
    std::ranges::transform(x, product.begin(), [&](Point p) { return y[p]; });
  } else {
    (*make_row_product(kind))(x.data(), y.data(), product.data());
  }
  return product;
}

namespace {

std::uint64_t field_rank(const ElementKind& kind, std::span<const Point> row) {
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

}  // namespace

std::uint64_t rank_of(const ElementKind& kind, std::span<const Point> row) {
  if (kind.name == KindName::field) return field_rank(kind, row);
  if (kind.name == KindName::boolean) {
    BitVectors rows(kind.size);
    for (std::size_t k = 0; k < row.size(); ++k) rows[k / kind.size] |= BitVector{row[k]} << (k % kind.size);
    return basis_of(rows).size();
  }
  if (kind.is_matrix()) {
    const Point zero = identity_of({.name = kind.name, .size = 2, .threshold = kind.threshold, .period = kind.period})[1];
    std::set<std::vector<Point>> rows;
    for (std::size_t i = 0; i < kind.size; ++i) {
      const auto one = row.subspan(i * kind.size, kind.size);
      if (!std::ranges::all_of(one, [&](Point entry) { return entry == zero; })) rows.emplace(one.begin(), one.end());
    }
    return rows.size();
  }
  if (kind.name == KindName::bipartition) {
    const std::set<Point> above(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(kind.size));
    const std::set<Point> below(row.begin() + static_cast<std::ptrdiff_t>(kind.size), row.end());
    return static_cast<std::uint64_t>(std::ranges::count_if(above, [&](Point block) { return below.contains(block); }));
  }
  std::vector<bool> seen(row.size());
  std::uint64_t images = 0;
  for (const Point image : row) {
    if (image == kUndefined || seen[image]) continue;
    seen[image] = true;
    ++images;
  }
  return images;
}

}  // namespace wreath::semigroup
