// SPDX-License-Identifier: MIT
#include "format/scheme_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <filesystem>

#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/run/option.hpp"
#include "flip/scheme_text.hpp"

namespace wreath::format {

using flip::RationalScheme;
using flip::Ring;

namespace {

std::string read_standard_input() {
  std::string text;
  char block[65536];
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw ResourceError(std::string("standard input: cannot be read: ") + std::strerror(errno));
    if (got == 0) return text;
    text.append(block, static_cast<std::size_t>(got));
  }
}

std::string name_of(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

/// What looks like JSON is; products have letters; otherwise numbers.
SchemeFormat guess(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && text[start] == '{') return SchemeFormat::json;
  return text.find("a1") == std::string_view::npos ? SchemeFormat::text : SchemeFormat::exp;
}

RationalScheme parse(std::string_view text, const std::string& name, SchemeFormat format, const SchemeFileOptions& options) {
  if (format == SchemeFormat::exp) return parse_exp(text, name, options);
  RationalScheme scheme =
      format == SchemeFormat::json ? flip::parse_scheme_json(text, name) : flip::parse_scheme_text(text, name);
  if (!options.c_transposed) flip::transpose_third(scheme, flip::Third::from_n_by_p);
  return scheme;
}

/// Is the scheme right when its third factors are read the other way?
bool right_the_other_way(RationalScheme scheme, bool c_transposed) {
  flip::transpose_third(scheme, c_transposed ? flip::Third::from_n_by_p : flip::Third::to_n_by_p);
  try {
    flip::require_right_somewhere(scheme, "");
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

SchemeFormat scheme_format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".txt") return SchemeFormat::text;
  if (ending == ".json") return SchemeFormat::json;
  if (ending == ".exp") return SchemeFormat::exp;
  if (ending == ".npy") return SchemeFormat::npy;
  throw InputError(fmt::format("{}: the format of a scheme shows in the file's ending: .json, .txt, .exp or .npy", path));
}

RationalScheme read_unverified(const std::string& path, const SchemeFileOptions& options) {
  SchemeFormat format = options.format;
  RationalScheme scheme;
  if (path == "-") {
    if (format == SchemeFormat::npy) throw InputError("standard input: a .npy array is read from a file only");
    const std::string text = read_standard_input();
    scheme = parse(text, name_of(path), format == SchemeFormat::by_name ? guess(text) : format, options);
  } else {
    const MappedFile file(path);  // first of all: a file that is not there is a better message than one with an odd name
    if (format == SchemeFormat::by_name) format = scheme_format_of(path);
    const auto bytes = file.bytes();
    scheme = format == SchemeFormat::npy
                 ? read_scheme_npy(path, options)
                 : parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path, format, options);
  }
  if (options.shape && *options.shape != scheme.shape) {
    throw InputError(fmt::format("{}: is a scheme of shape {} and one of {} is needed", name_of(path), to_string(scheme.shape),
                                 to_string(*options.shape)));
  }
  return scheme;
}

SchemeFile read_rational_scheme(const std::string& path, const SchemeFileOptions& options) {
  SchemeFile file{read_unverified(path, options), Ring::f2};
  try {
    file.ring = flip::require_right_somewhere(file.scheme, name_of(path));
  } catch (const InputError& error) {
    if (!right_the_other_way(file.scheme, options.c_transposed)) throw;
    throw InputError(fmt::format("{}; it is right with c read {}: say {}", error.message(),
                                 options.c_transposed ? "as n x p, not transposed" : "transposed, as p x n",
                                 option("c-transposed", options.c_transposed ? "no" : "yes")));
  }
  return file;
}

flip::Scheme read_scheme(const std::string& path, const SchemeFileOptions& options) {
  const SchemeFile file = read_rational_scheme(path, options);
  flip::Scheme scheme = flip::reduce_modulo_2(file.scheme, name_of(path));
  flip::require_valid(scheme, name_of(path));
  return scheme;
}

void require_scheme_output(const std::string& path, const SchemeFileOptions& options) {
  if (options.format == SchemeFormat::by_name) scheme_format_of(path);
  const OutputFile trial(path);
}

void write_scheme(const std::string& path, const flip::Scheme& scheme, const SchemeFileOptions& options) {
  write_scheme(path, flip::to_rational(scheme), Ring::f2, options);
}

void write_scheme(const std::string& path, const RationalScheme& scheme, Ring ring, const SchemeFileOptions& options) {
  const SchemeFormat format = options.format == SchemeFormat::by_name ? scheme_format_of(path) : options.format;
  RationalScheme written = scheme;
  std::string content;
  if (format == SchemeFormat::exp) {
    content = print_exp(written, options.c_transposed);
  } else {
    if (!options.c_transposed) flip::transpose_third(written, flip::Third::to_n_by_p);
    content = format == SchemeFormat::json  ? flip::print_scheme_json(written, ring == Ring::f2)
              : format == SchemeFormat::npy ? print_scheme_npy(written)
                                            : flip::print_scheme_text(written);
  }
  flip::write_whole(path, content);
}

std::vector<std::string> scheme_files_in(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return {path};
  std::vector<std::string> files;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      const std::string ending = entry.path().extension().string();
      const bool known = ending == ".txt" || ending == ".json" || ending == ".exp" || ending == ".npy";
      if (known && entry.is_regular_file()) files.push_back(entry.path().string());
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw InputError(fmt::format("{}: cannot read the folder: {}", path, error.code().message()));
  }
  std::ranges::sort(files);
  return files;
}

std::vector<std::string> required_scheme_files_in(const std::string& path) {
  std::vector<std::string> files = scheme_files_in(path);
  if (files.empty()) throw InputError(fmt::format("{}: there are no schemes in this folder", path));
  return files;
}

}  // namespace wreath::format
