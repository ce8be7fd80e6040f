// SPDX-License-Identifier: MIT
//
// Generators of permutation groups from what a user names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "core/algebra/finite_ring.hpp"
#include "core/io/npy.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/named_input.hpp"
#include "core/text/option.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "format/gap.hpp"
#include "group/products.hpp"
#include "open/gap_matrices.hpp"
#include "open/input_text.hpp"
#include "orbit/inputs/families.hpp"
#include "wreath/coset/files.hpp"
#include "wreath/group/generators.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/perm.hpp"

namespace wreath::group {

namespace {

constexpr std::uint64_t kMostVectors = std::uint64_t{1} << 31;

/// What an input holds. Permutations of text may have fewer points than the group.
struct Part {
  Generators generators;
  bool from_text = false;
};

/// Also where the text is too long to be the name of a file.
bool is_file(const std::string& input) {
  std::error_code ignored;
  return std::filesystem::exists(input, ignored);
}

bool is_text_of_permutation(const std::string& input) {
  constexpr std::array kBegin{"(", "[", "PermList(", "Group("};
  return std::ranges::any_of(kBegin, [&](const char* begin) { return input.starts_with(begin); }) && !is_file(input);
}

/// Text of an argument has no name.
Part from_gap(std::string_view text, std::string_view name, RunControl* run) {
  Part part;
  part.from_text = true;
  const format::GapReading reading{.most_points = kMostPoints, .permutations = true, .run = run};
  for (const std::vector<std::uint64_t>& row : format::parse_gap_maps(text, name, reading)) {
    part.generators.images.emplace_back(row.begin(), row.end());
    part.generators.degree = std::max<std::uint64_t>(part.generators.degree, row.size());
  }
  if (part.generators.images.empty()) throw InputError(fmt::format("{}: there are no permutations", name.empty() ? text : name));
  return part;
}

Part from_npy(std::string_view bytes, const std::string& name, RunControl* run) {
  NpyHeader header = parse_npy_header(bytes_of(bytes), bytes.size(), name);
  require_memory(header.count() * sizeof(Point) * header.shape.size(), run, fmt::format("{}: reading the permutations", name));
  std::vector<std::uint32_t> points = open::npy_points(bytes, name, 0, header, run);
  Part part;
  const std::uint64_t rows = header.shape.size() == 2 ? header.shape[0] : 1;
  part.generators.degree = header.shape.back();
  const std::string stem = std::filesystem::path(name).stem().string();
  if (header.shape.size() == 1) {
    part.generators.images.push_back(std::move(points));
    part.generators.names.push_back(stem);
    return part;
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(row * part.generators.degree);
    part.generators.images.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(part.generators.degree));
  }
  return part;
}

Part from_table(const std::string& path, RunControl* run) {
  const coset::Table table = coset::read_table(path, run);
  const word::Alphabet& alphabet = table.problem().group.alphabet;
  Part part;
  part.generators.degree = table.index();
  std::size_t letters = 0;
  for (std::size_t x = 0; x < alphabet.size(); ++x) letters += alphabet.inverses[x] >= x ? 1 : 0;
  require_memory(table.index() * letters * sizeof(Point), run, fmt::format("{}: reading the permutations", path));
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    if (alphabet.inverses[x] < x) continue;  // an inverse
    if (run != nullptr && run->should_stop()) throw LimitReached("the run was stopped before the end");
    part.generators.images.push_back(table.permutation(static_cast<word::Letter>(x)));
    part.generators.names.push_back(alphabet.names[x]);
  }
  return part;
}

/// Matrices permute the vectors that are not zero: the point p is the vector whose entries are the digits of p + 1, the first the
/// least.
Generators on_vectors(const orbit::Generators& matrices, const std::string& name, RunControl* run) {
  orbit::require_valid(matrices);
  const std::uint64_t modulus = matrices.modulus;
  const FiniteRing ring = matrices.over_field ? FiniteRing::field(matrices.modulus) : FiniteRing(matrices.modulus);
  const std::size_t rows = matrices.degree;
  std::uint64_t vectors = 1;
  for (std::size_t i = 0; i < rows; ++i) {
    vectors *= modulus;
    if (vectors > kMostVectors) throw InputError(fmt::format("{}: there are more than {} vectors", name, kMostVectors));
  }
  require_memory(vectors * matrices.count() * sizeof(Point), run, fmt::format("'{}'", name));
  Generators made{.degree = vectors - 1, .names = matrices.names};
  StopCheck check = stop_check(run);
  std::vector<std::uint32_t> entries(rows);
  for (std::size_t g = 0; g < matrices.count(); ++g) {
    const auto matrix = matrices.row(g);
    Permutation& x = made.images.emplace_back(made.degree);
    for (std::uint64_t p = 1; p < vectors; ++p) {
      check.spend(rows * rows);
      std::uint64_t rest = p;
      for (std::size_t i = 0; i < rows; ++i, rest /= modulus) entries[i] = static_cast<std::uint32_t>(rest % modulus);
      std::uint64_t image = 0;
      for (std::size_t j = rows; j-- > 0;) {
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < rows; ++i) sum = ring.add(sum, ring.multiply(entries[i], matrix[i * rows + j]));
        image = image * modulus + sum;
      }
      x[p - 1] = static_cast<Point>(image - 1);
    }
  }
  return made;
}

Part from_matrices(const orbit::Generators& matrices, const std::string& name, RunControl* run) {
  Part part;
  or_limit_reached([&] { part.generators = on_vectors(matrices, name, run); });
  return part;
}

Part from_text(std::string_view text, std::string_view name, RunControl* run) {
  return open::is_text_of_matrices(text) ? from_matrices(open::gap_matrices(text, name), std::string(name), run)
                                         : from_gap(text, name, run);
}

Part from_family(const std::string& input, RunControl* run) {
  if (is_family_name(input)) return {.generators = make_family(input, run)};
  const std::string name(without_builtin(input));
  orbit::Generators found =
      orbit::make_family(name == "rubik333" ? "rubik333:U,D,L,R,F,B" : name, {.inverses = orbit::Inverses::no});
  if (found.moves == orbit::Moves::matrices) return from_matrices(found, input, run);
  if (found.moves != orbit::Moves::permutations)
    throw InputError(fmt::format("'{}': the moves of this puzzle are not always possible, so they are not permutations", input));
  Part part;
  part.generators.degree = found.degree;
  part.generators.names = found.names;
  for (std::size_t g = 0; g < found.count(); ++g) part.generators.images.emplace_back(found.row(g).begin(), found.row(g).end());
  return part;
}

Part open_part(const std::string& input, RunControl* run) {
  if (is_text_of_permutation(input)) return from_text(input, "", run);
  const std::string name(without_builtin(input));
  const bool family = is_family_name(input) || orbit::is_family_name(input) || name == "rubik333";
  if (input != "-") {
    if (std::error_code ignored; !family && std::filesystem::is_directory(input, ignored))
      throw InputError(fmt::format("{}: this is a folder, not a file", input));
    if (!means_file(input, family, "family of permutation groups")) {
      const bool like_file = input.find('/') != std::string::npos || input.ends_with(".npy") || input.ends_with(".g") ||
                             input.ends_with(".gap") || input.ends_with(".txt") || input.ends_with(".coset");
      if (family || !like_file) return from_family(input, run);
    }
    if (is_file(input) && coset::is_table_file(input)) return from_table(input, run);
  }
  const open::InputText file(input);
  return file.is_npy() || input.ends_with(".npy") ? from_npy(file.text(), file.name(), run)
                                                  : from_text(file.text(), file.name(), run);
}

void fix_points_up_to(Permutation& x, std::uint64_t degree) {
  for (std::uint64_t p = x.size(); p < degree; ++p) x.push_back(static_cast<Point>(p));
}

}  // namespace

Generators open_generators(const std::vector<std::string>& inputs, RunControl* run) {
  if (inputs.empty()) throw InputError("no generators were given");
  if (std::ranges::count(inputs, "-") > 1) throw InputError("standard input can be read only once");
  std::vector<Part> parts;
  for (const std::string& input : inputs) parts.push_back(open_part(input, run));
  Generators all;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].generators.degree > all.degree) largest = i;
    all.degree = std::max(all.degree, parts[i].generators.degree);
  }
  std::set<std::string> used;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Generators& part = parts[i].generators;
    if (!parts[i].from_text && part.degree != all.degree) {
      throw InputError(fmt::format("{} has {} and {} has {}: generators must be permutations of the same points", inputs[i],
                                   plural(part.degree, "point"), inputs[largest], all.degree));
    }
    for (std::size_t g = 0; g < part.images.size(); ++g) {
      fix_points_up_to(part.images[g], all.degree);
      all.images.push_back(std::move(part.images[g]));
      all.sources.push_back(inputs[i]);
      std::string name = g < part.names.size() ? part.names[g] : std::string();
      if (name.empty() || used.contains(name)) name = fmt::format("s{}", all.images.size());
      used.insert(name);
      all.names.push_back(std::move(name));
    }
  }
  return all;
}

Permutation open_permutation(const std::string& input, std::uint64_t degree, RunControl* run) {
  Part part = open_part(input, run);
  if (part.generators.images.size() != 1)
    throw InputError(fmt::format("{}: one permutation is expected, and there are {}", input, part.generators.images.size()));
  Permutation x = std::move(part.generators.images[0]);
  if (const perm::Defect defect = perm::find_defect(x, {}, run))
    throw InputError(fmt::format("{}: this is not a permutation: {}", input, defect.sentence(x.size())));
  if (part.from_text) fix_points_up_to(x, degree);
  while (x.size() > degree && x.back() == x.size() - 1) x.pop_back();  // a fixed point that the group has not
  return x;
}

}  // namespace wreath::group
