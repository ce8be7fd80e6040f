// SPDX-License-Identifier: MIT
//
// The growth series of a regular language, proven.
//
// With the matrix M and the vector v of CountingMatrix (n rows), the number c(i) of accepted words of length i is (M^i v)[0], and
// the series sum c(i) x^i is a fraction P/Q whose degrees are at most n. In lowest terms with Q(0) = 1 its coefficients are
// integers (Fatou's lemma).
//
// Guessing. Modulo a prime, Berlekamp and Massey's algorithm finds the shortest recurrence of the c(i), of length L, and thereby
// P and Q modulo that prime; its terms are computed until the recurrence has not changed for a while. A few primes may see a
// recurrence that is too short: those of the greatest L are kept. The Chinese remainder theorem, with residues around 0, gives
// integers as soon as one more prime does not change them.
//
// Proof. Let Q = sum q(j) x^j. If the vector w = sum q(j) M^(L-j) v is zero, the recurrence holds for all i >= L, and the L
// coefficients of P are computed, so P/Q is the series. Where w is not zero (another state's series has a denominator that does
// not divide Q), the recurrence is checked for L <= i < n+L: the difference of the two fractions has a numerator of degree below
// n+L, so it vanishes. Both are statements that certain integers are zero, of a size that is bounded (by sum|q(j)| times the
// entries of M^i v); they are checked modulo primes whose product is larger. That P/Q is in lowest terms follows
// from the prime that found it: a common factor would have left a recurrence shorter than L.
//
// Cost: products of M and a vector, as many as (terms) * (primes): of the order of L^2 log(r)/48 of them in the first case, n^2
// log(r)/48 in the second, where r is the rate of growth.
#include "word/automata/operations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/algebra/integers.hpp"
#include "core/data/strong_components.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word::automata {

namespace {

using Residues = std::vector<std::uint64_t>;

/// A row has at most 2^16 edges, so that its sum of residues stays below 2^64.
constexpr std::uint64_t kPrimeBound = std::uint64_t{1} << 48;

/// What counts the words of a language: a matrix M of natural numbers and a vector v of 0 and 1, such that (M^n v)[0] words of
/// length n are accepted. The states of a trim automaton, classes of states from which the same number of words of every length
/// is accepted taken as one.
struct CountingMatrix {
  struct Entry {
    State column;
    std::uint32_t value;
  };
  std::vector<std::uint64_t> row_begin{0};
  std::vector<Entry> entries;
  std::vector<std::uint64_t> accepting;  // v

  std::size_t size() const noexcept { return accepting.size(); }
  /// y = M x modulo a prime below kPrimeBound.
  void multiply(const Residues& x, Residues& y, std::uint64_t prime) const {
    y.resize(size());
    for (std::size_t row = 0; row < size(); ++row) {
      std::uint64_t sum = 0;
      for (std::uint64_t at = row_begin[row]; at < row_begin[row + 1]; ++at) sum += entries[at].value * x[entries[at].column];
      y[row] = sum % prime;
    }
  }
};

CountingMatrix counting_matrix(const Dfa& dfa, const Limits& limits) {
  const Dfa useful = relabel(trim(dfa), [](Label label) { return Label{label != 0}; });
  const std::vector<State> class_of = coarsest_partition(useful.table, useful.labels, Alike::by_number, limits);
  // Number the classes from that of the start on, and let a state of each stand for all.
  std::vector<State> number(useful.states(), kNoState);
  std::vector<State> order{0};
  number[class_of[0]] = 0;
  CountingMatrix matrix;
  std::vector<State> columns;
  for (std::size_t at = 0; at < order.size(); ++at) {
    matrix.accepting.push_back(useful.labels[order[at]]);
    columns.clear();
    for (const State target : useful.table.targets(order[at])) {
      State& column = number[class_of[target]];
      if (column == kNoState) {
        column = static_cast<State>(order.size());
        order.push_back(target);
      }
      columns.push_back(column);
    }
    std::sort(columns.begin(), columns.end());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0 && columns[i] == columns[i - 1]) {
        ++matrix.entries.back().value;
      } else {
        matrix.entries.push_back({columns[i], 1});
      }
    }
    matrix.row_begin.push_back(matrix.entries.size());
  }
  return matrix;
}

// --- linear recurrences and integers by way of residues modulo primes

/// The primes below kPrimeBound, from the largest down.
class Primes {
 public:
  static constexpr std::size_t kBits = 47;  // each is larger than 2 to this
  std::uint64_t next() {
    do {
      candidate_ -= 2;
    } while (!is_prime(candidate_));
    return candidate_;
  }

 private:
  std::uint64_t candidate_ = kPrimeBound + 1;
};

/// Berlekamp and Massey's algorithm: the shortest recurrence of the terms seen so far.
class ShortestRecurrence {
 public:
  explicit ShortestRecurrence(std::uint64_t prime) : prime_(prime) {}

  void add(std::uint64_t term) {
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
  std::size_t length() const noexcept { return length_; }
  /// The number of terms that have come since it last changed.
  std::size_t confirmed() const noexcept { return terms_.size() - last_change_; }
  /// The recurrence's polynomial Q, and P = Q times the series, so that the series is P/Q.
  std::pair<Residues, Residues> fraction(const Limits& limits) const {
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
  void add(const Residues& residues, std::uint64_t prime) {
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
  /// The integers of least magnitude with these remainders, up to the last that is not zero.
  std::vector<Integer> integers() const {
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

 private:
  std::vector<Natural> values_;
  Natural modulus_ = 1;
};

/// A fraction of two polynomials, by their coefficients.
struct RationalFunction {
  std::vector<Integer> numerator;
  std::vector<Integer> denominator;
  bool operator==(const RationalFunction&) const = default;
};

/// Binary digits that suffice for every entry of M^i v, i <= exponent. Computed in floating point: each step's rounding, at most
/// 2^-52 for each of at most 2^16 additions, is outweighed by a factor of 1 + 2^-32.
std::size_t bits_of_counts(const CountingMatrix& matrix, std::size_t exponent, const Limits& limits) {
  constexpr double kSafety = 1 + 0x1p-32;
  std::vector<double> x(matrix.accepting.begin(), matrix.accepting.end());
  std::vector<double> y(x.size());
  double bits = 0;  // x stands for x * 2^bits
  double most = 0;
  for (std::size_t step = 0; step < exponent; ++step) {
    check_limits(limits, x.size());
    double largest = 0;
    for (std::size_t row = 0; row < x.size(); ++row) {
      double sum = 0;
      for (std::uint64_t at = matrix.row_begin[row]; at < matrix.row_begin[row + 1]; ++at) {
        sum += matrix.entries[at].value * x[matrix.entries[at].column];
      }
      y[row] = sum * kSafety;
      largest = std::max(largest, y[row]);
    }
    if (largest == 0) break;
    const int shift = std::max(0, std::ilogb(largest));
    for (std::size_t row = 0; row < x.size(); ++row) x[row] = std::max(std::ldexp(y[row], -shift), y[row] == 0 ? 0 : 0x1p-900);
    bits += shift;
    most = std::max(most, bits + 1);
  }
  return static_cast<std::size_t>(most) + 2;
}

/// Binary digits that suffice for |sum q(j) c(j)| + |p(i)|, where the c(j) have `count_bits`.
std::size_t bits_needed(const RationalFunction& series, std::size_t count_bits) {
  Natural sum = 1;
  for (const auto* part : {&series.denominator, &series.numerator}) {
    for (const Integer& coefficient : *part) sum += coefficient.magnitude;
  }
  return sum.bits() + count_bits + 2;
}

Residues residues(const std::vector<Integer>& integers, std::uint64_t prime) {
  Residues result;
  for (const Integer& integer : integers) result.push_back(integer.modulo(prime));
  return result;
}

class GrowthFinder {
 public:
  GrowthFinder(CountingMatrix matrix, const Limits& limits) : matrix_(std::move(matrix)), limits_(limits) {}

  RationalFunction find() {
    std::size_t confirmations = 20;
    while (true) {
      RationalFunction guess = guess_series(confirmations);
      const bool exhausted = confirmations >= 2 * matrix_.size() + 2;
      if (holds_as_vectors(guess) || holds_for_first_terms(guess)) return guess;
      if (exhausted) throw InternalError("the growth series of an automaton could not be proven");
      confirmations *= 4;
    }
  }

 private:
  /// The series modulo prime, each term once.
  class Terms {
   public:
    Terms(const CountingMatrix& matrix, std::uint64_t prime, const Limits& limits)
        : matrix_(matrix), prime_(prime), limits_(limits), vector_(matrix.accepting) {}
    std::uint64_t next() {
      check_limits(limits_, vector_.size());
      const std::uint64_t term = vector_[0];
      matrix_.multiply(vector_, next_, prime_);
      vector_.swap(next_);
      return term;
    }

   private:
    const CountingMatrix& matrix_;
    std::uint64_t prime_;
    const Limits& limits_;
    Residues vector_;
    Residues next_;
  };

  RationalFunction guess_series(std::size_t confirmations) {
    Primes primes;
    std::size_t length = 0;
    Remainders denominator;
    Remainders numerator;
    std::optional<RationalFunction> last;
    while (true) {
      check_limits(limits_, matrix_.size());
      const std::uint64_t prime = primes.next();
      Terms terms(matrix_, prime, limits_);
      ShortestRecurrence recurrence(prime);
      for (std::size_t i = 0; i < 2 * matrix_.size() + 2 && recurrence.confirmed() < recurrence.length() + confirmations; ++i) {
        recurrence.add(terms.next());
      }
      if (recurrence.length() < length) continue;
      if (recurrence.length() > length) {
        denominator = numerator = Remainders();
        length = recurrence.length();
        last.reset();
      }
      const auto [q, p] = recurrence.fraction(limits_);
      denominator.add(q, prime);
      numerator.add(p, prime);
      RationalFunction now{numerator.integers(), denominator.integers()};
      if (last == now) return now;
      last = std::move(now);
    }
  }

  /// Whether p(i) are the first L coefficients of Q times the series, and w = 0.
  bool holds_as_vectors(const RationalFunction& series) {
    const std::size_t length = std::max(series.denominator.size() - 1, series.numerator.size());
    return holds_modulo_primes(bits_needed(series, bits_of_counts(matrix_, length, limits_)), [&](std::uint64_t prime) {
      const Residues q = residues(series.denominator, prime);
      // Horner: w = (..(q0 M + q1) M + ...) M^.. v
      Residues w(matrix_.size(), 0);
      Residues next;
      for (std::size_t j = 0; j <= length; ++j) {
        if (j > 0) {
          check_limits(limits_, w.size());
          matrix_.multiply(w, next, prime);
          w.swap(next);
        }
        if (j >= q.size()) continue;
        for (std::size_t i = 0; i < w.size(); ++i) {
          if (matrix_.accepting[i] != 0) w[i] = (w[i] + q[j]) % prime;
        }
      }
      return std::all_of(w.begin(), w.end(), [](std::uint64_t entry) { return entry == 0; }) && agrees(series, length, prime);
    });
  }

  bool holds_for_first_terms(const RationalFunction& series) {
    const std::size_t length = std::max(series.denominator.size() - 1, series.numerator.size()) + matrix_.size();
    return holds_modulo_primes(bits_needed(series, bits_of_counts(matrix_, length, limits_)),
                               [&](std::uint64_t prime) { return agrees(series, length, prime); });
  }

  /// Whether modulo prime the first coefficients of Q times the series are those of P.
  bool agrees(const RationalFunction& series, std::size_t count, std::uint64_t prime) {
    const Residues q = residues(series.denominator, prime);
    const Residues p = residues(series.numerator, prime);
    Terms terms(matrix_, prime, limits_);
    Residues known;
    for (std::size_t i = 0; i < count; ++i) {
      known.push_back(terms.next());
      std::uint64_t sum = 0;
      for (std::size_t j = 0; j < q.size() && j <= i; ++j) sum = (sum + multiply_modulo(q[j], known[i - j], prime)) % prime;
      if (sum != (i < p.size() ? p[i] : 0)) return false;
    }
    return true;
  }

  template <class Holds>
  bool holds_modulo_primes(std::size_t bits, Holds holds) {
    Primes primes;
    for (std::size_t covered = 0; covered <= bits; covered += Primes::kBits) {
      check_limits(limits_, matrix_.size());
      if (!holds(primes.next())) return false;
    }
    return true;
  }

  const CountingMatrix matrix_;
  const Limits& limits_;
};

std::string polynomial_text(const std::vector<Integer>& coefficients) {
  std::string text;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const Integer& coefficient = coefficients[i];
    if (coefficient.is_zero()) continue;
    const std::string sign = coefficient.negative ? "-" : text.empty() ? "" : "+";
    const bool is_one = coefficient.magnitude == Natural(1);
    const std::string variable = i == 0 ? "" : i == 1 ? "x" : "x^" + std::to_string(i);
    text += sign + (is_one && i > 0 ? "" : coefficient.magnitude.text()) + variable;
  }
  return text.empty() ? "0" : text;
}

/// The series of a finite language is the polynomial of its counts.
RationalFunction growth_polynomial(const Dfa& dfa, const Limits& limits) {
  RationalFunction series{{}, {{1, false}}};
  for (CountsByLength counts(dfa); !counts.exhausted();) series.numerator.push_back({counts.next(limits), false});
  while (!series.numerator.empty() && series.numerator.back().is_zero()) series.numerator.pop_back();
  return series;
}

}  // namespace

GrowthSeries growth_series(const Dfa& dfa, const Limits& limits) {
  auto [above, below] =
      is_finite(dfa) ? growth_polynomial(dfa, limits) : GrowthFinder(counting_matrix(dfa, limits), limits).find();
  std::string text = polynomial_text(above);
  if (below.size() > 1) text = "(" + text + ")/(" + polynomial_text(below) + ")";
  return {std::move(above), std::move(below), std::move(text)};
}

// The rate of growth of a language is the largest eigenvalue of its counting matrix, and that is the largest of the eigenvalues
// of its strongly connected parts. For such a part A the matrix A+I is primitive, so that x -> (A+I)x, scaled, converges to its
// eigenvector, and for every positive x the eigenvalue lies between the least and the greatest ((A+I)x)[i]/x[i] (Collatz,
// Wielandt). Rounding widens the bounds by some units in the last place, for which they are stretched.

namespace {

/// Bounds for the eigenvalue of one part.
GrowthRate rate_of_part(const CountingMatrix& matrix, const Components& parts, const std::vector<State>& rows,
                        std::vector<double>& x, const Limits& limits) {
  constexpr int kMostSteps = 100000;
  constexpr double kEnough = 1e-13;
  const std::uint32_t part = parts.of[rows[0]];
  for (const State row : rows) x[row] = 1;
  std::vector<double> y(rows.size());
  GrowthRate best{0, std::numeric_limits<double>::infinity()};
  for (int step = 0; step < kMostSteps; ++step) {
    check_limits(limits, 0);
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    double largest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (std::uint64_t at = matrix.row_begin[rows[i]]; at < matrix.row_begin[rows[i] + 1]; ++at) {
        const auto [column, value] = matrix.entries[at];
        if (parts.of[column] == part) sum += value * x[column];
      }
      least = std::min(least, sum / x[rows[i]]);
      greatest = std::max(greatest, sum / x[rows[i]]);
      y[i] = sum + x[rows[i]];
      largest = std::max(largest, y[i]);
    }
    best = {std::max(best.lower, least), std::min(best.upper, greatest)};
    if (best.upper - best.lower <= kEnough * best.upper) break;
    for (std::size_t i = 0; i < rows.size(); ++i) x[rows[i]] = y[i] / largest;
  }
  return best;
}

}  // namespace

GrowthRate growth_rate(const Dfa& dfa, const Limits& limits) {
  const CountingMatrix matrix = counting_matrix(dfa, limits);
  const auto degree = [&](std::size_t row) { return matrix.row_begin[row + 1] - matrix.row_begin[row]; };
  const auto edge = [&](std::size_t row, std::size_t k) { return matrix.entries[matrix.row_begin[row] + k].column; };
  const Components parts = strong_components(matrix.size(), degree, edge);
  std::vector<std::vector<State>> rows_of(parts.count);
  for (State row = 0; row < matrix.size(); ++row) rows_of[parts.of[row]].push_back(row);
  std::vector<double> x(matrix.size(), 0);
  GrowthRate rate;
  for (const auto& rows : rows_of) {
    const GrowthRate of_part = rate_of_part(matrix, parts, rows, x, limits);
    rate = {std::max(rate.lower, of_part.lower), std::max(rate.upper, of_part.upper)};
  }
  constexpr double kRounding = 1e-12;
  const bool is_integer =
      rate.lower == rate.upper && rate.lower == std::round(rate.lower);  // such as 0, 1 and the free groups' 2k-1
  return is_integer ? rate : GrowthRate{rate.lower * (1 - kRounding), rate.upper * (1 + kRounding)};
}

}  // namespace wreath::word::automata
