// SPDX-License-Identifier: MIT
#include "flip/scheme/tensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "core/text/characters.hpp"
#include "flip/scheme/rational.hpp"

namespace wreath::flip {

namespace {

constexpr unsigned kMostCoordinates = 65536;
constexpr unsigned kMostOfWords = 64;
constexpr std::int64_t kMostValue = std::int64_t{1} << 31;

}  // namespace

Tensor::Tensor(std::string name, const std::array<unsigned, 3>& sizes, std::vector<TensorEntry> entries,
               std::optional<MatrixKinds> kinds, std::array<std::vector<CoordinateLabel>, 3> labels)
    : name_(std::move(name)), sizes_(sizes), kinds_(kinds), labels_(std::move(labels)) {
  if (*std::ranges::min_element(sizes_) == 0 || *std::ranges::max_element(sizes_) > kMostCoordinates) {
    throw InputError(fmt::format("{}: modes of {}, {} and {} coordinates are not possible: each has 1 to {}", name_, sizes_[0],
                                 sizes_[1], sizes_[2], kMostCoordinates));
  }
  std::ranges::sort(entries);
  for (const TensorEntry& entry : entries) {
    for (unsigned mode = 0; mode < 3; ++mode) {
      if (entry.at[mode] >= sizes_[mode]) {
        throw InputError(fmt::format("{}: coordinate {} of {} is beyond the {} there are (they count from 0)", name_,
                                     entry.at[mode], "abc"[mode], sizes_[mode]));
      }
    }
    const auto require_small = [this](std::int64_t value) {
      if (value < -kMostValue || value > kMostValue)
        throw InputError(fmt::format("{}: the coefficient {} is too large", name_, value));
    };
    require_small(entry.value);
    if (!entries_.empty() && entries_.back().at == entry.at) {
      entries_.back().value += entry.value;
    } else {
      entries_.push_back(entry);
    }
    require_small(entries_.back().value);
  }
  std::erase_if(entries_, [](const TensorEntry& entry) { return entry.value == 0; });
  if (entries_.empty()) throw InputError(fmt::format("{}: all coefficients of this tensor are 0", name_));
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    while (starts_.size() <= entries_[k].at[0]) starts_.push_back(k);
  }
  starts_.resize(std::size_t{sizes_[0]} + 1, entries_.size());
}

std::span<const TensorEntry> Tensor::entries_at(unsigned a, unsigned b) const {
  const auto of_a = std::span(entries_).subspan(starts_[a], starts_[a + 1] - starts_[a]);
  const auto [first, last] = std::ranges::equal_range(of_a, b, {}, [](const TensorEntry& entry) { return entry.at[1]; });
  return {first, last};
}

std::strong_ordering Shape::operator<=>(const Shape& other) const {
  if (const auto by_sizes = std::array{n, m, p} <=> std::array{other.n, other.m, other.p}; by_sizes != 0) return by_sizes;
  if (tensor == other.tensor) return std::strong_ordering::equal;
  if (is_matrices() || other.is_matrices()) return other.is_matrices() <=> is_matrices();
  return tensor->entries() <=> other.tensor->entries();
}

Shape shape_of(Tensor tensor) {
  static std::mutex mutex;
  static std::map<std::string, std::vector<std::unique_ptr<const Tensor>>> tensors;  // by name: a file's may have changed
  const std::lock_guard lock(mutex);
  auto& named = tensors[tensor.name()];
  const auto as_shape = [](const Tensor& kept) { return Shape{kept.sizes()[0], kept.sizes()[1], kept.sizes()[2], &kept}; };
  for (const auto& known : named) {
    if (known->sizes() == tensor.sizes() && known->entries() == tensor.entries()) return as_shape(*known);
  }
  return as_shape(*named.emplace_back(std::make_unique<const Tensor>(std::move(tensor))));
}

namespace {

constexpr std::string_view kFile = "file:";

/// Three numbers with 'x' between them, perhaps too large ones.
bool is_like_a_shape(std::string_view text) {
  const auto is_times = [](char c) { return c == 'x' || c == 'X'; };
  return text.find_first_not_of("0123456789xX") == std::string_view::npos && std::ranges::count_if(text, is_times) == 2;
}

}  // namespace

Shape open_tensor(std::string_view text) {
  if (text.starts_with(kFile)) return shape_of(read_tensor(std::string(text.substr(kFile.size()))));
  if (!is_like_a_shape(text)) {
    if (auto tensor = tensor_of_family(text)) return shape_of(std::move(*tensor));
    if (text.find_first_not_of("0123456789xX") != std::string_view::npos)
      throw InputError(fmt::format(
          "'{}' is not a shape or a tensor: write three sizes, such as 4x4x4, or a name such as gt:4, poly:3,4 or file:t.txt",
          text));
  }
  return parse_large_shape(text);
}

Shape open_walk_tensor(std::string_view text) {
  const Shape shape = open_tensor(text);
  if (shape.is_matrices()) return parse_shape(text);
  if (!fits_words(shape)) {
    throw InputError(fmt::format("{} is too large for walks: its modes have {}, {} and {} coordinates, and {} are possible", text,
                                 shape.n, shape.m, shape.p, kMostOfWords));
  }
  return shape;
}

bool is_like_a_tensor(std::string_view text) {
  if (is_like_a_shape(text) || text.starts_with(kFile)) return true;
  try {
    return tensor_of_family(text).has_value();
  } catch (const InputError&) {
    return true;  // one that is not possible: the message explains why
  }
}

std::vector<TensorEntry> entries_of(const Shape& shape) {
  if (!shape.is_matrices()) return shape.tensor->entries();
  std::vector<TensorEntry> entries;
  for (unsigned a = 0; a < shape.bits(0); ++a) {
    for (unsigned b = a % shape.m * shape.p; b < (a % shape.m + 1) * shape.p; ++b)
      for_entries_at(shape, a, b, [&](unsigned c, std::int64_t value) { entries.push_back({{a, b, c}, value}); });
  }
  return entries;
}

std::int64_t coefficient_of(const Shape& shape, unsigned a, unsigned b, unsigned c) {
  std::int64_t found = 0;
  for_entries_at(shape, a, b, [&](unsigned at, std::int64_t value) { found = at == c ? value : found; });
  return found;
}

std::uint64_t largest_coefficient(const Shape& shape) {
  std::uint64_t most = 1;
  if (shape.is_matrices()) return most;
  for (const TensorEntry& entry : shape.tensor->entries()) most = std::max(most, magnitude(entry.value));
  return most;
}

void require_matrices(const Shape& shape, std::string_view what) {
  if (shape.is_matrices()) return;
  throw InputError(
      fmt::format("{} needs a product of two general matrices, such as 4x4x4, and {} is another tensor", what, to_string(shape)));
}

std::string file_stem(const Shape& shape) {
  std::string stem;
  const std::string name = to_string(shape);
  const std::size_t folder = name.starts_with(kFile) ? name.find_last_of('/') : std::string::npos;
  for (const char letter : name.substr(folder == std::string::npos ? 0 : folder + 1)) {
    const bool plain = is_letter(letter) || is_digit(letter);
    if (plain || (!stem.empty() && stem.back() != '-')) stem += plain ? letter : '-';
  }
  return stem;
}

std::array<std::array<unsigned, 2>, 3> places_of(const Shape& shape, unsigned a, unsigned b, unsigned c) {
  std::array<std::array<unsigned, 2>, 3> places{};
  const unsigned at[] = {a, b, c};
  for (unsigned position = 0; position < 3; ++position)
    places[position] = {at[position] / shape.columns(position), at[position] % shape.columns(position)};
  return places;
}

std::string entry_name(const Shape& shape, const std::array<std::array<unsigned, 2>, 3>& at, bool commas) {
  std::string name;
  for (unsigned position = 0; position < 3; ++position) {
    name += fmt::format("{}{}{}", position == 0 ? "" : " ", "abc"[position], at[position][0] + 1);
    if (shape.is_matrices()) name += fmt::format("{}{}", commas ? "," : "", at[position][1] + 1);
  }
  return name;
}

StandardSummands standard_summands(std::span<const TensorEntry> entries, std::int64_t modulus) {
  StandardSummands best;
  for (const unsigned open : {2U, 1U, 0U}) {
    std::map<std::array<unsigned, 3>, StandardSummand> groups;
    for (const TensorEntry& entry : entries) {
      if (modulus != 0 && entry.value % modulus == 0) continue;
      std::array<unsigned, 3> at = entry.at;
      at[open] = 0;
      StandardSummand& group = groups[at];
      group.at = at;
      group.entries.push_back(entry);
    }
    if (open != 2 && groups.size() >= best.summands.size()) continue;
    best = {open, {}};
    for (auto& [at, group] : groups) best.summands.push_back(std::move(group));
  }
  return best;
}

std::vector<std::array<Row, 3>> as_factors(const StandardSummands& standard, const Shape& shape) {
  std::vector<std::array<Row, 3>> factors;
  for (const auto& [at, entries] : standard.summands) {
    std::array<Row, 3>& summand = factors.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      summand[position].resize(shape.bits(position));
      if (position != standard.open) summand[position][at[position]].numerator = 1;
    }
    for (const TensorEntry& entry : entries) summand[standard.open][entry.at[standard.open]].numerator = entry.value;
  }
  return factors;
}

namespace {

/// Whether the rows are multiples of each other, and not 0.
bool are_multiples(const Row& x, const Row& y) {
  if (x.size() != y.size()) return false;
  const auto first =
      static_cast<std::size_t>(std::ranges::find_if(x, [](const Rational& value) { return !value.is_zero(); }) - x.begin());
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] * y[first] != y[k] * x[first]) return false;
  }
  return !y[first].is_zero();
}

/// Whether such a matrix has the structure in each diagonal block, and general blocks elsewhere.
bool has_blocks(char kind) {
  return kind == 'g' || kind == 'u' || kind == 'l';
}

/// Whether a sum of blocks of a triangular matrix is one of those on the diagonal alone.
bool is_on_diagonal(const Row& row, unsigned n) {
  unsigned at = 0;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = i; j < n; ++j, ++at) {
      if (i != j && !row[at].is_zero()) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<RecursiveCalls> recursive_calls(const RationalScheme& scheme) {
  if (scheme.shape.is_matrices() || !scheme.shape.tensor->kinds()) return std::nullopt;
  const auto [left, right, n, left_out] = *scheme.shape.tensor->kinds();
  if (n == 1) return std::nullopt;  // one block is the whole matrix
  if (!has_blocks(left) || (right != 't' && !has_blocks(right))) return std::nullopt;
  const bool is_own_product = left == 'g' && right == 't';
  if ((left == 'g' && right == 'g') || (left_out != 0 && !is_own_product)) return std::nullopt;
  RecursiveCalls calls;
  calls.same = std::size_t{left_out} * n;
  calls.products = scheme.rank() + calls.same;
  for (const auto& [x, y, z] : scheme.summands) {
    const bool in_left = left == 'g' || is_on_diagonal(x, n);
    if (right == 't') {
      const bool is_own = are_multiples(x, y);
      if (is_own && in_left) ++calls.same;
      if (is_own && !in_left) ++calls.own;
      if (is_own || left == 'g') continue;
      if (in_left) {
        ++calls.left;
      } else if (is_on_diagonal(y, n)) {
        ++calls.right;
      }
      continue;
    }
    const bool in_right = right == 'g' || is_on_diagonal(y, n);
    if (in_left && in_right) {
      ++calls.same;
    } else if (in_left && left != 'g') {
      ++calls.left;
    } else if (in_right && right != 'g') {
      ++calls.right;
    }
  }
  const double general = std::pow(n, std::log2(7.0));
  calls.factor = static_cast<double>(calls.products - calls.same) / (general - static_cast<double>(calls.same));
  return calls;
}

}  // namespace wreath::flip
