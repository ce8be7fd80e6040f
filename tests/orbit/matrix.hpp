// SPDX-License-Identifier: MIT
//
// Graphs of every kind of state and every format of input, with a brute force that shares nothing with the engine: it applies the
// generators as the file has them, by the definitions of docs/orbit.md, and walks level by level over a map of states.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/data/rng.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit::test {

using Row = std::vector<std::uint32_t>;
using Step = std::function<State(const State&)>;

/// How generators are written.
enum class Format { gap, json, npy };

inline std::string name_of_format(const testing::TestParamInfo<Format>& info) {
  return info.param == Format::gap ? "gap" : info.param == Format::json ? "json" : "npy";
}

struct TestGraph {
  std::string name;              // what a failure shows, with the seed
  Generators generators;         // as the engine reads them
  Start start;                   // as the engine reads it
  std::vector<Step> steps;       // by the definition, one for each of the engine's generators
  std::vector<State> strangers;  // states of the same kind, which may be out of reach
};

/// The distance of every state.
inline std::map<State, std::uint64_t> distances_of(const TestGraph& graph) {
  std::map<State, std::uint64_t> distance{{graph.start.state, 0}};
  std::vector<State> last{graph.start.state};
  for (std::uint64_t level = 1; !last.empty(); ++level) {
    std::vector<State> next;
    for (const State& state : last) {
      for (const Step& step : graph.steps) {
        if (const State moved = step(state); distance.emplace(moved, level).second) next.push_back(moved);
      }
    }
    last = std::move(next);
  }
  return distance;
}

inline std::vector<std::uint64_t> levels_of(const std::map<State, std::uint64_t>& distance) {
  std::vector<std::uint64_t> levels;
  for (const auto& [state, level] : distance) {
    if (levels.size() <= level) levels.resize(level + 1);
    ++levels[level];
  }
  return levels;
}

inline std::vector<State> level_of(const std::map<State, std::uint64_t>& distance, std::uint64_t level) {
  std::vector<State> states;
  for (const auto& [state, at] : distance) {
    if (at == level) states.push_back(state);
  }
  return states;
}

// --- generators and what they do

inline Row shuffled(std::uint32_t degree, RandomStream& random) {
  Row images(degree);
  for (std::uint32_t i = 0; i < degree; ++i) images[i] = i;
  for (std::uint32_t i = degree; i > 1; --i) std::swap(images[i - 1], images[random.below(i)]);
  return images;
}

inline Row turned_back(const Row& images) {
  Row back(images.size());
  for (std::uint32_t i = 0; i < images.size(); ++i) back[images[i]] = i;
  return back;
}

inline Row power_of(const Row& images, std::uint32_t exponent) {
  Row power = images;
  for (std::uint32_t k = 1; k < exponent; ++k) {
    for (std::uint32_t& point : power) point = images[point];
  }
  return power;
}

inline std::string as_gap(const std::vector<Row>& rows) {
  std::string text = "[";
  for (const Row& row : rows) {
    text += text.size() > 1 ? ",PermList([" : "PermList([";
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(row[i] + 1);
    text += "])";
  }
  return text + "]";
}

inline std::string as_json(const std::vector<Row>& rows, const Row& central_state) {
  const auto list = [](const Row& row) {
    std::string text = "[";
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(row[i]);
    return text + "]";
  };
  std::string text = "{\"generators\":[";
  for (std::size_t g = 0; g < rows.size(); ++g) text += (g == 0 ? "" : ",") + list(rows[g]);
  return text + "]" + (central_state.empty() ? "" : ",\"central_state\":" + list(central_state)) + "}";
}

inline std::string as_npy(const std::vector<Row>& rows) {
  std::string header = "{'descr': '<u4', 'fortran_order': False, 'shape': (" + std::to_string(rows.size()) + ", " +
                       std::to_string(rows[0].size()) + "), }";
  header.resize(117, ' ');
  std::string bytes = std::string("\x93NUMPY\x01") + '\0' + static_cast<char>(118) + '\0' + header + '\n';
  for (const Row& row : rows) bytes.append(reinterpret_cast<const char*>(row.data()), 4 * row.size());
  return bytes;
}

/// What the generator s does to a state, s as the file has it. GAP and arrays: points move, p goes to s[p], and the letter at
/// place i of a word goes to place s[i]. CayleyPy: the word x becomes y with y[i] = x[s[i]], so that what was at place s[i] is at
/// i; a permutation is a word of distinct letters.
inline Step step_of(const Row& s, Format format, Start::Kind kind) {
  const Row to = format == Format::json ? turned_back(s) : s;
  const bool by_places = kind == Start::Kind::word || format == Format::json;
  if (kind == Start::Kind::word || (by_places && kind != Start::Kind::tuple)) {
    return [to](const State& x) {
      State y(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) y[to[i]] = x[i];
      return y;
    };
  }
  return [to](const State& x) {
    State y;
    for (const std::uint32_t point : x) y.push_back(to[point]);
    return y;
  };
}

/// Checks that the engine's generators are those that were given, and the inverses and powers that were asked for: their names
/// say which is which.
inline void require_generators(TestGraph& graph, const std::vector<Row>& rows, Format format, const InputOptions& how) {
  const bool closed = how.inverses == Inverses::yes || (how.inverses == Inverses::automatic && format != Format::json);
  std::set<Row> expected;
  for (const Row& row : rows) {
    expected.insert(row);
    if (closed) expected.insert(turned_back(row));
    Row power = row;
    for (std::uint32_t k = 2; how.metric == Metric::half && k < 500; ++k) {
      for (std::uint32_t& point : power) point = row[point];
      expected.insert(power);
    }
  }
  Row one(rows[0].size());
  for (std::uint32_t i = 0; i < one.size(); ++i) one[i] = i;
  if (expected.size() > 1) expected.erase(one);
  std::set<Row> found;
  for (const std::string& name : graph.generators.names) {  // s1, s1' or s12: its square
    Row row = rows.at(static_cast<std::size_t>(name.at(1) - '1'));
    if (name.size() > 2)
      row = name[2] == '\'' ? turned_back(row) : power_of(row, static_cast<std::uint32_t>(std::stoul(name.substr(2))));
    EXPECT_TRUE(found.insert(row).second) << graph.name << ": " << name << " is there twice";
    graph.steps.push_back(step_of(row, format, graph.start.kind));
  }
  EXPECT_EQ(found, expected) << graph.name;
}

inline std::string one_based(const State& points) {
  std::string text;
  for (const std::uint32_t point : points) text += (text.empty() ? "" : ",") + std::to_string(point + 1);
  return text;
}

/// Permutations of 2 to 7 points on a state of a random kind, in one of the formats; or, `giant`, of 6 or 7 points on a
/// permutation, and most of them generate the symmetric or the alternating group.
inline TestGraph permutation_graph(std::uint64_t seed, Format format, bool giant = false) {
  RandomStream random(seed, (giant ? 400 : 100) + static_cast<std::uint64_t>(format));
  const std::uint32_t degree = giant ? 6 + random.below(2) : 2 + random.below(6);
  std::vector<Row> rows;
  const std::uint32_t count = giant ? 2 + random.below(2) : 1 + random.below(3);
  const std::uint32_t sign = random.below(3);  // of all generators, if there is a giant: even, odd, any
  for (std::uint32_t g = 0; g < count; ++g) {
    Row row = shuffled(giant ? degree : 1 + random.below(degree), random);
    while (giant && sign < 2 && is_odd_permutation(row) != (sign == 1)) row = shuffled(degree, random);
    for (auto i = static_cast<std::uint32_t>(row.size()); i < degree; ++i) row.push_back(i);
    if (g > 0 && random.below(4) == 0) row = turned_back(rows[0]);
    rows.push_back(row);
  }
  InputOptions how;
  how.inverses = std::array{Inverses::automatic, Inverses::yes, Inverses::no, Inverses::no}[random.below(4)];
  how.metric = random.below(6) == 0 ? Metric::half : Metric::quarter;

  // The start: the identity, another permutation, a tuple, a point, a set, a word.
  const std::uint32_t which = random.below(giant ? 2 : 6);
  const Row points = shuffled(degree, random);
  const std::uint32_t some = 1 + random.below(degree);
  State state = points;
  std::string text;
  if (which == 0) {
    for (std::uint32_t i = 0; i < degree; ++i) state[i] = i;
  } else if (which == 1) {
    text = "[" + one_based(points) + "]";
  } else if (which == 2 && some < degree) {
    state.resize(some);
    text = "[" + one_based(state) + "]";
  } else if (which == 3 && some < degree) {
    state.assign(degree, 0);
    for (std::uint32_t i = 0; i < some; ++i) state[points[i]] = 1;
    text = "{" + one_based({points.begin(), points.begin() + some}) + "}";
  } else if (which == 4) {
    state.resize(1);
    text = one_based(state);
  } else {
    const std::uint32_t letters = 1 + random.below(degree);
    for (std::uint32_t& letter : state) letter %= letters;
    for (const std::uint32_t letter : state) text += static_cast<char>('0' + letter);
  }
  const bool central = format == Format::json && which != 2 && which != 3 && which != 4 && random.below(2) == 0;
  TestGraph graph;
  graph.name = "seed " + std::to_string(seed) + ", format " + std::to_string(static_cast<int>(format)) + ", start " + text;
  graph.generators = format == Format::gap    ? parse_generators(as_gap(rows), "rows.g", how)
                     : format == Format::json ? parse_generators(as_json(rows, central ? state : Row{}), "rows.json", how)
                                              : parse_generators(as_npy(rows), "rows.npy", how);
  graph.start = parse_start(central ? "" : text, graph.generators);
  EXPECT_EQ(graph.start.state, state) << graph.name;
  require_generators(graph, rows, format, how);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const Row other = shuffled(degree, random);
    const State& from = state;
    State stranger;
    if (graph.start.kind == Start::Kind::word) {
      for (const std::uint32_t place : other) stranger.push_back(from[place]);
    } else {
      stranger.assign(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(from.size()));
    }
    graph.strangers.push_back(stranger);
  }
  return graph;
}

/// Invertible matrices modulo 2 to 5 on a matrix, a vector or several rows.
inline TestGraph matrix_graph(std::uint64_t seed) {
  RandomStream random(seed, 200);
  const std::uint32_t n = 1 + random.below(3);
  const std::uint32_t modulus = n == 3 ? 2 : 2 + random.below(5);
  TestGraph graph;
  graph.generators = {.moves = Moves::matrices, .degree = n, .modulus = modulus};
  const std::uint32_t count = 1 + random.below(3);
  for (std::uint32_t g = 0; g < count; ++g) {
    while (true) {
      Generators one = graph.generators;
      one.images.clear();
      for (std::uint32_t i = 0; i < n * n; ++i) one.images.push_back(random.below(modulus));
      try {
        require_valid(one);
      } catch (const InputError&) {
        continue;  // not invertible
      }
      graph.generators.images.insert(graph.generators.images.end(), one.images.begin(), one.images.end());
      break;
    }
  }
  const std::vector<std::uint32_t> given = graph.generators.images;
  const InputOptions how{.inverses = random.below(2) == 0 ? Inverses::yes : Inverses::no};
  graph.generators = completed(graph.generators, how);
  const std::uint32_t height = 1 + random.below(n);
  std::string text;
  State state(std::size_t{height} * n);
  for (std::uint32_t& entry : state) entry = random.below(modulus);
  for (std::uint32_t row = 0; row < height; ++row) {
    text += row == 0 ? "[" : ",[";
    for (std::uint32_t i = 0; i < n; ++i) text += (i == 0 ? "" : ",") + std::to_string(state[row * n + i]);
    text += "]";
  }
  if (height > 1) text = "[" + text + "]";
  graph.name = "seed " + std::to_string(seed) + ", matrices modulo " + std::to_string(modulus) + ", start " + text;
  graph.start = parse_start(text, graph.generators);
  EXPECT_EQ(graph.start.state, state) << graph.name;
  for (std::size_t g = 0; g < graph.generators.count(); ++g) {
    const auto row = graph.generators.row(g);
    const Row matrix(row.begin(), row.end());
    graph.steps.emplace_back([matrix, n, modulus](const State& x) {
      State y(x.size());
      for (std::size_t at = 0; at < x.size(); ++at) {
        for (std::size_t k = 0; k < n; ++k) y[at] += x[at / n * n + k] * matrix[k * n + at % n];
        y[at] %= modulus;
      }
      return y;
    });
  }
  // Those that were given are all there, apart from the identity and repetitions.
  std::set<Row> found;
  for (std::size_t g = 0; g < graph.generators.count(); ++g)
    found.emplace(graph.generators.row(g).begin(), graph.generators.row(g).end());
  Row one(std::size_t{n} * n);
  for (std::size_t i = 0; i < n; ++i) one[i * n + i] = 1;
  for (std::size_t at = 0; at < given.size(); at += std::size_t{n} * n) {
    const Row row(given.begin() + static_cast<std::ptrdiff_t>(at),
                  given.begin() + static_cast<std::ptrdiff_t>(at + std::size_t{n} * n));
    EXPECT_TRUE(row == one || found.contains(row)) << graph.name;
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    State stranger(state.size());
    for (std::uint32_t& entry : stranger) entry = random.below(modulus);
    graph.strangers.push_back(stranger);
  }
  return graph;
}

/// A tile next to the blank slides into it: up, down, left and right.
inline Step slide_of(std::uint32_t direction, std::uint32_t columns) {
  return [direction, columns](const State& x) {
    State y = x;
    const auto blank = static_cast<std::int64_t>(std::find(x.begin(), x.end(), 0U) - x.begin());
    const std::int64_t row = blank / columns + std::array{1, -1, 0, 0}[direction];
    const std::int64_t column = blank % columns + std::array{0, 0, 1, -1}[direction];
    const auto rows = static_cast<std::int64_t>(x.size() / columns);
    if (row >= 0 && row < rows && column >= 0 && column < columns)
      std::swap(y[static_cast<std::size_t>(blank)], y[static_cast<std::size_t>(row * columns + column)]);
    return y;
  };
}

inline Step disc_of(std::uint32_t from, std::uint32_t to) {
  return [from, to](const State& x) {  // the smallest disc is the first
    State y = x;
    for (std::uint32_t& peg : y) {
      if (peg == to) break;  // a smaller disc is on the other peg
      if (peg == from) {
        peg = to;
        break;
      }
    }
    return y;
  };
}

inline TestGraph puzzle_graph(const std::string& name, const std::string& start) {
  TestGraph graph;
  graph.name = name + " from " + start;
  graph.generators = make_family(name);
  graph.start = parse_start(start, graph.generators);
  for (std::size_t g = 0; g < graph.generators.count(); ++g) {
    const auto row = graph.generators.row(g);
    graph.steps.push_back(graph.generators.moves == Moves::hanoi ? disc_of(row[0], row[1])
                                                                 : slide_of(row[0], graph.generators.modulus));
  }
  State other = graph.start.state;
  std::swap(other[0], other[other.size() - 1]);
  graph.strangers.push_back(other);
  return graph;
}

}  // namespace wreath::orbit::test
