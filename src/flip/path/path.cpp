// SPDX-License-Identifier: MIT
//
// A path in the flip graph over F2 from any scheme to any other of its shape, by flips and pluses (the article's Theorem 4, made
// constructive and shorter).
//
// The article adds every summand of the goal twice and removes what then sums to zero, by way of single matrix entries. Here both
// schemes go down to a common form, and the path is the way down of the first and the way back of the second. Let P and Q be
// what only one of them has; both sum to the same tensor. Choose a position, and a basis u_1, u_2, ... of what the factors there
// span.
//
//   1. Split: a summand with x = u_1 + u_2 + ... becomes one for each u. Then P = sum of u_i (x) M_i, and Q has the same M_i.
//   2. Reduce: the summands that share u_i are a sum of products y (x) z that make the matrix M_i; while their y, or their z, are
//      dependent, flips drop one of them. What is left has as many summands as M_i has rank.
//   3. Two such decompositions of one M_i differ by an invertible matrix, that is by flips.
//
// A flip that drops nothing is its own inverse. A split (one plus, where the part is a factor of another summand already) is
// undone by a flip that joins. A join is undone by a split: if the part is not a factor of another summand it is a sum of such
// (they span everything), so several pluses split those off, and flips join them. Two equal summands that vanish are undone by
// the article's Lemma 8.
//
// The intermediate rank is at most that of the common part and the coordinates of all factors; the basis is chosen by a local
// search for few coordinates, at all three positions, and the shortest path is taken.
#include "wreath/flip/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/io/output_file.hpp"
#include "core/io/mapped_file.hpp"
#include "core/run/given_run.hpp"
#include "core/text/text_reader.hpp"
#include "flip/path/steps.hpp"
#include "flip/scheme/factor_span.hpp"

namespace wreath::flip {

namespace {

void stop_if_asked(RunControl& run, const char* before) {
  if (run.should_stop()) throw LimitReached(fmt::format("the run was stopped before {}", before));
}

constexpr const char* kFound = "a path was found";

/// The way down of one side, on values. Throws LimitReached if the run is to stop.
class Descent {
 public:
  Descent(std::vector<Summand> summands, unsigned position, RunControl& run)
      : summands_(std::move(summands)), position_(position), run_(run) {}

  const std::vector<Step>& steps() const { return steps_; }

  void split_by(const FactorBasis& basis) {
    const std::vector<Summand> whole = summands_;
    for (Summand summand : whole) {
      std::vector<Factor> parts = basis.parts_of(summand.factor[position_]);
      while (parts.size() > 1) {
        take(split_step(summand, position_, parts.back()));
        summand.factor[position_] ^= parts.back();
        parts.pop_back();
      }
    }
  }

  void reduce(Factor shared) {
    while (reduce_once(shared)) {
    }
  }

  /// Flips until the next factors of those that share `shared` are these, which span the same.
  void change_basis(Factor shared, const std::vector<Factor>& goal) {
    const unsigned next = next_position(position_);
    std::vector<Summand> group = group_of(shared);
    std::vector<std::vector<bool>> coordinates;  // of every member's factor, in terms of the goal
    for (const Summand& member : group) {
      coordinates.emplace_back(goal.size());
      for (const std::size_t k : combination(goal, member.factor[next])) coordinates.back()[k] = true;
    }
    std::vector<bool> used(group.size());
    for (std::size_t column = 0; column < goal.size(); ++column) {
      std::optional<std::size_t> pivot;
      for (std::size_t r = 0; r < group.size(); ++r) {
        const auto weight = [&](std::size_t row) { return std::ranges::count(coordinates[row], true); };
        if (!used[r] && coordinates[r][column] && (!pivot || weight(r) < weight(*pivot))) pivot = r;
      }
      if (!pivot) throw InternalError("two decompositions of a matrix do not span the same");
      used[*pivot] = true;
      for (std::size_t r = 0; r < group.size(); ++r) {
        if (r == *pivot || !coordinates[r][column]) continue;
        const Step step = flip_step(position_, group[*pivot], group[r]);
        take(step);
        group[*pivot] = step.after[0];
        group[r] = step.after[1];
        for (std::size_t k = 0; k < goal.size(); ++k) coordinates[r][k] = coordinates[r][k] != coordinates[*pivot][k];
      }
    }
  }

  std::vector<Summand> group_of(Factor shared) const {
    std::vector<Summand> group;
    std::ranges::copy_if(summands_, std::back_inserter(group), [&](const Summand& s) { return s.factor[position_] == shared; });
    return group;
  }
  std::vector<Summand> final_summands() const {
    std::vector<Summand> result = summands_;
    std::ranges::sort(result);
    return result;
  }

 private:
  void take(const Step& step) {
    stop_if_asked(run_, kFound);
    perform(summands_, step);
    steps_.push_back(step);
  }

  /// A dependent set of few members, the smallest first where it has two or three; empty where they are independent.
  static std::vector<std::size_t> dependent(const std::vector<Factor>& values) {
    std::multimap<Factor, std::size_t> place;
    for (std::size_t k = 0; k < values.size(); ++k) place.emplace(values[k], k);
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (auto [at, end] = place.equal_range(values[i]); at != end; ++at) {
        if (at->second > i) return {i, at->second};
      }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = i + 1; j < values.size(); ++j) {
        const auto third = place.find(values[i] ^ values[j]);
        if (third != place.end()) return {i, j, third->second};
      }
    }
    FactorSpan span;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (span.add(values[k])) continue;  // so far its members are the first k values
      std::vector<std::size_t> members;
      for (std::uint64_t of = span.sum_of(values[k]).members; of != 0; of &= of - 1)
        members.push_back(static_cast<std::size_t>(__builtin_ctzll(of)));
      members.push_back(k);
      return members;
    }
    return {};
  }

  bool reduce_once(Factor shared) {
    const std::vector<Summand> group = group_of(shared);
    std::vector<std::size_t> best;
    bool next = true;
    for (const bool side : {true, false}) {
      const unsigned other = side ? next_position(position_) : last_position(position_);
      std::vector<Factor> values;
      values.reserve(group.size());
      for (const Summand& member : group) values.push_back(member.factor[other]);
      std::vector<std::size_t> members = dependent(values);
      if (members.empty() || (!best.empty() && best.size() <= members.size())) continue;
      best = std::move(members);
      next = side;
    }
    if (best.empty()) return false;
    Summand gone = group[best.back()];
    best.pop_back();
    for (const std::size_t k : best) {
      const Step step = next ? flip_step(position_, group[k], gone) : flip_step(position_, gone, group[k]);
      take(step);
      if (step.kind != Step::Kind::twist) return true;
      gone = step.after[next ? 1 : 0];
    }
    throw InternalError("a dependence did not reduce");
  }

  std::vector<Summand> summands_;
  unsigned position_;
  RunControl& run_;
  std::vector<Step> steps_;
};

/// What only one of them has, with multiplicity.
std::vector<Summand> difference(const Scheme& a, const Scheme& b) {
  std::vector<Summand> result;
  std::ranges::set_difference(sorted(a).summands, sorted(b).summands, std::back_inserter(result));
  return result;
}

/// What a move has changed, before and after together, must sum to zero: then the sum of the scheme is what it was.
void require_same_sum(std::vector<Summand> before, std::vector<Summand> after, const Shape& shape) {
  std::ranges::sort(before);
  std::ranges::sort(after);
  std::vector<Summand> changed;
  std::ranges::set_symmetric_difference(before, after, std::back_inserter(changed));
  for (unsigned a = 0; a < shape.bits(0); ++a) {
    for (unsigned b = 0; b < shape.bits(1); ++b) {
      Factor sum = 0;
      for (const Summand& summand : changed) {
        if ((summand.factor[0] >> a & summand.factor[1] >> b & 1) != 0) sum ^= summand.factor[2];
      }
      if (sum != 0) throw InternalError("the move changes the sum");
    }
  }
}

Path path_by(const Scheme& from, const Scheme& to, unsigned position, const FactorBasis& basis, RunControl& run) {
  Descent first(difference(from, to), position, run);
  Descent second(difference(to, from), position, run);
  for (Descent* side : {&first, &second}) {
    side->split_by(basis);
    for (const Factor shared : basis.members()) side->reduce(shared);
  }
  for (const Factor shared : basis.members()) {
    std::vector<Factor> goal;
    for (const Summand& member : first.group_of(shared)) goal.push_back(member.factor[next_position(position)]);
    second.change_basis(shared, goal);
  }
  if (first.final_summands() != second.final_summands()) throw InternalError("two ways down do not meet");
  Traveller traveller(from.summands);
  for (const Step& step : first.steps()) {
    stop_if_asked(run, kFound);
    traveller.go(step, false);
  }
  for (auto step = second.steps().rbegin(); step != second.steps().rend(); ++step) {
    stop_if_asked(run, kFound);
    traveller.go(*step, true);
  }
  return {traveller.moves(), traveller.greatest_rank()};
}

Path shortest_path(const Scheme& from, const Scheme& to, RunControl& run) {
  std::optional<Path> best;
  for (unsigned position = 0; position < 3; ++position) {
    std::vector<Factor> factors;
    for (const auto& side : {difference(from, to), difference(to, from)}) {
      for (const Summand& summand : side) factors.push_back(summand.factor[position]);
    }
    for (const bool entries : {true, false}) {
      FactorBasis basis = entries ? FactorBasis::of_entries(from.shape.bits(position)) : FactorBasis::of_frequent(factors);
      basis.improve(factors, run);
      stop_if_asked(run, kFound);
      Path path = path_by(from, to, position, basis, run);
      if (!best || path.moves.size() < best->moves.size()) best = std::move(path);
    }
  }
  return *best;
}

}  // namespace

std::size_t Path::pluses() const {
  return static_cast<std::size_t>(std::ranges::count(moves, MoveKind::plus, &Move::kind));
}

Path find_path(const Scheme& from, const Scheme& to, RunControl* given) {
  if (from.shape != to.shape) {
    throw InputError(
        fmt::format("there is no path from a scheme of shape {} to one of {}", to_string(from.shape), to_string(to.shape)));
  }
  if (std::max(from.rank(), to.rank()) > kMostSummands) {
    throw ResourceError(fmt::format("paths are found for schemes of at most {} summands", kMostSummands));
  }
  GivenRun run(given);
  Path found;
  {
    const auto timer = run->phase("find");
    found = shortest_path(from, to, run);
  }
  return verify_path(from, to, found.moves, "the path", &*run);
}

Path verify_path(const Scheme& from, const Scheme& to, std::span<const Move> moves, const std::string& name, RunControl* given) {
  GivenRun run(given);
  const auto timer = run->phase("check");
  require_valid(from, "the start");
  Scheme scheme = from;
  Path path{{moves.begin(), moves.end()}, from.rank()};
  for (std::size_t k = 0; k < moves.size(); ++k) {
    stop_if_asked(run, "all moves were checked");
    try {
      const std::vector<Summand> before = scheme.summands;
      apply(scheme.summands, moves[k]);
      require_same_sum(before, scheme.summands, from.shape);
    } catch (const Error& error) {
      throw InputError(fmt::format("{}: move {}: {}", name, k + 1, error.message()));
    }
    path.greatest_rank = std::max(path.greatest_rank, scheme.rank());
  }
  require_valid(scheme, "the end");
  if (sorted(scheme) != sorted(to)) {
    throw InputError(
        fmt::format("{}: after {} moves the path ends at another scheme, of rank {}", name, moves.size(), scheme.rank()));
  }
  return path;
}

std::string print_path(const Path& path) {
  std::string text = fmt::format("# {} flips, {} pluses, greatest rank {}\n", path.flips(), path.pluses(), path.greatest_rank);
  for (const Move& move : path.moves) {
    text += fmt::format("{} {} {} {}\n", move.kind == MoveKind::flip ? "flip" : "plus", "abc"[move.position], move.first + 1,
                        move.second + 1);
  }
  return text;
}

std::vector<Move> parse_path(std::string_view text, std::string_view source) {
  TextReader reader(text, source);
  std::vector<Move> moves;
  while (!reader.at_end()) {
    const std::size_t start = reader.at();
    const std::string_view kind = reader.take_name();
    if (kind != "flip" && kind != "plus") reader.fail(start, "expected a move such as 'flip a 1 2' or 'plus c 3 1'");
    const std::size_t at = reader.skip_space();
    const std::string_view letter = reader.take_name();
    if (letter.size() != 1 || letter[0] < 'a' || letter[0] > 'c') reader.fail(at, "the position of a move is a, b or c");
    std::array<std::uint16_t, 2> numbers{};
    for (std::uint16_t& number : numbers) {
      const std::size_t place = reader.skip_space();
      const std::int64_t value = reader.take_integer("the number of a summand", 65536);
      if (value < 1) reader.fail(place, "summands are counted from 1");
      number = static_cast<std::uint16_t>(value - 1);
    }
    moves.push_back(
        {kind == "flip" ? MoveKind::flip : MoveKind::plus, static_cast<std::uint8_t>(letter[0] - 'a'), numbers[0], numbers[1]});
  }
  return moves;
}

void write_path(const std::filesystem::path& file, const Path& path) {
  write_whole(file, print_path(path));
}

std::vector<Move> read_path(const std::filesystem::path& file) {
  const MappedFile mapped(file);
  return parse_path(mapped.text(), file.string());
}

}  // namespace wreath::flip
