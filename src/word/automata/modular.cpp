// SPDX-License-Identifier: MIT
#include "word/automata/modular.hpp"

#include <algorithm>

namespace wreath::word::automata {

std::uint64_t Primes::next() {
  do {
    candidate_ -= 2;
  } while (!is_prime(candidate_));
  return candidate_;
}

void ShortestRecurrence::add(std::uint64_t term) {
  terms_.push_back(term);
  ++shift_;
  unsigned __int128 sum = 0;  // products below 2^96
  for (std::size_t j = 0; j < current_.size() && j < terms_.size(); ++j) {
    sum += static_cast<unsigned __int128>(current_[j]) * terms_[terms_.size() - 1 - j];
  }
  const auto discrepancy = static_cast<std::uint64_t>(sum % prime_);
  if (discrepancy == 0) return;

  last_change_ = terms_.size();
  Residues before = current_;
  const std::uint64_t factor = multiply_modulo(discrepancy, inverse_modulo(previous_discrepancy_, prime_), prime_);
  current_.resize(std::max(current_.size(), previous_.size() + shift_), 0);
  for (std::size_t j = 0; j < previous_.size(); ++j) {
    std::uint64_t& coefficient = current_[j + shift_];
    coefficient = (coefficient + prime_ - multiply_modulo(factor, previous_[j], prime_)) % prime_;
  }
  if (2 * length_ < terms_.size()) {
    length_ = terms_.size() - length_;
    previous_ = std::move(before);
    previous_discrepancy_ = discrepancy;
    shift_ = 0;
  }
}

std::pair<Residues, Residues> ShortestRecurrence::fraction(const Limits& limits) const {
  Residues denominator = current_;
  while (denominator.size() > 1 && denominator.back() == 0) denominator.pop_back();
  Residues numerator(length_, 0);
  for (std::size_t i = 0; i < length_; ++i) {
    check_limits(limits, 0);
    for (std::size_t j = 0; j <= i && j < denominator.size(); ++j) {
      numerator[i] = (numerator[i] + multiply_modulo(denominator[j], terms_[i - j], prime_)) % prime_;
    }
  }
  return {denominator, numerator};
}

void Remainders::add(const Residues& residues, std::uint64_t prime) {
  if (residues.size() > values_.size()) values_.resize(residues.size());
  const std::uint64_t scale = inverse_modulo(modulus_.modulo(prime), prime);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const std::uint64_t wanted = i < residues.size() ? residues[i] : 0;
    const std::uint64_t known = values_[i].modulo(prime);
    Natural step = modulus_;
    step *= multiply_modulo((wanted + prime - known) % prime, scale, prime);
    values_[i] += step;
  }
  modulus_ *= prime;
}

std::vector<Integer> Remainders::integers() const {
  std::vector<Integer> result;
  for (const Natural& value : values_) {
    Natural complement = modulus_;
    complement -= value;
    const bool negative = complement < value;
    result.push_back({negative ? complement : value, negative});
  }
  while (!result.empty() && result.back().is_zero()) result.pop_back();
  return result;
}

}  // namespace wreath::word::automata
