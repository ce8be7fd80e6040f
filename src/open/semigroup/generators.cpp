// SPDX-License-Identifier: MIT
#include "wreath/semigroup/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/run/stop_check.hpp"
#include "core/text/named_input.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "format/gap.hpp"
#include "open/input_text.hpp"
#include "open/semigroup/kinds.hpp"
#include "semigroup/generators.hpp"

namespace wreath::semigroup {

namespace {

Generators parse_gap_generators(std::string_view text, std::string_view name, RunControl* run) {
  const std::vector<std::vector<std::uint64_t>> rows = format::parse_gap_maps(text, name, {.run = run});
  if (rows.empty() || rows.front().empty()) throw InputError(fmt::format("{}: no generators found", name));
  Generators generators{.degree = rows.front().size(), .monoid = text.find("Monoid(") != std::string_view::npos};
  for (std::size_t g = 0; g < rows.size(); ++g) {
    if (rows[g].size() != generators.degree) {
      throw InputError(fmt::format("{}: generator {} has degree {} and generator 1 has degree {}: write out the points it fixes",
                                   name, g + 1, rows[g].size(), generators.degree));
    }
    for (std::size_t p = 0; p < rows[g].size(); ++p) {
      if (rows[g][p] >= generators.degree) {
        throw InputError(
            fmt::format("{}: generator {} sends point {} to {}, but there are only {} points, numbered from 1 as in GAP", name,
                        g + 1, p + 1, rows[g][p] + 1, generators.degree));
      }
      generators.images.push_back(static_cast<Point>(rows[g][p]));
    }
  }
  return generators;
}

/// Whether the text begins as GAP's do: with a bracket, a call, an assignment, or IdentityTransformation.
bool is_gap(std::string_view text) {
  TextReader reader(text, "");
  const std::string_view word = reader.take_name();
  if (word == "IdentityTransformation") return true;
  const char next = reader.peek();
  return word.empty() ? next == '[' || next == '(' : next == '(' || reader.take(":=");
}

/// Whether there is such a file; what is too long for a name is none.
bool is_file(const std::string& argument) {
  std::error_code unknown;
  return argument == "-" || std::filesystem::exists(argument, unknown);
}

/// Rows of numbers, or a matrix for each generator.
Generators read_kind_array(const open::InputText& input, ElementKind kind, RunControl* run) {
  NpyHeader header;
  Generators generators{.images = open::npy_numbers(input.text(), input.name(), header, run), .kind = kind};
  const auto& shape = header.shape;
  const bool square = kind.is_matrix() && shape.size() == 3 && shape[1] == shape[2];
  if (shape.size() != 2 && !square) {
    throw InputError(fmt::format("{}: expected a 2-D array with one row per generator{}", input.name(),
                                 kind.is_matrix() ? ", or a 3-D array of square matrices" : ""));
  }
  if (generators.images.empty()) throw InputError(fmt::format("{}: no generators found", input.name()));
  generators.degree = square ? shape[1] * shape[2] : shape[1];
  generators.kind.size = size_of_row(kind.name, generators.degree);
  require_valid(generators);
  for (std::size_t g = 0; g < generators.count(); ++g)
    normalise(generators.kind, std::span(generators.images).subspan(g * generators.degree, generators.degree));
  return generators;
}

Generators read_generators(const open::InputText& input, const std::optional<ElementKind>& kind, RunControl* run) {
  const bool of_kind = kind && !kind->is_transformation();
  if (input.is_npy() && of_kind) return read_kind_array(input, *kind, run);
  if (!input.is_npy() && (of_kind || names_kind(input.text())))
    return parse_kind_generators(input.text(), input.name(), kind, run);
  if (!input.is_npy()) return parse_generators(input.text(), input.name(), run);
  NpyHeader header;
  Generators generators{.images = open::npy_points(input.text(), input.name(), 2, header, run)};
  generators.degree = header.shape[1];
  if (generators.images.empty()) throw InputError(fmt::format("{}: no generators found", input.name()));
  return generators;
}

/// Whether a file that should have one element reads as a list of generators: by its line 'kind ...', or by a first line of two
/// numbers, their count and size, above as many numbers as that makes. A matrix written row by row is none.
bool is_generator_list(std::string_view text, const ElementKind& kind) {
  if (TextReader(text, "").take_name() == "kind") return true;
  const std::optional<std::vector<std::size_t>> lines = numbers_by_line(text);
  if (!lines || lines->size() < 2 || lines->front() != 2) return false;
  if (kind.is_matrix() && std::ranges::count(*lines, kind.size) == std::ssize(*lines)) return false;
  const std::vector<Point> header = parse_plain_map(text, "");
  ElementKind listed = kind;
  listed.size = header[1];
  return header[0] > 0 && header.size() - 2 == header[0] * row_length(listed);
}

/// The generator of a file that has one, of this kind.
std::vector<Point> only_generator(const open::InputText& file, const ElementKind& kind) {
  const bool names = names_kind(file.text());
  const Generators listed =
      read_generators(file, names || kind.is_transformation() ? std::nullopt : std::optional(kind), nullptr);
  if (listed.count() != 1 || listed.degree != row_length(kind) || to_string(listed.kind) != to_string(kind)) {
    throw InputError(fmt::format(
        "{}: the file is a list of {} of degree {}, not an element; an element alone has neither their number nor their "
        "degree above it",
        file.name(), counted(listed.count(), "generator"), listed.kind.is_transformation() ? listed.degree : listed.kind.size));
  }
  return listed.images;
}

constexpr std::uint64_t kPrintSteps = 32;  // of a number that is printed, for the stop check

std::string print_kind_generators(const Generators& generators, bool gap, StopCheck& stop) {
  std::string text;
  for (std::size_t g = 0; g < generators.count(); ++g) {
    stop.spend(kPrintSteps * generators.degree);
    text += print_element(generators.kind, generators.row(g), gap);
    text += gap && g + 1 == generators.count() ? "" : gap ? ",\n " : "\n";
  }
  if (gap) return fmt::format("{}([{}]);\n", generators.monoid ? "Monoid" : "Semigroup", text);
  return fmt::format("{}kind {}\n{} {}\n{}", generators.monoid ? "# a monoid: the identity belongs to it\n" : "",
                     to_string(generators.kind), generators.count(), generators.kind.size, text);
}

}  // namespace

Generators open_generators(const std::string& input, std::optional<bool> monoid, std::optional<ElementKind> kind,
                           RunControl* run) {
  std::error_code ignored;
  const bool named_file = input == "-" || input.find_first_of("/.") != std::string::npos ||  // no family has such a name
                          (!is_family_name(input) && std::filesystem::is_directory(input, ignored));
  Generators generators = named_file || means_file(input, is_family_name(input), "semigroup")
                              ? read_generators(open::InputText(input), kind, run)
                              : make_family(input, run);
  if (kind && to_string(*kind) != to_string(generators.kind)) {
    throw InputError(
        fmt::format("{}: the elements are of the kind {}, not {}", input, to_string(generators.kind), to_string(*kind)));
  }
  if (monoid) generators.monoid = *monoid;
  return generators;
}

Generators parse_generators(std::string_view text, std::string_view name, RunControl* run) {
  if (names_kind(text)) return parse_kind_generators(text, name, {}, run);
  return is_gap(text) ? parse_gap_generators(text, name, run) : parse_plain_generators(text, name, run);
}

std::string print_generators(const Generators& generators, bool gap, RunControl* run) try {
  require_valid(generators);
  StopCheck stop = stop_check(run);
  if (!generators.kind.is_transformation()) return print_kind_generators(generators, gap, stop);
  const auto rows = [&](std::string_view before, char comma, std::string_view after, Point first) {
    std::string text;
    for (std::size_t g = 0; g < generators.count(); ++g) {
      text += before;
      for (std::size_t p = 0; p < generators.degree; ++p) {
        stop.spend(kPrintSteps);
        if (p != 0) text += comma;
        text += std::to_string(generators.row(g)[p] + first);
      }
      text += g + 1 < generators.count() || !gap ? after : std::string_view("])");
    }
    return text;
  };
  if (gap)
    return fmt::format("{}([{}]);\n", generators.monoid ? "Monoid" : "Semigroup", rows("Transformation([", ',', "]),\n ", 1));
  return fmt::format("{}{} {}\n{}", generators.monoid ? "# a monoid: the identity belongs to it\n" : "", generators.count(),
                     generators.degree, rows("", ' ', "\n", 0));
} catch (const Stopped&) {
  throw LimitReached("the run was stopped before the generators were printed");
}

std::vector<Point> parse_map(std::string_view text, std::string_view name, std::uint64_t degree) {
  if (!is_gap(text)) return parse_plain_map(text, name);
  format::GapReading reading;
  reading.least_degree = degree;
  const std::vector<std::uint64_t> images = format::parse_gap(text, name, reading);
  return {images.begin(), images.end()};
}

std::vector<Point> open_element(const std::string& input, const ElementKind& kind) {
  if (!is_file(input)) return parse_kind_element(input, "the element", kind);
  const open::InputText file(input);
  if (!file.is_npy() && is_generator_list(file.text(), kind)) return only_generator(file, kind);
  if (!file.is_npy()) return parse_kind_element(file.text(), file.name(), kind);
  NpyHeader header;
  std::vector<Point> row = open::npy_numbers(file.text(), file.name(), header);
  const auto& shape = header.shape;
  const bool one_row = shape.size() == 1 || (shape.size() == 2 && shape[0] == 1);
  const bool square = kind.is_matrix() && shape.size() == 2 && shape[0] == kind.size && shape[1] == kind.size;
  if (!one_row && !square) {
    throw InputError(fmt::format("{}: expected one element, a 1-D array{}, not a list of generators", file.name(),
                                 kind.is_matrix() ? fmt::format(" or one of shape ({0}, {0})", kind.size) : ""));
  }
  require_element(kind, row, file.name());
  normalise(kind, row);
  return row;
}

std::vector<Point> open_map(const std::string& input, std::uint64_t degree) {
  if (!is_file(input)) {
    const bool numbers = input.find_first_not_of("0123456789-,# \t\r\n") == std::string::npos;
    if (!numbers && !is_gap(input)) {
      throw InputError(fmt::format(
          "'{}' is neither a file nor a map: a map is its images 1,0,2, which start at 0, or GAP's Transformation([2,1,3])",
          input));
    }
    return parse_map(input, "", degree);
  }
  const open::InputText file(input);
  if (!file.is_npy() && is_generator_list(file.text(), {.size = degree})) return only_generator(file, {.size = degree});
  if (!file.is_npy()) return parse_map(file.text(), file.name(), degree);
  NpyHeader header;
  return open::npy_points(file.text(), file.name(), 1, header);
}

}  // namespace wreath::semigroup
