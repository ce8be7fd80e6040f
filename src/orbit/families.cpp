// SPDX-License-Identifier: MIT
//
// Families of generators, by name.
//
// Most of them rearrange words: `rearrange` is given, for each place, the place that its letter comes from, as papers about
// sorting have it. As a permutation, the generator sends a place to the place that its letter goes to.
#include "orbit/families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <numeric>

#include "core/io/named_input.hpp"
#include "core/io/text_reader.hpp"
#include "core/run/nearest_name.hpp"

namespace wreath::orbit {

void add_permutation(Generators& generators, std::string name, const Permutation& images) {
  generators.images.insert(generators.images.end(), images.begin(), images.end());
  generators.names.push_back(std::move(name));
}

namespace {

using Numbers = std::vector<std::uint32_t>;

Permutation places(std::uint32_t n) {
  Permutation p(n);
  std::iota(p.begin(), p.end(), 0U);
  return p;
}

void rearrange(Generators& generators, std::string name, const Permutation& from) {
  add_permutation(generators, std::move(name), inverse(from));
}

Generators on(std::uint32_t degree) {
  return {.degree = degree};
}

void add_rotations(Generators& made, bool both) {
  Permutation left = places(made.degree);
  std::rotate(left.begin(), left.begin() + 1, left.end());
  rearrange(made, "L", left);
  if (both && made.degree > 2) rearrange(made, "R", inverse(left));
}

Permutation with_reversed(std::uint32_t n, std::uint32_t begin, std::uint32_t end) {
  Permutation p = places(n);
  std::reverse(p.begin() + begin, p.begin() + end);
  return p;
}

/// 0..n-1 are letters and n..2n-1 the same letters with a minus: a reversal turns the signs, too.
Permutation with_reversed_signs(std::uint32_t n, std::uint32_t begin, std::uint32_t end) {
  Permutation p = places(2 * n);
  for (std::uint32_t i = begin; i < end; ++i) {
    p[i] = begin + end - 1 - i + n;
    p[i + n] = begin + end - 1 - i;
  }
  return p;
}

Generators lrx(const Numbers& a) {
  Generators made = on(a[0]);
  add_rotations(made, true);
  if (a[0] > 2) rearrange(made, "X", with_reversed(a[0], 0, 2));
  return made;
}

Generators lx(const Numbers& a) {
  Generators made = on(a[0]);
  add_rotations(made, false);
  if (a[0] > 2) rearrange(made, "X", with_reversed(a[0], 0, 2));
  return made;
}

Generators topspin(const Numbers& a) {
  const std::uint32_t k = a.size() > 1 ? a[1] : 4;
  if (k < 2 || k > a[0]) throw InputError(fmt::format("topspin:{},{}: the second number must be from 2 to {}", a[0], k, a[0]));
  Generators made = on(a[0]);
  add_rotations(made, true);
  rearrange(made, "X", with_reversed(a[0], 0, k));
  return made;
}

Generators pancake(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t j = 2; j <= a[0]; ++j) rearrange(made, fmt::format("r{}", j), with_reversed(a[0], 0, j));
  return made;
}

Generators burnt_pancake(const Numbers& a) {
  Generators made = on(2 * a[0]);
  for (std::uint32_t j = 1; j <= a[0]; ++j) rearrange(made, fmt::format("r{}", j), with_reversed_signs(a[0], 0, j));
  return made;
}

Generators reversals(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t i = 0; i < a[0]; ++i) {
    for (std::uint32_t j = i + 2; j <= a[0]; ++j) rearrange(made, fmt::format("r{}-{}", i + 1, j), with_reversed(a[0], i, j));
  }
  return made;
}

Generators signed_reversals(const Numbers& a) {
  Generators made = on(2 * a[0]);
  for (std::uint32_t i = 0; i < a[0]; ++i) {
    for (std::uint32_t j = i + 1; j <= a[0]; ++j)
      rearrange(made, fmt::format("r{}-{}", i + 1, j), with_reversed_signs(a[0], i, j));
  }
  return made;
}

void add_swap(Generators& made, std::uint32_t i, std::uint32_t j) {
  Permutation p = places(made.degree);
  std::swap(p[i], p[j]);
  add_permutation(made, fmt::format("({},{})", std::min(i, j) + 1, std::max(i, j) + 1), p);
}

Generators star(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t j = 1; j < a[0]; ++j) add_swap(made, 0, j);
  return made;
}

Generators coxeter(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t j = 0; j + 1 < a[0]; ++j) add_swap(made, j, j + 1);
  return made;
}

Generators cyclic_coxeter(const Numbers& a) {
  Generators made = coxeter(a);
  if (a[0] > 2) add_swap(made, a[0] - 1, 0);
  return made;
}

Generators transpositions(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t i = 0; i < a[0]; ++i) {
    for (std::uint32_t j = i + 1; j < a[0]; ++j) add_swap(made, i, j);
  }
  return made;
}

Generators block_moves(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t i = 0; i < a[0]; ++i) {
    for (std::uint32_t j = i + 1; j < a[0]; ++j) {
      for (std::uint32_t k = j + 1; k <= a[0]; ++k) {
        Permutation p = places(a[0]);
        std::rotate(p.begin() + i, p.begin() + j, p.begin() + k);
        rearrange(made, fmt::format("b{}-{}-{}", i + 1, j, k), p);
      }
    }
  }
  return made;
}

/// All cycles of k points.
Generators k_cycles(const Numbers& a) {
  const std::uint32_t n = a[0];
  const std::uint32_t k = a[1];
  if (k < 2 || k > n) throw InputError(fmt::format("k-cycles:{},{}: the second number must be from 2 to {}", n, k, n));
  Generators made = on(n);
  for (std::uint32_t set = 0; set < 1U << n; ++set) {
    if (static_cast<std::uint32_t>(__builtin_popcount(set)) != k) continue;
    std::vector<std::uint32_t> points;
    for (std::uint32_t i = 0; i < n; ++i) {
      if ((set >> i & 1) != 0) points.push_back(i);
    }
    do {
      Permutation p = places(n);
      for (std::uint32_t i = 0; i < k; ++i) p[points[i]] = points[(i + 1) % k];
      std::string name = "(";
      for (std::uint32_t i = 0; i < k; ++i) name += fmt::format("{}{}", i == 0 ? "" : ",", points[i] + 1);
      add_permutation(made, name + ")", p);
    } while (std::next_permutation(points.begin() + 1, points.end()));
    if (made.count() > 5000) throw InputError(fmt::format("k-cycles:{},{} has more than 5,000 generators", n, k));
  }
  return made;
}

/// (1,2)(3,4)... up to each length, and (2,3)(4,5)... likewise.
Generators rapaport_m1(const Numbers& a) {
  Generators made = on(a[0]);
  for (std::uint32_t first : {0U, 1U}) {
    Permutation p = places(a[0]);
    for (std::uint32_t i = first; i + 1 < a[0]; i += 2) {
      std::swap(p[i], p[i + 1]);
      add_permutation(made, fmt::format("{}{}", first == 0 ? 'a' : 'b', i / 2 + 1), p);
    }
  }
  return made;
}

/// (1,2), (1,2)(3,4)... and (2,3)(4,5)...
Generators rapaport_m2(const Numbers& a) {
  Generators made = on(a[0]);
  add_permutation(made, "I", with_reversed(a[0], 0, 2));
  for (std::uint32_t first : {0U, 1U}) {
    Permutation p = places(a[0]);
    for (std::uint32_t i = first; i + 1 < a[0]; i += 2) std::swap(p[i], p[i + 1]);
    add_permutation(made, first == 0 ? "S" : "K", p);
  }
  return made;
}

/// Points from 1, -1 ends a cycle.
Permutation from_cycles(std::uint32_t n, std::initializer_list<int> cycles) {
  Permutation p = places(n);
  int first = 0;
  int last = 0;
  for (const int point : cycles) {
    if (point < 0) {
      p[static_cast<std::size_t>(last - 1)] = static_cast<std::uint32_t>(first - 1);
      first = last = 0;
      continue;
    }
    if (last != 0) p[static_cast<std::size_t>(last - 1)] = static_cast<std::uint32_t>(point - 1);
    if (first == 0) first = point;
    last = point;
  }
  return p;
}

Generators mathieu(const Numbers& a) {
  const std::uint32_t n = a[0];
  if (n != 11 && n != 12 && n != 23 && n != 24)
    throw InputError(fmt::format("mathieu:{}: the groups are mathieu:11, mathieu:12, mathieu:23 and mathieu:24", n));
  Generators made = on(n);
  const std::uint32_t turning = n == 11 || n == 12 ? 11 : 23;
  Permutation cycle = places(n);
  std::rotate(cycle.begin(), cycle.begin() + 1, cycle.begin() + turning);
  if (n == 11 || n == 12) {
    add_permutation(made, "a", cycle);
    add_permutation(made, "b", from_cycles(n, {3, 7, 11, 8, -1, 4, 10, 5, 6, -1}));
    if (n == 12) add_permutation(made, "c", from_cycles(n, {1, 12, -1, 2, 11, -1, 3, 6, -1, 4, 8, -1, 5, 9, -1, 7, 10, -1}));
  } else {
    add_permutation(made, "a", cycle);
    add_permutation(made, "b",
                    from_cycles(n, {3, 17, 10, 7, 9, -1, 4, 13, 14, 19, 5, -1, 8, 18, 11, 12, 23, -1, 15, 20, 22, 21, 16, -1}));
    if (n == 24)
      add_permutation(made, "c", from_cycles(n, {1, 24, -1, 2, 23, -1, 3, 12, -1, 4,  16, -1, 5,  18, -1, 6,  10, -1,
                                                 7, 20, -1, 8, 14, -1, 9, 21, -1, 11, 17, -1, 13, 22, -1, 15, 19, -1}));
  }
  return made;
}

// --- puzzles that are not groups

Generators sliding(const Numbers& a) {
  Generators made{.moves = Moves::sliding, .degree = a[0] * a[1], .modulus = a[1], .images = {0, 1, 2, 3}};
  made.names = {"up", "down", "left", "right"};  // where a tile goes
  made.blank = a.size() > 2 ? a[2] - 1 : made.degree - 1;
  if (made.degree < 2 || made.degree > 64 || made.blank >= made.degree)
    throw InputError(
        fmt::format("sliding:{}x{}: the board must have 2 to 64 places, and the blank must be on one of them", a[0], a[1]));
  return made;
}

Generators hanoi(const Numbers& a) {
  if (a[0] < 2 || a[0] > 16) throw InputError(fmt::format("hanoi:{},{}: the number of pegs must be from 2 to 16", a[0], a[1]));
  Generators made{.moves = Moves::hanoi, .degree = a[1], .modulus = a[0]};
  for (std::uint32_t from = 0; from < a[0]; ++from) {
    for (std::uint32_t to = 0; to < a[0]; ++to) {
      if (from == to) continue;
      made.images.insert(made.images.end(), {from, to});
      made.names.push_back(fmt::format("{}-{}", from + 1, to + 1));
    }
  }
  return made;
}

// --- matrices

void add_elementary(Generators& made, std::uint32_t i, std::uint32_t j, std::uint32_t entry, std::string name) {
  const std::uint32_t n = made.degree;
  std::vector<std::uint32_t> matrix(std::size_t{n} * n);
  for (std::uint32_t k = 0; k < n; ++k) matrix[k * n + k] = 1;
  matrix[i * n + j] = entry;
  made.images.insert(made.images.end(), matrix.begin(), matrix.end());
  made.names.push_back(std::move(name));
}

void add_root(Generators& made, std::uint32_t i, std::uint32_t j) {
  const std::string name = fmt::format("e{}{}", i + 1, j + 1);
  add_elementary(made, i, j, 1, name);
  if (made.modulus > 2) add_elementary(made, i, j, made.modulus - 1, name + "'");
}

Generators matrices(std::string_view family, std::uint32_t n, std::uint32_t modulus) {
  if (n < 2 || n > 32 || modulus < 2 || modulus > 65536)
    throw InputError(fmt::format("{}:{},{}: the matrices must have 2 to 32 rows, and the modulus must be from 2 to 65536", family,
                                 n, modulus));
  return {.moves = Moves::matrices, .degree = n, .modulus = modulus};
}

Generators sl(const Numbers& a) {
  Generators made = matrices("sl", a[0], a[1]);
  for (std::uint32_t i = 0; i + 1 < a[0]; ++i) {
    add_root(made, i, i + 1);
    add_root(made, i + 1, i);
  }
  return made;
}

Generators gl(const Numbers& a) {
  Generators made = sl(a);
  const std::uint32_t q = a[1];
  const auto order = [&](std::uint64_t x) {
    std::uint32_t k = 1;
    for (std::uint64_t power = x; power != 1; power = power * x % q) {
      if (++k > q) return 0U;
    }
    return k;
  };
  for (std::uint32_t d = 2; d * d <= q; ++d) {
    if (q % d == 0) throw InputError(fmt::format("gl:{},{}: the modulus must be a prime", a[0], q));
  }
  if (q == 2) return made;
  std::uint32_t root = 2;
  while (order(root) != q - 1) ++root;
  std::uint32_t back = 1;
  while (std::uint64_t{root} * back % q != 1) ++back;
  add_elementary(made, 0, 0, root, "d");
  if (back != root) add_elementary(made, 0, 0, back, "d'");
  return made;
}

Generators heisenberg(const Numbers& a) {
  Generators made = matrices("heisenberg", a[0], a[1]);
  for (std::uint32_t i = 1; i + 1 < a[0]; ++i) {
    add_root(made, 0, i);
    add_root(made, i, a[0] - 1);
  }
  return made;
}

// --- the list

struct Family {
  FamilyInfo info;
  unsigned least_arguments;
  unsigned most_arguments;
  std::uint32_t least;  // of the first argument
  std::uint32_t most;
  Generators (*make)(const Numbers& arguments);
};
constexpr std::uint32_t kMostLetters = 64;

constexpr std::array kFamilies{
    Family{{"lrx", "N", "rotate a word of N letters left or right, or swap its first two"}, 1, 1, 2, kMostLetters, lrx},
    Family{{"lx", "N", "rotate left, or swap the first two; directed"}, 1, 1, 2, kMostLetters, lx},
    Family{{"topspin", "N,K", "rotate, or reverse the first K letters (4 if K is left out)"}, 1, 2, 4, kMostLetters, topspin},
    Family{{"pancake", "N", "reverse a prefix"}, 1, 1, 2, kMostLetters, pancake},
    Family{{"burnt-pancake", "N", "reverse a prefix of signed letters, with their signs"}, 1, 1, 1, 32, burnt_pancake},
    Family{{"reversals", "N", "reverse any block"}, 1, 1, 2, 32, reversals},
    Family{{"signed-reversals", "N", "reverse any block of signed letters, with their signs"}, 1, 1, 1, 32, signed_reversals},
    Family{{"star", "N", "swap the first letter with another"}, 1, 1, 2, kMostLetters, star},
    Family{{"coxeter", "N", "swap two neighbours"}, 1, 1, 2, kMostLetters, coxeter},
    Family{{"cyclic-coxeter", "N", "swap two neighbours on a circle"}, 1, 1, 2, kMostLetters, cyclic_coxeter},
    Family{{"transpositions", "N", "swap any two letters"}, 1, 1, 2, 32, transpositions},
    Family{{"block-moves", "N", "exchange two adjacent blocks"}, 1, 1, 2, 20, block_moves},
    Family{{"k-cycles", "N,K", "all cycles of K letters"}, 2, 2, 2, 16, k_cycles},
    Family{{"rapaport-m1", "N", "(1,2)(3,4)... and (2,3)(4,5)... of any length"}, 1, 1, 2, kMostLetters, rapaport_m1},
    Family{{"rapaport-m2", "N", "(1,2), (1,2)(3,4)... and (2,3)(4,5)... in full"}, 1, 1, 3, kMostLetters, rapaport_m2},
    Family{{"mathieu", "N", "the Mathieu group of degree N = 11, 12, 23 or 24, by two or three generators and their inverses"},
           1,
           1,
           11,
           24,
           mathieu},
    Family{{"sliding", "RxC,P", "sliding tiles, the blank at place P at first (the last place if P is left out)"},
           2,
           3,
           1,
           64,
           sliding},
    Family{{"hanoi", "P,D", "the Tower of Hanoi, D discs on P pegs"}, 2, 2, 2, 16, hanoi},
    Family{{"sl", "N,M", "N by N matrices modulo M, generated by elementary ones next to the diagonal"}, 2, 2, 2, 32, sl},
    Family{{"gl", "N,P", "the same, and a diagonal matrix; P is a prime"}, 2, 2, 2, 32, gl},
    Family{{"heisenberg", "N,M", "upper triangular N by N matrices modulo M, by the first row and the last column"},
           2,
           2,
           3,
           32,
           heisenberg},
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

Numbers parse_arguments(std::string_view name, const Family& family) {
  Numbers numbers;
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
    if (hint.empty()) hint = fmt::format("; the families are {}", fmt::join(names, ", "));
    throw InputError(fmt::format("'{}' is neither a file nor a family of generators{}", TextReader::shown(name), hint));
  }
  complete_generators(made, options, head_of(name) != "mathieu");
  return made;
}

std::span<const FamilyInfo> families() {
  static const auto infos = [] {
    std::vector<FamilyInfo> all;
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
  if (first == 0 || last < first || last - first > 1000)
    throw InputError(fmt::format("'{}': a range is written 4..12, the smaller number first", input));
  std::vector<std::pair<std::uint64_t, std::string>> all;
  for (std::uint64_t n = first; n <= last; ++n)
    all.emplace_back(n, input.substr(0, colon + 1) + std::to_string(n) + input.substr(end));
  return all;
}

}  // namespace wreath::orbit
