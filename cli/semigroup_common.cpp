// SPDX-License-Identifier: MIT
#include "cli/semigroup_common.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>

#include "core/io/mapped_file.hpp"
#include "core/io/npy.hpp"
#include "core/run/units.hpp"
#include "format/gap.hpp"
#include "semigroup/generator_text.hpp"

namespace wreath::cli {

using semigroup::Generators;
using semigroup::Keep;
using semigroup::Point;

namespace {

/// The bytes of a file or of stdin, held as long as this.
class SemigroupInput {
 public:
  explicit SemigroupInput(const std::string& path) : name_(path == "-" ? "stdin" : path) {
    if (path == "-") {
      bytes_ = std::string(std::istreambuf_iterator<char>(std::cin), {});
    } else {
      file_ = std::make_unique<MappedFile>(path);
    }
  }
  const std::string& name() const { return name_; }
  std::string_view text() const {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    std::string_view all = bytes_;
    if (file_) all = {reinterpret_cast<const char*>(file_->bytes().data()), file_->bytes().size()};
    return all.starts_with(kByteOrderMark) ? all.substr(kByteOrderMark.size()) : all;
  }
  bool is_npy() const { return text().starts_with("\x93NUMPY"); }
  bool is_gap() const { return text().find_first_of("[(") != std::string_view::npos; }

 private:
  std::string name_;
  std::string bytes_;
  std::unique_ptr<MappedFile> file_;
};

/// Whether there is such a file; what is too long for a name is none.
bool is_file(const std::string& argument) {
  std::error_code unknown;
  return argument == "-" || std::filesystem::exists(argument, unknown);
}

/// The values of an .npy array as points: its rows are maps of as many points as there are columns.
std::vector<Point> npy_points(const SemigroupInput& input, unsigned dimensions, NpyHeader& header) {
  const auto bytes = bytes_of(input.text());
  header = parse_npy_header(bytes, bytes.size(), input.name());
  require_integers(header, dimensions, input.name());
  const std::uint64_t count = header.count();
  const std::uint64_t columns = header.shape.back();
  std::vector<Point> points(count);
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + header.data_offset + k * header.item_bytes, header.item_bytes);
    if (value >= columns) {
      const bool negative = header.kind == 'i' && (value >> (8 * header.item_bytes - 1)) != 0;
      throw InputError(fmt::format("{}: row {}, column {}: {} is no point: they are 0..{}", input.name(), k / columns,
                                   k % columns, negative ? "a negative number" : std::to_string(value), columns - 1));
    }
    points[k] = static_cast<Point>(value);
  }
  return points;
}

Generators generators_of(const SemigroupInput& input) {
  if (input.is_npy()) {
    NpyHeader header;
    Generators generators;
    generators.images = npy_points(input, 2, header);
    generators.degree = header.shape[1];
    if (generators.images.empty()) throw InputError(fmt::format("{}: there is no generator", input.name()));
    return generators;
  }
  if (!input.is_gap()) return semigroup::parse_generator_text(input.text(), input.name());
  Generators generators = semigroup::generators_from_rows(format::parse_gap_maps(input.text(), input.name()), input.name());
  generators.monoid = input.text().find("Monoid(") != std::string_view::npos;
  return generators;
}

}  // namespace

void add_input(Command& command, SemigroupOptions& options) {
  static const std::map<std::string, Keep> forms{{"auto", Keep::automatic},        {"rows", Keep::rows},   {"base", Keep::base},
                                                 {"compressed", Keep::compressed}, {"words", Keep::words}, {"disk", Keep::disk}};
  command.add_option("INPUT", options.input, "A family such as bihecke:5, a file, or '-'").required().type_name("");
  const Option monoid =
      command.add_flag("--monoid", options.monoid, "Adjoin the identity as the empty word (the families' default)");
  command.add_flag("--semigroup", options.semigroup, "Do not (the default for files)").excludes(monoid);
  command
      .add_parsed(
          "--keep", options.keep, [](const std::string& text) { return parse_word(text, forms, "form of elements"); },
          "How elements are kept: auto, rows, base, compressed, words or disk")
      .type_name("FORM");
  command.add_option("--scratch", options.scratch, "The folder for elements on disk").type_name("DIR");
}

Generators read_generators(const SemigroupOptions& options) {
  const bool file = is_file(options.input);
  const bool named_file = options.input.find_first_of("/.") != std::string::npos;  // no family has such a name
  Generators generators =
      file || named_file ? generators_of(SemigroupInput(options.input)) : semigroup::make_family(options.input);
  if (options.monoid) generators.monoid = true;
  if (options.semigroup) generators.monoid = false;
  return generators;
}

std::vector<Point> read_map(const std::string& argument) {
  const bool file = is_file(argument);
  if (!file) {
    if (argument.find_first_of("[(") == std::string::npos) return semigroup::parse_map_text(argument, "MAP");
    const std::vector<std::uint64_t> images = format::parse_gap(argument, "MAP");
    return {images.begin(), images.end()};
  }
  const SemigroupInput input(argument);
  if (input.is_npy()) {
    NpyHeader header;
    return npy_points(input, 1, header);
  }
  if (!input.is_gap()) return semigroup::parse_map_text(input.text(), input.name());
  const std::vector<std::uint64_t> images = format::parse_gap(input.text(), input.name());
  return {images.begin(), images.end()};
}

semigroup::Options semigroup_options(const SemigroupOptions& options, bool graphs) {
  return {
      .backend = options.backend, .threads = options.threads, .keep = options.keep, .graphs = graphs, .scratch = options.scratch};
}

std::string format_word(const semigroup::Word& word) {
  if (word.empty()) return "()";
  std::string text;
  for (const semigroup::Letter letter : word) text += (text.empty() ? "" : " ") + std::to_string(letter);
  return text;
}

void write_rows(const std::string& path, std::uint64_t rows, std::uint64_t columns, unsigned item_bytes,
                const std::function<void(std::uint64_t, std::uint64_t, std::span<std::uint32_t>)>& fill) {
  OutputFile file(path);
  const std::uint64_t shape[] = {rows, columns};
  const std::string header = make_npy_header('u', item_bytes, shape);
  file.reserve(header.size() + rows * columns * item_bytes);
  file.write(bytes_of(header));
  const std::uint64_t piece = std::max<std::uint64_t>(1, (std::uint64_t{1} << 22) / columns);
  std::vector<std::uint32_t> values;
  std::vector<std::byte> bytes;
  for (std::uint64_t first = 0; first < rows; first += piece) {
    const std::uint64_t last = std::min(rows, first + piece);
    values.resize((last - first) * columns);
    bytes.resize(values.size() * item_bytes);
    fill(first, last, values);
    for (std::size_t k = 0; k < values.size(); ++k) std::memcpy(bytes.data() + k * item_bytes, &values[k], item_bytes);
    file.write(bytes);
  }
  file.commit();
}

void write_text(const std::string& path, std::uint64_t lines, const std::function<std::string(std::uint64_t)>& line) {
  OutputFile file(path);
  std::string piece;
  for (std::uint64_t k = 0; k < lines; ++k) {
    piece += line(k) + "\n";
    if (piece.size() < std::size_t{1} << 20) continue;
    file.write(bytes_of(piece));
    piece.clear();
  }
  file.write(bytes_of(piece));
  file.commit();
}

void require_writable(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (!path.empty()) OutputFile probe(path);
  }
}

void require_picture_name(const std::string& path) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end != ".dot" && end != ".gv" && end != ".svg" && end != ".png" && end != ".pdf")
    throw InputError(fmt::format("{}: a picture is .dot, .svg, .png or .pdf", path));
}

void write_picture(const std::string& path, const std::string& dot) {
  require_picture_name(path);
  const std::string end = std::filesystem::path(path).extension().string();
  OutputFile file(path);
  if (end == ".dot" || end == ".gv") {
    file.write(bytes_of(dot));
    file.commit();
    return;
  }
  char name[] = "/tmp/wreath-picture-XXXXXX";
  const int descriptor = mkstemp(name);
  if (descriptor < 0) throw ResourceError("no temporary file can be made in /tmp");
  close(descriptor);
  const std::unique_ptr<char, void (*)(char*)> remove_later(name, [](char* file_name) { unlink(file_name); });
  std::signal(SIGPIPE, SIG_IGN);  // Graphviz may be missing: an error of ours, not our end
  FILE* pipe = popen(fmt::format("dot -T{} -o {}", end.substr(1), name).c_str(), "w");  // NOLINT(cert-env33-c): all of it is ours
  const bool written = pipe != nullptr && std::fwrite(dot.data(), 1, dot.size(), pipe) == dot.size();
  const int status = pipe == nullptr ? -1 : pclose(pipe);
  if (!written || status != 0)
    throw ResourceError("Graphviz's program 'dot' failed or is not installed; write a .dot file instead");
  const MappedFile picture{std::string(name)};
  file.write(picture.bytes());
  file.commit();
}

std::string format_extent(const semigroup::Enumeration& found) {
  if (found.complete()) return fmt::format("{} elements", format_count(found.size()));
  return fmt::format("at least {} elements, complete to length {}", format_count(found.size()), found.complete_to());
}

}  // namespace wreath::cli
