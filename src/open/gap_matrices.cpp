// SPDX-License-Identifier: MIT
#include "open/gap_matrices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/algebra/finite_ring.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"

namespace wreath::open {

namespace {

constexpr std::int64_t kMostRows = 32;
constexpr std::int64_t kLargest = 65536;  // order of a field

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
    if (made_.degree == 0 || columns_ != 0 || made_.images.size() % (std::size_t{made_.degree} * made_.degree) != 0)
      in_.fail(in_.at(), "the last matrix is not complete");
    if (!ring_) in_.fail(in_.at(), "the entries are numbers, and no field is named: write [ [ 0, 1 ], [ 1, 1 ] ] * Z(2)^0");
    for (std::uint32_t& entry : made_.images) {
      if (entry >= kNumber) entry = of_number(entry - kNumber);
    }
    return made_;
  }

 private:
  static constexpr std::uint32_t kNumber = 1U << 20;  // is added to entries that are numbers, until the field is known

  /// A number stands for so many times one.
  std::uint32_t of_number(std::uint32_t number) const {
    std::uint32_t element = 0;
    std::uint32_t prime = 2;
    while (ring_->size() % prime != 0) ++prime;
    for (std::uint32_t i = 0; i < number % prime; ++i) element = ring_->add(element, 1);
    return element;
  }

  void close(std::size_t start) {
    if (columns_ == 0) return;
    if (made_.degree == 0) made_.degree = columns_;
    if (columns_ != made_.degree || columns_ > kMostRows)
      in_.fail(start, fmt::format("this row has {}; matrices are square, with up to {} rows", counted(columns_, "entry", "entries"),
                                  kMostRows));
    columns_ = 0;
  }
  void take_entry(std::size_t start) {
    const char next = in_.peek();
    if (next == '-' || (next >= '0' && next <= '9')) {
      const std::int64_t number = in_.take_integer("an entry", kNumber - 1);
      if (number == 0 && in_.take("*")) {
        (void)take_field(start);
        return add(0);
      }
      if (number < 0) in_.fail(start, "an entry must not be negative");
      return add(kNumber + static_cast<std::uint32_t>(number));
    }
    const std::string_view word = in_.take_name();
    if (in_.peek() == ':' || word == "Group" || word == "return") return;
    if (word != "Z") in_.fail(start, "expected matrices over a finite field, whose entries are written Z(5)^2 or 0*Z(5)");
    in_.go_to(start);
    add(take_field(start));
  }
  void add(std::uint32_t element) {
    made_.images.push_back(element);
    ++columns_;
  }
  /// Behind a matrix of numbers: * Z(2)^0 or * One(GF(2)).
  void take_one(std::size_t start) {
    if (columns_ != 0) in_.fail(start, "unexpected '*' in a row");
    const std::size_t at = in_.skip_space();
    if (in_.take_name() == "One") {
      in_.expect("(", "One(GF(q))");
      if (in_.take_name() != "GF") in_.fail(at, "expected One(GF(q))");
      take_order(at);
      in_.expect(")", "One(GF(q))");
      return;
    }
    in_.go_to(at);
    if (take_field(at) != 1) in_.fail(at, "a matrix of numbers is multiplied by one, Z(q)^0");
  }
  /// Z(q) or Z(q)^k.
  std::uint32_t take_field(std::size_t start) {
    if (in_.take_name() != "Z") in_.fail(start, "expected an element of a field, Z(q)^k or 0*Z(q)");
    take_order(start);
    const std::int64_t exponent = in_.take("^") ? in_.take_integer("the exponent", kLargest) : 1;
    if (exponent < 0) in_.fail(start, "an exponent must not be negative");
    return ring_->power(ring_->root(), static_cast<std::uint64_t>(exponent));
  }
  void take_order(std::size_t start) {
    in_.expect("(", "Z(q)");
    const std::int64_t order = in_.take_integer("the field", kLargest);
    in_.expect(")", "Z(q)");
    if (made_.modulus != 0 && made_.modulus != order)
      in_.fail(start, fmt::format("an entry before is in the field with {} elements", made_.modulus));
    if (made_.modulus != 0) return;
    if (order < 2) in_.fail(start, fmt::format("there is no field with {} elements", order));
    try {
      ring_ = FiniteRing::field(static_cast<std::uint32_t>(order));
    } catch (const InputError& error) {
      in_.fail(start, error.message());
    }
    made_.modulus = static_cast<std::uint32_t>(order);
    made_.over_field = true;
  }

  TextReader in_;
  orbit::Generators made_{.moves = orbit::Moves::matrices};
  std::optional<FiniteRing> ring_;
  std::uint32_t columns_ = 0;  // of the row that is being read
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
    for (std::size_t i = 0; i < matrix.size() / rows; ++i) text += (i == 0 ? "" : ", ") + names[matrix[row * (matrix.size() / rows) + i]];
    text += " ]";
  }
  return text + " ]";
}

orbit::Generators gap_matrices(std::string_view text, std::string_view name) {
  return MatrixReader(text, name).read();
}

}  // namespace wreath::open
