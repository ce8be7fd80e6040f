// SPDX-License-Identifier: MIT
//
// How long the conjugates on the way from u to v may be.
//
// Let n be the thinness of triangles, u and v geodesics, and w a geodesic with w^-1 * u * w = v. Then for each i
//
//     |w(i)^-1 * u * w(i)| <= 2n + max(|u|, |v|).
//
// Let P = 1, Q = u, S = w and R = uw, joined by the geodesics PQ = u, PS = w, QR = u(PS), SR = v and some QS. The length in
// question is the distance f(i) of PS(i) and QR(i). Let p and q be the legs of the triangle PQS at P and Q, and q' and r' those
// of QRS at Q and R; so p + q = |u|, q' + r' = |w|, and |QS| = |w| + q - p.
//   i < p: PS(i) is at most n from PQ(i), and QR(i) at most n from the point that u moves this to, which is |u| letters further
//     along the line ...uuu...: f(i) <= 2n + |u|.
//   i > q': the same at R, with v.
//   p <= i <= q': PS(i) is opposite to the point of SQ at the same distance from S, which is i + q - p away from Q; QR(i) is
//     opposite to QS(i). Both are on QS, |q - p| <= |u| apart.
// So all conjugates of u up to that length are connected to each other, one letter at a time, if v is one of them.
#include "word/conjugacy/element_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "core/text/units.hpp"

namespace wreath::word {

std::vector<Move> conjugations(const Alphabet& alphabet) {
  std::vector<Move> moves;
  for (std::size_t x = 0; x < alphabet.size(); ++x) moves.push_back({{alphabet.inverses[x]}, {static_cast<Letter>(x)}});
  return moves;
}

std::vector<Move> multiplications(std::span<const Word> words, const Alphabet& alphabet) {
  std::vector<Move> moves;
  for (const Word& word : words) {
    moves.push_back({{}, word});
    moves.push_back({{}, inverse_word(word, alphabet)});
  }
  return moves;
}

bool ElementSearch::explore(const Word& from, std::size_t longest, const Word* to) {
  constexpr std::size_t kPerLook = 256;
  elements_ = {};
  origins_.clear();
  const auto add = [&](const Word& word, std::uint32_t parent, std::uint32_t move) {
    if (elements_.intern(word) != origins_.size()) return false;
    origins_.push_back({parent, move});
    return to != nullptr && word == *to;
  };
  if (add(from, 0, 0)) return true;
  Word moved;
  for (std::uint32_t at = 0; at < size(); ++at) {
    if (at % kPerLook == 0 && run_ != nullptr && run_->should_stop())
      throw LimitReached("the run was stopped before all conjugates were listed");
    if (size() > max_elements_) {
      throw LimitReached(fmt::format("there are more than {} to list; allow more with {}", counted(max_elements_, "conjugate"),
                                     option("max-elements")));
    }
    const Word word = element(at);
    for (std::uint32_t move = 0; move < moves_.size(); ++move) {
      moved = moves_[move].before;
      moved.insert(moved.end(), word.begin(), word.end());
      moved.insert(moved.end(), moves_[move].after.begin(), moves_[move].after.end());
      const Word form = reduce_(moved);
      if (form.size() <= longest && add(form, at, move)) return true;
    }
  }
  return false;
}

std::vector<std::uint32_t> ElementSearch::path() const {
  std::vector<std::uint32_t> moves;
  for (std::size_t at = size() - 1; at != 0; at = origins_[at].parent) moves.push_back(origins_[at].move);
  std::ranges::reverse(moves);
  return moves;
}

std::vector<Word> ElementSearch::shortest() const {
  std::size_t length = SIZE_MAX;
  for (std::size_t i = 0; i < size(); ++i) length = std::min(length, elements_[i].size());
  std::vector<Word> words;
  for (std::size_t i = 0; i < size(); ++i)
    if (elements_[i].size() == length) words.push_back(element(i));
  std::ranges::sort(words);
  return words;
}

}  // namespace wreath::word
