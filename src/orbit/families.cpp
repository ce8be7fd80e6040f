// SPDX-License-Identifier: MIT
//
// Families of generators, by name.
#include "orbit/families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/io/named_input.hpp"
#include "core/io/text_reader.hpp"
#include "core/run/nearest_name.hpp"

namespace wreath::orbit {

namespace {

struct Family {
  FamilyInfo info;
  unsigned least_arguments;
  unsigned most_arguments;
  std::uint32_t least;  // of the first argument
  std::uint32_t most;
  Generators (*make)(const FamilyArguments& arguments);
};
constexpr std::uint32_t kMostLetters = 64;

constexpr std::array kFamilies{
    Family{{"lrx", "N", "rotate a word of N letters left or right, or swap its first two"}, 1, 1, 2, kMostLetters, make_lrx},
    Family{{"lx", "N", "rotate left, or swap the first two; directed"}, 1, 1, 2, kMostLetters, make_lx},
    Family{
        {"topspin", "N,K", "rotate, or reverse the first K letters (4 if K is left out)"}, 1, 2, 4, kMostLetters, make_topspin},
    Family{{"pancake", "N", "reverse a prefix"}, 1, 1, 2, kMostLetters, make_pancake},
    Family{{"burnt-pancake", "N", "reverse a prefix of signed letters, with their signs"}, 1, 1, 1, 32, make_burnt_pancake},
    Family{{"reversals", "N", "reverse any block"}, 1, 1, 2, 32, make_reversals},
    Family{
        {"signed-reversals", "N", "reverse any block of signed letters, with their signs"}, 1, 1, 1, 32, make_signed_reversals},
    Family{{"star", "N", "swap the first letter with another"}, 1, 1, 2, kMostLetters, make_star},
    Family{{"coxeter", "N", "swap two neighbours"}, 1, 1, 2, kMostLetters, make_coxeter},
    Family{{"cyclic-coxeter", "N", "swap two neighbours on a circle"}, 1, 1, 2, kMostLetters, make_cyclic_coxeter},
    Family{{"transpositions", "N", "swap any two letters"}, 1, 1, 2, 32, make_transpositions},
    Family{{"block-moves", "N", "exchange two adjacent blocks"}, 1, 1, 2, 20, make_block_moves},
    Family{{"k-cycles", "N,K", "all cycles of K letters"}, 2, 2, 2, 16, make_k_cycles},
    Family{{"rapaport-m1", "N", "(1,2)(3,4)... and (2,3)(4,5)... of any length"}, 1, 1, 2, kMostLetters, make_rapaport_m1},
    Family{{"rapaport-m2", "N", "(1,2), (1,2)(3,4)... and (2,3)(4,5)... in full"}, 1, 1, 3, kMostLetters, make_rapaport_m2},
    Family{{"mathieu", "N", "the Mathieu group of degree N = 11, 12, 23 or 24, by two or three generators and their inverses"},
           1,
           1,
           11,
           24,
           make_mathieu},
    Family{{"sliding", "RxC,P", "sliding tiles, the blank at place P at first (the last place if P is left out)"},
           2,
           3,
           1,
           64,
           make_sliding},
    Family{{"hanoi", "P,D", "the Tower of Hanoi, D discs on P pegs"}, 2, 2, 2, 16, make_hanoi},
    Family{{"sl", "N,M", "N by N matrices modulo M, by elementary ones next to the diagonal"}, 2, 2, 2, 32, make_sl},
    Family{{"gl", "N,P", "the same, and a diagonal matrix; P is a prime"}, 2, 2, 2, 32, make_gl},
    Family{{"heisenberg", "N,M", "upper triangular N by N matrices modulo M, by the first row and the last column"},
           2,
           2,
           3,
           32,
           make_heisenberg},
};

struct PuzzleFamily {
  FamilyInfo info;
  Generators (*make)();
};
constexpr std::array kPuzzles{
    PuzzleFamily{{"rubik222", "", "the 2x2x2 cube, one corner held"}, make_pocket_cube},
    PuzzleFamily{{"rubik-corners", "", "the corners of Rubik's cube"}, make_cube_corners},
    PuzzleFamily{{"rubik-edges", "", "the edges of Rubik's cube"}, make_cube_edges},
    PuzzleFamily{{"pyraminx", "", "the pyraminx without its tips"}, make_pyraminx},
    PuzzleFamily{{"pyraminx-tips", "", "the pyraminx by turns of tips and faces"}, make_pyraminx_with_tips},
    PuzzleFamily{{"tetraminx", "", "the tetraminx by turns of corners and faces"}, make_tetraminx},
    PuzzleFamily{{"skewb", "", "the skewb, turned about four of its corners"}, make_skewb},
    PuzzleFamily{{"skewb-diamond", "", "the skewb diamond, turned about eight axes"}, make_skewb_diamond},
    PuzzleFamily{{"dino", "", "the dino cube"}, make_dino},
};
constexpr FamilyInfo kFaces{"rubik333", "U,R,...", "Rubik's cube by these turns: U D L R F B, slices M E S, half turns U2"};

std::string_view head_of(std::string_view name) {
  return name.substr(0, name.find(':'));
}

const Family* find_family(std::string_view name) {
  const auto found = std::ranges::find(kFamilies, head_of(name), [](const Family& family) { return family.info.name; });
  return found == kFamilies.end() ? nullptr : &*found;
}

const PuzzleFamily* find_puzzle(std::string_view name) {
  const auto found = std::ranges::find(kPuzzles, name, [](const PuzzleFamily& family) { return family.info.name; });
  return found == kPuzzles.end() ? nullptr : &*found;
}

FamilyArguments parse_arguments(std::string_view name, const Family& family) {
  if (name.find("..") != std::string_view::npos) {
    throw InputError(
        fmt::format("'{}' is a range of graphs, which 'orbit growth' takes: name one graph here", TextReader::shown(name)));
  }
  FamilyArguments numbers;
  const std::size_t colon = name.find(':');
  std::string_view rest = colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1);
  bool good = !rest.empty();
  while (good && !rest.empty()) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    good = error == std::errc{};
    numbers.push_back(number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) break;
    good = good && (rest[0] == ',' || rest[0] == 'x') && rest.size() > 1;
    if (good) rest.remove_prefix(1);
  }
  good = good && numbers.size() >= family.least_arguments && numbers.size() <= family.most_arguments &&
         numbers[0] >= family.least && numbers[0] <= family.most;
  if (!good || std::ranges::find(numbers, 0U) != numbers.end()) {
    throw InputError(fmt::format("'{}': {} is written {}:{}, where the first number is from {} to {}", TextReader::shown(name),
                                 family.info.name, family.info.name, family.info.arguments, family.least, family.most));
  }
  return numbers;
}

}  // namespace

bool is_family_name(std::string_view text) {
  const std::string_view name = without_builtin(text);
  const bool has_arguments = name.find(':') != std::string_view::npos;
  return find_puzzle(name) != nullptr || (has_arguments && (find_family(name) != nullptr || head_of(name) == kFaces.name));
}

Generators make_family(std::string_view text, const InputOptions& options) {
  const std::string_view name = without_builtin(text);
  Generators made;
  if (const PuzzleFamily* puzzle = find_puzzle(name)) {
    made = puzzle->make();
  } else if (const Family* family = find_family(name)) {
    made = family->make(parse_arguments(name, *family));
  } else if (head_of(name) == kFaces.name) {
    made = make_cube_faces(name.size() > kFaces.name.size() ? name.substr(kFaces.name.size() + 1) : std::string_view{});
  } else {
    std::vector<std::string> names;
    for (const FamilyInfo& known : families()) names.emplace_back(known.name);
    std::string hint = did_you_mean(head_of(name), names);
    if (hint.empty()) hint = "; families are written like lrx:8 or rubik222";
    throw InputError(fmt::format("'{}' is neither a file nor a family of generators{}", TextReader::shown(name), hint));
  }
  complete_generators(made, options, head_of(name) != "mathieu");
  return made;
}

std::span<const FamilyInfo> families() {
  static const auto infos = [] {
    std::vector<FamilyInfo> all;
    all.reserve(kFamilies.size() + kPuzzles.size() + 1);
    for (const Family& family : kFamilies) all.push_back(family.info);
    for (const PuzzleFamily& puzzle : kPuzzles) all.push_back(puzzle.info);
    all.push_back(kFaces);
    return all;
  }();
  return infos;
}

std::string family_help() {
  std::string text;
  for (const FamilyInfo& family : families()) {
    const std::string name = std::string(family.name) + (family.arguments.empty() ? "" : ":") + std::string(family.arguments);
    text += fmt::format("  {:<20} {}\n", name, family.description);
  }
  return text;
}

std::vector<std::pair<std::uint64_t, std::string>> expand_range(const std::string& input) {
  const std::size_t colon = input.find(':', input.starts_with("builtin:") ? 8 : 0);
  const auto number_at = [&](std::size_t at, std::size_t& end) {
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(input.data() + at, input.data() + input.size(), value);
    end = static_cast<std::size_t>(stop - input.data());
    return error == std::errc{} ? value : 0;
  };
  if (colon == std::string::npos || !is_family_name(input)) return {{0, input}};
  std::size_t dots = 0;
  const std::uint64_t first = number_at(colon + 1, dots);
  if (input.compare(dots, 2, "..") != 0) return {{first, input}};
  std::size_t end = 0;
  const std::uint64_t last = number_at(dots + 2, end);
  if (first == 0 || last < first || last - first > 1000) {
    throw InputError(fmt::format("'{}': a range is written 4..12, the smaller number first", input));
  }
  std::vector<std::pair<std::uint64_t, std::string>> all;
  all.reserve(last - first + 1);
  for (std::uint64_t n = first; n <= last; ++n) {
    all.emplace_back(n, input.substr(0, colon + 1) + std::to_string(n) + input.substr(end));
  }
  return all;
}

}  // namespace wreath::orbit
