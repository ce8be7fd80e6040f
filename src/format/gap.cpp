// SPDX-License-Identifier: MIT
//
// The reader goes once through the text, with one place to be and nothing to go back to; line and column are counted only when an
// error needs them. The writer sends its text on a piece at a time, so that a file can be larger than memory.
#include "format/gap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/data/bitset.hpp"
#include "core/run/machine.hpp"
#include "core/text/characters.hpp"
#include "core/text/option.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

namespace {

constexpr std::uint64_t kUnnamed = ~std::uint64_t{0};

class GapParser {
 public:
  GapParser(std::string_view text, std::string_view name, const GapReading& reading) : in_(text, name), reading_(reading) {
    reading_.most_points = std::min(reading_.most_points, std::uint64_t{1} << 60);  // ten times that still fits
  }

  std::vector<std::vector<std::uint64_t>> parse_maps() {
    std::vector<std::vector<std::uint64_t>> maps;
    std::vector<char> fix_the_rest;
    std::vector<std::size_t> open;  // brackets around the maps
    while (!in_.at_end()) {
      const char next = in_.here();
      lines_are_maps_ = open.empty();
      if (next == ',' || next == ';') {
        in_.advance();
      } else if (!open.empty() && (next == ']' || next == ')')) {
        open.pop_back();
        in_.advance();
      } else if (starts_list_of_maps()) {
        open.push_back(pass());
      } else if (!take_word_around_maps(open)) {
        maps.push_back(parse_value());
        fix_the_rest.push_back(fixes_the_rest_ ? 1 : 0);
      }
    }
    if (!open.empty()) fail(in_.at(), fmt::format("the bracket at {} is not closed", in_.place(open.back())));
    std::uint64_t degree = reading_.least_degree;
    for (const auto& map : maps) degree = std::max<std::uint64_t>(degree, map.size());
    if (std::ranges::count(fix_the_rest, 1) != 0) degree = std::max<std::uint64_t>(degree, 1);  // () has a point
    for (std::size_t i = 0; i < maps.size(); ++i)
      if (fix_the_rest[i] != 0) extend(maps[i], degree);
    return maps;
  }

  std::vector<std::uint64_t> parse() {
    std::vector<std::uint64_t> images = parse_value();
    if (fixes_the_rest_) extend(images, reading_.least_degree);
    if (in_.take(";")) in_.take(";");  // ;; keeps GAP silent
    if (!in_.at_end()) fail(in_.at(), fmt::format("unexpected {} after the permutation", in_.shown_here()));
    return images;
  }

 private:
  std::vector<std::uint64_t> parse_value() {
    std::size_t start = in_.skip_space();
    std::string_view word = in_.take_name();
    if (!word.empty() && next_is(':')) {
      take_assignment();
      start = in_.skip_space();
      word = in_.take_name();
    }
    fixes_the_rest_ = true;
    if (word == "PermList" || word == "Transformation") return parse_call(word);
    if (word == "IdentityTransformation") return {};
    if (!word.empty())
      fail(start, fmt::format("'{}' is not known: expected PermList, Transformation, a list or cycles", TextReader::shown(word)));
    if (next_is('[')) {
      fixes_the_rest_ = false;
      std::vector<std::uint64_t> images = zero_based(parse_list());
      if (reading_.permutations) check_map(images, start);
      return images;
    }
    if (next_is('(')) return parse_cycles();
    fail(in_.at(), fmt::format("expected a permutation such as PermList([2,1]), [2,1] or (1,2), found {}", in_.shown_here()));
  }

  /// A '[' with something else than a number after it.
  bool starts_list_of_maps() {
    if (!next_is('[')) return false;
    const std::size_t open = pass();
    const char next = in_.peek();
    const bool maps = next != '\0' && !is_digit(next) && next != ']' && next != '-';
    in_.go_to(open);
    return maps;
  }

  /// Past `name :=`, or `Semigroup(` and the like.
  bool take_word_around_maps(std::vector<std::size_t>& open) {
    const std::size_t start = in_.at();
    const std::string_view word = in_.take_name();
    if (!word.empty() && next_is(':')) {
      take_assignment();
      return true;
    }
    if ((word == "Semigroup" || word == "Monoid" || word == "Group" || word == "TransformationSemigroup") && next_is('(')) {
      open.push_back(pass());
      return true;
    }
    in_.go_to(start);
    return false;
  }

  std::vector<std::uint64_t> parse_call(std::string_view function) {
    const std::size_t open = in_.skip_space();
    if (!next_is('(')) fail(open, fmt::format("expected '(' after {}, found {}", function, in_.shown_here()));
    in_.advance();
    const std::size_t start = in_.skip_space();
    if (!next_is('[')) fail(in_.at(), fmt::format("expected a list in {}(...), found {}", function, in_.shown_here()));
    std::vector<std::uint64_t> images = zero_based(parse_list());
    if (!next_is(')')) fail(in_.at(), fmt::format("the '(' at {} is not closed: found {}", in_.place(open), in_.shown_here()));
    in_.advance();
    if (function == "Transformation" || !reading_.any_list) check_map(images, start, function == "PermList");
    return images;
  }

  /// What a list must be for GAP to make a map or a permutation of it.
  void check_map(const std::vector<std::uint64_t>& images, std::size_t list, bool bijective = true) {
    bijective = bijective || reading_.permutations;
    Bitset seen(bijective ? images.size() : 0);
    for (std::size_t i = 0; i < images.size(); ++i) {
      if (images[i] >= images.size()) {
        fail(place_of_entry(list, i),
             fmt::format("entry {} of the list is {}: a {} of {} points has none above {}", i + 1, images[i] + 1,
                         bijective ? "permutation" : "transformation", images.size(), images.size()));
      }
      if (bijective && !seen.claim<false>(images[i])) {
        const auto earlier = std::find(images.begin(), images.end(), images[i]) - images.begin();
        fail(place_of_entry(list, i), fmt::format("entry {} of the list is {}, as entry {} is: this is not a permutation", i + 1,
                                                  images[i] + 1, earlier + 1));
      }
    }
  }

  /// Reads a list that was read before once more, up to that entry. In a range, entries have no places: the list's own.
  std::size_t place_of_entry(std::size_t list, std::size_t entry) {
    in_.go_to(list + 1);
    for (std::size_t i = 0; i < entry; ++i) {
      take_point("list", '[', list);
      if (!next_is(',')) return list;
      in_.advance();
    }
    const std::size_t place_of_value = in_.skip_space();
    take_point("list", '[', list);
    return next_is('.') ? list : place_of_value;
  }

  /// [2,1,3], [1..5] or [1,3..9]: 1-based, as it stands there.
  std::vector<std::uint64_t> parse_list() {
    const std::size_t open = pass();
    std::vector<std::uint64_t> values;
    if (next_is(']')) {
      in_.advance();
      return values;
    }
    while (true) {
      values.push_back(take_point("list", '[', open));
      if (next_is('.')) return parse_range(values, open);
      if (next_is(']')) break;
      if (!next_is(',')) fail_inside("list", '[', open, "',' or ']'");
      in_.advance();
    }
    in_.advance();
    return values;
  }

  /// After the first one or two numbers of a range.
  std::vector<std::uint64_t> parse_range(const std::vector<std::uint64_t>& begun, std::size_t open) {
    if (begun.size() > 2) fail(in_.at(), "a range has one or two numbers before '..'");
    in_.advance();
    if (in_.here() != '.') fail(in_.at(), "a range is written with two dots");
    in_.advance();
    const std::uint64_t last = take_point("list", '[', open);
    if (!next_is(']')) fail_inside("list", '[', open, "']'");
    in_.advance();
    const std::uint64_t first = begun[0];
    const bool down = begun.size() == 2 && begun[1] < first;
    const std::uint64_t step = begun.size() == 1 ? 1 : down ? first - begun[1] : begun[1] - first;
    if (step == 0) fail(open, "the first two numbers of a range must differ");
    if (down ? last > first : last < first) return {};
    const std::uint64_t distance = down ? first - last : last - first;
    if (distance % step != 0) fail(open, fmt::format("the range from {} in steps of {} does not meet {}", first, step, last));
    require_memory(distance / step + 1);
    std::vector<std::uint64_t> values(distance / step + 1);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = down ? first - i * step : first + i * step;
    return values;
  }

  std::vector<std::uint64_t> parse_cycles() {
    std::vector<std::uint64_t> images;
    grow(images, reading_.least_degree);
    for (bool more = next_is('('); more; more = next_is('(') && !(lines_are_maps_ && ends_map_with_line(images))) {
      const std::size_t open = pass();
      if (next_is(')')) {
        in_.advance();
        continue;
      }
      std::optional<std::uint64_t> first;
      std::uint64_t last = 0;
      while (true) {
        const std::size_t place_of_point = in_.skip_space();
        const std::uint64_t point = take_point("cycle", '(', open) - 1;
        grow(images, point + 1);
        if (images[point] != kUnnamed)
          fail(place_of_point, fmt::format("the point {} appears twice: cycles must not share points", point + 1));
        images[point] = point;  // named; corrected when the next one is known
        if (first) {
          images[last] = point;
        } else {
          first = point;
        }
        last = point;
        if (next_is(')')) break;
        if (!next_is(',')) fail_inside("cycle", '(', open, "',' or ')'");
        in_.advance();
      }
      in_.advance();
      images[last] = *first;
    }
    for (std::size_t i = 0; i < images.size(); ++i) {
      if (images[i] == kUnnamed) images[i] = i;
    }
    return images;
  }

  /// At a cycle after another one, neither in a list nor in a statement `...;`: whether it begins another permutation, because it
  /// is on the next line. GAP would take both for the same one, but who writes one permutation per line means several. A long
  /// line may have been broken by a program: that is an error, unless the next line has a point that was named before.
  bool ends_map_with_line(const std::vector<std::uint64_t>& images) {
    const std::string_view text = in_.text();
    const std::size_t open = in_.at();
    const std::size_t close = text.rfind(')', open);
    const std::size_t length = text.substr(close, open - close).find('\n');
    if (length == std::string_view::npos) return false;
    const std::size_t line_end = close + length;
    if (cycles_end_ < open) cycles_end_ = std::min(text.find_first_not_of("0123456789(), \t\r\n", open), text.size());
    if (cycles_end_ < text.size() && text[cycles_end_] == ';') return false;
    constexpr std::size_t kBrokenLine = 60;  // columns: the programs that break lines do so beyond
    if (line_end - (text.rfind('\n', line_end - 1) + 1) < kBrokenLine) return true;
    for (const std::size_t next_end = std::min(text.find('\n', open), text.size()); in_.at() < next_end;) {
      if (!is_digit(in_.here())) {
        in_.advance();
        continue;
      }
      const std::uint64_t point = take_point("cycle", '(', open) - 1;
      if (point >= images.size() || images[point] == kUnnamed) continue;
      in_.go_to(open);
      return true;
    }
    fail(open, "this line may begin another permutation or continue the one before: put ',' or ';' after each permutation");
  }

  /// Up to this degree, as GAP has it: points that a map does not name are fixed.
  void extend(std::vector<std::uint64_t>& images, std::uint64_t degree) const {
    const std::size_t named = images.size();
    grow(images, degree);
    for (std::size_t i = named; i < images.size(); ++i) images[i] = i;
  }

  /// One memory access for each point that is added, however many times it is called: capacity doubles.
  void grow(std::vector<std::uint64_t>& images, std::uint64_t points) const {
    if (points <= images.size()) return;
    if (points > images.capacity()) {
      require_memory(points);
      images.reserve(std::min(std::max<std::uint64_t>(points, 2 * images.capacity()), std::max(points, reading_.most_points)));
    }
    images.resize(points, kUnnamed);
  }

  void require_memory(std::uint64_t points) const {
    const std::uint64_t most = available_memory() / sizeof(std::uint64_t);
    if (points <= most) return;
    throw ResourceError(fmt::format("{}: a permutation of {} points needs {} to be read, but only {} is free", source(), points,
                                    format_bytes(points * sizeof(std::uint64_t)), format_bytes(available_memory())));
  }

  static std::vector<std::uint64_t> zero_based(std::vector<std::uint64_t> values) {
    for (std::uint64_t& value : values) --value;
    return values;
  }

  /// Checks for a stop request and the memory limit, now and then.
  void look_at_run() {
    constexpr std::uint64_t kPoints = std::uint64_t{1} << 18;  // some ten milliseconds
    if (reading_.run == nullptr || ++points_ % kPoints != 0) return;
    if (reading_.run->should_stop()) throw LimitReached(fmt::format("stopped before {} was read", source()));
    if (reading_.run->memory_left() == 0) {
      throw ResourceError(fmt::format("{}: reading this text takes more memory than {} allows: 8 bytes for every point", source(),
                                      option("memory")));
    }
  }

  /// A number from 1 to the largest point.
  std::uint64_t take_point(const char* what, char bracket, std::size_t open) {
    look_at_run();
    const std::size_t start = in_.skip_space();
    if (in_.here() == '-') fail(start, "in GAP's notation points are 1, 2, 3, ...: a number must not be negative");
    if (!is_digit(in_.here())) fail_inside(what, bracket, open, "a number");
    std::uint64_t value = 0;
    while (true) {
      if (in_.here() == '\\') in_.skip_broken_line();  // GAP breaks long output even within a number
      if (!is_digit(in_.here())) break;
      value = value * 10 + static_cast<std::uint64_t>(in_.here() - '0');
      in_.advance();
      if (value > reading_.most_points)
        fail(start, fmt::format("this number is too large: points go up to {}", reading_.most_points));
    }
    if (value == 0) fail(start, "in GAP's notation points are 1, 2, 3, ...: 0 is not a point");
    if (is_name_character(in_.here())) fail(in_.at(), fmt::format("unexpected {} in a number", in_.shown_here()));
    return value;
  }

  std::string_view source() const { return in_.source().empty() ? "the permutation" : in_.source(); }
  bool next_is(char c) { return in_.peek() == c; }
  /// Past the character here; returns where that was.
  std::size_t pass() {
    const std::size_t at = in_.at();
    in_.advance();
    return at;
  }
  void take_assignment() {
    in_.advance();
    if (in_.here() != '=') fail(in_.at(), "expected ':=' after a name");
    in_.advance();
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const { in_.fail(offset, message); }
  [[noreturn]] void fail_inside(const char* what, char bracket, std::size_t open, const char* expected) const {
    if (in_.at() == in_.text().size())
      fail(in_.at(), fmt::format("the text ends inside the {}, whose '{}' is at {}", what, bracket, in_.place(open)));
    fail(in_.at(), fmt::format("expected {} in the {}, found {}", expected, what, in_.shown_here()));
  }

  TextReader in_;
  std::size_t cycles_end_ = 0;   // of the cycles that are being read: what comes after them
  bool lines_are_maps_ = false;  // cycles on lines of their own are several maps
  bool fixes_the_rest_ = false;  // the value read last: all points that it does not name
  GapReading reading_;
  std::uint64_t points_ = 0;  // read so far
};

/// Text on its way out: send(piece) takes it on when there is enough of it.
template <class Send>
class GapWriter {
 public:
  GapWriter(Send send, bool broken_lines) : send_(std::move(send)), most_columns_(broken_lines ? kColumns : ~std::size_t{0}) {}

  void text(std::string_view text) {
    piece_ += text;
    columns_ += text.size();
    if (piece_.size() >= kPiece) flush();
  }
  void point(std::uint64_t zero_based) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), zero_based + 1).ptr;
    text({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  /// Where a line may be broken.
  void seam() {
    if (columns_ < most_columns_) return;
    piece_ += '\n';
    columns_ = 0;
  }
  void flush() {
    send_(piece_);
    piece_.clear();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 20;
  static constexpr std::size_t kColumns = 66;  // the next number still fits what GAP shows

  Send send_;
  std::size_t most_columns_;
  std::string piece_;
  std::size_t columns_ = 0;
};

template <class Point, class Send>
void write_list(std::span<const Point> x, GapWriter<Send>& out) {
  out.text("PermList([");
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i != 0) {
      out.text(",");
      out.seam();
    }
    out.point(x[i]);
  }
  out.text("])");
}

template <class Point, class Send>
void write_cycles(std::span<const Point> x, GapWriter<Send>& out) {
  Bitset done(x.size());
  bool any = false;
  for (std::size_t start = 0; start < x.size(); ++start) {
    if (x[start] == start || !done.claim<false>(start)) continue;
    if (any) out.seam();
    any = true;
    out.text("(");
    out.point(start);
    std::size_t point = x[start];
    for (; point < x.size() && done.claim<false>(point); point = x[point]) {
      out.text(",");
      out.seam();
      out.point(point);
    }
    if (point != start) throw InputError("only permutations can be written as cycles, and this map is not one");
    out.text(")");
  }
  if (!any) out.text("()");
}

template <class Point, class Send>
void write_form(std::span<const Point> x, GapForm form, GapWriter<Send>& out) {
  if (form == GapForm::list) {
    write_list(x, out);
  } else {
    write_cycles(x, out);
  }
}

}  // namespace

std::vector<std::vector<std::uint64_t>> parse_gap_maps(std::string_view text, std::string_view name, const GapReading& reading) {
  return GapParser(text, name, reading).parse_maps();
}

std::vector<std::uint64_t> parse_gap(std::string_view text, std::string_view name, const GapReading& reading) {
  return GapParser(text, name, reading).parse();
}

template <std::unsigned_integral Point>
std::string to_gap(std::span<const Point> x, GapForm form) {
  std::string text;
  GapWriter out([&](std::string_view piece) { text += piece; }, false);
  write_form(x, form, out);
  out.flush();
  return text;
}

template <std::unsigned_integral Point>
void write_gap(std::span<const Point> x, GapForm form, OutputFile& file, std::string_view name, RunControl* run) {
  const auto write = [&](std::string_view piece) {
    if (run != nullptr && run->should_stop()) throw LimitReached("stopped before the text was written");
    file.write(bytes_of(piece));
  };
  GapWriter out(write, true);
  if (!name.empty()) out.text(fmt::format("{} := ", name));
  write_form(x, form, out);
  out.text(name.empty() ? "\n" : ";\n");
  out.flush();
}

#define WREATH_INSTANTIATE(Point)                               \
  template std::string to_gap(std::span<const Point>, GapForm); \
  template void write_gap(std::span<const Point>, GapForm, OutputFile&, std::string_view, RunControl*);
WREATH_INSTANTIATE(std::uint8_t)
WREATH_INSTANTIATE(std::uint16_t)
WREATH_INSTANTIATE(std::uint32_t)
WREATH_INSTANTIATE(std::uint64_t)
#undef WREATH_INSTANTIATE

}  // namespace wreath::format
