// SPDX-License-Identifier: MIT
#include "open/gap_matrices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/algebra/finite_ring.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"

namespace wreath::open {

namespace {

constexpr std::int64_t kMostRows = 32;
constexpr std::int64_t kLargest = 65536;  // order of a field

/// As the text has it. GAP writes an element in the smallest field that has it, so that the entries of a matrix may name several.
struct Entry {
  std::size_t at;
  std::uint32_t field = 0;     // 0: a number, which stands for that multiple of one
  std::uint64_t exponent = 0;  // of Z(field); or the number
  bool zero = false;
};

class MatrixReader {
 public:
  MatrixReader(std::string_view text, std::string_view name) : in_(text, name) {}

  orbit::Generators read() {
    while (!in_.at_end()) {
      const std::size_t start = in_.at();
      if (in_.take("]")) {
        close(start);
      } else if (in_.take("*")) {
        take_one(start);
      } else if (!in_.take("[") && !in_.take("(") && !in_.take(")") && !in_.take(",") && !in_.take(";") && !in_.take(":=")) {
        take_entry(start);
      }
    }
    if (made_.degree == 0 || columns_ != 0 || entries_.size() % (std::size_t{made_.degree} * made_.degree) != 0)
      in_.fail(in_.at(), "the last matrix is not complete");
    if (prime_ == 0) in_.fail(in_.at(), "the entries are numbers, and no field is named: write [ [ 0, 1 ], [ 1, 1 ] ] * Z(2)^0");
    resolve();
    return made_;
  }

 private:
  /// In the least field that has all entries.
  void resolve() {
    std::uint64_t order = 1;
    for (std::uint32_t i = 0; i < degree_; ++i) order = std::min<std::uint64_t>(order * prime_, kLargest * 2);
    std::optional<FiniteRing> ring;
    try {
      ring = FiniteRing::field(static_cast<std::uint32_t>(order));
    } catch (const InputError& error) {
      in_.fail(field_at_, error.message());
    }
    made_.modulus = ring->size();
    made_.over_field = true;
    for (const Entry& entry : entries_) {
      std::uint32_t element = 0;
      if (entry.field != 0 && !entry.zero) {
        const std::uint64_t step = entry.field == 2 ? 0 : (order - 1) / (entry.field - 1);
        element = ring->power(ring->root(), step * (entry.exponent % std::max(entry.field - 1, 1U)));
      }
      for (std::uint64_t i = 0; entry.field == 0 && i < entry.exponent % prime_; ++i) element = ring->add(element, 1);
      made_.images.push_back(element);
    }
  }

  void close(std::size_t start) {
    if (columns_ == 0) return;
    if (made_.degree == 0) made_.degree = columns_;
    if (columns_ != made_.degree || columns_ > kMostRows)
      in_.fail(start, fmt::format("this row has {}; matrices are square, with up to {} rows",
                                  counted(columns_, "entry", "entries"), kMostRows));
    columns_ = 0;
  }
  void take_entry(std::size_t start) {
    const char next = in_.peek();
    if (next == '-' || (next >= '0' && next <= '9')) {
      const std::int64_t number = in_.take_integer("an entry", kLargest);
      if (number < 0) in_.fail(start, "an entry must not be negative");
      if (number != 0 || !in_.take("*")) return add({start, 0, static_cast<std::uint64_t>(number)});
      Entry zero = take_element(start);
      zero.zero = true;
      return add(zero);
    }
    const std::string_view word = in_.take_name();
    if (in_.peek() == ':' || word == "Group" || word == "return") return;
    if (word != "Z") in_.fail(start, "expected matrices over a finite field, whose entries are written Z(5)^2 or 0*Z(5)");
    in_.go_to(start);
    add(take_element(start));
  }
  void add(const Entry& entry) {
    entries_.push_back(entry);
    ++columns_;
  }
  /// Behind a matrix of numbers: * Z(2)^0 or * One(GF(2)).
  void take_one(std::size_t start) {
    if (columns_ != 0) in_.fail(start, "unexpected '*' in a row");
    const std::size_t at = in_.skip_space();
    if (in_.take_name() == "One") {
      in_.expect("(", "One(GF(q))");
      if (in_.take_name() != "GF") in_.fail(at, "expected One(GF(q))");
      take_field(at);
      in_.expect(")", "One(GF(q))");
      return;
    }
    in_.go_to(at);
    if (take_element(at).exponent != 0) in_.fail(at, "a matrix of numbers is multiplied by one, Z(q)^0");
  }
  /// Z(q) or Z(q)^k.
  Entry take_element(std::size_t start) {
    if (in_.take_name() != "Z") in_.fail(start, "expected an element of a field, Z(q)^k or 0*Z(q)");
    const std::uint32_t field = take_field(start);
    const std::int64_t exponent = in_.take("^") ? in_.take_integer("the exponent", kLargest) : 1;
    if (exponent < 0) in_.fail(start, "an exponent must not be negative");
    return {start, field, static_cast<std::uint64_t>(exponent)};
  }
  std::uint32_t take_field(std::size_t start) {
    in_.expect("(", "Z(q)");
    const std::int64_t given = in_.take_integer("the field", kLargest);
    in_.expect(")", "Z(q)");
    const auto order = static_cast<std::uint32_t>(std::max<std::int64_t>(given, 0));
    std::uint32_t prime = 2;
    while (prime < order && order % prime != 0) ++prime;
    std::uint32_t degree = 0;
    std::uint32_t rest = order;
    for (; rest > 1 && rest % prime == 0; rest /= prime) ++degree;
    if (degree == 0 || rest != 1) in_.fail(start, fmt::format("there is no field with {} elements", given));
    if (prime_ != 0 && prime_ != prime)
      in_.fail(start, fmt::format("an entry before is in a field of characteristic {}", prime_));
    prime_ = prime;
    if (degree_ % degree != 0) field_at_ = start;
    degree_ = std::lcm(degree_, degree);
    return order;
  }

  TextReader in_;
  orbit::Generators made_{.moves = orbit::Moves::matrices};
  std::vector<Entry> entries_;
  std::uint32_t columns_ = 0;  // of the row that is being read
  std::uint32_t prime_ = 0;    // the characteristic; 0: no field was named
  std::uint32_t degree_ = 1;   // of the field that has all entries
  std::size_t field_at_ = 0;   // what made it as large
};

}  // namespace

bool is_text_of_matrices(std::string_view text) {
  return text.find("Z(") != std::string_view::npos || text.find("One(GF(") != std::string_view::npos;
}

std::string to_gap(std::span<const std::uint32_t> matrix, std::uint32_t rows, std::uint32_t field) {
  const FiniteRing ring = FiniteRing::field(field);
  std::vector<std::string> names(field, fmt::format("0*Z({})", field));
  std::uint32_t element = 1;
  for (std::uint32_t k = 0; k + 1 < field; ++k, element = ring.multiply(element, ring.root()))
    names[element] = k == 1 ? fmt::format("Z({})", field) : fmt::format("Z({})^{}", field, k);
  std::string text = "[ ";
  for (std::uint32_t row = 0; row < rows; ++row) {
    text += row == 0 ? "[ " : ", [ ";
    for (std::size_t i = 0; i < matrix.size() / rows; ++i)
      text += (i == 0 ? "" : ", ") + names[matrix[row * (matrix.size() / rows) + i]];
    text += " ]";
  }
  return text + " ]";
}

orbit::Generators gap_matrices(std::string_view text, std::string_view name) {
  return MatrixReader(text, name).read();
}

}  // namespace wreath::open
