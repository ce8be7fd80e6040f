// SPDX-License-Identifier: MIT
//
// Small cancellation (Lyndon and Schupp, "Combinatorial group theory", chapter V).
//
// R* is the set of all rotations of the relators and their inverses; a piece is a common prefix of two elements of R*. C(p): no
// element of R* is a product of fewer than p pieces. T(q): no r_1, ..., r_h of R*, 3 <= h < q, with r_i not the inverse of
// r_(i+1), have all of the products r_1*r_2, ..., r_h*r_1 cancel. In a reduced diagram, faces inside have p sides or more and
// vertices inside q edges or more; if 1/p + 1/q < 1/2 the area is at most linear in the perimeter, so the group is hyperbolic
// (Gersten and Short, "Small cancellation theory and automatic groups"). C'(1/6) is a case of C(7), C'(1/4)-T(4) of C(5)-T(4),
// and C'(1/3)-T(6) of C(4)-T(6). A generator that is its own inverse is an edge without direction in the diagrams; nothing else
// changes.
//
// The longest piece with which an element begins is what it has in common with a neighbour when R* is sorted. T(q) is a question
// of cycles in the star graph: its vertices are the letters, and an element of R* from x to y is an edge from x to y^-1.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/algebra/least_rotation.hpp"
#include "core/words/words.hpp"
#include "word/geometry/hyperbolic_proof.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kEnough = 7;                                 // more pieces or edges prove nothing more
constexpr std::size_t kMaxRelators = 1'000'000;                    // of all relators,
constexpr std::uint64_t kMaxComparisons = std::uint64_t{1} << 26;  // and of their letters: a fraction of a second

/// A relator up to rotation and inversion.
struct Circle {
  Word word;
  std::size_t period = 0;
  bool is_own_inverse = false;  // up to rotation
};

/// An element of R*: a rotation of a circle's word or of its inverse.
struct Element {
  const Word* word = nullptr;
  std::size_t start = 0;
  std::size_t* piece = nullptr;  // the length of the longest piece that it begins with

  Letter operator[](std::size_t i) const {
    const std::size_t at = start + i;
    return (*word)[at < word->size() ? at : at - word->size()];
  }
};

Word turned_to_least(const Word& word) {
  return rotated(word, least_rotation(std::span<const Letter>(word)));
}

std::vector<Circle> make_circles(const Relators& relators) {
  std::set<Word> words;
  std::vector<Circle> circles;
  for (const Word& word : relators.words) {
    const Word forward = turned_to_least(word);
    const Word backward = turned_to_least(inverted(word, relators.generators.inverses));
    const Word& canonical = std::min(forward, backward);
    if (words.insert(canonical).second) circles.push_back({canonical, period_of(canonical), forward == backward});
  }
  return circles;
}

/// The longest pieces at each letter of each circle; nothing if that takes too long.
std::optional<std::vector<std::vector<std::size_t>>> longest_pieces(const std::vector<Circle>& circles,
                                                                    const std::vector<Letter>& inverses) {
  std::vector<std::vector<std::size_t>> pieces;
  std::vector<Word> backward;
  for (const Circle& circle : circles) {
    pieces.emplace_back(circle.period, 0);
    backward.push_back(circle.is_own_inverse ? Word() : inverted(circle.word, inverses));
  }
  std::size_t elsewhere = 0;  // pieces of inverses are not asked for
  std::vector<Element> elements;
  for (std::size_t c = 0; c < circles.size(); ++c) {
    for (std::size_t i = 0; i < circles[c].period; ++i) {
      elements.push_back({&circles[c].word, i, &pieces[c][i]});
      if (!backward[c].empty()) elements.push_back({&backward[c], i, &elsewhere});
    }
  }
  std::uint64_t comparisons = 0;
  const auto common = [&](const Element& x, const Element& y) {
    const std::size_t most = std::min(x.word->size(), y.word->size());
    std::size_t length = 0;
    if (comparisons > kMaxComparisons) return length;  // the order means nothing any more, but is one
    while (length < most && x[length] == y[length]) ++length;
    comparisons += length + 1;
    return length;
  };
  try {
    std::ranges::sort(elements, [&](const Element& x, const Element& y) {
      const std::size_t length = common(x, y);
      if (comparisons > kMaxComparisons) throw LimitReached("too many comparisons");
      if (length == x.word->size() || length == y.word->size()) return x.word->size() < y.word->size();
      return x[length] < y[length];
    });
  } catch (const LimitReached&) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
    const std::size_t length = common(elements[i], elements[i + 1]);
    for (const Element& each : {elements[i], elements[i + 1]}) *each.piece = std::max(*each.piece, length);
  }
  return comparisons > kMaxComparisons ? std::nullopt : std::optional(std::move(pieces));
}

/// The least number of pieces whose product is a relator, or kEnough if it is not less.
std::size_t fewest_pieces(const std::vector<Circle>& circles, const std::vector<std::vector<std::size_t>>& pieces) {
  std::size_t fewest = kEnough;
  for (std::size_t c = 0; c < circles.size(); ++c) {
    for (std::size_t start = 0; start < circles[c].period; ++start) {
      std::size_t covered = 0;
      std::size_t count = 0;
      while (covered < circles[c].word.size() && count < fewest) {
        const std::size_t piece = pieces[c][(start + covered) % circles[c].period];
        if (piece == 0) count = kEnough;  // this letter is in no piece
        covered += piece;
        ++count;
      }
      fewest = std::min(fewest, count);
    }
  }
  return fewest;
}

/// The length of a shortest cycle from 3 on in the star graph, or kEnough if it is not less.
std::size_t shortest_cycle(const std::vector<Circle>& circles, const std::vector<Letter>& inverses) {
  std::map<std::pair<Letter, Letter>, std::size_t> edges;  // with their numbers, twice for each circle that is its own inverse
  bool has_double = false;
  for (const Circle& circle : circles) {
    std::map<std::pair<Letter, Letter>, std::size_t> own;
    for (std::size_t i = 0; i < circle.period; ++i) {
      const Letter x = circle.word[i];
      const Letter y = inverses[circle.word[(i + circle.word.size() - 1) % circle.word.size()]];
      ++own[std::minmax(x, y)];
    }
    for (const auto& [edge, count] : own) {
      std::size_t& number = edges[edge];
      number += circle.is_own_inverse ? count / 2 : count;
      has_double = has_double || number > 1;
    }
  }
  std::vector<std::vector<Letter>> neighbours(inverses.size());
  for (const auto& [edge, count] : edges) {
    neighbours[edge.first].push_back(edge.second);
    neighbours[edge.second].push_back(edge.first);
  }
  std::size_t shortest = has_double ? 4 : kEnough;  // there and back on two edges, twice
  constexpr std::size_t kFar = std::numeric_limits<std::size_t>::max();
  for (std::size_t root = 0; root < inverses.size(); ++root) {
    std::vector<std::size_t> distance(inverses.size(), kFar);
    std::vector<std::size_t> parent(inverses.size(), kFar);
    std::vector<std::size_t> queue{root};
    distance[root] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::size_t x = queue[at];
      for (const Letter y : neighbours[x]) {
        if (distance[y] == kFar) {
          distance[y] = distance[x] + 1;
          parent[y] = x;
          queue.push_back(y);
        } else if (parent[x] != y) {
          shortest = std::min(shortest, distance[x] + distance[y] + 1);
        }
      }
    }
  }
  return shortest;
}

}  // namespace

Hyperbolicity small_cancellation_hyperbolicity(const Relators& relators) {
  std::size_t letters = 0;
  for (const Word& word : relators.words) letters += word.size();
  if (relators.words.empty() || letters > kMaxRelators) return {};
  const std::vector<Circle> circles = make_circles(relators);
  const auto pieces = longest_pieces(circles, relators.generators.inverses);
  if (!pieces) return {};
  const std::size_t p = fewest_pieces(circles, *pieces);
  if (p >= 7) return answer_with_proof(Answer::yes, "small cancellation C(7): no relator is a product of fewer than 7 pieces");
  const std::size_t q = p < 3 ? 3 : shortest_cycle(circles, relators.generators.inverses);
  if (!(p >= 5 && q >= 4) && !(p >= 4 && q >= 5) && !(p >= 3 && q >= 7)) return {};
  return answer_with_proof(Answer::yes, fmt::format("small cancellation C({})-T({})", p, q));
}

}  // namespace wreath::word
