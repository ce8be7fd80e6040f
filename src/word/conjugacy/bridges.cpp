// SPDX-License-Identifier: MIT
//
// Where two lines lie side by side.
//
// Let n be the thinness of triangles (thin_triangles.cpp): opposite points of the sides of a geodesic triangle are at most n
// apart, and D is the set of their differences. Let u and v be cyclically geodesic, let g move the line ...uuu... along itself by
// one u, and the line ...vvv... by one v: so it is if the second line begins at c with u*c = c*v. Let P and S be points of the
// lines whose distance k is the least of all, Q = gP, R = gS. PQ is a rotation of u, SR one of v; choose geodesics PS, QR = gPS
// and QS.
//
//        P ----- u ----- Q          Triangle PQS: let p be its leg at P and q that at Q, p + q = |u|.
//        |          .    |          Triangle QRS: let q' be its leg at Q and s' that at S, q' + s' = |QS|.
//        k     .         k
//        | .             |
//        S ----- v ----- R
//
// (1) floor(p) <= n. For PQ(i) and PS(i), i = floor(p), are at most n apart, so that PQ(i) is at most n + k - i from S, and at
//     least k, as all points of the lines are.
// (2) min(floor(q), floor(q')) <= 2n. For QP(i) and QR(i) are at most 2n apart by way of QS(i), so that QP(i) is at most
//     2n + k - i from R.
// (3) If |u| >= 3n + 2, then q = |u| - p > 2n + 1 by (1), so q' <= 2n + 1/2 by (2). Let 2n + 1 <= i <= |u| - n - 1. Then
//     q' <= i <= q: QP(i) is opposite to QS(i), and that, being |QS| - i <= s' away from S, to a point of SR. Their difference is
//     in D*D, for each of these |u| - 3n - 1 points i in a row; and the points on SR are in a row, too.
//
// So every conjugacy of u and v shows in this: a machine with the states D*D that reads a letter of each line goes |u| - 3n - 2
// steps from one of these points. Where P is on u is not known; but among places that are at most |u| - 3n - 1 - s apart on u
// there is one from which s steps can be read. All bridges from these places are tried with each place of v. That is complete for
// all c up to multiplication by powers of u (and v), as nothing was assumed of c.
//
// Cost: |D|^2 products once. Then, for each pair of places, the bridges that the first two steps leave; most fail within a few
// steps. The sets of bridges that are left after each pair of letters are kept, so that most pairs of places are ruled out by a
// few look-ups. If v is long, the places of v from which no bridge has these steps are left out first: the sets of bridges that
// are left after each letter of v, beside the same letters of u, are made once for each place of u. For words with long periodic
// parts, such as a^n b a^m c, many do not, and the time is quadratic.
#include "word/conjugacy/cyclic_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/parallel/loops.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "word/automata/dfa.hpp"
#include "wreath/run.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {
constexpr const char* kNotAllTried = "the run was stopped before all conjugators were tried";
}

/// Which places of v may lie beside a place of u: by the letters of v, the sets of bridges that are left.
class BridgeSieve {
 public:
  /// Throws LimitReached if the run is to stop.
  BridgeSieve(const Bridges& bridges, const Word& u, std::size_t i, std::size_t steps, RunControl* run)
      : letters_(bridges.letters_) {
    constexpr std::size_t kMostSets = 1U << 13;
    constexpr std::size_t kPerLook = 1U << 20;  // bridges
    std::size_t looked = 0;
    automata::KeyTable sets;  // the number of steps and the bridges
    std::vector<std::uint32_t> set{0};
    for (std::uint32_t d = 0; d < bridges.size(); ++d) set.push_back(d);
    sets.intern(set);
    for (std::uint32_t at = 0; at < sets.size(); ++at) {
      const std::vector<std::uint32_t> from(sets[at].begin(), sets[at].end());
      const Letter x = u[(i + from[0]) % u.size()];
      looked += from.size() * letters_;
      if (looked >= kPerLook) {
        looked = 0;
        if (run != nullptr && run->should_stop()) throw LimitReached(kNotAllTried);
      }
      for (std::size_t y = 0; y < letters_; ++y) {
        set.assign(1, from[0] + 1);
        for (std::size_t k = 1; k < from.size(); ++k) {
          const std::uint32_t to = bridges.step(from[k], x, static_cast<Letter>(y));
          if (to != Bridges::kNone) set.push_back(to);
        }
        std::sort(set.begin() + 1, set.end());
        set.erase(std::unique(set.begin() + 1, set.end()), set.end());
        const bool is_open = set[0] == steps || (sets.size() >= kMostSets && sets.find(set) == automata::KeyTable::kAbsent);
        next_.push_back(set.size() == 1 ? kNothing : is_open ? kOpen : sets.intern(set));
      }
    }
  }

  bool passes(const Word& v, std::size_t j) const {
    std::uint32_t node = next_[v[j]];
    while (node < kOpen) {
      if (++j == v.size()) j = 0;
      node = next_[node * letters_ + v[j]];
    }
    return node == kOpen;
  }

 private:
  static constexpr std::uint32_t kOpen = 0xFFFFFFFEU;
  static constexpr std::uint32_t kNothing = 0xFFFFFFFFU;

  std::size_t letters_;
  std::vector<std::uint32_t> next_;  // by set and letter
};

Bridges::Bridges(const StructureView& structure, const ThinTriangles& triangles, std::size_t max_elements, RunControl* run)
    : thinness_(triangles.thinness), letters_(structure.letters()) {
  constexpr std::size_t kPerLook = 1024;
  DifferenceTable table(structure);
  std::vector<std::uint32_t> local;  // of each element of the table, kNone if it is not a product
  std::vector<std::uint32_t> members;
  const auto look = [&] {
    if (run != nullptr && run->should_stop()) throw LimitReached("the run was stopped before the pair machine was made");
    if (members.size() * letters_ * letters_ > 16 * max_elements)
      throw LimitReached(fmt::format("more than {} may join two lines of this group; allow more with {}",
                                     counted(members.size(), "element"), option("max-elements")));
  };
  for (const Word& first : triangles.differences) {
    look();
    const std::uint32_t d = table.number(first);
    for (const Word& second : triangles.differences) {
      std::uint32_t product = d;
      for (const Letter x : second) product = table.times(product, x);
      if (local.size() <= product) local.resize(product + 1, kNone);
      if (local[product] != kNone) continue;
      local[product] = static_cast<std::uint32_t>(members.size());
      members.push_back(product);
    }
  }
  // A step leads from d to e = x^-1*d*y where x^-1*d = e*y^-1. Both sides are neighbours of members; what x^-1*d*y is otherwise,
  // for some k^2 elements beside each member, is never made.
  std::vector<std::uint32_t> into;  // [element * letters + y]: the member that y leads to
  for (std::size_t e = 0; e < members.size(); ++e) {
    if (e % kPerLook == 0) look();
    words_.push_back(table[members[e]]);
    for (std::size_t y = 0; y < letters_; ++y) {
      const std::uint32_t before = table.times(members[e], structure.alphabet.inverses[y]);
      if (into.size() < (std::size_t{before} + 1) * letters_) into.resize((std::size_t{before} + 1) * letters_, kNone);
      into[before * letters_ + y] = static_cast<std::uint32_t>(e);
    }
  }
  next_.resize(members.size() * letters_ * letters_, kNone);
  for (std::size_t d = 0; d < members.size(); ++d) {
    if (d % kPerLook == 0) look();
    for (std::size_t x = 0; x < letters_; ++x) {
      const std::size_t left = table.inverse_times(members[d], static_cast<Letter>(x)) * letters_;
      if (left < into.size()) std::copy_n(&into[left], letters_, &next_[(d * letters_ + x) * letters_]);
    }
  }
  index_starts();
}

void Bridges::index_starts() {
  const std::size_t pairs = letters_ * letters_;
  std::vector<bool> lasting(size(), true);  // elements that have some number of steps
  for (std::size_t level = 1; level + 2 <= kLevels; ++level) {
    std::vector<bool> longer(size(), false);
    for (std::size_t edge = 0; edge < next_.size(); ++edge)
      if (next_[edge] != kNone && lasting[next_[edge]]) longer[edge / pairs] = true;
    lasting = std::move(longer);
  }
  starts_.resize(pairs * pairs);
  for (std::uint32_t d = 0; d < size(); ++d) {
    for (std::size_t first = 0; first < pairs; ++first) {
      const std::uint32_t middle = next_[d * pairs + first];
      if (middle == kNone) continue;
      for (std::size_t second = 0; second < pairs; ++second) {
        const std::uint32_t after = next_[middle * pairs + second];
        if (after != kNone && lasting[after]) starts_[first * pairs + second].push_back({d, after});
      }
    }
  }
}

bool Bridges::may_last(const Word& u, std::size_t i, const Word& v, std::size_t j, std::size_t steps) const {
  constexpr std::size_t kMostSets = 1U << 16;
  const std::size_t pairs = letters_ * letters_;
  std::vector<std::uint32_t> left;
  if (sets_.size() == 0) {
    for (std::uint32_t d = 0; d < size(); ++d) left.push_back(d);
    sets_.intern(left);
  }
  std::uint32_t set = 0;
  for (std::size_t s = 0; s < steps; ++s) {
    if (set_after_.size() < sets_.size() * pairs) set_after_.resize(sets_.size() * pairs, kNone);
    const std::size_t edge = set * pairs + u[i] * letters_ + v[j];
    if (set_after_[edge] == kNone) {
      left.clear();
      for (const std::uint32_t d : sets_[set]) {
        const std::uint32_t to = step(d, u[i], v[j]);
        if (to != kNone) left.push_back(to);
      }
      std::ranges::sort(left);
      left.erase(std::ranges::unique(left).begin(), left.end());
      if (sets_.size() >= kMostSets && sets_.find(left) == automata::KeyTable::kAbsent) {  // other words meet other sets: restart
        sets_ = {};
        set_after_.clear();
        return true;
      }
      set_after_[edge] = sets_.intern(left);
    }
    set = set_after_[edge];
    if (sets_[set].empty()) return false;
    if (++i == u.size()) i = 0;
    if (++j == v.size()) j = 0;
  }
  return true;
}

Bridges::Places Bridges::places(std::size_t length) const {
  const std::size_t arc = length - 3 * thinness_ - 1;  // points in a row, at least one
  std::size_t count = 1;
  const auto gap = [&] { return (length + count - 1) / count; };
  while (gap() > (arc + 1) / 2 && gap() + kLevels > arc) ++count;  // half of the arc, or all but a few steps
  Places places;
  for (std::size_t at = 0; at < length; at += gap()) places.at.push_back(at);
  places.steps = arc - gap();
  return places;
}

void Bridges::find(const Word& u, const Word& v, std::size_t most, const Visit& visit, unsigned threads, RunControl* run) const {
  constexpr std::size_t kPerLook = 1U << 12;
  const Places where = places(u.size());
  const std::size_t steps = where.steps;
  const auto stopped = [&] { return run != nullptr && run->should_stop(); };
  const auto after = [](std::size_t at, std::size_t by, std::size_t length) {
    return at + by < length ? at + by : (at + by) % length;
  };
  // Reads the steps from this one on.
  const auto lasts = [&](std::uint32_t d, std::size_t s, std::size_t i, std::size_t j) {
    i = after(i, s, u.size());
    j = after(j, s, v.size());
    for (; s < steps; ++s) {
      d = step(d, u[i], v[j]);
      if (d == kNone) return false;
      if (++i == u.size()) i = 0;
      if (++j == v.size()) j = 0;
      if (s % kPerLook == 0 && stopped()) return false;
    }
    return true;
  };
  const auto candidates = [&](std::size_t i, std::size_t j, std::vector<std::pair<std::size_t, std::uint32_t>>& found) {
    if (steps < kLevels) {
      for (std::uint32_t d = 0; d < size(); ++d)
        if (lasts(d, 0, i, j)) found.emplace_back(j, d);
      return;
    }
    const std::size_t first = u[i] * letters_ + v[j];
    const std::size_t second = u[after(i, 1, u.size())] * letters_ + v[after(j, 1, v.size())];
    for (const Start& start : starts_[first * letters_ * letters_ + second])
      if (lasts(start.after, 2, i, j)) found.emplace_back(j, start.d);
  };
  for (const std::size_t i : where.at) {
    std::optional<BridgeSieve> sieve;
    if (most >= tuning::kPlacesToSieve && steps >= kLevels) sieve.emplace(*this, u, i, steps, run);
    for (std::size_t begin = 0; begin < most; begin += tuning::kPlacesPerRound) {
      const std::size_t end = std::min(most, begin + tuning::kPlacesPerRound);
      std::vector<std::vector<std::pair<std::size_t, std::uint32_t>>> found((end - begin + tuning::kPlacesPerTask - 1) /
                                                                            tuning::kPlacesPerTask);
      const bool is_small = found.size() == 1 && !sieve;
      const auto look_at = [&](std::size_t task) {
        const std::size_t task_begin = begin + task * tuning::kPlacesPerTask;
        const std::size_t task_end = std::min(end, task_begin + tuning::kPlacesPerTask);
        for (std::size_t j = task_begin; j < task_end && (j % 64 != 0 || !stopped()); ++j)
          if (is_small ? may_last(u, i, v, j, steps) : !sieve || sieve->passes(v, j)) candidates(i, j, found[task]);
      };
      if (found.size() == 1) {
        look_at(0);
      } else {
        parallel_tasks(found.size(), threads, look_at);
      }
      if (stopped()) throw LimitReached(kNotAllTried);
      for (const auto& some : found)
        for (const auto& [j, d] : some)
          if (!visit(i, j, words_[d])) return;
    }
  }
}

}  // namespace wreath::word
