// SPDX-License-Identifier: MIT
#include "flip/files/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "core/io/mapped_file.hpp"
#include "core/text/characters.hpp"
#include "core/text/option.hpp"
#include "core/text/text_reader.hpp"
#include "flip/files/text.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr std::int64_t kMostNumber = std::int64_t{1} << 53;
constexpr unsigned kMostDepth = 100;
constexpr unsigned kMostIndex = 65536;

Rational sum(const Rational& x, const Rational& y) {
  return lowest_terms(static_cast<__int128>(x.numerator) * y.denominator + static_cast<__int128>(y.numerator) * x.denominator,
                      static_cast<__int128>(x.denominator) * y.denominator);
}

/// An index of an entry: one number, or a row and a column, from 0.
using Place = std::array<unsigned, 2>;
using Form = std::map<Place, Rational>;  // by place, or by the number of a product or an input

/// What an expression stands for: a number, or a form in the entries of a or b, in products, or in inputs.
struct Value {
  enum class Kind { number, a, b, products, inputs } kind = Kind::number;
  Rational number;
  Form form;

  bool is_zero() const { return kind == Kind::number && number.is_zero(); }
};

struct Program {
  std::array<std::vector<Form>, 2> factors;  // of the products
  std::map<Place, Form> outputs;             // sums of products, or of inputs
};

/// Which names stand for inputs and outputs.
enum class Names { entries, entries_in_order, numbered };

class ProgramParser {
 public:
  ProgramParser(std::string_view text, std::string_view source, Names names, StopCheck& stop)
      : reader_(text, source), names_(names), stop_(stop) {}

  Program parse() {
    while (true) {
      while (reader_.take(";")) {
      }
      if (reader_.at_end()) break;
      assign();
    }
    if (program_.outputs.empty()) reader_.fail(0, "nothing is assigned to c11, c12, ... (or o0, o1, ...)");
    return std::move(program_);
  }

 private:
  void assign() {
    const std::size_t at = reader_.skip_space();
    stop_.spend(kReading * 16);
    const std::string name = take_word();
    if (name.empty()) reader_.fail_expected("the name of a value");
    if (!reader_.take(":=")) reader_.expect("=", "an assignment such as P1 := a11*b11");
    Value value = parse_sum();
    const bool ends = line_is_over() || reader_.peek() == ';' || reader_.peek() == '\0';
    if (!ends) reader_.fail_expected("the end of the line, ';' or an operator");
    if (const auto place = output_of(name, at)) {
      const Value::Kind needed = names_ == Names::numbered ? Value::Kind::inputs : Value::Kind::products;
      if (value.kind != needed && !value.is_zero())
        reader_.fail(at, fmt::format("{} must be a sum of {}", name, names_ == Names::numbered ? "inputs" : "products"));
      if (!program_.outputs.emplace(*place, value.form).second) reader_.fail(at, name + " is assigned twice");
    }
    values_.insert_or_assign(name, std::move(value));
  }

  /// Whether there is a new line before what comes next.
  bool line_is_over() {
    const std::size_t from = reader_.at();
    const std::size_t to = reader_.skip_space();
    return reader_.text().substr(from, to - from).find('\n') != std::string_view::npos;
  }

  Value parse_sum() {
    if (++depth_ > kMostDepth) reader_.fail(reader_.at(), "too many parentheses are open");
    bool minus = take_sign();
    Value total = parse_product();
    if (minus) scale(total, {-1, 1});
    while (true) {
      const std::size_t before = reader_.at();
      if (depth_ == 1 && line_is_over()) {
        const char next = reader_.here();
        if (next != '+' && next != '-') {
          reader_.go_to(before);
          break;
        }
      }
      const char next = reader_.peek();
      if (next != '+' && next != '-') break;
      const std::size_t at = reader_.at();
      minus = take_sign();
      Value term = parse_product();
      if (minus) scale(term, {-1, 1});
      add(total, std::move(term), at);
    }
    --depth_;
    return total;
  }

  Value parse_product() {
    Value value = parse_factor();
    while (true) {
      const std::size_t before = reader_.at();
      if (depth_ == 1 && line_is_over()) {
        reader_.go_to(before);
        return value;
      }
      const std::size_t at = reader_.skip_space();
      if (reader_.take("/")) {
        const Value divisor = parse_factor();
        if (divisor.kind != Value::Kind::number || divisor.number.is_zero())
          reader_.fail(at, "only a number that is not 0 divides");
        scale(value, make_rational(divisor.number.denominator, divisor.number.numerator));
      } else if (reader_.take("*") || begins_factor(reader_.peek())) {
        value = product(std::move(value), parse_factor(), at);
      } else {
        return value;
      }
    }
  }

  Value parse_factor() {
    const std::size_t at = reader_.skip_space();
    const char next = reader_.peek();
    if (next == '(') {
      reader_.take("(");
      Value inner = parse_sum();
      reader_.expect_close(')', at, "the sum");
      return inner;
    }
    if (next == '-' || next == '+') {
      const bool minus = take_sign();
      Value value = parse_factor();
      if (minus) scale(value, {-1, 1});
      return value;
    }
    if (is_digit(next)) {
      const Rational number = {reader_.take_integer("a number", kMostNumber), 1};
      return {Value::Kind::number, number, {}};
    }
    const std::string name = take_word();
    if (name.empty()) reader_.fail_expected("a number, a name or '('");
    if (const auto known = values_.find(name); known != values_.end()) return known->second;
    if (auto input = input_of(name, at)) return *input;
    reader_.fail(at, fmt::format("'{}' has no value yet", name));
  }

  bool take_sign() {
    bool minus = false;
    while (reader_.peek() == '+' || reader_.peek() == '-') {
      minus ^= reader_.here() == '-';
      reader_.advance();
    }
    return minus;
  }

  /// Letters, digits and '_', and a comma between digits: a1,10.
  std::string take_word() {
    reader_.skip_space();
    std::string word;
    if (!is_letter(reader_.here()) && reader_.here() != '_') return word;
    while (is_name_character(reader_.here()) || (reader_.here() == ',' && is_digit(word.back()))) {
      word += reader_.here();
      reader_.advance();
    }
    return word;
  }

  static bool begins_factor(char letter) { return letter == '(' || is_letter(letter) || letter == '_' || is_digit(letter); }

  /// The digits after one of these letters; empty if the name is another one.
  static std::string index_of(const std::string& name, std::string_view letters) {
    if (name.size() < 2 || letters.find(name[0]) == std::string_view::npos) return {};
    const std::string digits = name.substr(name[1] == '_' ? 2 : 1);
    return digits.find_first_not_of("0123456789,") == std::string::npos ? digits : std::string();
  }

  Place place_of(const std::string& digits, std::size_t at) const {
    const std::size_t comma = digits.find(',');
    const auto number = [&](const std::string& text) {
      const unsigned long value = text.empty() || text.size() > 6 ? 0 : std::stoul(text);
      const unsigned least = names_ == Names::numbered ? 0 : 1;
      if (text.empty() || value < least || value > kMostIndex) reader_.fail(at, fmt::format("'{}' is not an index", digits));
      return static_cast<unsigned>(value) - least;
    };
    if (names_ != Names::entries) return {number(digits), 0};
    if (comma == std::string::npos && digits.size() != 2)
      reader_.fail(at, "an entry has a row and a column of one digit each, such as a12, or a comma between them, such as a1,12");
    const std::size_t cut = comma == std::string::npos ? 1 : comma;
    return {number(digits.substr(0, cut)), number(digits.substr(comma == std::string::npos ? 1 : comma + 1))};
  }

  std::optional<Value> input_of(const std::string& name, std::size_t at) const {
    if (names_ == Names::numbered) {
      const std::string digits = index_of(name, "iI");
      if (digits.empty()) return std::nullopt;
      return Value{Value::Kind::inputs, {}, {{place_of(digits, at), {1, 1}}}};
    }
    const std::string digits = index_of(name, "abAB");
    if (digits.empty()) return std::nullopt;
    return Value{name[0] == 'a' || name[0] == 'A' ? Value::Kind::a : Value::Kind::b, {}, {{place_of(digits, at), {1, 1}}}};
  }

  std::optional<Place> output_of(const std::string& name, std::size_t at) const {
    const std::string digits = index_of(name, names_ == Names::numbered ? "oO" : "cC");
    return digits.empty() ? std::nullopt : std::optional(place_of(digits, at));
  }

  static void scale(Value& value, const Rational& by) {
    value.number = value.number * by;
    for (auto& [place, coefficient] : value.form) coefficient = coefficient * by;
  }

  void add(Value& to, Value value, std::size_t at) const {
    if (value.is_zero()) return;
    if (to.is_zero()) {
      to = std::move(value);
      return;
    }
    if (to.kind != value.kind)
      reader_.fail(at, "the terms of a sum are of different kinds: entries of a, of b, products, numbers");
    to.number = sum(to.number, value.number);
    for (const auto& [place, coefficient] : value.form) {
      Rational& entry = to.form.emplace(place, Rational{}).first->second;
      entry = sum(entry, coefficient);
      if (entry.is_zero()) to.form.erase(place);
    }
  }

  Value product(Value x, Value y, std::size_t at) {
    if (x.kind == Value::Kind::number || y.kind == Value::Kind::number) {
      const bool first = x.kind == Value::Kind::number;
      Value form = first ? std::move(y) : x;
      scale(form, first ? x.number : y.number);
      return form;
    }
    if (x.kind > y.kind) std::swap(x, y);
    if (x.kind != Value::Kind::a || y.kind != Value::Kind::b) reader_.fail(at, "a product is one of a form in a and a form in b");
    const auto number = static_cast<unsigned>(program_.factors[0].size());
    program_.factors[0].push_back(std::move(x.form));
    program_.factors[1].push_back(std::move(y.form));
    return {Value::Kind::products, {}, {{{number, 0}, {1, 1}}}};
  }

  TextReader reader_;
  Names names_;
  StopCheck& stop_;
  std::map<std::string, Value> values_;
  Program program_;
  unsigned depth_ = 0;
};

/// Whether an entry's name has a single digit.
bool has_single_index(std::string_view text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const bool begins = std::string_view("abAB").find(text[at]) != std::string_view::npos && is_digit(text[at + 1]) &&
                        (at == 0 || !is_name_character(text[at - 1]));
    const char next = at + 2 < text.size() ? text[at + 2] : ' ';
    if (begins && !is_digit(next) && next != ',') return true;
  }
  return false;
}

Shape shape_of_program(const Program& program, std::string_view source) {
  Shape shape;
  const auto extend = [](unsigned& side, unsigned place) { side = std::max(side, place + 1); };
  for (const Form& form : program.factors[0]) {
    for (const auto& [place, coefficient] : form) {
      extend(shape.n, place[0]);
      extend(shape.m, place[1]);
    }
  }
  for (const Form& form : program.factors[1]) {
    for (const auto& [place, coefficient] : form) {
      extend(shape.m, place[0]);
      extend(shape.p, place[1]);
    }
  }
  if (program.factors[0].empty()) throw InputError(fmt::format("{}: there are no products", source));
  return parse_large_shape(to_string(shape));
}

}  // namespace

bool begins_with_assignment(std::string_view text) {
  TextReader reader(text, "");
  if (reader.take_name().empty()) return false;
  return reader.take(":=") || reader.take("=");
}

RationalScheme parse_program(std::string_view text, const std::string& source, const SchemeFileOptions& options, StopCheck stop) {
  std::optional<Shape> shape = options.shape ? options.shape : cpd_tensor(source);
  const bool in_order = (shape && !shape->is_matrices()) || has_single_index(text);
  const Program program = ProgramParser(text, source, in_order ? Names::entries_in_order : Names::entries, stop).parse();
  if (!shape && in_order) throw InputError(fmt::format("{}: name the tensor of this program with {}", source, option("shape")));
  if (!shape) shape = shape_of_program(program, source);
  const auto number_of = [&](unsigned position, const Place& place) {
    const unsigned rows = position == 2 ? shape->n : shape->rows(position);
    const unsigned columns = position == 2 && shape->is_matrices() ? shape->p : shape->columns(position);
    const unsigned at = in_order ? place[0] : place[0] * columns + place[1];
    if ((!in_order && (place[0] >= rows || place[1] >= columns)) || at >= shape->bits(position)) {
      throw InputError(fmt::format("{}: {}{} is not an entry of {}", source, "abc"[position],
                                   in_order ? std::to_string(place[0] + 1) : fmt::format("{},{}", place[0] + 1, place[1] + 1),
                                   to_string(*shape)));
    }
    return position == 2 && shape->is_matrices() ? at % shape->p * shape->n + at / shape->p : at;
  };
  RationalScheme scheme{*shape, std::vector<std::array<Row, 3>>(program.factors[0].size())};
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    for (unsigned position = 0; position < 3; ++position) scheme.summands[r][position].resize(shape->bits(position));
    for (unsigned position = 0; position < 2; ++position) {
      for (const auto& [place, value] : program.factors[position][r])
        scheme.summands[r][position][number_of(position, place)] = value;
    }
  }
  for (const auto& [place, form] : program.outputs) {
    for (const auto& [product, value] : form) scheme.summands[product[0]][2][number_of(2, place)] = value;
  }
  std::erase_if(scheme.summands, [](const auto& summand) {  // products that no result takes
    return std::ranges::all_of(summand[2], &Rational::is_zero);
  });
  return scheme;
}

namespace {

/// Rows of a matrix.
struct Rows {
  std::vector<Row> rows;
  std::size_t columns = 0;
};

Rows parse_sms(std::string_view text, const std::string& source, StopCheck& stop) {
  TextReader reader(text, source);
  const auto rows = static_cast<std::size_t>(reader.take_integer("the number of rows", kMostIndex));
  const auto columns = static_cast<std::size_t>(reader.take_integer("the number of columns", kMostIndex));
  (void)reader.take_name();  // M, R, Q, ...: the kind of the values
  Rows matrix{std::vector<Row>(rows, Row(columns)), columns};
  while (true) {
    const std::size_t at = reader.skip_space();
    const std::int64_t i = reader.take_integer("a row", kMostIndex);
    const std::int64_t j = reader.take_integer("a column", kMostIndex);
    const Rational value = take_entry(reader);
    stop.spend(kReading);
    if (i == 0 && j == 0) return matrix;
    if (i < 1 || j < 1 || static_cast<std::size_t>(i) > rows || static_cast<std::size_t>(j) > columns)
      reader.fail(at, fmt::format("row {}, column {} is outside the {} x {} matrix", i, j, rows, columns));
    matrix.rows[static_cast<std::size_t>(i) - 1][static_cast<std::size_t>(j) - 1] = value;
  }
}

Rows parse_slp(std::string_view text, const std::string& source, StopCheck& stop) {
  const Program program = ProgramParser(text, source, Names::numbered, stop).parse();
  Rows matrix;
  for (const auto& [place, form] : program.outputs) {
    for (const auto& [input, value] : form) matrix.columns = std::max<std::size_t>(matrix.columns, input[0] + 1);
  }
  matrix.rows.resize(program.outputs.rbegin()->first[0] + 1, Row(matrix.columns));
  for (const auto& [place, form] : program.outputs) {
    for (const auto& [input, value] : form) matrix.rows[place[0]][input[0]] = value;
  }
  return matrix;
}

}  // namespace

std::optional<std::string> stem_of_three(const std::string& path) {
  for (const std::string_view ending : {"_L.sms", "_L.slp"}) {
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return std::nullopt;
}

RationalScheme read_three_files(const std::string& path, const SchemeFileOptions& options, StopCheck stop) {
  const std::string stem = stem_of_three(path).value();
  const std::string ending = path.substr(path.size() - 4);
  std::array<Rows, 3> matrices;
  for (unsigned position = 0; position < 3; ++position) {
    const std::string name = fmt::format("{}_{}{}", stem, "LRP"[position], ending);
    const MappedFile file(name);
    matrices[position] = ending == ".sms" ? parse_sms(file.text(), name, stop) : parse_slp(file.text(), name, stop);
  }
  const std::size_t rank = matrices[0].rows.size();
  if (matrices[1].rows.size() != rank || matrices[2].columns > rank) {
    throw InputError(fmt::format("{}: the matrices L, R and P have {}, {} rows and {} columns, which must be equal", path, rank,
                                 matrices[1].rows.size(), matrices[2].columns));
  }
  std::optional<Shape> shape = options.shape;
  if (!shape) {
    const std::array<std::uint64_t, 3> entries{matrices[0].columns, matrices[1].columns, matrices[2].rows.size()};
    std::uint64_t n = 1;
    while (n * n * entries[1] < entries[0] * entries[2]) ++n;
    shape = parse_large_shape(fmt::format("{}x{}x{}", n, entries[0] / n, entries[2] / n));
  }
  if (matrices[0].columns > shape->bits(0) || matrices[1].columns > shape->bits(1) || matrices[2].rows.size() > shape->bits(2))
    throw InputError(fmt::format("{}: these are not matrices of a scheme of {}", path, to_string(*shape)));
  RationalScheme scheme{*shape, std::vector<std::array<Row, 3>>(rank)};
  for (std::size_t r = 0; r < rank; ++r) {
    for (unsigned position = 0; position < 3; ++position) scheme.summands[r][position].resize(shape->bits(position));
    for (unsigned position = 0; position < 2; ++position)
      std::ranges::copy(matrices[position].rows[r], scheme.summands[r][position].begin());
    for (std::size_t k = 0; k < matrices[2].rows.size() && r < matrices[2].columns; ++k) {
      const std::size_t at = shape->is_matrices() ? k % shape->p * shape->n + k / shape->p : k;
      scheme.summands[r][2][at] = matrices[2].rows[k][r];
    }
  }
  return scheme;
}

}  // namespace wreath::flip
