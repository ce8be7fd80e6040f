// SPDX-License-Identifier: MIT
//
// The search for a change of basis from one scheme to another.
//
// If it takes summand r to summand s, then X a_r = a_s Y, Y b_r = b_s Z and Z c_r = c_s X: linear equations for the entries of
// X, Y and Z. A few summands and their images usually leave one solution. So summands are matched one by one: the colours of
// relations.hpp say which images are possible, and after each choice they are refined, in both schemes alike; a colour that
// one summand alone has is a match for nothing. Once few solutions are left, all of them are tried. The search is complete:
// where it finds nothing, there is nothing.
//
// An automorphism is determined by what it does to the summands, since their factors span all matrices. So the order of the group
// is the product of the sizes of orbits, each under those that fix the summands chosen before.
#include "wreath/flip/equivalence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "core/run/given_run.hpp"
#include "flip/derive/relations.hpp"
#include "flip/scheme/basis.hpp"

namespace wreath::flip {

namespace {

/// Homogeneous linear equations over F2 for up to 256 unknowns.
class Equations {
 public:
  static constexpr unsigned kMost = 256;
  using Row = std::array<std::uint64_t, kMost / 64>;

  explicit Equations(unsigned unknowns) : unknowns_(unknowns) {}

  void add(Row row) {
    for (const auto& [pivot, reduced] : rows_) {
      if (get(row, pivot)) add_to(row, reduced);
    }
    for (unsigned k = 0; k < unknowns_; ++k) {
      if (!get(row, k)) continue;
      rows_.emplace_back(k, row);
      return;
    }
  }
  unsigned dimension() const { return unknowns_ - static_cast<unsigned>(rows_.size()); }

  /// A basis of the solutions.
  std::vector<Row> solutions() const {
    auto rows = rows_;
    for (std::size_t k = rows.size(); k-- > 0;) {  // no pivot in any other row; a later row has none of the earlier pivots
      for (std::size_t j = 0; j < k; ++j) {
        if (get(rows[j].second, rows[k].first)) add_to(rows[j].second, rows[k].second);
      }
    }
    std::vector<bool> is_pivot(unknowns_);
    for (const auto& [pivot, row] : rows) is_pivot[pivot] = true;
    std::vector<Row> basis;
    for (unsigned free = 0; free < unknowns_; ++free) {
      if (is_pivot[free]) continue;
      Row& solution = basis.emplace_back();
      set(solution, free);
      for (const auto& [pivot, row] : rows) {
        if (get(row, free)) set(solution, pivot);
      }
    }
    return basis;
  }

  static bool get(const Row& row, unsigned k) { return (row[k / 64] >> (k % 64) & 1) != 0; }
  static void set(Row& row, unsigned k) { row[k / 64] |= std::uint64_t{1} << (k % 64); }
  static void add_to(Row& row, const Row& other) {
    for (std::size_t w = 0; w < row.size(); ++w) row[w] ^= other[w];
  }

 private:
  unsigned unknowns_;
  std::vector<std::pair<unsigned, Row>> rows_;  // with their pivots
};

/// Matches the summands of one scheme with those of another of the same shape and rank.
class Matcher {
 public:
  struct State {
    Colours first;
    Colours second;
    Equations equations;
    std::vector<bool> matched;  // of the first
  };

  Matcher(const Scheme& first, const Scheme& second, RunControl& run)
      : first_(first), second_(second), sorted_(sorted(second)), from_(first), to_(second), run_(run) {
    const Shape& shape = first.shape;
    sides_ = {shape.n, shape.m, shape.p};
    starts_ = {0, shape.n * shape.n, shape.n * shape.n + shape.m * shape.m};
    unknowns_ = starts_[2] + shape.p * shape.p;
    if (unknowns_ > Equations::kMost) {
      throw InputError(fmt::format("{} is too large for this: the squares of its sides sum to {}, and may to {}",
                                   to_string(shape), unknowns_, Equations::kMost));
    }
  }

  /// Nothing if the colours differ.
  std::optional<State> start() const {
    State state{from_.colours(), to_.colours(), Equations(unknowns_), std::vector<bool>(first_.rank())};
    for (int round = 0; round < 2; ++round) {
      from_.refine(state.first);
      to_.refine(state.second);
    }
    if (!settle(state)) return std::nullopt;
    return state;
  }

  /// r goes to s; false if that is not possible.
  bool match(State& state, std::size_t r, std::size_t s) const {
    add_equations(state, r, s);
    individualise(from_, state.first, r);
    individualise(to_, state.second, s);
    return settle(state);
  }

  /// Calls take(map) for solutions of a state until it returns true. Throws LimitReached.
  bool search(const State& state, const std::function<bool(const Bases&)>& take) const {
    if (run_.should_stop()) throw LimitReached("the run was stopped before the schemes were compared");
    if (state.equations.dimension() == 0) return false;
    const std::optional<std::size_t> r = next(state);
    if (!r) return try_all(state, take);
    for (std::size_t s = 0; s < second_.rank(); ++s) {
      if (state.second[s] != state.first[*r]) continue;
      State deeper = state;
      if (match(deeper, *r, s) && search(deeper, take)) return true;
    }
    return false;
  }

  /// The summand to match next, of the smallest class; nothing if all are matched or few solutions are left.
  std::optional<std::size_t> next(const State& state) const {
    if (state.equations.dimension() <= kFew) return std::nullopt;
    std::map<std::uint64_t, std::size_t> sizes;
    for (const std::uint64_t colour : state.first) ++sizes[colour];
    std::optional<std::size_t> least;
    for (std::size_t r = 0; r < state.first.size(); ++r) {
      if (!state.matched[r] && (!least || sizes[state.first[r]] < sizes[state.first[*least]])) least = r;
    }
    return least;
  }

 private:
  static constexpr unsigned kFew = 6;    // dimension of solutions that are all tried
  static constexpr unsigned kMany = 20;  // and that can be

  static void individualise(const Relations& relations, Colours& colours, std::size_t r) {
    for (std::size_t s = 0; s < colours.size(); ++s) colours[s] += s == r ? 1 : relations.relation(s, r);
    relations.refine(colours);
  }

  /// False if the colours of the two differ; otherwise matches those that one summand has alone.
  bool settle(State& state) const {
    std::map<std::uint64_t, std::pair<int, std::size_t>> places;  // how often a colour is in the second, and where
    for (std::size_t s = 0; s < state.second.size(); ++s) {
      auto& [count, place] = places[state.second[s]];
      ++count;
      place = s;
    }
    std::map<std::uint64_t, int> counts;
    for (const std::uint64_t colour : state.first) ++counts[colour];
    for (const auto& [colour, count] : counts) {
      const auto at = places.find(colour);
      if (at == places.end() || at->second.first != count) return false;
    }
    for (std::size_t r = 0; r < state.first.size(); ++r) {
      if (counts[state.first[r]] == 1 && !state.matched[r]) add_equations(state, r, places[state.first[r]].second);
    }
    return state.equations.dimension() != 0;
  }

  /// X a_r = a_s Y, and so on: entry (i, j) of M_p f_r - g_s M_(p+1), where M are X, Y, Z.
  void add_equations(State& state, std::size_t r, std::size_t s) const {
    state.matched[r] = true;
    for (unsigned p = 0; p < 3; ++p) {
      const unsigned q = (p + 1) % 3;
      const Factor f = first_.summands[r].factor[p];
      const Factor g = second_.summands[s].factor[p];
      for (unsigned i = 0; i < sides_[p]; ++i) {
        for (unsigned j = 0; j < sides_[q]; ++j) {
          Equations::Row row{};
          for (unsigned k = 0; k < sides_[p]; ++k) {
            if ((f >> (k * sides_[q] + j) & 1) != 0) Equations::set(row, starts_[p] + i * sides_[p] + k);
          }
          for (unsigned k = 0; k < sides_[q]; ++k) {
            if ((g >> (i * sides_[q] + k) & 1) != 0) Equations::set(row, starts_[q] + k * sides_[q] + j);
          }
          state.equations.add(row);
        }
      }
    }
  }

  bool try_all(const State& state, const std::function<bool(const Bases&)>& take) const {
    const std::vector<Equations::Row> basis = state.equations.solutions();
    if (basis.size() > kMany) throw InternalError("too many maps fix all summands of a scheme");
    Equations::Row solution{};
    for (std::uint64_t k = 1; k < std::uint64_t{1} << basis.size(); ++k) {  // in the order of a Gray code
      Equations::add_to(solution, basis[static_cast<std::size_t>(std::countr_zero(k))]);
      const std::optional<Bases> bases = bases_of(solution);
      if (bases && sorted(change_basis(first_, *bases)) == sorted_ && take(*bases)) return true;
    }
    return false;
  }

  std::optional<Bases> bases_of(const Equations::Row& solution) const {
    Bases bases;
    for (unsigned p = 0; p < 3; ++p) {
      std::vector<std::uint64_t> rows(sides_[p]);
      for (unsigned k = 0; k < sides_[p] * sides_[p]; ++k) {
        if (Equations::get(solution, starts_[p] + k)) rows[k / sides_[p]] |= std::uint64_t{1} << (k % sides_[p]);
      }
      std::optional<Basis> basis = Basis::of(std::move(rows));
      if (!basis) return std::nullopt;
      bases[p] = std::move(*basis);
    }
    return bases;
  }

  const Scheme& first_;
  const Scheme& second_;
  Scheme sorted_;
  Relations from_;
  Relations to_;
  RunControl& run_;
  std::array<unsigned, 3> sides_{};
  std::array<unsigned, 3> starts_{};  // of the unknowns of X, Y, Z
  unsigned unknowns_ = 0;
};

SchemeMap map_of(const Outer& outer, const Bases& bases) {
  return {outer.turns, outer.transposed, {bases[0].rows, bases[1].rows, bases[2].rows}};
}

/// A change of basis from one scheme to another, after `outer`.
std::optional<SchemeMap> find_map(const Scheme& first, const Scheme& second, const Outer& outer, RunControl& run) {
  const Scheme turned = apply(outer, first);
  const Matcher matcher(turned, second, run);
  const auto state = matcher.start();
  std::optional<SchemeMap> found;
  if (!state) return found;
  matcher.search(*state, [&](const Bases& bases) {
    found = map_of(outer, bases);
    return true;
  });
  if (found && sorted(apply(*found, first)) != sorted(second)) throw InternalError("a change of basis does not give the scheme");
  return found;
}

}  // namespace

Shape image_of(const SchemeMap& map, const Shape& shape) {
  return image_of(Outer{map.turns % 3, map.transposed}, shape);
}

Scheme apply(const SchemeMap& map, const Scheme& scheme) {
  const Scheme turned = apply(Outer{map.turns % 3, map.transposed}, scheme);
  Bases bases;
  for (unsigned p = 0; p < 3; ++p) {
    const unsigned size = turned.shape.rows(p);
    const std::vector<std::uint64_t>& rows = map.matrices[p];
    const auto fits = [size](std::uint64_t row) { return size >= 64 || row >> size == 0; };
    const bool is_square = rows.size() == size && std::ranges::all_of(rows, fits);
    std::optional<Basis> basis = is_square ? Basis::of(rows) : std::nullopt;
    if (!basis) throw InputError(fmt::format("the matrix {} is not an invertible {} x {} matrix", "XYZ"[p], size, size));
    bases[p] = std::move(*basis);
  }
  return change_basis(turned, bases);
}

std::string describe_turn(const SchemeMap& map) {
  constexpr std::array<const char*, 3> kTurns{"", "turn once", "turn twice"};
  std::string text = kTurns[map.turns % 3];
  if (map.transposed) text += text.empty() ? "transpose" : ", transpose";
  return text.empty() ? "none" : text;
}

Equivalence find_equivalence(const Scheme& first, const Scheme& second, RunControl* given) {
  require_matrices(first.shape, "a comparison up to a change of basis");
  require_matrices(second.shape, "a comparison up to a change of basis");
  GivenRun run(given);
  Equivalence result;
  result.by_invariant = first.rank() != second.rank() || basis_invariant(first) != basis_invariant(second);
  if (result.by_invariant) return result;
  for (const Outer& outer : kOuters) {
    if (image_of(outer, first.shape) != second.shape) continue;
    result.map = find_map(first, second, outer, *run);
    if (result.map) break;
  }
  return result;
}

Automorphisms find_automorphisms(const Scheme& scheme, RunControl* given) try {
  require_matrices(scheme.shape, "the group of automorphisms");
  GivenRun run(given);
  Automorphisms found;
  const Matcher matcher(scheme, scheme, *run);
  auto state = matcher.start();
  if (!state) throw InternalError("a scheme is not equivalent to itself");
  const Bases identity{Basis::identity(scheme.shape.n), Basis::identity(scheme.shape.m), Basis::identity(scheme.shape.p)};
  const auto keep = [&](const Bases& bases) {
    if (map_of({}, bases) != map_of({}, identity)) found.generators.push_back(map_of({}, bases));
  };
  for (auto r = matcher.next(*state); r; r = matcher.next(*state)) {
    std::uint64_t orbit = 1;
    for (std::size_t s = 0; s < scheme.rank(); ++s) {
      if (s == *r || state->second[s] != state->first[*r]) continue;
      run->report({"automorphisms", s, scheme.rank(), "images", fmt::format("{} found", found.generators.size())});
      Matcher::State moved = *state;
      const auto take = [&](const Bases& bases) {
        keep(bases);
        return true;
      };
      if (matcher.match(moved, *r, s) && matcher.search(moved, take)) ++orbit;
    }
    found.basis_order *= orbit;
    if (!matcher.match(*state, *r, *r)) throw InternalError("a scheme is not equivalent to itself");
  }
  std::uint64_t left = 0;
  matcher.search(*state, [&](const Bases& bases) {
    ++left;
    keep(bases);
    return false;
  });
  found.basis_order *= left;
  found.order = found.basis_order;
  for (const Outer& outer : kOuters) {
    if ((outer.turns == 0 && !outer.transposed) || image_of(outer, scheme.shape) != scheme.shape) continue;
    if (const auto map = find_map(scheme, scheme, outer, *run)) {
      found.generators.push_back(*map);
      found.order += found.basis_order;
    }
  }
  return found;
} catch (const LimitReached&) {
  throw LimitReached("stopped before all automorphisms were found");
}

}  // namespace wreath::flip
