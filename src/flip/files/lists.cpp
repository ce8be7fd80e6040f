// SPDX-License-Identifier: MIT
//
// Schemes as lists of matrices, as computer algebra systems print them.
//
//   Mathematica (.m)   {{{{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}}, ...}: for each summand its matrices a, b, c
//   Maple (.mpl)       Triad([Matrix(2, 2, [[1,0],[0,1]]), Matrix(...), Matrix(...)]), ...: the same; what is around it, such as
//                      the commands that check the scheme, is passed over
//
// Entries are integers, fractions as 1/8, or decimal fractions. The matrices give the shape.
#include <fmt/format.h>

#include "core/text/text_reader.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/files/text.hpp"
#include "flip/files/formats.hpp"

namespace wreath::flip {

namespace {

struct ListedMatrix {
  unsigned rows = 0;
  unsigned columns = 0;
  Row entries;
  std::size_t at = 0;  // in the text
};

/// The brackets of a system.
struct Brackets {
  char open;
  char close;
};
constexpr Brackets kBraces{'{', '}'};
constexpr Brackets kSquare{'[', ']'};

class ListReader {
 public:
  ListReader(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop)
      : reader_(text, source), source_(source), c_transposed_(options.c_transposed), stop_(stop) {}

  RationalScheme mathematica() {
    const std::size_t open = opened(kBraces, "a list of summands");
    do {
      const std::size_t summand = opened(kBraces, "a summand");
      std::array<ListedMatrix, 3> factors;
      for (unsigned position = 0; position < 3; ++position) {
        if (position != 0) reader_.expect(",", "the summand");
        factors[position] = matrix(kBraces);
      }
      reader_.expect_close(kBraces.close, summand, "the summand");
      add(factors);
    } while (reader_.take(","));
    reader_.expect_close(kBraces.close, open, "the list of summands");
    reader_.take(";");
    if (!reader_.at_end()) reader_.fail_expected("the end of the file after the list of summands");
    return finished();
  }

  RationalScheme maple() {
    constexpr std::string_view kTriad = "Triad(";
    const std::string_view text = reader_.text();
    for (std::size_t at = text.find(kTriad); at != std::string_view::npos; at = text.find(kTriad, reader_.at())) {
      reader_.go_to(at + kTriad.size());
      reader_.expect("[", "the triad");
      std::array<ListedMatrix, 3> factors;
      for (unsigned position = 0; position < 3; ++position) {
        if (position != 0) reader_.expect(",", "the triad");
        factors[position] = maple_matrix();
      }
      reader_.expect("]", "the triad");
      add(factors);
    }
    if (scheme_.rank() == 0) throw InputError(fmt::format("{}: there are no summands, Triad([Matrix(...), ...])", source_));
    return finished();
  }

 private:
  /// Where the bracket is.
  std::size_t opened(Brackets brackets, std::string_view what) {
    const std::size_t at = reader_.skip_space();
    if (!reader_.take(std::string_view(&brackets.open, 1))) reader_.fail_expected(fmt::format("'{}' of {}", brackets.open, what));
    return at;
  }

  /// A number, or an entry in parentheses.
  Rational plain_number() {
    constexpr unsigned kMostDepth = 100;
    if (reader_.peek() != '(') return take_entry(reader_);
    const std::size_t open = reader_.skip_space();
    reader_.take("(");
    if (++depth_ > kMostDepth) reader_.fail(open, "too many parentheses are open");
    const Rational value = entry();
    reader_.expect_close(')', open, "the entry");
    --depth_;
    return value;
  }

  /// The same with signs before it and a power behind it: -(0-1), --4, +-1/8, 2**2.
  Rational number() {
    constexpr std::int64_t kMostPower = 64;
    bool is_negative = false;
    for (bool is_minus = reader_.take("-"); is_minus || reader_.take("+"); is_minus = reader_.take("-")) {
      if (is_minus) is_negative = !is_negative;
    }
    const std::size_t at = reader_.skip_space();
    const bool is_plain = reader_.peek() != '(';
    const Rational base = plain_number();
    const bool is_fraction = is_plain && reader_.text().substr(at, reader_.at() - at).find('/') != std::string_view::npos;
    Rational value = base;
    if (reader_.take("**")) {
      if (is_fraction) reader_.fail(at, "a fraction with a power must be in parentheses");  // 3/2**2 is 3/4, not 9/4
      const std::int64_t power = reader_.take_integer("a power", kMostPower);
      if (power < 1) reader_.fail_expected("a power of 1 or more");
      for (std::int64_t k = 1; k < power; ++k) value = value * base;
    }
    return {is_negative ? -value.numerator : value.numerator, value.denominator};
  }

  /// Such numbers multiplied: -1*1.
  Rational term() {
    Rational product = number();
    while (reader_.take("*")) product = product * number();
    return product;
  }

  /// A sum of them: 1-1*0+1.
  Rational entry() {
    Rational sum = term();
    while (reader_.take("+") || reader_.peek() == '-') {
      const Rational next = term();
      sum = lowest_terms(__int128{sum.numerator} * next.denominator + __int128{next.numerator} * sum.denominator,
                         __int128{sum.denominator} * next.denominator);
    }
    return sum;
  }

  ListedMatrix matrix(Brackets brackets) {
    ListedMatrix found;
    found.at = reader_.skip_space();
    const std::size_t open = opened(brackets, "a matrix");
    do {
      const std::size_t row = opened(brackets, "a row of a matrix");
      unsigned columns = 0;
      do {
        found.entries.push_back(entry());
        ++columns;
      } while (reader_.take(","));
      reader_.expect_close(brackets.close, row, "the row");
      stop_.spend(kReading * (reader_.at() - row));
      if (found.rows++ == 0) found.columns = columns;
      if (columns != found.columns)
        reader_.fail(row, fmt::format("this row has {} entries, but the first one has {}", columns, found.columns));
    } while (reader_.take(","));
    reader_.expect_close(brackets.close, open, "the matrix");
    return found;
  }

  ListedMatrix maple_matrix() {
    constexpr std::int64_t kMostRows = 1'000'000;
    reader_.expect("Matrix(", "the triad");
    const std::int64_t rows = reader_.take_integer("the number of rows", kMostRows);
    reader_.expect(",", "the matrix");
    const std::int64_t columns = reader_.take_integer("the number of columns", kMostRows);
    reader_.expect(",", "the matrix");
    ListedMatrix found = matrix(kSquare);
    reader_.expect(")", "the matrix");
    if (found.rows != rows || found.columns != columns)
      reader_.fail(found.at, fmt::format("these are {} x {} entries, not {} x {}", found.rows, found.columns, rows, columns));
    return found;
  }

  void add(std::array<ListedMatrix, 3>& factors) {
    if (scheme_.rank() == 0) {
      const Shape shape{factors[0].rows, factors[0].columns, factors[1].columns};
      try {
        scheme_.shape = parse_large_shape(to_string(shape));
      } catch (const InputError& error) {
        reader_.fail(factors[0].at, error.message());
      }
    }
    auto& summand = scheme_.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      const bool turned = position == 2 && !c_transposed_;
      const unsigned rows = turned ? scheme_.shape.n : scheme_.shape.rows(position);
      const unsigned columns = turned ? scheme_.shape.p : scheme_.shape.columns(position);
      const ListedMatrix& factor = factors[position];
      if (factor.rows != rows || factor.columns != columns) {
        reader_.fail(factor.at,
                     fmt::format("factor {} of summand {} is {} x {}; in a scheme of shape {} it is {} x {}", "abc"[position],
                                 scheme_.rank(), factor.rows, factor.columns, to_string(scheme_.shape), rows, columns));
      }
      summand[position] = std::move(factors[position].entries);
    }
  }

  RationalScheme finished() {
    if (!c_transposed_) transpose_third(scheme_, Third::from_n_by_p);
    return std::move(scheme_);
  }

  TextReader reader_;
  std::string_view source_;
  bool c_transposed_;
  StopCheck stop_;
  unsigned depth_ = 0;  // of the parentheses that are open
  RationalScheme scheme_;
};

}  // namespace

RationalScheme parse_mathematica(std::string_view text, std::string_view source, const SchemeFileOptions& options,
                                 StopCheck stop) {
  return ListReader(text, source, options, stop).mathematica();
}

RationalScheme parse_maple(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop) {
  return ListReader(text, source, options, stop).maple();
}

}  // namespace wreath::flip
