// SPDX-License-Identifier: MIT
//
// Linear recurrences and integers by way of residues modulo primes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/algebra/integers.hpp"
#include "word/automata/counting_matrix.hpp"
#include "word/automata/dfa.hpp"
#include "wreath/natural.hpp"

namespace wreath::word::automata {

using Residues = std::vector<std::uint64_t>;

/// The primes below kPrimeBound, from the largest down.
class Primes {
 public:
  static constexpr std::size_t kBits = 47;  // each is larger than 2 to this
  std::uint64_t next();

 private:
  std::uint64_t candidate_ = kPrimeBound + 1;
};

/// Berlekamp and Massey's algorithm: the shortest recurrence of the terms seen so far.
class ShortestRecurrence {
 public:
  explicit ShortestRecurrence(std::uint64_t prime) : prime_(prime) {}

  void add(std::uint64_t term);
  std::size_t length() const noexcept { return length_; }
  /// The number of terms that have come since it last changed.
  std::size_t confirmed() const noexcept { return terms_.size() - last_change_; }
  /// The recurrence's polynomial Q, and P = Q times the series, so that the series is P/Q.
  std::pair<Residues, Residues> fraction(const Limits& limits) const;

 private:
  std::uint64_t prime_;
  Residues terms_;
  Residues current_{1};   // the polynomial
  Residues previous_{1};  // what it was before the length last grew
  std::uint64_t previous_discrepancy_ = 1;
  std::size_t shift_ = 0;  // terms since then
  std::size_t last_change_ = 0;
  std::size_t length_ = 0;
};

/// Integers that are known modulo a growing product of primes.
class Remainders {
 public:
  void add(const Residues& residues, std::uint64_t prime);
  /// The integers of least magnitude with these remainders, up to the last that is not zero.
  std::vector<Integer> integers() const;

 private:
  std::vector<Natural> values_;
  Natural modulus_ = 1;
};

}  // namespace wreath::word::automata
