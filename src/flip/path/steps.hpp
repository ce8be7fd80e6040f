// SPDX-License-Identifier: MIT
//
// The steps that paths are planned in, which name summands by value and can be undone, and the traveller that makes moves of
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "flip/walk/moves.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {

inline constexpr std::size_t kMostSummands = 65535;  // a move's numbers have 16 bits

/// What one flip or split does to values. The pair that a split makes, and a join takes, differs at `position` only.
struct Step {
  enum class Kind { split, join, twist, cancel };
  Kind kind = Kind::twist;
  unsigned position = 0;         // of the flip; of the factor that is split
  std::array<Summand, 2> pair;   // split: what comes out; otherwise what goes in
  std::array<Summand, 2> after;  // twist: what comes out; split: what goes in, join: what comes out, first place only
};

Summand with_factor(Summand summand, unsigned position, Factor factor);

/// A split of the summand into `part` at the position and the rest.
Step split_step(const Summand& summand, unsigned position, Factor part);
/// What flip(position, i, j) of two summands that share the factor does.
Step flip_step(unsigned position, const Summand& first, const Summand& second);

/// The step on a list of values, in which its summands must be.
void perform(std::vector<Summand>& summands, const Step& step);

/// Goes along steps with flips and pluses.
class Traveller {
 public:
  explicit Traveller(std::vector<Summand> start) : summands_(std::move(start)), greatest_(summands_.size()) {}

  /// Along a step, or back.
  void go(const Step& step, bool back);

  const std::vector<Move>& moves() const { return moves_; }
  std::size_t greatest_rank() const { return greatest_; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t find(const Summand& value, std::size_t other_than = kNone) const;
  std::size_t find_factor(unsigned position, Factor factor) const;  // kNone where there is none
  void make(MoveKind kind, unsigned position, std::size_t first, std::size_t second);
  void join(const Summand& first, const Summand& second, unsigned position);
  void cancel(const Summand& value);
  void split(const Summand& summand, unsigned position, Factor part);
  void create_pair(const Summand& value);
  std::vector<Factor> parts_for(unsigned position, Factor whole, Factor part) const;

  std::vector<Summand> summands_;
  std::vector<Move> moves_;
  std::size_t greatest_ = 0;
};

/// Which of the values sum to the target, as indices; throws InternalError if it is not in their span.
std::vector<std::size_t> combination(const std::vector<Factor>& values, Factor target);

// A basis of factors in which those of two schemes have few coordinates.

class FactorBasis {
 public:
  /// The matrices with a single one.
  static FactorBasis of_entries(unsigned bits);
  /// From the factors, the most frequent first; spans what they span.
  static FactorBasis of_frequent(const std::vector<Factor>& factors);

  /// Exchanges members for factors of the list as long as that lowers the number of coordinates of them all, or until the run is
  /// to stop.
  void improve(const std::vector<Factor>& factors, RunControl& run);

  const std::vector<Factor>& members() const { return members_; }
  /// The members that sum to the factor. Throws InternalError if it is not in their span.
  std::vector<Factor> parts_of(Factor factor) const;

 private:
  explicit FactorBasis(std::vector<Factor> members) : members_(std::move(members)) {}
  std::uint64_t coordinates_of(Factor factor) const;  // bit k: member k

  std::vector<Factor> members_;
};

}  // namespace wreath::flip
