// SPDX-License-Identifier: MIT
#include "wreath/flip/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unistd.h>

#include <filesystem>

#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "core/run/signals.hpp"
#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "flip/files/text.hpp"
#include "flip/files/formats.hpp"
#include "flip/files/program.hpp"

namespace wreath::flip {

namespace {

constexpr Named<SchemeFormat> kFormatNames[] = {
    {SchemeFormat::text, "txt"},      {SchemeFormat::json, "json"}, {SchemeFormat::exp, "exp"}, {SchemeFormat::npy, "npy"},
    {SchemeFormat::mathematica, "m"}, {SchemeFormat::maple, "mpl"}, {SchemeFormat::npz, "npz"}, {SchemeFormat::cpd, "cpd"},
    {SchemeFormat::program, "slp"},   {SchemeFormat::sparse, "sms"}};

std::string shown_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::optional<SchemeFormat> format_by_ending(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  for (const auto& [format, name] : kFormatNames)
    if (ending.ends_with(name) && ending.size() == name.size() + 1) return format;
  return std::nullopt;
}

/// A product comes first: (a11+...)*... or a11*...
bool begins_with_product(std::string_view text) {
  TextReader reader(text, "");
  if (reader.take("(")) return true;
  return reader.take("a") && reader.here() >= '0' && reader.here() <= '9';
}

/// Arrays; lists of lists, JSON, Maple's triads; products have letters; otherwise numbers.
SchemeFormat guess(std::string_view text) {
  if (text.starts_with("tensor ")) return SchemeFormat::text;
  if (text.starts_with("# tensor ")) return SchemeFormat::exp;
  if (begins_with_assignment(text)) return SchemeFormat::program;
  if (text.starts_with("\x93NUMPY")) return SchemeFormat::npy;
  if (text.starts_with("PK\x03\x04")) return SchemeFormat::npz;
  TextReader reader(text, "");
  if (reader.take("{")) return reader.peek() == '{' ? SchemeFormat::mathematica : SchemeFormat::json;
  if (text.find("Triad(") != std::string_view::npos) return SchemeFormat::maple;
  return text.find("a1") == std::string_view::npos ? SchemeFormat::text : SchemeFormat::exp;
}

/// Whether X_L, the first of three files, stands for this one.
bool is_part_of_three(const std::string& path) {
  for (const std::string_view ending : {"_R.sms", "_P.sms", "_R.slp", "_P.slp"}) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

/// By the content where it is certain, else by the ending, if that is known.
SchemeFormat format_of(const std::string& path, std::string_view text) {
  const auto ending = format_by_ending(path);
  const SchemeFormat guessed = guess(text);
  if (!ending || guessed == SchemeFormat::npy || guessed == SchemeFormat::npz) return guessed;
  if (*ending != SchemeFormat::text) return *ending;
  if (begins_with_product(text)) return SchemeFormat::exp;  // some are published as .txt
  if (guessed == SchemeFormat::program) return guessed;
  return guessed == SchemeFormat::json || guessed == SchemeFormat::mathematica ? guessed : *ending;
}

/// A name such as all.npz/4,4,5.npy: the archive, and the name in it. The ending .npy may be left out.
struct MemberName {
  std::string archive;
  std::string member;
};
std::optional<MemberName> member_name(const std::string& path) {
  const std::size_t at = path.find(".npz/");
  if (at == std::string::npos) return std::nullopt;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path.substr(0, at + 4), ignored)) return std::nullopt;
  return MemberName{path.substr(0, at + 4), path.substr(at + 5)};
}

RationalScheme read_npz(std::span<const std::byte> bytes, const std::string& path, const std::string& member,
                        const SchemeFileOptions& options, RunControl* run) {
  const std::vector<ZipMember> members = zip_members(bytes, path);
  if (members.empty()) throw InputError(fmt::format("{}: there are no arrays in this file", path));
  if (member.empty() && members.size() > 1) {
    throw InputError(fmt::format("{}: there are {} schemes in this file: name one, such as {}/{}", path, members.size(), path,
                                 members[0].name));
  }
  for (const ZipMember& one : members) {
    if (!member.empty() && one.name != member && one.name != member + ".npy") continue;
    const std::vector<std::byte> array = unpack(bytes, one, path, stop_check(run));
    return read_scheme_npy(array, fmt::format("{}/{}", path, one.name), options, run);
  }
  throw InputError(fmt::format("{}: there is no '{}' in this file; it has {}{}", path, member, members[0].name,
                               members.size() == 1 ? "" : fmt::format(" and {} more", members.size() - 1)));
}

/// The imaginary unit behind a number or by itself: 0.5j, 2*I, (1+i).
bool has_imaginary_unit(std::string_view text) {
  const auto is_in = [](char letter, std::string_view letters) { return letters.find(letter) != std::string_view::npos; };
  for (std::size_t at = text.find_first_of("iIjJ"); at != std::string_view::npos; at = text.find_first_of("iIjJ", at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const char after = at + 1 == text.size() ? ' ' : text[at + 1];
    if (is_in(before, "0123456789.*+-([{, ") && is_in(after, ")]}*/+-,;\" \n\r")) return true;
  }
  return false;
}

RationalScheme parse_real(std::string_view text, const std::string& name, SchemeFormat format, const SchemeFileOptions& options,
                          StopCheck stop) {
  if (format == SchemeFormat::exp) return parse_exp(text, name, options, stop);
  if (format == SchemeFormat::mathematica) return parse_mathematica(text, name, options, stop);
  if (format == SchemeFormat::maple) return parse_maple(text, name, options, stop);
  if (format == SchemeFormat::program) return parse_program(text, name, options, stop);
  RationalScheme scheme =
      format == SchemeFormat::json ? parse_scheme_json(text, name, stop) : parse_scheme_text(text, name, stop);
  if (!options.c_transposed) transpose_third(scheme, Third::from_n_by_p);
  return scheme;
}

RationalScheme parse(std::string_view text, const std::string& name, SchemeFormat format, const SchemeFileOptions& options,
                     RunControl* run) {
  try {
    return parse_real(text, name, format, options, stop_check(run));
  } catch (const InputError& error) {
    if (!has_imaginary_unit(text)) throw;
    throw InputError(fmt::format("{} ({})", error.message(), kNoComplex));
  }
}

/// Is the scheme right when its third factors are read the other way?
bool right_the_other_way(RationalScheme scheme, const SchemeFileOptions& options, RunControl* run) {
  if (!scheme.shape.is_matrices()) return false;
  transpose_third(scheme, options.c_transposed ? Third::from_n_by_p : Third::to_n_by_p);
  return find_ring(scheme, options.threads, run).has_value();
}

}  // namespace

SchemeFormat parse_scheme_format(std::string_view name) {
  return value_of<SchemeFormat>(name, kFormatNames, "format");
}

std::string_view to_string(SchemeFormat format) noexcept {
  return name_of<SchemeFormat>(format, kFormatNames);
}

SchemeFormat scheme_format_of(const std::filesystem::path& path) {
  if (const auto format = format_by_ending(path)) return *format;
  throw InputError(fmt::format("{}: unknown scheme format: the file name must end in .json, .txt, .exp, .npy, .npz, .m or .mpl",
                               path.string()));
}

namespace {

/// Of a file in memory, or of the member of an archive that is named.
RationalScheme read_bytes(std::span<const std::byte> bytes, const std::string& path, const std::optional<MemberName>& member,
                          const SchemeFileOptions& options, RunControl* run) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string name = shown_name(path);
  SchemeFormat format = options.format;
  if (format == SchemeFormat::by_name) format = path == "-" ? guess(text) : format_of(path, text);
  if (member) return read_npz(bytes, member->archive, member->member, options, run);
  if (format == SchemeFormat::npz) return read_npz(bytes, name, "", options, run);
  if (format == SchemeFormat::npy || format == SchemeFormat::cpd) return read_scheme_npy(bytes, name, options, run);
  if (stem_of_three(path) && (format == SchemeFormat::program || format == SchemeFormat::sparse))
    return read_three_files(path, options, stop_check(run));
  if (format == SchemeFormat::sparse) throw InputError(fmt::format("{}: name the first of three files, X_L.sms", path));
  return parse(text, name, format, options, run);
}

}  // namespace

RationalScheme read_unverified(const std::filesystem::path& path, const SchemeFileOptions& options, RunControl* run) {
  RationalScheme scheme;
  or_limit_reached([&] {
    stop_check(run).look();
    if (path == "-") {
      const std::string text = read_standard_input();
      scheme = read_bytes(std::as_bytes(std::span(text)), path, std::nullopt, options, run);
    } else {
      const auto member = member_name(path);
      scheme = read_bytes(MappedFile(member ? member->archive : path.string()).bytes(), path.string(), member, options, run);
    }
    stop_check(run).look();
  });
  if (options.shape && *options.shape != scheme.shape) {
    throw InputError(fmt::format("{}: this scheme has shape {}, but {} is needed", shown_name(path), to_string(scheme.shape),
                                 to_string(*options.shape)));
  }
  return scheme;
}

VerifiedScheme open_scheme(const std::string& input, const SchemeFileOptions& options, RunControl* run) {
  const std::string name(without_builtin(input));
  if (means_file(input, is_like_a_tensor(name), "scheme") || (name == input && !is_like_a_tensor(name)))
    return read_rational_scheme(input, options, run);
  const Shape shape = open_tensor(name);
  if (options.shape && *options.shape != shape)
    throw InputError(fmt::format("{} does not have the shape {}", name, to_string(*options.shape)));
  RationalScheme standard = standard_rational_scheme(shape);
  const Ring ring = ring_of_coefficients(standard);
  return {std::move(standard), ring};
}

RationalScheme open_bits(const std::string& input, const SchemeFileOptions& options, RunControl* run) {
  return require_right_over(Ring::f2, open_scheme(input, options, run).scheme, input, options.threads, run).scheme;
}

VerifiedScheme open_residues(const std::string& input, const SchemeFileOptions& options, RunControl* run) {
  const VerifiedScheme file = open_scheme(input, options, run);
  return require_right_over(file.ring == Ring::f3 ? Ring::f3 : Ring::f2, file.scheme, input, options.threads, run);
}

Scheme open_scheme_modulo_2(const std::string& input, const SchemeFileOptions& options, RunControl* run) {
  return require_valid_modulo_2(open_scheme(input, options, run).scheme, input);
}

VerifiedScheme read_rational_scheme(const std::filesystem::path& path, const SchemeFileOptions& options, RunControl* run) {
  VerifiedScheme file{read_unverified(path, options, run), Ring::f2};
  try {
    file.ring = require_right_somewhere(file.scheme, shown_name(path), options.threads, run);
  } catch (const InputError& error) {
    if (!right_the_other_way(file.scheme, options, run)) throw;
    throw InputError(fmt::format("{}; it is valid with c read {}: use {}", error.message(),
                                 options.c_transposed ? "as n x p, not transposed" : "transposed, as p x n",
                                 option("c-transposed", options.c_transposed ? "no" : "yes")));
  }
  return file;
}

Scheme read_scheme(const std::filesystem::path& path, const SchemeFileOptions& options, RunControl* run) {
  return require_valid_modulo_2(read_rational_scheme(path, options, run).scheme, shown_name(path));
}

namespace {

/// The format to write.
SchemeFormat output_format(const std::string& path, const SchemeFileOptions& options) {
  const auto named = options.format == SchemeFormat::by_name ? format_by_ending(path) : options.format;
  if (std::error_code ignored; !named && std::filesystem::is_directory(path, ignored))
    throw InputError(fmt::format("{}: this is a folder; name a file to write", path));
  if (!named) throw InputError(fmt::format("{}: unknown scheme format: write .json, .txt, .exp or .npy", path));
  const SchemeFormat format = *named;
  constexpr SchemeFormat kOnlyRead[] = {SchemeFormat::mathematica, SchemeFormat::maple, SchemeFormat::npz, SchemeFormat::program,
                                        SchemeFormat::sparse};
  if (std::ranges::find(kOnlyRead, format) != std::end(kOnlyRead))
    throw InputError(fmt::format("{}: .{} files are only read; write .json, .txt, .exp or .npy", path, to_string(format)));
  return format;
}

}  // namespace

void require_scheme_output(const std::filesystem::path& path, const SchemeFileOptions& options) {
  output_format(path, options);
  const OutputFile trial(path);
}

void write_scheme(const std::filesystem::path& path, const Scheme& scheme, const SchemeFileOptions& options) {
  write_scheme(path, to_rational(scheme), Ring::f2, options);
}

void write_scheme(const std::filesystem::path& path, const RationalScheme& scheme, Ring ring, const SchemeFileOptions& options,
                  RunControl* run) {
  const SchemeFormat format = output_format(path, options);
  RationalScheme written = scheme;
  std::string content;
  or_limit_reached([&] {
    StopCheck stop = stop_check(run);
    stop.look();
    if (format == SchemeFormat::exp) {
      content = print_exp(written, options.c_transposed, stop);
    } else {
      if (!options.c_transposed) transpose_third(written, Third::to_n_by_p);
      content = format == SchemeFormat::cpd    ? print_scheme_cpd(scheme, stop)
                : format == SchemeFormat::json ? print_scheme_json(written, ring == Ring::f2, stop)
                : format == SchemeFormat::npy  ? print_scheme_npy(written, stop)
                                               : print_scheme_text(written, stop);
    }
    stop.look();
  });
  write_whole(path, content);
}

namespace {

/// The names of the arrays in an .npz file.
std::vector<std::string> members_of(const std::string& path) {
  std::vector<std::string> names;
  for (const ZipMember& member : zip_members(MappedFile(path).bytes(), path))
    names.push_back(fmt::format("{}/{}", path, member.name));
  if (names.empty()) throw InputError(fmt::format("{}: there are no arrays in this archive", path));
  return names;
}

}  // namespace

bool is_archive(const std::filesystem::path& path) {
  std::error_code ignored;
  return path.string().ends_with(".npz") && std::filesystem::is_regular_file(path, ignored);
}

std::vector<std::string> scheme_files_in(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool is_file = means_file(path, is_like_a_tensor(path.string()), "scheme", Accepts::files_and_folders);
  std::vector<std::string> files;
  if (is_file && is_archive(path)) return members_of(path);
  if (!is_file || !std::filesystem::is_directory(path, ignored)) return {path};
  try {
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (format_by_ending(entry.path()) && !is_part_of_three(entry.path().string()) && entry.is_regular_file())
        files.push_back(entry.path().string());
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw InputError(fmt::format("{}: cannot read the folder: {}", path.string(), error.code().message()));
  }
  std::ranges::sort(files);
  std::vector<std::string> schemes;
  for (const std::string& file : files) {
    if (!is_archive(file)) {
      schemes.push_back(file);
      continue;
    }
    try {
      std::ranges::move(members_of(file), std::back_inserter(schemes));
    } catch (const InputError&) {  // opening it gives the reason
      schemes.push_back(file);
    }
  }
  return schemes;
}

std::vector<SkippedFile> for_each_scheme(const std::filesystem::path& path, const SchemeFileOptions& options,
                                         const std::function<void(KnownScheme)>& take, RunControl* given) {
  GivenRun run(given);
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored) || is_archive(path);
  std::vector<SkippedFile> skipped;
  for (const std::string& file : scheme_files_in(path)) {
    if (run->should_stop())
      throw LimitReached(fmt::format("the run was stopped before all schemes of {} were read", path.string()));
    try {
      VerifiedScheme found = open_scheme(file, options, &*run);
      take({std::move(found.scheme), found.ring, file});
    } catch (const InputError& error) {
      if (!is_folder) throw;
      skipped.push_back({file, error.message()});
    }
  }
  return skipped;
}

SchemeFolder open_schemes(const std::filesystem::path& path, const SchemeFileOptions& options, RunControl* run) {
  SchemeFolder folder;
  folder.skipped = for_each_scheme(
      path, options, [&](KnownScheme scheme) { folder.schemes.push_back(std::move(scheme)); }, run);
  if (folder.schemes.empty()) throw_no_schemes(path, folder.skipped);
  return folder;
}

void throw_no_schemes(const std::filesystem::path& folder, const std::vector<SkippedFile>& skipped) {
  if (skipped.empty()) throw InputError(fmt::format("{}: there are no schemes in this folder", folder.string()));
  throw InputError(fmt::format(
      "{}: there are no valid schemes in this folder; {} skipped: {}", folder.string(),
      skipped.size() == 1 ? "one file was" : fmt::format("the first of {} files that were", skipped.size()), skipped[0].reason));
}

}  // namespace wreath::flip
