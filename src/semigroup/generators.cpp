// SPDX-License-Identifier: MIT
#include "semigroup/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/run/stop_check.hpp"
#include "core/text/characters.hpp"
#include "core/text/names.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostPoints = std::uint64_t{1} << 31;
constexpr std::uint64_t kMostGenerators = 65535;

template <class Image>
std::string wrong_image(std::string_view who, std::uint64_t point, Image image, std::uint64_t degree) {
  return fmt::format("{} sends point {} to {}, which is not a point: points are 0..{}", who, point, image, degree - 1);
}

/// Images in rows of `degree`, of generators or of one map.
template <class Image>
void require_images(std::span<const Image> images, std::uint64_t degree, bool is_map) {
  for (std::size_t k = 0; k < images.size(); ++k) {
    if (std::cmp_greater_equal(images[k], 0) && std::cmp_less(images[k], degree)) continue;
    throw InputError(wrong_image(is_map ? "the map" : fmt::format("generator {}", k / degree), k % degree, images[k], degree));
  }
}

void require_count(const Generators& generators) {
  if (generators.count() > kMostGenerators)
    throw InputError(fmt::format("{} generators are too many: the limit is {}", generators.count(), kMostGenerators));
}

void require_kind(const Generators& generators) {
  require_valid(generators.kind);
  require_count(generators);
  for (std::size_t g = 0; g < generators.count(); ++g)
    require_element(generators.kind, generators.row(g), fmt::format("generator {}", g));
}

constexpr std::string_view kPlainForm =
    "; write the number of generators, their degree, and one row of images per generator, or GAP's [Transformation([2,1,3]), "
    "...]";

/// Numbers of a text, one after another, with spaces or commas between them.
class Numbers {
 public:
  Numbers(std::string_view text, std::string_view name) : in_(text, name) {}

  /// Throws if the text starts with something else than a number or a comment.
  void require_number_first() {
    skip();
    if (in_.at_end() || is_digit(in_.here()) || in_.here() == '-') return;
    const std::string_view rest = in_.text().substr(start_);
    const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    std::string hint(kPlainForm);
    if (nearest_name(word, {"kind"})) hint = "; did you mean 'kind', the line that names the kind of the elements?";
    if (word.find(':') == std::string_view::npos) {
      try {
        (void)parse_kind(word);
        hint = fmt::format("; a kind of elements is named by a line 'kind {}'", word);
      } catch (const InputError&) {
      }
    }
    const bool plain = in_.shown_here().starts_with('\'');
    fail(fmt::format("expected the number of generators, found {}{}; a comment starts with '#'",
                     plain ? fmt::format("'{}'", TextReader::shown(line)) : in_.shown_here(), hint));
  }

  /// The next number, or nothing at the end.
  std::optional<std::uint64_t> next() {
    constexpr std::int64_t kMost = 100'000'000'000'000'000;
    skip();
    if (in_.at_end()) return std::nullopt;
    if (in_.here() == '-') fail("a negative number is not a point: points are 0, 1, 2, ...");
    if (!is_digit(in_.here())) in_.fail_expected("a number");
    const std::int64_t value = in_.take_integer("the number", kMost);
    const char after = in_.here();
    if (after != '\0' && after != ',' && after != '#' && !is_space(after))
      in_.fail(in_.at(), fmt::format("unexpected {} in a number", in_.shown_here()));
    return static_cast<std::uint64_t>(value);
  }
  std::uint64_t need(const std::string& what, std::string_view hint = {}) {
    const auto value = next();
    if (!value) fail(fmt::format("the text ends, but {} is expected here{}", what, hint));
    return *value;
  }
  /// About the number read last.
  [[noreturn]] void fail(const std::string& message) const { in_.fail(start_, message); }
  std::size_t left() const { return in_.text().size() - in_.at(); }

 private:
  void skip() {
    while (in_.peek() == ',') in_.advance();
    start_ = in_.at();
  }

  TextReader in_;
  std::size_t start_ = 0;  // of the number read last
};

/// Rows of equal length, three numbers or more, and nothing else: the line above them, "generators degree", was left out.
std::string missing_header(std::string_view text, std::string_view name) {
  const std::vector<std::size_t> counts = numbers_by_line(text).value_or(std::vector<std::size_t>{});
  if (counts.empty() || counts[0] < 3 || std::ranges::count(counts, counts[0]) != std::ssize(counts)) return {};
  return fmt::format("{}: the first line must have the number of generators and the degree: put '{} {}' above the {}", name,
                     counts.size(), counts[0], counts.size() == 1 ? "row" : "rows");
}

Generators read_plain_generators(std::string_view text, std::string_view name, StopCheck& stop) {
  Numbers numbers(text, name);
  numbers.require_number_first();
  const std::uint64_t count = numbers.need("the number of generators", kPlainForm);
  if (count == 0) numbers.fail("there must be at least one generator");
  const std::uint64_t degree = numbers.need("the degree");
  if (degree == 0 || degree > kMostPoints)
    numbers.fail(fmt::format("the degree is {}: it must be from 1 to {}", degree, kMostPoints));
  if (count > kMostGenerators) numbers.fail(fmt::format("{} generators are too many: the limit is {}", count, kMostGenerators));
  if (numbers.left() / 2 + 1 < count * degree) {
    numbers.fail(fmt::format("{} of degree {} need {} images, but the text is too short for them", counted(count, "generator"),
                             degree, count * degree));
  }
  Generators generators{.degree = degree, .images = {}, .monoid = false};
  generators.images.reserve(count * degree);
  constexpr std::uint64_t kSteps = 32;  // of a number that is read
  for (std::uint64_t g = 0; g < count; ++g) {
    for (std::uint64_t p = 0; p < degree; ++p) {
      stop.spend(kSteps);
      const std::uint64_t image = numbers.need(fmt::format("the image of point {} under generator {}", p, g));
      if (image >= degree) {
        numbers.fail(wrong_image(fmt::format("generator {}", g), p, image, degree) +
                     (image == degree ? "; if points start at 1, use GAP's notation, Transformation([...])" : ""));
      }
      generators.images.push_back(static_cast<Point>(image));
    }
  }
  if (const auto more = numbers.next()) {
    numbers.fail(fmt::format("unexpected {} after {} of degree {}", *more, counted(count, "generator"), degree));
  }
  return generators;
}

}  // namespace

std::optional<std::vector<std::size_t>> numbers_by_line(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  std::vector<std::size_t> counts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    line = line.substr(0, line.find('#'));
    begin = end + 1;
    if (line.find_first_not_of("0123456789 ,\t\r") != std::string_view::npos) return std::nullopt;
    std::size_t count = 0;
    for (std::size_t at = line.find_first_of(kDigits); at != std::string_view::npos; ++count) {
      at = line.find_first_of(kDigits, std::min(line.find_first_not_of(kDigits, at), line.size()));
    }
    if (count > 0) counts.push_back(count);
  }
  return counts;
}

Generators parse_plain_generators(std::string_view text, std::string_view name, RunControl* run) {
  StopCheck stop = stop_check(run);
  try {
    return read_plain_generators(text, name, stop);
  } catch (const Stopped&) {
    throw LimitReached(fmt::format("stopped before {} was read", name));
  } catch (const InputError&) {
    if (const std::string wrong = missing_header(text, name); !wrong.empty()) throw InputError(wrong);
    throw;
  }
}

std::vector<Point> parse_plain_map(std::string_view text, std::string_view name) {
  Numbers numbers(text, name);
  std::vector<Point> images;
  while (const auto image = numbers.next()) {
    if (*image >> 31 != 0) numbers.fail(fmt::format("{} is not a point: it is too large", *image));
    images.push_back(static_cast<Point>(*image));
  }
  if (images.empty()) numbers.fail("expected a map, as a list of images such as 1,0,2");
  return images;
}

void require_valid(const Generators& generators) {
  if (generators.degree == 0 || (generators.images.empty() && !generators.monoid))
    throw InputError("a semigroup needs at least one generator, and a degree of at least 1");
  if (generators.images.size() % generators.degree != 0) {
    throw InputError(fmt::format("the number of images, {}, is not a multiple of the degree, {}", generators.images.size(),
                                 generators.degree));
  }
  if (!generators.kind.is_transformation()) return require_kind(generators);
  if (generators.degree > kMostPoints)
    throw InputError(fmt::format("degree {} is too large: the limit is {}", generators.degree, kMostPoints));
  require_count(generators);
  require_images<Point>(generators.images, generators.degree, false);
}

std::vector<Point> require_points(std::span<const std::int64_t> images, std::uint64_t degree, bool is_map) {
  require_images(images, degree, is_map);
  return {images.begin(), images.end()};
}

std::vector<Point> all_points(std::uint64_t degree) {
  std::vector<Point> points(degree);
  std::iota(points.begin(), points.end(), Point{0});
  return points;
}

void normalise(Generators& generators) {
  for (std::size_t g = 0; g < generators.count(); ++g)
    normalise(generators.kind, std::span(generators.images).subspan(g * generators.degree, generators.degree));
}

void require_row(const Generators& generators, std::span<const Point> row) {
  if (generators.kind.is_transformation()) return require_map(row, generators.degree);
  require_element(generators.kind, row, "the element");
}

void require_map(std::span<const Point> images, std::uint64_t degree) {
  if (images.size() != degree)
    throw InputError(fmt::format("the map has degree {}, but the generators have degree {}", images.size(), degree));
  require_images(images, degree, true);
}

}  // namespace wreath::semigroup
