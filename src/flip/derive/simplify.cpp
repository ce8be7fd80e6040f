// SPDX-License-Identifier: MIT
//
// Smaller coefficients by simulated annealing.
//
// A flip over Z, x(yz) + (sx)(y'z') = x(y(z+tz')) + (sx)((y'-sty)z'), and an elementary change of basis, which adds t times one
// index of a side to another in one factor and takes it away in the next, with s, t = 1 or -1, lead from integer schemes to
// integer schemes of the same rank. A walk takes such steps at random. One that makes things worse by d is taken with
// probability exp(-d/T), and every round lowers the temperature T from hot to cold. What counts is by how much coefficients are
// beyond -1, 0, 1, and a little how many are not zero: dense factors soon have larger sums. Flips alone rarely help, as few
// summands of a good scheme share a factor; a change of basis touches all of them, so at first it costs a lot and seldom
// is taken: that is why rounds start warm. Where hardly any summands share a factor, detours help: a plus, which writes two
// summands as three, and flips until the rank is back, all of which is taken or not as one step.
//
// Cost: a step by a flip reads four factors, one by a change of basis a row and a column of every summand.
#include "wreath/flip/simplify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <unordered_map>

#include "core/data/hash.hpp"
#include "core/data/rng.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "flip/scheme/rational.hpp"

namespace wreath::flip {

namespace {

using Coefficient = std::int16_t;
using Coefficients = std::vector<Coefficient>;
constexpr int kExcess = 300;  // the cost of one beyond -1, 0, 1, where one that is not zero costs 1
constexpr double kHot = 250;
constexpr double kCold = 1.5;
constexpr std::uint64_t kWalks = 16;  // by default, whatever the threads
constexpr std::uint64_t kMostWalks = 4096;
constexpr unsigned kStages = 48;        // of a round
constexpr unsigned kBases = 40;         // changes of basis that are tried at a time
constexpr unsigned kDetours = 4;        // and detours,
constexpr unsigned kDetour = 2000;      // each of at most this number of flips
constexpr unsigned kDoubling = 4;       // rounds after which they take twice as long,
constexpr unsigned kMostDoublings = 6;  // this number of times

int excess_of(int value) {
  return std::max(0, std::abs(value) - 1);
}

int cost_of(int value) {
  return kExcess * excess_of(value) + (value != 0 ? 1 : 0);
}

/// What the walk lowers.
struct Standing {
  std::size_t rank = 0;
  std::int64_t excess = 0;
  std::int64_t cost = 0;
  auto operator<=>(const Standing&) const = default;
};

class CoefficientWalk {
 public:
  CoefficientWalk(const RationalScheme& scheme, std::uint64_t seed, std::uint64_t walk)
      : shape_(scheme.shape), random_(seed, walk), summands_(scheme.rank()) {
    for (std::size_t r = 0; r < scheme.rank(); ++r) {
      for (unsigned position = 0; position < 3; ++position) {
        for (const Rational& value : scheme.summands[r][position])
          summands_[r][position].push_back(static_cast<Coefficient>(value.numerator));
      }
    }
    make_index();
    best_ = summands_;
    least_ = standing();
  }

  /// From hot to cold, starting at the best in two rounds of three.
  void make_round(RunControl& run) {
    if (random_.below(3) != 0) {
      summands_ = best_;
      make_index();
    }
    const unsigned length = 1U << std::min(rounds_++ / kDoubling, kMostDoublings);
    for (unsigned step = 0; step < kStages * length && !run.should_stop(); ++step) {
      temperature_ = kHot * std::pow(kCold / kHot, static_cast<double>(step) / (kStages * length));
      bool has_changed = false;
      for (unsigned k = 0; k < kBases; ++k) has_changed = try_basis() || has_changed;
      if (has_changed) make_index();
      for (std::size_t k = 0; k < 2 * summands_.size(); ++k) try_flip();
      for (unsigned k = 0; k < kDetours; ++k) try_detour();
      if (const Standing now = standing(); now < least_) {
        least_ = now;
        best_ = summands_;
        if (now.excess == 0) return;
      }
    }
  }

  const Standing& least() const { return least_; }

  RationalScheme best() const {
    return scheme_of(shape_, best_.size(), [&](std::size_t r, unsigned position, unsigned k) {
      return Rational{best_[r][position][k], 1};
    });
  }

 private:
  using Factors = std::array<Coefficients, 3>;

  Standing standing() const {
    Standing now{summands_.size(), 0, 0};
    for (const Factors& factors : summands_) {
      for (const Coefficients& factor : factors) {
        for (const Coefficient value : factor) {
          now.excess += excess_of(value);
          now.cost += cost_of(value);
        }
      }
    }
    return now;
  }

  bool is_taken(std::int64_t change) {
    return change <= 0 || random_.below(1U << 30) < std::exp(-static_cast<double>(change) / temperature_) * (1U << 30);
  }

  /// The same for a factor and its negative.
  static std::uint64_t key_of(const Coefficients& factor) {
    const auto first = std::ranges::find_if(factor, [](Coefficient value) { return value != 0; });
    if (first == factor.end() || *first > 0) return hash_bytes(std::as_bytes(std::span(factor)));
    Coefficients other = factor;
    for (Coefficient& value : other) value = static_cast<Coefficient>(-value);
    return hash_bytes(std::as_bytes(std::span(other)));
  }

  void make_index() {
    for (auto& places : places_) places.clear();
    keys_.resize(summands_.size());
    for (std::uint32_t r = 0; r < summands_.size(); ++r) {
      for (unsigned position = 0; position < 3; ++position) join(r, position);
    }
  }

  void join(std::uint32_t r, unsigned position) {
    keys_[r][position] = key_of(summands_[r][position]);
    places_[position][keys_[r][position]].push_back(r);
  }

  void change(std::uint32_t r, unsigned position, Coefficients factor) {
    const auto at = places_[position].find(keys_[r][position]);
    std::erase(at->second, r);
    if (at->second.empty()) places_[position].erase(at);
    summands_[r][position] = std::move(factor);
    join(r, position);
  }

  /// x + t y, and by how much that costs more than x; nothing if a coefficient becomes too large.
  static std::optional<std::pair<Coefficients, std::int64_t>> sum(const Coefficients& x, const Coefficients& y, int t) {
    Coefficients result(x.size());
    std::int64_t more = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const int value = x[k] + t * y[k];
      if (std::abs(value) > kMostSimplified) return std::nullopt;
      result[k] = static_cast<Coefficient>(value);
      more += cost_of(value) - cost_of(x[k]);
    }
    return std::pair(std::move(result), more);
  }

  void try_flip() {
    std::uint32_t i = random_.below(static_cast<std::uint32_t>(summands_.size()));
    const unsigned position = random_.below(3);
    const std::vector<std::uint32_t>& sharing = places_[position].at(keys_[i][position]);
    if (sharing.size() < 2) return;
    std::uint32_t j = sharing[random_.below(static_cast<std::uint32_t>(sharing.size()))];
    if (i == j) return;
    const std::uint32_t drawn = random_.below(4);
    const Coefficients& shared = summands_[i][position];
    const bool is_same = shared == summands_[j][position];
    if (!is_same && !std::ranges::equal(shared, summands_[j][position], {}, {}, [](int value) { return -value; })) return;
    const unsigned next = (position + 1 + (drawn & 1)) % 3;
    const unsigned last = 3 - position - next;
    const int t = (drawn & 2) != 0 ? 1 : -1;
    auto new_last = sum(summands_[i][last], summands_[j][last], t);
    auto new_next = sum(summands_[j][next], summands_[i][next], is_same ? -t : t);
    if (!new_last || !new_next || !is_taken(new_last->second + new_next->second)) return;
    change(i, last, std::move(new_last->first));
    change(j, next, std::move(new_next->first));
    for (const std::uint32_t r : {std::max(i, j), std::min(i, j)}) {
      if (std::ranges::any_of(summands_[r], is_zero)) drop(r);
    }
  }

  /// x y z + x' y' z' = x (y + y') z + x y' (z' - z) + (x' - x) y' z'; false if the two share a factor or sums are too large.
  bool plus() {
    const std::uint32_t i = random_.below(static_cast<std::uint32_t>(summands_.size()));
    const std::uint32_t j = random_.below(static_cast<std::uint32_t>(summands_.size()));
    const unsigned first = random_.below(3);
    const unsigned next = (first + 1 + random_.below(2)) % 3;
    const unsigned last = 3 - first - next;
    for (unsigned position = 0; position < 3; ++position) {
      if (keys_[i][position] == keys_[j][position]) return false;
    }
    auto y = sum(summands_[i][next], summands_[j][next], 1);
    auto z = sum(summands_[j][last], summands_[i][last], -1);
    auto x = sum(summands_[j][first], summands_[i][first], -1);
    if (!x || !y || !z) return false;
    Factors fresh;
    fresh[first] = summands_[i][first];
    fresh[next] = summands_[j][next];
    fresh[last] = std::move(z->first);
    change(i, next, std::move(y->first));
    change(j, first, std::move(x->first));
    summands_.push_back(std::move(fresh));
    keys_.emplace_back();
    for (unsigned position = 0; position < 3; ++position) join(static_cast<std::uint32_t>(summands_.size() - 1), position);
    return true;
  }

  void try_detour() {
    const std::vector<Factors> before = summands_;
    const std::int64_t cost = standing().cost;
    if (!plus()) return;
    temperature_ *= 2;
    for (unsigned k = 0; k < kDetour && summands_.size() > before.size(); ++k) try_flip();
    temperature_ /= 2;
    if (summands_.size() <= before.size() && is_taken(standing().cost - cost)) return;
    summands_ = before;
    make_index();
  }

  static bool is_zero(const Coefficients& factor) {
    return std::ranges::all_of(factor, [](Coefficient value) { return value == 0; });
  }

  /// The rank falls.
  void drop(std::uint32_t r) {
    std::swap(summands_[r], summands_.back());
    summands_.pop_back();
    make_index();
  }

  /// Adds t times index y of a side to index x in the rows of one factor, and takes t times column x from column y in the other.
  bool try_basis() {
    if (!shape_.is_matrices()) return false;
    const unsigned position = random_.below(3);
    const unsigned other = (position + 2) % 3;
    const unsigned side = shape_.rows(position);
    const std::uint32_t x = random_.below(side);
    const std::uint32_t y = random_.below(side);
    const int t = random_.below(2) != 0 ? 1 : -1;
    if (x == y) return false;
    const unsigned width = shape_.columns(position);
    const unsigned height = shape_.rows(other);
    std::int64_t more = 0;
    bool too_large = false;
    const auto count = [&](int from, int to) {
      too_large = too_large || std::abs(to) > kMostSimplified;
      more += cost_of(to) - cost_of(from);
    };
    for (const Factors& factors : summands_) {
      const Coefficients& rows = factors[position];
      const Coefficients& columns = factors[other];
      for (unsigned k = 0; k < width; ++k) count(rows[x * width + k], rows[x * width + k] + t * rows[y * width + k]);
      for (unsigned k = 0; k < height; ++k) count(columns[k * side + y], columns[k * side + y] - t * columns[k * side + x]);
    }
    if (too_large || !is_taken(more)) return false;
    for (Factors& factors : summands_) {
      const auto add = [](Coefficient& to, int value) { to = static_cast<Coefficient>(to + value); };
      for (unsigned k = 0; k < width; ++k) add(factors[position][x * width + k], t * factors[position][y * width + k]);
      for (unsigned k = 0; k < height; ++k) add(factors[other][k * side + y], -t * factors[other][k * side + x]);
    }
    return true;
  }

  Shape shape_;
  RandomStream random_;
  std::vector<Factors> summands_;
  std::vector<std::array<std::uint64_t, 3>> keys_;
  std::array<std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>, 3> places_;  // the summands with a key
  double temperature_ = 0;
  unsigned rounds_ = 0;
  std::vector<Factors> best_;
  Standing least_;
};

/// If the scheme is valid over F2 only, the error shows how to lift it.
void require_over_integers(const RationalScheme& scheme, const SimplifyOptions& options, RunControl& run) {
  try {
    require_right_over(Ring::integers, scheme, options.name, options.threads, &run);
  } catch (const InputError&) {
    const auto ring = find_ring(scheme, options.threads, &run);
    if (!ring || *ring == Ring::rationals) throw;
    throw InputError(
        *ring == Ring::f3
            ? fmt::format("{}: this scheme is valid over F3 only, and one over Z is needed", options.name)
            : fmt::format("{}: this scheme is valid over F2 only, and one over Z is needed: lift it first", options.name));
  }
}

}  // namespace

std::uint64_t excess_of(const RationalScheme& scheme) {
  std::uint64_t excess = 0;
  for (const auto& summand : scheme.summands) {
    for (const Row& row : summand) {
      for (const Rational& value : row)
        excess += static_cast<std::uint64_t>(std::max<std::int64_t>(0, std::abs(value.numerator) - 1));
    }
  }
  return excess;
}

Simplified simplify(const RationalScheme& scheme, const SimplifyOptions& options, RunControl* given) {
  GivenRun run(given);
  require_over_integers(scheme, options, *run);
  all_coefficients(scheme, [&](const Rational& value) {
    if (std::abs(value.numerator) <= kMostSimplified) return true;
    throw InputError(fmt::format("{}: coefficients may be at most {} in absolute value, and one is {}", options.name,
                                 kMostSimplified, value.numerator));
  });
  Simplified result{scheme, ring_of_coefficients(scheme), excess_of(scheme), excess_of(scheme), 0};
  std::vector<CoefficientWalk> walks;
  const std::uint64_t count = options.walks != 0 ? options.walks : kWalks;
  if (count > kMostWalks) throw InputError(fmt::format("{} walks are too many: there may be {} at most", count, kMostWalks));
  for (std::uint64_t k = 0; k < count; ++k) walks.emplace_back(scheme, options.seed, k);
  const auto best = [&]() -> const CoefficientWalk& { return *std::ranges::min_element(walks, {}, &CoefficientWalk::least); };
  while (excess_of(result.scheme) != 0 && (options.rounds == 0 || result.rounds < options.rounds) && !run->should_stop()) {
    parallel_tasks(walks.size(), options.threads, [&](std::size_t k) { walks[k].make_round(*run); });
    ++result.rounds;
    result.scheme = best().best();
    run->report(
        {"simplify", result.rounds, options.rounds, "rounds", fmt::format("{} beyond -1, 0, 1", excess_of(result.scheme))});
  }
  if (excess_of(result.scheme) != 0 && !run->should_stop()) run->request_stop(StopReason::steps);
  require_valid(result.scheme, "the simplified scheme", options.threads);
  result.excess = excess_of(result.scheme);
  result.ring = ring_of_coefficients(result.scheme);
  return result;
}

}  // namespace wreath::flip
