// SPDX-License-Identifier: MIT
//
// Text of our own:
//
//   kind boolean
//   2 3                     two generators, 3 x 3
//   0 1 0  1 0 0  0 0 1     line breaks do not matter
//   1 1 0  0 1 0  0 0 1
//
// GAP's text is a list of elements, after Semigroup( or Monoid( or not. GAP counts points from 1.
#include "open/semigroup/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/run/stop_check.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "format/gap_record.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/semiring.hpp"

namespace wreath::semigroup {

using Row = std::vector<Point>;

namespace {

constexpr std::string_view kGapNames[] = {"PartialPerm", "Bipartition", "Matrix", "BooleanMat"};
constexpr std::int64_t kMostPoints = std::int64_t{1} << 30;
constexpr std::int64_t kMostEntry = std::int64_t{1} << 30;
constexpr std::uint64_t kSteps = 64;  // of a number that is read, for the stop check

bool starts_with_kind(std::string_view text) {
  TextReader reader(text, "");
  return reader.take_name() == "kind" && (reader.here() == ' ' || reader.here() == '\t');
}

// --- our own text

class PlainElements {
 public:
  PlainElements(std::string_view text, std::string_view name) : reader_(text, name) {}

  bool at_end() {
    skip();
    return reader_.at_end();
  }
  /// The kind of a first line, if there is one.
  std::optional<ElementKind> take_kind() {
    if (!starts_with_kind(reader_.text())) return std::nullopt;
    reader_.take_name();
    const std::size_t start = reader_.skip_space();
    const std::size_t end = std::min(reader_.text().find_first_of(" \t\r\n#", start), reader_.text().size());
    reader_.go_to(end);
    try {
      return parse_kind(reader_.text().substr(start, end - start));
    } catch (const InputError& error) {
      reader_.fail(start, error.what());
    }
  }
  std::uint64_t take_count(std::string_view what, std::int64_t most) {
    skip();
    const std::size_t start = reader_.skip_space();
    const std::int64_t count = reader_.take_integer(what, most);
    if (count < 1) reader_.fail(start, fmt::format("{} is {}: it must be at least 1", what, count));
    return static_cast<std::uint64_t>(count);
  }
  Row take_row(const ElementKind& kind, StopCheck& stop) {
    Row row;
    skip();
    if (kind.name == KindName::permutation && reader_.peek() == '(') return take_cycles(kind.size);
    while (row.size() < row_length(kind)) {
      stop.spend(kSteps);
      row.push_back(take_number(kind));
    }
    return row;
  }
  void require_end() {
    if (!at_end()) reader_.fail_expected("the end of the text");
  }
  const TextReader& reader() const { return reader_; }
  std::size_t place() { return reader_.skip_space(); }
  [[noreturn]] void fail(std::size_t at, const std::string& message) const { reader_.fail(at, message); }

 private:
  void skip() {
    while (reader_.peek() == ',' || reader_.peek() == ';') reader_.advance();
  }

  Point take_number(const ElementKind& kind) {
    skip();
    const std::size_t start = reader_.skip_space();
    const std::string_view text = reader_.text();
    const std::string_view token = text.substr(start, text.find_first_of(" \t\r\n,;#", start) - start);
    const auto take = [&](Point value) {
      reader_.go_to(start + token.size());
      return value;
    };
    for (const NumberName& name : kind_of(kind).number_names()) {
      if (token == name.text || (!name.also.empty() && token == name.also)) return take(name.number);
    }
    return static_cast<Point>(reader_.take_integer("an entry", kMostEntry));
  }

  /// (0 1 2)(3 4) on one line; with commas they are GAP's, and points start at 1.
  Row take_cycles(std::uint64_t degree) {
    Row images = identity_of({.name = KindName::permutation, .size = degree});
    std::vector<bool> named(degree);
    while (reader_.here() == '(') {
      const std::size_t open = reader_.at();
      reader_.advance();
      const std::size_t close = std::min(reader_.text().find(')', open), reader_.text().size());
      const std::int64_t first_point = reader_.text().substr(open, close - open).find(',') != std::string_view::npos ? 1 : 0;
      Row cycle;
      while (reader_.peek() != ')') {
        const std::size_t start = reader_.skip_space();
        const std::int64_t point = reader_.take_integer("a point", kMostPoints) - first_point;
        if (point < 0 || std::cmp_greater_equal(point, degree) || named[static_cast<std::size_t>(point)]) {
          reader_.fail(start,
                       point >= 0 && std::cmp_less(point, degree)
                           ? "the point appears twice: cycles must not share points"
                           : fmt::format("points are {}..{}", first_point, degree - 1 + static_cast<std::uint64_t>(first_point)));
        }
        named[static_cast<std::size_t>(point)] = true;
        cycle.push_back(static_cast<Point>(point));
        if (reader_.peek() == ',') reader_.advance();
        if (reader_.at_end()) reader_.expect_close(')', open, "cycle");
      }
      reader_.advance();
      for (std::size_t i = 0; i < cycle.size(); ++i) images[cycle[i]] = cycle[(i + 1) % cycle.size()];
      while (reader_.here() == ' ' || reader_.here() == '\t') reader_.advance();
    }
    return images;
  }

  TextReader reader_;
};

Generators parse_plain(std::string_view text, std::string_view name, const std::optional<ElementKind>& given, StopCheck& stop) {
  constexpr std::int64_t kMostGenerators = 65535;
  PlainElements elements(text, name);
  const std::optional<ElementKind> named = elements.take_kind();
  if (named && given && to_string(*named) != to_string(*given)) {
    throw InputError(fmt::format("{}: the file has elements of the kind {}, not {}", name, to_string(*named), to_string(*given)));
  }
  ElementKind kind = named ? *named : *given;
  const std::uint64_t count = elements.take_count("the number of generators", kMostGenerators);
  const std::size_t place = elements.place();
  kind.size = elements.take_count(kind.is_matrix() ? "the number of rows" : "the degree", kMostPoints);
  try {
    require_valid(kind);
  } catch (const InputError& error) {
    elements.fail(place, error.what());
  }
  Generators generators{.degree = row_length(kind), .images = {}, .monoid = false, .kind = kind};
  for (std::uint64_t g = 0; g < count; ++g) {
    const std::size_t start = elements.place();
    if (elements.at_end()) {
      elements.fail(start, fmt::format("the text ends after {}: {} are announced", counted(g, "generator"), count));
    }
    Row row = elements.take_row(kind, stop);
    try {
      require_element(kind, row, fmt::format("generator {}", g));
    } catch (const InputError& error) {
      elements.fail(start, error.what());
    }
    normalise(kind, row);
    generators.images.insert(generators.images.end(), row.begin(), row.end());
  }
  elements.require_end();
  return generators;
}

// --- GAP's

/// An element as GAP has it, before the degree of all is known.
struct GapElement {
  ElementKind kind;
  Row row;
};

class GapElements {
 public:
  GapElements(std::string_view text, std::string_view name) : reader_(text, name) {}

  /// A list of elements, or one.
  std::vector<GapElement> take_all(StopCheck& stop) {
    std::vector<std::pair<char, std::size_t>> open;
    std::vector<GapElement> all;
    while (!reader_.at_end()) {
      const std::size_t start = reader_.at();
      const char next = reader_.peek();
      if (next == '[') {
        open.emplace_back(']', start);
        reader_.advance();
      } else if (next == ',' || next == ';') {
        reader_.advance();
      } else if (next == ']' || next == ')') {
        if (open.empty() || open.back().first != next) reader_.fail(start, fmt::format("unexpected '{}'", next));
        open.pop_back();
        reader_.advance();
      } else {
        const std::string_view word = reader_.take_name();
        if (word.empty()) reader_.fail_expected("an element");
        if (reader_.take(":=")) continue;
        if ((word == "Semigroup" || word == "Monoid") && reader_.peek() == '(') {
          open.emplace_back(')', reader_.at());
          reader_.advance();
        } else {
          all.push_back(take_element(word, start));
          stop.spend(kSteps * all.back().row.size());
        }
      }
    }
    if (!open.empty()) reader_.expect_close(open.back().first, open.back().second, "list");
    return all;
  }

 private:
  GapElement take_element(std::string_view word, std::size_t start) {
    if (std::ranges::find(kGapNames, word) == std::end(kGapNames)) {
      reader_.fail(start, fmt::format("'{}' is not known: expected PartialPerm, Bipartition, Matrix or BooleanMat",
                                      TextReader::shown(word)));
    }
    const std::size_t open = reader_.skip_space();
    reader_.expect("(", word);
    GapElement element = word == "PartialPerm"   ? take_partial_permutation()
                         : word == "Bipartition" ? take_bipartition()
                                                 : take_matrix(word == "BooleanMat");
    reader_.expect_close(')', open, word);
    return element;
  }

  std::vector<std::int64_t> take_list(std::int64_t least) {
    std::vector<std::int64_t> values;
    format::for_each_entry(reader_, "list", [&](std::size_t) {
      if (reader_.peek() == ']') return;  // after a comma
      const std::size_t start = reader_.skip_space();
      values.push_back(reader_.take_integer("a point", kMostPoints));
      if (values.back() < least) reader_.fail(start, "in GAP's notation points are 1, 2, 3, ...");
    });
    return values;
  }

  /// PartialPerm([2,0,1]), the images, 0 where there is none, or PartialPerm([1,3],[2,1]), domain and images.
  GapElement take_partial_permutation() {
    const std::size_t start = reader_.skip_space();
    std::vector<std::int64_t> domain = take_list(0);
    std::vector<std::int64_t> images = domain;
    if (reader_.peek() == ',') {
      reader_.advance();
      images = take_list(1);
      if (images.size() != domain.size()) reader_.fail(start, "the domain and the list of images have different lengths");
    } else {
      for (std::size_t i = 0; i < domain.size(); ++i) domain[i] = static_cast<std::int64_t>(i + 1);
    }
    GapElement element{.kind = {.name = KindName::partial_permutation}, .row = {}};
    for (std::size_t i = 0; i < domain.size(); ++i) {
      if (domain[i] == 0) reader_.fail(start, "in GAP's notation points are 1, 2, 3, ...");
      const auto points = static_cast<std::size_t>(std::max(domain[i], images[i]));
      if (points > element.row.size()) element.row.resize(points, kUndefined);
      if (images[i] == 0) continue;
      Point& image = element.row[static_cast<std::size_t>(domain[i] - 1)];
      if (image != kUndefined) reader_.fail(start, fmt::format("{} appears twice in the domain", domain[i]));
      image = static_cast<Point>(images[i] - 1);
    }
    element.kind.size = element.row.size();
    return element;
  }

  GapElement take_bipartition() {
    const std::size_t open = reader_.skip_space();
    std::vector<std::vector<std::int64_t>> blocks;
    std::int64_t degree = 0;
    format::for_each_entry(reader_, "Bipartition", [&](std::size_t) {
      if (reader_.peek() == ']') return;
      blocks.push_back(take_list(-kMostPoints));
      for (const std::int64_t point : blocks.back()) degree = std::max(degree, std::abs(point));
    });
    GapElement element{.kind = {.name = KindName::bipartition, .size = static_cast<std::uint64_t>(degree)}, .row = {}};
    require_size(element.kind, open);
    element.row.assign(row_length(element.kind), kUndefined);
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      for (const std::int64_t point : blocks[block]) {
        if (point == 0) reader_.fail(open, "0 is not a point: points are 1..n above and -1..-n below");
        Point& place = element.row[static_cast<std::size_t>(point > 0 ? point - 1 : degree - point - 1)];
        if (place != kUndefined) reader_.fail(open, fmt::format("the point {} appears twice", point));
        place = static_cast<Point>(block);
      }
    }
    if (std::ranges::find(element.row, kUndefined) != element.row.end())
      reader_.fail(open, fmt::format("the blocks must have all points 1..{0} and -1..-{0}", degree));
    return element;
  }

  /// Matrix(IsBooleanMat, [[1,0],[0,1]]), Matrix(GF(3), ...), Matrix(IsNTPMatrix, ..., t, p) and so on.
  GapElement take_matrix(bool boolean) {
    ElementKind kind{.name = KindName::boolean};
    bool limited = false;
    if (!boolean) {
      const std::size_t start = reader_.skip_space();
      std::string_view filter = reader_.take_name();
      if (filter == "IsMatrixOverFiniteField") {
        reader_.expect(",", "Matrix");
        filter = reader_.take_name();
      }
      if (filter == "GF") {
        const std::size_t open = reader_.skip_space();
        reader_.expect("(", "GF");
        kind = {.name = KindName::field, .order = static_cast<std::uint32_t>(reader_.take_integer("the order of a field", 256))};
        reader_.expect_close(')', open, "GF");
      } else if (filter == "IsMaxPlusMatrix" || filter == "IsTropicalMaxPlusMatrix") {
        kind.name = KindName::max_plus;
      } else if (filter == "IsMinPlusMatrix" || filter == "IsTropicalMinPlusMatrix") {
        kind.name = KindName::min_plus;
      } else if (filter == "IsNTPMatrix") {
        kind.name = KindName::natural;
      } else if (filter != "IsBooleanMat") {
        reader_.fail(start,
                     "expected IsBooleanMat, GF(q), IsMaxPlusMatrix, IsMinPlusMatrix, IsTropicalMaxPlusMatrix, "
                     "IsTropicalMinPlusMatrix or IsNTPMatrix");
      }
      limited = filter.starts_with("IsTropical") || kind.name == KindName::natural;
      reader_.expect(",", "Matrix");
    }
    const std::size_t start = reader_.skip_space();
    GapElement element{.kind = kind, .row = take_entries(kind)};
    element.kind.size = rows_;
    if (limited) {
      reader_.expect(",", "Matrix");
      element.kind.threshold = static_cast<std::uint32_t>(reader_.take_integer("the threshold", 255));
      if (kind.name == KindName::natural) {
        reader_.expect(",", "Matrix");
        element.kind.period = static_cast<std::uint32_t>(reader_.take_integer("the period", 256));
      }
    }
    require_size(element.kind, start);
    return element;
  }

  Row take_entries(const ElementKind& kind) {
    const std::size_t open = reader_.skip_space();
    Row entries;
    std::size_t columns = 0;
    rows_ = 0;
    format::for_each_entry(reader_, "matrix", [&](std::size_t) {
      if (reader_.peek() == ']') return;
      const std::size_t row_open = reader_.skip_space();
      std::size_t count = 0;
      format::for_each_entry(reader_, "row", [&](std::size_t) {
        if (reader_.peek() == ']') return;
        entries.push_back(take_entry(kind));
        ++count;
      });
      if (rows_++ == 0) columns = count;
      if (count != columns) reader_.fail(row_open, fmt::format("the row has {} entries, but the first has {}", count, columns));
    });
    if (rows_ == 0 || rows_ != columns) reader_.fail(open, fmt::format("{} x {}: the matrix must be square", rows_, columns));
    return entries;
  }

  Point take_entry(const ElementKind& kind) {
    const std::size_t start = reader_.skip_space();
    const bool negative = reader_.take("-");
    const std::string_view word = reader_.take_name();
    if (word == "infinity") return negative ? kMinusInfinity : kPlusInfinity;
    if (!negative && (word == "true" || word == "false")) return word == "true" ? 1 : 0;
    if (!negative && word == "Z") return take_power(kind, start);
    if (!word.empty()) reader_.fail(start, fmt::format("'{}' is not an entry", TextReader::shown(word)));
    const std::int64_t value = reader_.take_integer("an entry", kMostEntry);
    if (reader_.take("*")) {  // 0*Z(3)
      if (value != 0 || reader_.take_name() != "Z") reader_.fail(start, "entries of a field are Z(q)^k and 0*Z(q)");
      take_order();
      return 0;
    }
    if (kind.name == KindName::field) reader_.fail(start, "entries of a field are Z(q)^k and 0*Z(q)");
    return static_cast<Point>(negative ? -value : value);
  }
  std::uint32_t take_order() {
    const std::size_t open = reader_.skip_space();
    reader_.expect("(", "Z");
    const auto order = static_cast<std::uint32_t>(reader_.take_integer("the order of a field", 256));
    reader_.expect_close(')', open, "Z");
    return order;
  }
  /// Z(r)^k, r the field's order or that of a field inside it.
  Point take_power(const ElementKind& kind, std::size_t start) {
    const std::uint32_t order = take_order();
    std::int64_t exponent = 1;
    if (reader_.take("^")) exponent = reader_.take_integer("an exponent", 1 << 20);
    ElementKind checked = kind;
    checked.size = 1;
    require_size(checked, start);
    if (kind.name != KindName::field || order < 2 || (kind.order - 1) % (order - 1) != 0 || (kind.order % order) != 0)
      reader_.fail(start, fmt::format("Z({}) is not an element of the matrix's field", order));
    const std::uint32_t cycle = kind.order - 1;
    const std::int64_t steps = exponent * ((kind.order - 1) / (order - 1)) % cycle;
    const Semiring field = make_semiring(checked);
    std::uint8_t power = 1;
    for (std::int64_t i = 0; i < (steps + cycle) % cycle; ++i)
      power = field.product(power, static_cast<std::uint8_t>(gap_root(kind.order)));
    return power;
  }

  void require_size(const ElementKind& kind, std::size_t start) {
    try {
      require_valid(kind);
    } catch (const InputError& error) {
      reader_.fail(start, error.what());
    }
  }

  TextReader reader_;
  std::size_t rows_ = 0;  // of the matrix read last
};

/// To a larger degree: a partial permutation is undefined at the points that are added.
void extend(GapElement& element, std::uint64_t size) {
  if (element.kind.name == KindName::partial_permutation && element.kind.size < size) {
    element.row.resize(size, kUndefined);
    element.kind.size = size;
  }
}

Generators parse_gap_of_kind(std::string_view text, std::string_view name, StopCheck& stop) {
  std::vector<GapElement> elements = GapElements(text, name).take_all(stop);
  if (elements.empty()) throw InputError(fmt::format("{}: no generators found", name));
  const std::uint64_t size =
      std::ranges::max_element(elements, {}, [](const GapElement& element) { return element.kind.size; })->kind.size;
  Generators generators;
  for (std::size_t g = 0; g < elements.size(); ++g) {
    GapElement& element = elements[g];
    extend(element, size);
    if (g == 0) {
      generators = {.degree = row_length(element.kind),
                    .images = {},
                    .monoid = text.find("Monoid(") != std::string_view::npos,
                    .kind = element.kind};
      if (size == 0) throw InputError(fmt::format("{}: the degree is 0", name));
    }
    if (element.kind != generators.kind) {
      throw InputError(fmt::format("{}: generator {} is a {} of size {}, and generator 1 a {} of size {}", name, g + 1,
                                   to_string(element.kind), element.kind.size, to_string(generators.kind), generators.kind.size));
    }
    require_element(element.kind, element.row, fmt::format("{}: generator {}", name, g + 1));
    normalise(element.kind, element.row);
    generators.images.insert(generators.images.end(), element.row.begin(), element.row.end());
  }
  return generators;
}

}  // namespace

std::uint32_t gap_root(std::uint32_t order) {
  if (order == 2) return 1;
  if (std::has_single_bit(order)) return 2;
  for (std::uint32_t root = 1;; ++root) {
    std::uint32_t power = root;
    std::uint32_t count = 1;
    for (; power != 1; ++count) power = power * root % order;
    if (count == order - 1) return root;
  }
}

bool is_gap_of_kind(std::string_view text) {
  TextReader reader(text, "");
  std::string_view word = reader.take_name();
  if (reader.take(":=")) word = reader.take_name();
  if ((word == "Semigroup" || word == "Monoid") && reader.take("(")) word = reader.take_name();
  while (word.empty() && reader.take("[")) word = reader.take_name();
  return std::ranges::find(kGapNames, word) != std::end(kGapNames) && reader.peek() == '(';
}

bool names_kind(std::string_view text) {
  return starts_with_kind(text) || is_gap_of_kind(text);
}

Generators parse_kind_generators(std::string_view text, std::string_view name, const std::optional<ElementKind>& kind,
                                 RunControl* run) try {
  StopCheck stop = stop_check(run);
  if (!is_gap_of_kind(text)) return parse_plain(text, name, kind, stop);
  Generators generators = parse_gap_of_kind(text, name, stop);
  if (kind && to_string(*kind) != to_string(generators.kind)) {
    throw InputError(
        fmt::format("{}: the elements are of the kind {}, not {}", name, to_string(generators.kind), to_string(*kind)));
  }
  return generators;
} catch (const Stopped&) {
  throw LimitReached(fmt::format("stopped before {} was read", name));
}

std::vector<Point> parse_kind_element(std::string_view text, std::string_view name, const ElementKind& kind) {
  Row row;
  StopCheck never;
  if (is_gap_of_kind(text)) {
    std::vector<GapElement> elements = GapElements(text, name).take_all(never);
    if (elements.size() != 1) throw InputError(fmt::format("{}: expected one element, found {}", name, elements.size()));
    extend(elements[0], kind.size);
    if (elements[0].kind != kind) {
      throw InputError(fmt::format("{}: a {} of size {} is not a {} of size {}", name, to_string(elements[0].kind),
                                   elements[0].kind.size, to_string(kind), kind.size));
    }
    row = std::move(elements[0].row);
  } else {
    PlainElements elements(text, name);
    if (elements.at_end()) throw InputError(fmt::format("{}: expected an element", name));
    row = elements.take_row(kind, never);
    elements.require_end();
  }
  require_element(kind, row, name);
  normalise(kind, row);
  return row;
}

}  // namespace wreath::semigroup
