// SPDX-License-Identifier: MIT
//
// Turning puzzles, made from the geometry of their pieces.
//
// A sticker is a place in space and a direction. A turn rotates the stickers on one side of a plane about the plane's normal, so
// the permutation of the stickers needs no table: every puzzle here is a list of stickers, and a list of turns.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "orbit/inputs/families.hpp"

namespace wreath::orbit {

namespace {

using Vector = std::array<int, 3>;

int dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

struct Sticker {
  Vector place;
  Vector direction;
  auto operator<=>(const Sticker&) const = default;
};

/// A quarter turn about a coordinate axis, clockwise as seen from its positive end.
Vector quarter_turn(const Vector& p, std::size_t axis) {
  Vector turned = p;
  const std::size_t u = (axis + 1) % 3;
  const std::size_t v = (axis + 2) % 3;
  turned[u] = p[v];
  turned[v] = -p[u];
  return turned;
}

/// A third of a turn about (1,1,1), (1,-1,-1), ...: the corner of a cube.
Vector third_turn(const Vector& p, const Vector& corner) {
  Vector turned{};
  for (std::size_t i = 0; i < 3; ++i) turned[(i + 1) % 3] = corner[i] * p[i] * corner[(i + 1) % 3];
  return turned;
}

class Puzzle {
 public:
  void add(const Vector& place, const Vector& direction) {
    const auto number = static_cast<std::uint32_t>(numbers_.size());
    numbers_.emplace(Sticker{place, direction}, number);
  }
  /// The stickers for which moves(place) rotate by turn(vector).
  template <class Where, class Turn>
  void turn(const std::string& name, const Where& moves, const Turn& turn) {
    Permutation images(numbers_.size());
    for (const auto& [sticker, number] : numbers_)
      images[number] = moves(sticker.place) ? numbers_.at({turn(sticker.place), turn(sticker.direction)}) : number;
    turns_.emplace_back(name, std::move(images));
  }
  /// A turn and its reverse.
  template <class Where, class Turn>
  void both_ways(const std::string& name, const Where& moves, const Turn& turn) {
    this->turn(name, moves, turn);
    const auto [first, images] = turns_.back();
    const Permutation back = inverse(images);
    if (back != images) turns_.emplace_back(name + "'", back);
  }
  Generators generators() const {
    Generators made{.degree = static_cast<std::uint32_t>(numbers_.size())};
    for (const auto& [name, images] : turns_) add_permutation(made, name, images);
    return made;
  }

 private:
  std::map<Sticker, std::uint32_t> numbers_;
  std::vector<std::pair<std::string, Permutation>> turns_;
};

// --- cubes

constexpr std::array<int, 2> kSigns{1, -1};

Vector unit(std::size_t axis, int sign) {
  Vector result{};
  result[axis] = sign;
  return result;
}

std::vector<Vector> cube_corners() {
  std::vector<Vector> corners;
  for (const int x : kSigns) {
    for (const int y : kSigns) {
      for (const int z : kSigns) corners.push_back({x, y, z});
    }
  }
  return corners;
}

/// Stickers of the 3x3x3 cube on pieces with that many (1: centres, 2: edges, 3: corners).
void add_cube_pieces(Puzzle& puzzle, std::initializer_list<int> kinds) {
  for (int code = 0; code < 27; ++code) {
    const Vector place{code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
    const int sides = std::abs(place[0]) + std::abs(place[1]) + std::abs(place[2]);
    if (std::find(kinds.begin(), kinds.end(), sides) == kinds.end()) continue;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (place[axis] != 0) puzzle.add(place, unit(axis, place[axis]));
    }
  }
}

struct Layer {
  char name;
  std::size_t axis;
  int at;         // the coordinate of its pieces
  int clockwise;  // 1: as seen from the positive end of the axis, -1: from the other
};
// U is up (+y), F towards the viewer (+z), R to the right (+x); M turns as L does, E as D, S as F.
constexpr std::array<Layer, 9> kLayers{{{'U', 1, 1, 1},
                                        {'D', 1, -1, -1},
                                        {'R', 0, 1, 1},
                                        {'L', 0, -1, -1},
                                        {'F', 2, 1, 1},
                                        {'B', 2, -1, -1},
                                        {'M', 0, 0, -1},
                                        {'E', 1, 0, -1},
                                        {'S', 2, 0, 1}}};

void add_layer(Puzzle& puzzle, const Layer& layer, int quarters) {
  const auto moves = [&](const Vector& place) { return place[layer.axis] == layer.at; };
  const auto turn = [&](Vector p) {
    const int turns = (layer.clockwise * quarters + 4) % 4;
    for (int i = 0; i < turns; ++i) p = quarter_turn(p, layer.axis);
    return p;
  };
  puzzle.both_ways(std::string(1, layer.name) + (quarters == 2 ? "2" : ""), moves, turn);
}

Generators cube_by_faces(std::initializer_list<int> kinds, std::string_view faces) {
  Puzzle puzzle;
  add_cube_pieces(puzzle, kinds);
  for (const Layer& layer : kLayers) {
    if (faces.find(layer.name) != std::string_view::npos) add_layer(puzzle, layer, 1);
  }
  return puzzle.generators();
}

// --- puzzles that turn about the corners of a cube or a tetrahedron

/// The corners of a cube that are corners of a tetrahedron, too.
std::vector<Vector> tetrahedron() {
  return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
}

std::string corner_name(std::size_t number) {
  return std::string(1, static_cast<char>('a' + number));
}

/// The axial pieces of a pyraminx (three stickers at each corner) and its edges (two).
void add_pyraminx_pieces(Puzzle& puzzle, bool tips) {
  const std::vector<Vector> corners = tetrahedron();
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (j == i) continue;
      const Vector face{-corners[j][0], -corners[j][1], -corners[j][2]};
      puzzle.add({2 * corners[i][0], 2 * corners[i][1], 2 * corners[i][2]}, face);
      if (tips) puzzle.add({4 * corners[i][0], 4 * corners[i][1], 4 * corners[i][2]}, face);
      for (std::size_t k = i + 1; k < 4; ++k) {
        if (k == j) continue;
        puzzle.add({corners[i][0] + corners[k][0], corners[i][1] + corners[k][1], corners[i][2] + corners[k][2]}, face);
      }
    }
  }
}

Generators pyraminx(bool tips, bool corners, bool faces) {
  Puzzle puzzle;
  add_pyraminx_pieces(puzzle, tips);
  const std::vector<Vector> axes = tetrahedron();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto turn = [&](const Vector& p) { return third_turn(p, axes[i]); };
    const auto add = [&](const std::string& suffix, bool (*moves)(int)) {
      puzzle.both_ways(
          corner_name(i) + suffix, [&](const Vector& p) { return moves(dot(p, axes[i])); }, turn);
    };
    if (corners) add("", [](int height) { return height > 0; });
    if (faces) add("-face", [](int height) { return height < 0; });
    if (tips) add("-tip", [](int height) { return height == 12; });
  }
  return puzzle.generators();
}

/// Turns about corners of a cube: of the pieces that are at a height of at least `least` above its centre. Those of a skewb turn
/// half of it.
void add_corner_turns(Puzzle& puzzle, const std::vector<Vector>& axes, int least) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    puzzle.both_ways(
        corner_name(i), [&](const Vector& p) { return dot(p, axes[i]) >= least; },
        [&](const Vector& p) { return third_turn(p, axes[i]); });
  }
}

Generators make_skewb(const FamilyArguments&) {
  Puzzle puzzle;
  for (const Vector& corner : cube_corners()) {
    for (std::size_t axis = 0; axis < 3; ++axis) puzzle.add(corner, unit(axis, corner[axis]));
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const int sign : kSigns) puzzle.add(unit(axis, sign), unit(axis, sign));
  }
  add_corner_turns(puzzle, tetrahedron(), 1);
  return puzzle.generators();
}

Generators make_skewb_diamond(const FamilyArguments&) {
  Puzzle puzzle;
  for (const Vector& face : cube_corners()) {
    puzzle.add(face, face);
    for (std::size_t axis = 0; axis < 3; ++axis) puzzle.add(unit(axis, face[axis]), face);
  }
  add_corner_turns(puzzle, cube_corners(), 1);
  return puzzle.generators();
}

Generators make_dino(const FamilyArguments&) {
  Puzzle puzzle;
  for (int code = 0; code < 27; ++code) {
    const Vector edge{code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
    if (dot(edge, edge) == 2) puzzle.add(edge, {});
  }
  add_corner_turns(puzzle, cube_corners(), 2);
  return puzzle.generators();
}

constexpr Family kPuzzles[] = {
    {{"rubik222", "", "the 2x2x2 cube, one corner held"}, [](const FamilyArguments&) { return cube_by_faces({3}, "URF"); }},
    {{"rubik-corners", "", "the corners of Rubik's cube"}, [](const FamilyArguments&) { return cube_by_faces({3}, "UDLRFB"); }},
    {{"rubik-edges", "", "the edges of Rubik's cube"}, [](const FamilyArguments&) { return cube_by_faces({2}, "UDLRFB"); }},
    {{"pyraminx", "", "the pyraminx without its tips"}, [](const FamilyArguments&) { return pyraminx(false, true, false); }},
    {{"pyraminx-tips", "", "the pyraminx by turns of tips and faces"},
     [](const FamilyArguments&) { return pyraminx(true, false, true); }},
    {{"tetraminx", "", "the tetraminx by turns of corners and faces"},
     [](const FamilyArguments&) { return pyraminx(false, true, true); }},
    {{"skewb", "", "the skewb, turned about four of its corners"}, make_skewb},
    {{"skewb-diamond", "", "the skewb diamond, turned about eight axes"}, make_skewb_diamond},
    {{"dino", "", "the dino cube"}, make_dino},
};

}  // namespace

Generators make_cube_faces(std::string_view arguments) {
  Puzzle puzzle;
  add_cube_pieces(puzzle, {1, 2, 3});
  std::string_view rest = arguments;
  while (true) {
    const std::string_view move = rest.substr(0, rest.find(','));
    const auto layer = std::ranges::find(kLayers, move.empty() ? '?' : move[0], &Layer::name);
    if (layer == kLayers.end() || move.size() > 2 || (move.size() == 2 && move[1] != '2')) {
      throw InputError(
          fmt::format("'rubik333:{}': '{}' is not a turn: turns are U, D, L, R, F, B, the slices M, E, S, and U2 ... "
                      "for half turns, as in rubik333:U,R",
                      arguments, move));
    }
    add_layer(puzzle, *layer, move.size() == 2 ? 2 : 1);
    if (move.size() == rest.size()) break;
    rest.remove_prefix(move.size() + 1);
  }
  return puzzle.generators();
}

std::span<const Family> puzzle_families() {
  return kPuzzles;
}

}  // namespace wreath::orbit
